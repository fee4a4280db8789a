import type { Bank, Card } from '../../model/questions';
import type { CardSource } from '../cards/props';

/** Where in the book a card is from; undefined: nowhere, as it was a bet. */
export function sourceOf({ chapters }: Bank, card: Card): CardSource | undefined {
  const chapter = chapters.find(({ id }) => id === card.chapter);
  const section = chapter?.sections.find(({ id }) => id === card.section);
  return chapter && section
    ? { title: chapter.title, heading: section.heading, url: `${chapter.url}#${section.id}` }
    : undefined;
}
