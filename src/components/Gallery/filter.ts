import type { Card } from '../../model/gallery';

/** Does a card hold all words of `text`, in any order? */
export function matches({ title, question, id, run, chapters }: Card, text: string): boolean {
  const hay = [id, title, question, run.sentence, ...chapters.map((chapter) => chapter.title)].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
