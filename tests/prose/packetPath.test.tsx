/** The map of the book: every question that is written leads to its chapter, and the drawing has the places of the list. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { load } from 'js-yaml';
import { describe, expect, it, vi } from 'vitest';
import { bookLink } from '../../src/plugins/inflight/content/bookLink';
import { parsePacketPath } from '../../src/plugins/inflight/content/packetPath';
import { book, contentOf, hasPlace } from '../book';

const source = contentOf('packet-path.yaml');
type Stops = { name: string; questions: { text: string; chapter: string }[] }[];
const { way, around } = load(source.yaml) as { way: Stops; around: Stops };

// What Docusaurus generates while it builds.
vi.mock('@inflight/packet-path.json', () => ({ default: parsePacketPath(source, bookLink(book)) }));
vi.mock('@docusaurus/Translate', () => import('../untranslated'));
vi.mock('@docusaurus/Link', () => ({
  default: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
const { default: PacketPath } = await import('../../src/guide/packet-path/PacketPath');
const html = renderToStaticMarkup(<PacketPath />).replaceAll('\u00a0', ' ');

describe.each([...way, ...around])('$name', ({ name, questions }) => {
  it('is on the map', () => expect(html).toContain(`>${renderToStaticMarkup(name)}<`));

  it.each(questions)('$text', ({ text, chapter }) => {
    expect(hasPlace(chapter)).toBe(true);
    expect(html).toContain(`<a href="/book/${chapter}">${renderToStaticMarkup(text)}</a>`);
  });
});

it('the drawing numbers the places on the way', () => {
  const numbers = [...html.matchAll(/<text[^>]*>(\d+)<\/text>/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(way.map((_, i) => i + 1));
  expect(/<ol[^>]*>(.*?)<\/ol>/.exec(html)![1]!.split('<li').length - 1).toBe(way.length);
});
