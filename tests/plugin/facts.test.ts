/** Every claim that was checked is taught in one place, which a link can reach, with the verdict it got. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import facts from '../../docs/facts.json';
import { claimsOf } from '../../src/plugins/inflight/claims';
import { type Chapter, mistakes, readChapter } from '../../src/plugins/inflight/facts';

const DOCS = join(import.meta.dirname, '../../docs');
/** The verdicts of the table that the facts were taken from. */
const VERDICTS = { true: 66, 'true-with-limits': 49, outdated: 31, wrong: 43 };
/** Its rows: windows, congestion, handshake, teardown, Nagle, queues, network cards, routing filter. */
const ROWS = { W: 46, C: 44, H: 30, T: 18, N: 15, Q: 26, I: 7, F: 3 };

const read = (file: string): string => readFileSync(join(DOCS, file), 'utf8');
const files = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdx'));

const count = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((each) => each === value).length]));

describe('the facts of the book', () => {
  it('are the rows of the table, without a gap', () => {
    const rows = Object.entries(ROWS).flatMap(([letter, last]) =>
      Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`),
    );
    expect(rows).toHaveLength(189);
    expect(Object.keys(facts).sort()).toEqual(rows.sort());
  });

  it('have the verdicts of the table', () =>
    expect(count(Object.values(facts).map(({ verdict }) => verdict))).toEqual(VERDICTS));

  it('are as many as the pages of the guide say', () => {
    const [claims, myths] = [read('guide/claims.mdx'), read('guide/myths.mdx')];
    for (const number of [189, ...Object.values(VERDICTS)]) expect(claims).toMatch(new RegExp(`\\b${number}\\b`));
    const { outdated, wrong } = VERDICTS;
    for (const number of [outdated + wrong, outdated, wrong]) expect(myths).toMatch(new RegExp(`\\b${number}\\b`));
  });

  it.each(Object.entries(facts))('%s is a sentence', (_, { claim }) => expect(claim).toMatch(/\S.*\.$/));

  it('are taught as they were found, each in one chapter', () =>
    expect(mistakes(facts, Object.fromEntries(files.map((file) => [file, readChapter(read(file))])))).toEqual([]));

  it('can all be reached: the page of all claims links to a place that is written in the chapter', () => {
    const docs = files.map((file) => {
      const id = file.replace(/\.mdx$/, '');
      return { id, title: `T ${id}`, permalink: `/book/${id}/`, source: file };
    });
    const { claims, parts } = claimsOf({ facts, docs, read, titles: new Map(), figures: new Map() });
    expect(claims.map(({ id }) => id).sort()).toEqual(Object.keys(facts).sort());
    const lost = claims.filter(({ id, url }) => {
      const [, chapter, anchor] = /^\/book\/(.+)\/#(.+)$/.exec(url)!;
      const text = read(`${chapter}.mdx`);
      return (
        !text.includes(`{/* #${anchor} */}`) &&
        !(anchor === `myth-${id.toLowerCase()}` && text.includes(`<Myth fact="${id}"`))
      );
    });
    expect(lost).toEqual([]);
    expect(claims.filter(({ heading }) => heading === '')).toEqual([]);
    expect(claims.map(({ part }) => part).filter((part) => !parts.some(({ id }) => id === part))).toEqual([]);
  });
});

describe('a chapter', () => {
  const good = `---
title: T
facts:
  C01: myth-c01
  C02: rounds
---

<Experiment id="opening" />

## Rounds, *and* rounds {/* #rounds */}

<Experiment
  name="again"
  id="later"
/>

## Myths

<Myth fact="C01" claim="c" verdict="wrong" source="s">

Not at all.

</Myth>

\`\`\`mdx
<Myth fact="C03" claim="an example" verdict="true" source="s">
\`\`\`
`;
  const table = { C01: { verdict: 'wrong', claim: '' }, C02: { verdict: 'true', claim: '' } };
  const more = { ...table, C03: { verdict: 'outdated', claim: '' } };
  const chapter = readChapter(good);
  const wrongs = (change: Partial<Chapter>, rows = table) => mistakes(rows, { a: { ...chapter, ...change } });

  it('is read as MDX reads it', () =>
    expect(chapter).toEqual({
      facts: { C01: 'myth-c01', C02: 'rounds' },
      headings: [{ id: 'rounds', depth: 2, heading: 'Rounds, and rounds', figure: 'opening' }],
      myths: [{ fact: 'C01', verdict: 'wrong', heading: 'Myths', figure: 'later' }],
      figures: ['opening', 'later'],
    }));
  it('says which figure shows a myth, if it is not the last one', () => {
    const say = (figure: string) => readChapter(good.replace('verdict="wrong"', `verdict="wrong" figure="${figure}"`));
    expect(say('opening').myths[0]!.figure).toBe('opening');
    expect(mistakes(table, { a: say('opening') })).toEqual([]);
    expect(mistakes(table, { a: say('elsewhere') })[0]).toMatch(/doesn’t show/);
  });
  it('may be right', () => expect(wrongs({})).toEqual([]));
  it('claims no unknown row', () => expect(wrongs({ facts: { ...chapter.facts, C99: 'rounds' } })).toHaveLength(1));
  it('names no dead anchor', () => expect(wrongs({ headings: [] })[0]).toMatch(/C02 points to #rounds/));
  it('names no anchor of another chapter', () =>
    expect(mistakes(table, { a: { ...chapter, headings: [] }, b: { ...chapter, facts: {}, myths: [] } })).toHaveLength(
      1,
    ));
  it('tells what is false as a myth', () =>
    expect(wrongs({ facts: { ...chapter.facts, C03: 'rounds' } }, more)[0]).toMatch(/C03 is outdated/));
  it('gives the verdict that was found', () =>
    expect(wrongs({ myths: [{ fact: 'C01', verdict: 'outdated', heading: '' }] })[0]).toMatch(/C01 is wrong/));
  it('has no myth that it does not claim', () =>
    expect(wrongs({ facts: { C02: 'rounds' } })[0]).toMatch(/C01.*front matter/));
  it('has each anchor once', () =>
    expect(wrongs({ headings: [chapter.headings[0]!, chapter.headings[0]!] })).toHaveLength(1));
  it('claims what no other claims', () =>
    expect(mistakes(table, { a: chapter, b: chapter })).toEqual([
      'b: C01 is already taught by a',
      'b: C02 is already taught by a',
    ]));

  const build = (rows: typeof table, mdx: string) =>
    claimsOf({
      facts: rows,
      docs: [{ id: 'congestion/a', title: 'A', permalink: '/book/congestion/a/', source: 'a' }],
      read: () => mdx,
      titles: new Map([['congestion', 'Part 2']]),
      figures: new Map([['later', 'A later figure']]),
    });
  it('tells the page of all claims where, under which heading, and after which figure', () =>
    expect(build(table, good)).toEqual({
      parts: [{ id: 'congestion', title: 'Part 2' }],
      claims: [
        {
          id: 'C01',
          verdict: 'wrong',
          claim: '',
          part: 'congestion',
          chapter: 'A',
          heading: 'Myths',
          anchor: 'myth-c01',
          url: '/book/congestion/a/#myth-c01',
          figure: { id: 'later', title: 'A later figure' },
        },
        {
          id: 'C02',
          verdict: 'true',
          claim: '',
          part: 'congestion',
          chapter: 'A',
          heading: 'Rounds, and rounds',
          anchor: 'rounds',
          url: '/book/congestion/a/#rounds',
          figure: { id: 'opening', title: 'opening' },
        },
      ],
    }));
  it('stops the build where a row is taught by none', () =>
    expect(() => build(more, good)).toThrow(/no chapter teaches C03/));
  it('stops the build where an anchor is dead', () =>
    expect(() => build(table, good.replace('{/* #rounds */}', ''))).toThrow(/#rounds, which doesn’t exist/));
});
