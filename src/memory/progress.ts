/** What a reader has read, tried and kept, and what is to be expected of it. Pure: the page brings all it needs. */
import type { Placed } from './bets/store';
import type { Bank, BankChapter, Card } from '../model/questions';
import { DAY, dayStart, nextDay } from './day';
import { readKey } from './keys';
import { advance, recall } from './schedule';
import type { CardState, ReadMark } from './types';

/** Days of stability from which on a card is called stable: three weeks, as Anki calls a card mature. */
export const STABLE = 21;
export const FORECAST_DAYS = 30;

export interface Share {
  done: number;
  of: number;
}

export interface Standing {
  /** Read to their end. */
  sections: Share;
  /** Different bets that were placed. */
  bets: number;
  /** Of all cards: answered at least once, and stable. */
  cards: { answered: number; stable: number; of: number };
}

export interface ChapterProgress extends Standing {
  chapter: BankChapter;
}

export interface ConceptProgress extends Standing {
  id: string;
  name: string;
}

export interface Progress {
  /** In the order of the book. */
  chapters: ChapterProgress[];
  /** In the order of the list of concepts; those without cards are left out. */
  concepts: ConceptProgress[];
  all: Standing;
}

export interface ProgressInput {
  bank: Pick<Bank, 'chapters' | 'concepts'> & {
    cards: readonly Pick<Card, 'id' | 'chapter' | 'section' | 'tags' | 'figure'>[];
  };
  states: ReadonlyMap<string, CardState>;
  read: ReadonlyMap<string, ReadMark>;
  bets: readonly Pick<Placed, 'figure' | 'bet'>[];
}

export function progress({ bank, states, read, bets }: ProgressInput): Progress {
  const placed = new Map<string, Set<string>>();
  for (const { figure, bet } of bets) placed.set(figure, (placed.get(figure) ?? new Set()).add(bet));

  function standing(
    sections: ReadonlySet<string>,
    figures: ReadonlySet<string>,
    cards: readonly { id: string }[],
  ): Standing {
    const known = cards.flatMap(({ id }) => states.get(id) ?? []);
    return {
      sections: { done: [...sections].filter((key) => read.has(key)).length, of: sections.size },
      bets: [...figures].reduce((sum, figure) => sum + (placed.get(figure)?.size ?? 0), 0),
      cards: {
        answered: known.length,
        stable: known.filter(({ stability }) => stability >= STABLE).length,
        of: cards.length,
      },
    };
  }

  const sectionsOf = ({ id, sections }: BankChapter): string[] =>
    sections.map((section) => readKey({ chapter: id, section: section.id }));
  return {
    chapters: bank.chapters.map((chapter) => ({
      chapter,
      ...standing(
        new Set(sectionsOf(chapter)),
        new Set(chapter.figures),
        bank.cards.filter((card) => card.chapter === chapter.id),
      ),
    })),
    concepts: bank.concepts.flatMap(({ id, name }) => {
      const cards = bank.cards.filter(({ tags }) => tags.includes(id));
      if (cards.length === 0) return [];
      const about = standing(
        new Set(cards.map(readKey)),
        new Set(cards.flatMap(({ figure }) => figure?.id ?? [])),
        cards,
      );
      return [{ id, name, ...about }];
    }),
    all: standing(
      new Set(bank.chapters.flatMap(sectionsOf)),
      new Set(bank.chapters.flatMap(({ figures }) => figures)),
      bank.cards,
    ),
  };
}

/** A share of the bank, 0 … 1. */
export interface Expected {
  share: number;
  /** Of the share, if each card is recalled or not by its own chance. It says nothing of how well the model fits. */
  deviation: number;
  /** Two deviations to each side. */
  low: number;
  high: number;
}

export interface Forecast {
  /** How many cards become due on each day, from today on; what is overdue counts today. */
  due: { day: number; cards: number }[];
  now: Expected;
  /** In 30 days, if nothing is reviewed until then. */
  later: Expected;
}

/** Each card is recalled by a chance of its own (a Poisson binomial distribution); what was never seen is not recalled. */
function expected(cards: readonly string[], states: ReadonlyMap<string, CardState>, at: number): Expected {
  const chances = cards.flatMap((id) => {
    const state = states.get(id);
    return state ? [recall(state, at)] : [];
  });
  const count = Math.max(1, cards.length);
  const share = chances.reduce((sum, chance) => sum + chance, 0) / count;
  const deviation = Math.sqrt(chances.reduce((sum, chance) => sum + chance * (1 - chance), 0)) / count;
  return { share, deviation, low: Math.max(0, share - 2 * deviation), high: Math.min(1, share + 2 * deviation) };
}

/**
 * What comes up if each card is reviewed when it is due and recalled (Good). A forgotten card comes back sooner and new
 * cards come on top, so the true numbers are rather higher.
 */
function dueByDay(
  cards: readonly string[],
  states: ReadonlyMap<string, CardState>,
  { now, retention }: { now: number; retention: number },
): Forecast['due'] {
  const days = [dayStart(now)];
  while (days.length <= FORECAST_DAYS) days.push(nextDay(days.at(-1)!));
  const due = days.slice(0, -1).map((day) => ({ day, cards: 0 }));
  const end = days.at(-1)!;
  for (const id of cards) {
    let state = states.get(id);
    let day = -1;
    while (state && state.due < end) {
      const at = Math.max(state.due, now);
      // Steps of minutes on one day are one card of that day.
      const today = Math.max(day, 0) + days.slice(Math.max(day, 0) + 1).findIndex((next) => at < next);
      if (today !== day) due[today]!.cards++;
      day = today;
      state = advance(state, { card: id, at, rating: 3 }, retention);
    }
  }
  return due;
}

/** Of the cards of the bank, by their ids. */
export const forecast = (
  cards: readonly string[],
  states: ReadonlyMap<string, CardState>,
  when: { now: number; retention: number },
): Forecast => ({
  due: dueByDay(cards, states, when),
  now: expected(cards, states, when.now),
  later: expected(cards, states, when.now + FORECAST_DAYS * DAY),
});
