/** Wrong bets come back as cards. They are derived from what was placed, and stored nowhere else. */
import type { Placed } from '../memory/bets/store';
import { settingOf } from '../figure/parameters';
import type { Posed, ValueBet } from '../model/contract';
import type { FigureLink, MarkedCard, RecallCard } from '../model/questions';
import type { Prerendered } from '../model/types';
import { formatValue } from '../views/format';
import { betCardId } from './betId';

/** A bet that scored less is to be asked again. */
const WRONG = 50;
/** With as many points an answer to it is right. */
const RIGHT = 70;

/**
 * Of each bet the latest, where it is a card: it was wrong, or it was reviewed before and came out better since. Oldest
 * first.
 */
export function wrongBets(placed: readonly Placed[], isReviewed: (card: string) => boolean): Placed[] {
  const latest = new Map<string, Placed>();
  for (const each of placed) {
    const id = betCardId(each);
    const before = latest.get(id);
    if (before && before.at > each.at) continue;
    latest.set(id, each);
  }
  return [...latest.values()]
    .filter((each) => each.score < WRONG || isReviewed(betCardId(each)))
    .sort((a, b) => a.at - b.at);
}

/** A bet as a card to be asked, and what was drawn then, for a picture of it. */
export interface BetCard {
  /** A number is asked again; of a curve readers say themselves how well they knew it. */
  card: (MarkedCard | RecallCard) & { figure: FigureLink };
  curve?: Curve;
}

/** What was drawn and what it is: heights at the same evenly spaced places. */
export interface Curve {
  given: number[];
  truth: number[];
  label: string;
  unit: string;
  /** What runs from left to right. */
  x: string;
}

/** Words that a bet does not bring with it. */
export interface BetWords {
  /** What was bet then: `22 s`. */
  bet: (given: string) => string;
  /** What is to be called to mind of a curve. */
  curve: string;
}

/** The card of a bet; undefined: the figure does not have this bet any more. */
export function betCard(placed: Placed, { experiment, runs }: Prerendered, words: BetWords): BetCard | undefined {
  const bet = experiment.bets.find(({ id }) => id === placed.bet);
  const run = Object.values(runs)[0];
  if (!bet || !run) return undefined;
  const begin = settingOf(experiment, experiment.presets[0]);
  const moved = Object.entries(placed.params).filter(([name, value]) => name in begin && begin[name] !== value);
  const common = {
    id: betCardId(placed),
    level: 'senior' as const,
    difficulty: 2,
    tags: [],
    facts: [],
    sources: [],
    figure: { id: experiment.id, at: Object.fromEntries(moved) },
    chapter: '',
    section: '',
    text: bet.question,
  };
  const { given, truth } = placed;
  if (bet.kind === 'value') {
    const amount = run.summary[bet.summary];
    if (!amount || typeof given !== 'number' || typeof truth !== 'number') return undefined;
    const why = words.bet(formatValue(given, amount.unit));
    const example = numberOf(common.id, bet, truth, amount.unit);
    const question = JSON.stringify(example.question);
    return {
      card: { ...common, form: 'marked', type: 'numeric', why, question, isFresh: false, example, reasons: [] },
    };
  }
  const column = run.columns.find(({ name }) => name === bet.column);
  if (!column || typeof given === 'number' || typeof truth === 'number') return undefined;
  const curve = { given, truth, label: column.meaning, unit: column.unit, x: run.columns[0]!.meaning };
  return { card: { ...common, form: 'recall', type: 'recall', answer: words.curve, why: '' }, curve };
}

/** The question for a number, as the classroom's kinds have it. */
const numberOf = (id: string, bet: ValueBet, truth: number, unit: string): Posed => ({
  question: {
    id,
    kind: 'numeric',
    text: bet.question,
    points: 1,
    attempts: 0,
    told: true,
    figure: null,
    unit,
    tolerance: '',
    goals: [],
  },
  answer: truth,
  said: formatValue(truth, unit),
  solution: '',
  accept: rightFor(bet, truth),
});

/** From where to where a number gets the points that make it right (`bets/score.ts`, the other way round). */
export function rightFor(
  { scale, min, max }: Pick<ValueBet, 'scale' | 'min' | 'max'>,
  truth: number,
): [low: number, high: number] {
  // Points are rounded.
  const share = (RIGHT - 0.5) / 100;
  if (scale === 'linear') {
    const off = -Math.log2(share) * 0.1 * (max - min);
    return [truth - off, truth + off];
  }
  const factor = 10 ** (-Math.log(share) / Math.log(4));
  return [truth / factor, truth * factor];
}
