/** Which cards come next, and in what order. Pure: the page brings all it needs. */
import { type Level, LEVELS, type QuestionType } from '../model/questions';
import { readKey } from './keys';
import { recall } from './schedule';
import type { CardState, ReadMark, Settings } from './types';

/** A card as far as its place in the queue goes; a bet has no level. */
export interface QueueCard {
  id: string;
  /** `windows/why-slow` */
  chapter: string;
  section?: string;
  tags: readonly string[];
  level?: Level;
  type?: QuestionType | 'bet';
  /** 1 … 3 */
  difficulty?: number;
}

export interface QueueInput {
  /** In the order of the book. */
  cards: readonly QueueCard[];
  states: ReadonlyMap<string, CardState>;
  read: ReadonlyMap<string, ReadMark>;
  settings: Settings;
  newToday: number;
  /** ms since 1970 */
  now: number;
}

/** Ids. */
export interface Queue {
  /** Those that are being learned, then those that are most likely forgotten. */
  due: string[];
  /** New ones within the day's limit, wrong bets first. */
  fresh: string[];
}

/** How far ahead a card may be fetched to part two of the same section. */
const REACH = 30;

const by = <T>(cards: readonly T[], keys: (card: T) => readonly number[]): T[] =>
  cards
    .map((card) => ({ card, keys: keys(card) }))
    .sort((one, other) => {
      const place = one.keys.findIndex((key, i) => key !== other.keys[i]);
      return place < 0 ? 0 : one.keys[place]! - other.keys[place]!;
    })
    .map(({ card }) => card);

const isBet = ({ type }: QueueCard): boolean => type === 'bet';

/** Wrong bets, then what has been read, then as the book has it, the easier ones of a chapter first. */
function inReadingOrder(fresh: readonly QueueCard[], { cards, read }: QueueInput): QueueCard[] {
  const begun = new Set([...read.values()].map(({ chapter }) => chapter));
  const places = new Map<string, number>();
  for (const { chapter } of cards) if (!places.has(chapter)) places.set(chapter, places.size);
  const familiarity = ({ chapter, section }: QueueCard): number =>
    section !== undefined && read.has(readKey({ chapter, section })) ? 0 : begun.has(chapter) ? 1 : 2;
  return by(fresh, (card) => [
    isBet(card) ? 0 : 1,
    familiarity(card),
    places.get(card.chapter)!,
    card.level ? LEVELS.indexOf(card.level) : 0,
    card.difficulty ?? 0,
  ]);
}

const areSiblings = (one: QueueCard | undefined, other: QueueCard): boolean =>
  one?.chapter === other.chapter && one.section === other.section;

/** The same order, but for cards that are fetched from a little ahead so that no two of a section meet. */
function apart(cards: readonly QueueCard[], before: QueueCard | undefined): QueueCard[] {
  const left = [...cards];
  const result: QueueCard[] = [];
  while (left.length > 0) {
    const last = result.at(-1) ?? before;
    const place = left.slice(0, REACH).findIndex((card) => !areSiblings(last, card));
    result.push(...left.splice(Math.max(0, place), 1));
  }
  return result;
}

export function queue(input: QueueInput): Queue {
  const { cards, states, settings, newToday, now } = input;
  const unseen: QueueCard[] = [];
  const learning: QueueCard[] = [];
  const review: QueueCard[] = [];
  for (const card of cards) {
    const state = states.get(card.id);
    if (!state) unseen.push(card);
    else if (state.due <= now) (state.phase === 'review' ? review : learning).push(card);
  }
  const stateOf = (card: QueueCard): CardState => states.get(card.id)!;
  const fresh = inReadingOrder(unseen, input).slice(0, Math.max(0, settings.newPerDay - newToday));
  const groups = [
    by(learning, (card) => [stateOf(card).due]),
    by(review, (card) => [recall(stateOf(card), now)]),
    fresh.filter(isBet),
    fresh.filter((card) => !isBet(card)),
  ];
  const ids: string[] = [];
  let last: QueueCard | undefined;
  for (const group of groups) {
    const parted = apart(group, last);
    last = parted.at(-1) ?? last;
    ids.push(...parted.map(({ id }) => id));
  }
  const due = learning.length + review.length;
  return { due: ids.slice(0, due), fresh: ids.slice(due) };
}
