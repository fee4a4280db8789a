/** Which cards come next, and in what order. Pure: the page brings all it needs. */
import type { Level, QuestionType } from '../model/questions';
import { nextDay } from './day';
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

/** What a reader wants to practise; what is missing or empty holds back nothing. */
export interface Filter {
  /** Folders of the book. */
  parts?: readonly string[];
  concepts?: readonly string[];
  levels?: readonly Level[];
  types?: readonly (QuestionType | 'bet')[];
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
  filter?: Filter;
}

export interface Queue {
  /** Ids: those that are due, then the new ones. */
  cards: string[];
  due: number;
  fresh: number;
  /** When there will be more, ms since 1970; undefined: never, unless something is added. */
  next: number | undefined;
}

/** Of a card's chapter: its folder. */
export const partOf = ({ chapter }: Pick<QueueCard, 'chapter'>): string => chapter.split('/')[0]!;

const LEVEL_ORDER: Record<Level, number> = { junior: 0, senior: 1, staff: 2 };

/** How far ahead a card may be fetched to part two of the same section. */
const REACH = 30;

const holds = <T>(wanted: readonly T[] | undefined, has: (one: T) => boolean): boolean =>
  !wanted || wanted.length === 0 || wanted.some(has);

export const matches = (card: QueueCard, { parts, concepts, levels, types }: Filter): boolean =>
  holds(parts, (part) => part === partOf(card)) &&
  holds(concepts, (concept) => card.tags.includes(concept)) &&
  holds(levels, (level) => level === card.level) &&
  holds(types, (type) => type === card.type);

interface Sorted {
  learning: QueueCard[];
  review: QueueCard[];
  fresh: QueueCard[];
  next: number | undefined;
}

function sortOut({ cards, states, settings, newToday, now, filter = {} }: QueueInput): Sorted & { room: number } {
  const sorted: Sorted = { learning: [], review: [], fresh: [], next: undefined };
  for (const card of cards) {
    if (!matches(card, filter)) continue;
    const state = states.get(card.id);
    if (!state) sorted.fresh.push(card);
    else if (state.due > now) sorted.next = Math.min(sorted.next ?? Infinity, state.due);
    else sorted[state.phase === 'review' ? 'review' : 'learning'].push(card);
  }
  const room = Math.min(sorted.fresh.length, Math.max(0, settings.newPerDay - newToday));
  if (room < sorted.fresh.length && settings.newPerDay > 0)
    sorted.next = Math.min(sorted.next ?? Infinity, nextDay(now));
  return { ...sorted, room };
}

const by = <T>(cards: readonly T[], keys: (card: T) => readonly number[]): T[] =>
  cards
    .map((card) => ({ card, keys: keys(card) }))
    .sort((one, other) => {
      const place = one.keys.findIndex((key, i) => key !== other.keys[i]);
      return place < 0 ? 0 : one.keys[place]! - other.keys[place]!;
    })
    .map(({ card }) => card);

/** New cards: what has been read first, then as the book has it, the easier ones of a chapter first. */
function inReadingOrder(fresh: readonly QueueCard[], { cards, read }: QueueInput): QueueCard[] {
  const begun = new Set([...read.values()].map(({ chapter }) => chapter));
  const places = new Map<string, number>();
  for (const { chapter } of cards) if (!places.has(chapter)) places.set(chapter, places.size);
  const familiarity = ({ chapter, section }: QueueCard): number =>
    section !== undefined && read.has(readKey({ chapter, section })) ? 0 : begun.has(chapter) ? 1 : 2;
  return by(fresh, (card) => [
    familiarity(card),
    places.get(card.chapter)!,
    card.level ? LEVEL_ORDER[card.level] : 0,
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

/** The cards of learning that are due, then those that are most likely forgotten, then new ones within the day's limit. */
export function queue(input: QueueInput): Queue {
  const { learning, review, fresh, room, next } = sortOut(input);
  const stateOf = (card: QueueCard): CardState => input.states.get(card.id)!;
  const groups = [
    by(learning, (card) => [stateOf(card).due]),
    by(review, (card) => [recall(stateOf(card), input.now)]),
    inReadingOrder(fresh, input).slice(0, room),
  ];
  const cards: QueueCard[] = [];
  for (const group of groups) cards.push(...apart(group, cards.at(-1)));
  return { cards: cards.map(({ id }) => id), due: learning.length + review.length, fresh: room, next };
}

/** The same without the order. */
export function dueCount(input: QueueInput): Omit<Queue, 'cards'> {
  const { learning, review, room, next } = sortOut(input);
  return { due: learning.length + review.length, fresh: room, next };
}
