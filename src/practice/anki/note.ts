/** A card of the bank as a note of Anki. */
import type { Card } from '../../model/questions';
import { escapeXml } from '../../text/xml';
import { marked, toHtml } from './blocks';
import { sha1Hex, sha1Number } from './hash';
import { type Book, placeOf } from './places';
import { sidesOf } from './sides';
import type { Words } from './words';

/** The note type has these, in this order. */
export const FIELDS = ['Question', 'Answer', 'Why', 'Source', 'Picture'] as const;
export type Fields = Record<(typeof FIELDS)[number], string>;

export interface Note {
  /** The same in every package: another import brings a note up to date instead of adding it again. */
  guid: string;
  /** The part that it belongs to; there is a deck for each. */
  part: { id: string; title: string };
  /** Sorted, as Anki keeps them. */
  tags: string[];
  fields: Fields;
}

/** A picture that notes show. */
export interface Media {
  name: string;
  svg: string;
}

/** The name says what is in it, so that a newer picture never takes the place of an older one with the same name. */
export const mediaOf = (figure: string, svg: string): Media => ({
  name: `inflight-${figure}-${sha1Hex(svg).slice(0, 10)}.svg`,
  svg,
});

export interface Setting {
  book: Book;
  /** By figure. */
  media: ReadonlyMap<string, Media>;
  /** An absolute address: of the site's root. */
  site: string;
  words: Words;
}

const link = (url: string, said: string): string => `<a href="${escapeXml(url)}">${marked(said)}</a>`;

function sourceOf(card: Card, { book, site, words }: Setting): string {
  const { chapter, section, url } = placeOf(card, book, site);
  const heading = section ? `${chapter.title} – ${section.heading}` : chapter.title;
  const facts = card.facts.map((row) => link(new URL(`book/guide/claims/#${row.toLowerCase()}`, site).href, row));
  const rows = [
    [words.chapter, link(url, heading)],
    [words.figure, card.figure && link(new URL(`figures/${card.figure.id}/`, site).href, card.figure.id)],
    [words.facts, facts.join(', ')],
    [words.sources, card.sources.map(marked).join(', ')],
  ];
  return rows
    .filter(([, said]) => said)
    .map(([name, said]) => `<p>${escapeXml(name!)}: ${said!}</p>`)
    .join('');
}

export function noteOf(card: Card, setting: Setting): Note {
  const { book, media, site, words } = setting;
  const { part } = placeOf(card, book, site);
  const { question, answer, why } = sidesOf(card, words);
  const picture = card.figure && media.get(card.figure.id);
  return {
    guid: `inflight/${card.id}`,
    part,
    tags: [
      `inflight::${card.chapter.replace('/', '::')}`,
      ...card.tags.map((tag) => `concept::${tag}`),
      `level::${card.level}`,
    ].sort(),
    fields: {
      Question: toHtml(question),
      Answer: toHtml(answer),
      Why: toHtml(why),
      Source: sourceOf(card, setting),
      Picture: picture ? `<img src="${picture.name}" alt="">` : '',
    },
  };
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** A field as Anki sorts and compares it: without its HTML. Only where it decodes something, it parts with hard spaces. */
export function bare(html: string): string {
  const text = html.replace(/<[^>]*>/g, '');
  if (!text.includes('&')) return text;
  return text.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name]!).replaceAll('\u00a0', ' ');
}

/** What Anki finds duplicates by. */
export const checksum = (html: string): number => sha1Number(bare(html));
