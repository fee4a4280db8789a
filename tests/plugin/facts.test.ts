/** Every claim that was checked is taught in one place, which a link can reach, with the verdict it got. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import facts from '../../docs/facts.json';
import { type Chapter, mistakes, readChapter } from './facts';

const DOCS = join(import.meta.dirname, '../../docs');
const VERDICTS = ['true', 'true-with-limits', 'outdated', 'wrong'];

describe('the facts of the book', () => {
  const chapters = Object.fromEntries(
    readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mdx'))
      .map((file) => [file, readChapter(readFileSync(join(DOCS, file), 'utf8'))]),
  );

  it('are taught as they were found', () => expect(mistakes(facts, chapters)).toEqual([]));

  it('are all taught', () => {
    const taught = Object.values(chapters).flatMap((chapter) => Object.keys(chapter.facts));
    expect(Object.keys(facts).filter((row) => !taught.includes(row))).toEqual([]);
  });

  it.each(Object.entries(facts))('%s has a claim and a verdict', (row, { claim, verdict }) => {
    expect(row).toMatch(/^[A-Z]\d\d$/);
    expect(claim).toMatch(/\.$/);
    expect(VERDICTS).toContain(verdict);
  });
});

describe('a chapter', () => {
  const good = `---
title: T
facts:
  C01: myth-c01
  C02: rounds
---

## Rounds {/* #rounds */}

<Myth fact="C01" claim="c" verdict="wrong" source="s">

Not at all.

</Myth>

\`\`\`mdx
<Myth fact="C03" claim="an example" verdict="true" source="s">
\`\`\`
`;
  const table = {
    C01: { verdict: 'wrong', claim: '' },
    C02: { verdict: 'true', claim: '' },
    C03: { verdict: 'outdated', claim: '' },
  };
  const wrongs = (chapter: Partial<Chapter>) => mistakes(table, { a: { ...readChapter(good), ...chapter } });

  it('is read as MDX reads it', () =>
    expect(readChapter(good)).toEqual({
      facts: { C01: 'myth-c01', C02: 'rounds' },
      headings: ['rounds'],
      myths: [{ fact: 'C01', verdict: 'wrong' }],
    }));
  it('may be right', () => expect(wrongs({})).toEqual([]));
  it('claims no unknown row', () => expect(wrongs({ facts: { C01: 'myth-c01', C99: 'rounds' } })).toHaveLength(1));
  it('names no dead anchor', () => expect(wrongs({ headings: [] })[0]).toMatch(/C02 points to #rounds/));
  it('names no anchor of another chapter', () =>
    expect(
      mistakes(table, { a: { ...readChapter(good), headings: [] }, b: { ...readChapter(''), headings: ['rounds'] } }),
    ).toHaveLength(1));
  it('tells what is false as a myth', () =>
    expect(wrongs({ facts: { C01: 'myth-c01', C03: 'rounds' } })[0]).toMatch(/C03 is outdated/));
  it('gives the verdict that was found', () =>
    expect(wrongs({ myths: [{ fact: 'C01', verdict: 'outdated' }] })[0]).toMatch(/C01 is wrong/));
  it('has no myth that it does not claim', () =>
    expect(wrongs({ facts: { C02: 'rounds' } })[0]).toMatch(/C01.*front matter/));
  it('has each anchor once', () => expect(wrongs({ headings: ['rounds', 'rounds'] })).toHaveLength(1));
  it('claims what no other claims', () =>
    expect(mistakes(table, { a: readChapter(good), b: readChapter(good) })).toEqual([
      'b: C01 is taught by a already',
      'b: C02 is taught by a already',
    ]));
});
