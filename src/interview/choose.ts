/** Chooses the questions of a mock interview. */
import { type Card, type Level, LEVELS, partOf } from '../model/questions';
import { shuffled } from '../model/shuffle';
import { drawIncident, INCIDENT_SECONDS } from './incident';
import type { Item } from './items';
import { isTalk, plannedSeconds } from './seconds';

export interface Wish {
  minutes: number;
  /** Those that are asked for; the time is shared evenly. */
  levels: readonly Level[];
  /** Folders of the book; empty: all. */
  parts: readonly string[];
  /** Does it end with an incident? */
  incident: boolean;
}

/** Of the time of each level; the rest are short questions. */
const TALK = 0.5;
/** A question from an earlier interview is worse than any repetition within one. */
const AGAIN = 1000;

/** Can it be asked across a table? To find a setting takes a figure and a hand. */
const isAskable = (card: Card): boolean => card.form !== 'marked' || card.example.question.kind !== 'setting';

/** A question to talk about has an answer for each level: it can be asked on any. Others have one level. */
const on = (card: Card, level: Level): Card[] =>
  card.level === level ? [card] : card.form === 'open' ? [{ ...card, level }] : [];

/** Asked at the whiteboard. One is in every interview that has a chance to. */
export const isSum = ({ type }: Pick<Card, 'type'>): boolean => type === 'sum';

/** The questions, and then the incident, on the highest of the levels, if one is wished for. */
export function chooseItems(
  cards: readonly Card[],
  { incident, ...wish }: Wish,
  seed: string,
  before?: ReadonlyMap<string, number>,
): Item[] {
  if (!incident || wish.levels.length === 0) return chooseCards(cards, wish, seed, before);
  const minutes = wish.minutes - INCIDENT_SECONDS / 60;
  const chosen = chooseCards(cards, { ...wish, minutes }, seed, before);
  return [...chosen, drawIncident(wish.levels, wish.parts, seed)];
}

/**
 * As many questions as fit into the time, easier ones first: of each level as much time as of the others, half of it for
 * talking, a sum among the rest, and each concept as rarely as possible. The same seed chooses the same. `before` says when a card was asked
 * last in an interview: what was never asked comes first. The level of what comes back is the one that it is asked on.
 */
export function chooseCards(
  cards: readonly Card[],
  { minutes, levels, parts }: Omit<Wish, 'incident'>,
  seed: string,
  before: ReadonlyMap<string, number> = new Map(),
): Card[] {
  let left = shuffled(
    cards.filter((card) => isAskable(card) && (parts.length === 0 || parts.includes(partOf(card.chapter)))),
    seed,
  ).sort((a, b) => (before.get(a.id) ?? 0) - (before.get(b.id) ?? 0));
  const chosen: Card[] = [];
  /** Seconds so far, by level, and of these for talking. */
  const spent = new Map<string, number>();
  const of = (key: string): number => spent.get(key) ?? 0;
  const asked = new Map<string, number>();
  const topics = ({ tags, section, chapter }: Card): string[] => [tags[0]!, `${chapter}#${section}`];
  const strain = (card: Card): number =>
    topics(card).reduce((sum, key) => sum + (asked.get(key) ?? 0), before.has(card.id) ? AGAIN : 0);

  let seconds = minutes * 60;
  const pools = (): { level: Level; pool: Card[] }[] =>
    levels
      .map((level) => ({
        level,
        pool: left.flatMap((card) => on(card, level)).filter((card) => plannedSeconds(card) <= seconds),
      }))
      .filter(({ pool }) => pool.length > 0)
      .sort((a, b) => of(a.level) - of(b.level));

  // The sort is stable: among equals it is chance, and of those asked before the longest ago.
  const best = (pool: readonly Card[]): Card => [...pool].sort((a, b) => strain(a) - strain(b))[0]!;
  function take(level: Level, card: Card): void {
    const takes = plannedSeconds(card);
    left = left.filter(({ id }) => id !== card.id);
    chosen.push(card);
    seconds -= takes;
    spent.set(level, of(level) + takes);
    if (isTalk(card)) spent.set(`${level} talk`, of(`${level} talk`) + takes);
    for (const key of topics(card)) asked.set(key, (asked.get(key) ?? 0) + 1);
  }

  const sums = pools().flatMap(({ pool }) => pool.filter(isSum));
  if (sums.length > 0) {
    const sum = best(sums);
    take(sum.level, sum);
  }
  for (let next = pools()[0]; next !== undefined; next = pools()[0]) {
    const { level, pool } = next;
    const wantsTalk = of(`${level} talk`) < TALK * (of(level) + 1);
    const wanted = pool.filter((card) => isTalk(card) === wantsTalk);
    take(level, best(wanted.length > 0 ? wanted : pool));
  }
  const hardness = ({ level, difficulty }: Card): number => LEVELS.indexOf(level) * 3 + difficulty;
  return chosen.sort((a, b) => hardness(a) - hardness(b));
}
