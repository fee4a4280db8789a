import { type Bank, type BankChapter, type Card, type Concept, partOf } from '../../../model/questions';
import { type Doc, figuresIn } from '../chapters';
import { type ChapterQuestions, sectionsOf } from './read';

interface Book {
  /** In reading order. */
  docs: readonly Doc[];
  read: (source: string) => string;
  /** Of the parts. */
  titles: ReadonlyMap<string, string>;
}

/** Where the cards of a chapter are for its page, by section: `@inflight/cards.windows.why-slow.json`. */
export const cardsFile = (chapter: string): string => `cards.${chapter.replaceAll('/', '.')}.json`;

/** The sections of each chapter that have questions. */
export type AskedSections = Record<string, string[]>;

export const SECTIONS_FILE = 'asked-sections.json';

export const askedSections = (chapters: readonly ChapterQuestions[]): AskedSections =>
  Object.fromEntries(chapters.map(({ chapter, entries }) => [chapter, entries.map(({ section }) => section)]));

/** By section. */
export type SectionCards = Record<string, Card[]>;

export function bySection(cards: readonly Card[]): SectionCards {
  const found: SectionCards = {};
  for (const card of cards) (found[card.section] ??= []).push(card);
  return found;
}

/** The cards and the chapters that have any, or that show a figure, in the order of the book. */
export function bankOf(cards: readonly Card[], concepts: readonly Concept[], { docs, read, titles }: Book): Bank {
  const asked = new Set(cards.map(({ chapter }) => chapter));
  const chapters = docs.flatMap(({ id, title, permalink, source }): BankChapter[] => {
    const mdx = read(source);
    const figures = figuresIn(mdx);
    if (!id.includes('/') || (figures.length === 0 && !asked.has(id))) return [];
    return [{ id, part: partOf(id), title, url: permalink, sections: sectionsOf(mdx), figures }];
  });
  const parts = [...new Set(chapters.map(({ part }) => part))].map((id) => ({ id, title: titles.get(id) ?? id }));
  const used = new Set(cards.flatMap(({ tags }) => tags));
  return {
    parts,
    chapters,
    concepts: concepts.filter(({ id }) => used.has(id)),
    cards: chapters.flatMap(({ id, sections }) => {
      const place = new Map(sections.map((section, i) => [section.id, i]));
      return cards
        .filter(({ chapter }) => chapter === id)
        .sort((a, b) => (place.get(a.section) ?? 0) - (place.get(b.section) ?? 0));
    }),
  };
}
