/** The decks of a package: one for the book, below it one for each part. */
import { sha1Number } from './hash';

/** The deck of the whole book, and the name that all begin with. */
const BOOK = { id: 1763841600000, name: 'In Flight' };

/** Follows from the part alone, so that a deck keeps its id when parts come and go. */
export const deckOf = (part: string): number => BOOK.id + 1000 + sha1Number(part);

function deck(id: number, name: string, about: string, changed: number): object {
  const today = { newToday: [0, 0], revToday: [0, 0], lrnToday: [0, 0], timeToday: [0, 0] };
  const folds = { collapsed: false, browserCollapsed: false };
  return {
    id,
    name,
    desc: about,
    mod: changed,
    usn: -1,
    dyn: 0,
    conf: 1,
    extendNew: 0,
    extendRev: 0,
    ...folds,
    ...today,
  };
}

/** As `col.decks` has them. Anki wants a deck 1; without cards it is not imported. `changed`: seconds since 1970. */
export const decks = (parts: readonly { id: string; title: string }[], about: string, changed: number): object =>
  Object.fromEntries([
    [1, deck(1, 'Default', '', changed)],
    [BOOK.id, deck(BOOK.id, BOOK.name, about, changed)],
    ...parts.map(({ id, title }) => [
      deckOf(id),
      deck(deckOf(id), `${BOOK.name}::${title.replaceAll('::', ':')}`, '', changed),
    ]),
  ]) as object;
