/** Addresses of sections and figures that have gone to another chapter lead to where they are now. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import moved from '../../docs/moved.json';
import { readChapter } from '../../src/plugins/inflight/facts';
import { newPlaceOf } from '../../src/site/moved';

const DOCS = join(import.meta.dirname, '../../docs');
const textOf = (page: string): string => readFileSync(join(DOCS, `${page}.mdx`), 'utf8');
const placesOf = (page: string): string[] => {
  const { headings, myths } = readChapter(textOf(page));
  return [...headings.map(({ id }) => id), ...myths.map(({ fact }) => `myth-${fact.toLowerCase()}`)];
};
/** The names by which links set a chapter's figures. */
const figuresOf = (page: string): string[] =>
  [...textOf(page).matchAll(/<Experiment\b[^>]*>/g)].map(
    ([tag]) => (/\bname="([^"]+)"/.exec(tag) ?? /\bid="([^"]+)"/.exec(tag))![1]!,
  );

describe.each(Object.entries(moved))('%s', (from, to) => {
  const [, page, kind, name] = /^(.+?)([#?])(.+)$/.exec(from)!;
  const [chapter, section] = to.split('#') as [string, string?];

  it('is no longer there', () => {
    expect(existsSync(join(DOCS, `${page}.mdx`))).toBe(true);
    expect(kind === '#' ? placesOf(page!) : figuresOf(page!)).not.toContain(name);
  });

  it('is there now', () => {
    if (kind === '?') expect(figuresOf(chapter)).toContain(name);
    if (section) expect(placesOf(chapter)).toContain(section);
  });
});

describe('an old address', () => {
  const places = { 'windows/old#idle': 'windows/new#idle', 'windows/old?modern': 'windows/new' };
  const at = (address: string): string | undefined => newPlaceOf(new URL(address, 'https://book.example'), places);

  it('leads to the section, below any base URL', () =>
    expect(at('/in/flight/book/windows/old/#idle')).toBe('/in/flight/book/windows/new/#idle'));
  it('keeps what it sets in a figure', () =>
    expect(at('/book/windows/old?modern.rtt=80')).toBe('/book/windows/new/?modern.rtt=80'));
  it.each(['/book/windows/old/', '/book/windows/old/#other', '/figures/old/#idle', '/book/windows/older/#idle'])(
    'of something else stays: %s',
    (address) => expect(at(address)).toBeUndefined(),
  );
});
