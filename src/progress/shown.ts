import type { ChapterProgress, Standing } from '../memory/progress';
import type { Bank } from '../model/questions';

export interface ShownPart {
  id: string;
  title: string;
  own: ChapterProgress[];
}

/** The parts that ask questions, with their chapters; the others are for looking things up. */
export const shownParts = (parts: Bank['parts'], chapters: readonly ChapterProgress[]): ShownPart[] =>
  parts
    .map((part) => ({ ...part, own: chapters.filter(({ chapter }) => chapter.part === part.id) }))
    .filter(({ own }) => own.some(({ cards }) => cards.of > 0));

/** The book as far as it is shown: nobody is asked to read the rest to its end. */
export function together(all: Standing, parts: readonly ShownPart[]): Standing {
  const sections = parts.flatMap(({ own }) => own).map((each) => each.sections);
  const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
  return {
    ...all,
    sections: { done: sum(sections.map(({ done }) => done)), of: sum(sections.map(({ of }) => of)) },
  };
}
