/** What a reader types leads to the chapter that is about it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import frontMatterOf from '@11ty/gray-matter';
import { describe, expect, it } from 'vitest';
import { withWords } from '../../src/plugins/search';
import { indexOf, type Part } from '../../src/plugins/search/parts';

const DOCS = join(import.meta.dirname, '../../docs');

/** As the theme would write it: one text for each page and kind. */
const part = (texts: string[]): Part => {
  const documents = texts.flatMap((t, i) => (t ? [{ i, t }] : []));
  return { documents };
};

/** The pages that the first of the indexes finds, best first. All words are wanted, as in the search field. */
function found(parts: Part[], text: string, kind = 0): number[] {
  const index = indexOf(JSON.parse(JSON.stringify(parts[kind])) as Part);
  const words = text.split(/[-\s]+/).map((word) => `+${word.toLowerCase()}`);
  return index.search(words.join(' ')).map(({ ref }) => Number(ref));
}

describe('the words of the front matter', () => {
  const plain = [['About ships', 'The harbour'], ['A queue', 'net.ipv4.tcp_rmem'], [], ['queue, pier', ''], ['']].map(
    part,
  );
  const parts = withWords(plain);

  it('find a page as its title does', () => {
    expect(found(plain, 'pier')).toEqual([]);
    expect(found(parts, 'pier')).toEqual([0]);
    expect(found(parts, 'harbour')).toEqual([1]);
  });
  it('are joined by short names of settings', () => {
    expect(found(plain, 'tcp_rmem', 1)).toEqual([]);
    expect(found(parts, 'tcp_rmem', 1)).toEqual([1]);
    expect(found(parts, 'net.ipv4.tcp_rmem', 1)).toEqual([1]);
    expect(found(parts, 'queue', 1)).toEqual([0]);
  });
  it('change nothing that is shown', () =>
    expect(parts.map(({ documents }) => documents.map(({ i, t }) => ({ i, t })))).toEqual(
      plain.map(({ documents }) => documents),
    ));
});

describe('the search', () => {
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdx'));
  const heads = pages.map((file) => frontMatterOf(readFileSync(join(DOCS, file), 'utf8')).data);
  const parts = withWords([
    part(heads.map(({ title }) => String(title))),
    part([]),
    part([]),
    part(heads.map(({ keywords = [] }) => (keywords as string[]).join(', '))),
    part([]),
  ]);

  it.each([
    ['backlog', ['opening/listen-queues', 'cases/backlog-50']],
    ['bufferbloat', ['queues/bufferbloat']],
    ['40 ms', ['small-writes/nagle', 'cases/echo-40-ms']],
    // As it stands in a text, with a space that does not break.
    ['40\u00a0ms', ['small-writes/nagle', 'cases/echo-40-ms']],
    ['CLOSE_WAIT', ['closing/closing-well', 'cases/close-wait']],
    ['TIME_WAIT', ['closing/ports', 'cases/no-more-ports']],
    ['rp_filter', ['opening/reverse-path', 'cases/two-nics']],
    ['initcwnd', ['congestion/slow-start']],
  ])('of “%s” finds first what is about it', (text, wanted) =>
    expect(wanted).toContain(pages[found(parts, text)[0]!]?.replace('.mdx', '')),
  );
});
