/** An Anki package (`.apkg`): a zip of a collection and of what its notes show. */
import { strToU8, zipSync } from 'fflate';
import type { SqlJsStatic } from 'sql.js';
import type { Card } from '../../model/questions';
import { collection } from './collection';
import { type Media, mediaOf, noteOf } from './note';
import type { Book } from './places';
import type { Words } from './words';

export interface Contents {
  book: Book;
  /** In the order in which they are to be learnt. */
  cards: readonly Card[];
  /** SVG by figure; a card whose figure has none goes without. */
  pictures: ReadonlyMap<string, string>;
  /** An absolute address, of the site's root: links lead there. */
  site: string;
  /** What Anki says of the deck. */
  about: string;
  words: Words;
  /** ms since 1970 */
  now: number;
}

/** The package as a file. Of the reader nothing is in it: every card is new to Anki. */
export function ankiPackage(contents: Contents, sql: SqlJsStatic): Uint8Array<ArrayBuffer> {
  const { cards, pictures, about, now, ...rest } = contents;
  const media = new Map<string, Media>();
  for (const { figure } of cards) {
    const svg = figure && pictures.get(figure.id);
    if (figure && svg !== undefined) media.set(figure.id, mediaOf(figure.id, svg));
  }
  const notes = cards.map((card) => noteOf(card, { ...rest, media }));
  // In the zip, pictures are numbered; `media` says what they are called.
  const files = [...media.values()];
  return zipSync({
    'collection.anki2': collection(notes, about, now, sql),
    media: strToU8(JSON.stringify(Object.fromEntries(files.map(({ name }, i) => [i, name])))),
    ...Object.fromEntries(files.map(({ svg }, i) => [i, strToU8(svg)])),
  });
}
