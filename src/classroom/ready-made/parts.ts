import catalogue from '@inflight/catalogue.json';
import type { ReadyMade } from '../../model/assignments';

const placeOf = ({ part }: ReadyMade): number => {
  const place = catalogue.parts.findIndex(({ id }) => id === part);
  return place < 0 ? catalogue.parts.length : place;
};

/** The title of the part of the book that it belongs to; undefined: it is from several. */
export const partTitle = (ready: ReadyMade): string | undefined => catalogue.parts[placeOf(ready)]?.title;

/** As the book goes; what crosses it comes last. */
export const inOrder = (list: readonly ReadyMade[]): ReadyMade[] => [...list].sort((a, b) => placeOf(a) - placeOf(b));
