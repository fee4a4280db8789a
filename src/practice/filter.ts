/** Which cards are asked, as the address says: `?part=windows&level=senior`. */
import type { QueueCard } from '../memory/queue';
import { type Bank, type Level, LEVELS, partOf, type QuestionType, TYPES } from '../model/questions';

/** '' and false: no matter. */
export interface Filter {
  /** The folder of a part of the book. */
  part: string;
  /** `windows/why-slow` */
  chapter: string;
  concept: string;
  level: Level | '';
  /** `bet`: figures that were bet on wrongly. */
  type: QuestionType | 'bet' | '';
  /** This one alone. */
  card: string;
  /** Cards, too, that are not due. */
  ahead: boolean;
}

export const NO_FILTER: Filter = { part: '', chapter: '', concept: '', level: '', type: '', card: '', ahead: false };

const oneOf = <T extends string>(known: readonly T[], given: string | null): T | '' =>
  known.find((each) => each === given) ?? '';

/** What an address asks for. What the book does not have is left out, except a card: that one is looked for later. */
export function filterIn(search: string, { parts, chapters, concepts }: Omit<Bank, 'cards'>): Filter {
  const query = new URLSearchParams(search);
  const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
  const chapter = chapters.find(({ id }) => id === query.get('chapter'));
  return {
    // A chapter brings its part along.
    part: chapter?.part ?? oneOf(ids(parts), query.get('part')),
    chapter: chapter?.id ?? '',
    concept: oneOf(ids(concepts), query.get('concept')),
    level: oneOf(LEVELS, query.get('level')),
    type: oneOf([...TYPES, 'bet'], query.get('type')),
    card: query.get('card') ?? '',
    ahead: query.get('ahead') === 'on',
  };
}

/** `search` with another filter in it; what else is in it stays. */
export function searchOf(filter: Filter, search = ''): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filter)) {
    if (value === '' || value === false) query.delete(name);
    else query.set(name, value === true ? 'on' : String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Is anything chosen that makes the queue shorter? */
export const isChosen = ({ part, chapter, concept, level, type }: Filter): boolean =>
  [part, chapter, concept, level, type].some((each) => each !== '');

/** Is this card among what is chosen? */
export const fits = (card: QueueCard, { part, chapter, concept, level, type }: Filter): boolean =>
  (part === '' || partOf(card.chapter) === part) &&
  (chapter === '' || card.chapter === chapter) &&
  (concept === '' || card.tags.includes(concept)) &&
  (level === '' || card.level === level) &&
  (type === '' || card.type === type);
