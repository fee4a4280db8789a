/** Where in the book a card is from. */
import type { Bank, BankChapter, Card } from '../../model/questions';

export type Book = Pick<Bank, 'parts' | 'chapters' | 'concepts'>;

export interface Place {
  part: { id: string; title: string };
  chapter: BankChapter;
  section: { id: string; heading: string } | undefined;
  /** Of the section, absolute. */
  url: string;
}

/** `site`: an address of the book, which those in the bank are relative to. */
export function placeOf({ chapter: id, section: anchor }: Card, { parts, chapters }: Book, site: string): Place {
  const chapter = chapters.find((each) => each.id === id);
  if (!chapter) throw new Error(`The bank has no chapter ${id}.`);
  const part = parts.find((each) => each.id === chapter.part) ?? { id: chapter.part, title: chapter.part };
  const section = chapter.sections.find((each) => each.id === anchor);
  // The bank has its pages without the slash that the site serves them with.
  const page = chapter.url.replace(/\/?$/, '/');
  return { part, chapter, section, url: new URL(`${page}#${anchor}`, site).href };
}
