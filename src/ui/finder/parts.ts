import { translate } from '@docusaurus/Translate';
import type { Filter } from './Finder';

interface Part {
  id: string;
  title: string;
}

/** The parts of the book to choose from: “Part 1 · Windows” is Windows. */
export const partFilter = (parts: readonly Part[], chosen: string, choose: Filter['choose']): Filter => ({
  label: translate({ id: 'finder.parts', message: 'Parts of the book' }),
  choices: parts.map(({ id, title }) => ({ id, title: title.split(' · ').at(-1)! })),
  chosen,
  choose,
});

/** What is shown of each part, in the order of the book; a part of which nothing is shown is left out. */
export const byPart = <P extends Part, T>(
  parts: readonly P[],
  shown: readonly T[],
  partOf: (each: T) => string,
): { id: string; title: string; own: T[] }[] =>
  parts
    .map(({ id, title }) => ({ id, title, own: shown.filter((each) => partOf(each) === id) }))
    .filter(({ own }) => own.length > 0);
