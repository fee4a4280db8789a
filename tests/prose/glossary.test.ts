/** The glossary has every word that a chapter asks for, and leads to places that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { places } from '../../src/guide/glossary/places';
import { textIn } from '../../src/text/textIn';
import { anchorOf } from '../../src/model/knobs';

// Docusaurus generates it while it builds; English needs no translation.
vi.mock('@docusaurus/Translate', () => ({ default: () => null }));
const { glossary } = await import('../../src/prose/glossary');

const DOCS = join(import.meta.dirname, '../../docs');
const names = Object.keys(glossary);
const chapters = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx'))
  .map((file) => readFileSync(join(DOCS, file), 'utf8'));

describe('the glossary', () => {
  it.each(Object.entries(glossary))('explains %s in sentences', (_, { full, meaning }) => {
    expect(textIn(full)).toMatch(/^\S.*\.$/);
    expect(textIn(meaning)).toMatch(/^\S.*[.)]$/);
  });

  it('has every word that a chapter asks for', () => {
    const asked = chapters.flatMap((text) => [...text.matchAll(/<Term name="([^"]+)"/g)].map(([, name]) => name!));
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has an anchor of its own for each word', () => expect(new Set(names.map(anchorOf)).size).toBe(names.length));

  it.each(Object.entries(places))('%s is explained at %s', (name, place) => {
    expect(names).toContain(name);
    const [doc, anchor] = place.split('#');
    const file = join(DOCS, `${doc}.mdx`);
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, 'utf8');
    const myth = /^myth-(.+)$/.exec(anchor!)?.[1]?.toUpperCase();
    expect(text.includes(`{/* #${anchor} */}`) || text.includes(`<Myth fact="${myth}"`)).toBe(true);
  });
});
