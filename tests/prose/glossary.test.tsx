/** The glossary has every word that a chapter asks for, and leads to places that are there. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { load } from 'js-yaml';
import { describe, expect, it, vi } from 'vitest';
import { bookLink } from '../../src/plugins/inflight/content/bookLink';
import { parseGlossary } from '../../src/plugins/inflight/content/glossary';
import Term from '../../src/prose/Term';
import { book, contentOf, hasPlace } from '../book';

const source = contentOf('glossary.yaml');
const written = load(source.yaml) as { name: string; full?: string; meaning: string; place?: string }[];
const words = parseGlossary(source, bookLink(book), 'en');

// What Docusaurus generates while it builds.
const anchors: string[] = [];
vi.mock('@inflight/glossary.json', () => ({ default: words }));
vi.mock('@docusaurus/Translate', () => import('../untranslated'));
vi.mock('@docusaurus/useBrokenLinks', () => ({ default: () => ({ collectAnchor: (id: string) => anchors.push(id) }) }));
vi.mock('@docusaurus/Link', () => ({
  default: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
const { default: Glossary } = await import('../../src/guide/glossary/Glossary');

describe('the glossary', () => {
  it.each(written)('explains $name in sentences', ({ name, full, meaning }) => {
    if (full !== undefined) {
      expect(full).toMatch(/^\S.*\.$/);
      expect(full.toLowerCase()).not.toBe(`${name.toLowerCase()}.`);
    }
    expect(meaning).toMatch(/^\S.*[.)]$/);
  });

  it.each(written.filter(({ place }) => place !== undefined))('$name is explained at $place', ({ place }) =>
    expect(hasPlace(place!)).toBe(true),
  );

  it('has every word that a chapter asks for', () => {
    const asked = book.docs
      .map(({ source }) => book.read(source))
      .flatMap((text) => [...text.matchAll(/<Term name="([^"]+)"/g)].map(([, name]) => name!));
    const names = written.map(({ name }) => name);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the page', () => {
  const html = renderToStaticMarkup(<Glossary />);
  const text = html.replaceAll('\u00a0', ' ');
  const escape = (words: string) => renderToStaticMarkup(words);

  it.each(written)('has all of $name', ({ name, full = '', meaning, place }) => {
    const entry = text.slice(text.indexOf(`<dt>${escape(name)}</dt>`)).split('</div>')[0]!;
    expect(entry).toContain(escape(full));
    expect(entry).toContain(escape(meaning));
    expect(/href="([^"]+)"/.exec(entry)?.[1]).toBe(place && `/book/${place}`);
  });

  it('gives each word an anchor of its own, and tells Docusaurus of it', () => {
    const ids = [...html.matchAll(/<div id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(written.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(anchors).toEqual(ids);
  });

  it('is in the order of the alphabet', () => {
    const letters = [...html.matchAll(/<h2[^>]*>(.)<\/h2>/g)].map(([, letter]) => letter);
    expect(letters.length).toBeGreaterThan(15);
    expect(letters).toEqual([...new Set(letters)].sort());
  });
});

it('a term explains itself', () => {
  const html = renderToStaticMarkup(<Term name="MSL" full="Lifetime." meaning="It is 60 s, says `sysctl`." />);
  expect(html).toContain('>MSL</button>');
  expect(html).toContain('<b>Lifetime.</b> It is 60\u00a0s, says <code>sysctl</code>.</span>');
});
