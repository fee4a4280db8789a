/**
 * FSRS-6 by ts-fsrs, with its default parameters and steps (1 and 10 minutes; 10 minutes after a lapse), without fuzz:
 * the same answers give the same state in every browser.
 *
 * Stability, difficulty and phase follow from the answers alone. When a card is due follows from its stability and from
 * the retention that is set now, so a change of the setting needs no replay and rewrites no history. Two choices are
 * those of the reference implementation (py-fsrs), not of ts-fsrs: days between answers are full periods of 24 hours
 * (ts-fsrs counts midnights in UTC), and intervals of the four ratings are not pushed apart.
 */
import { BasicLearningStepsStrategy, FSRS, State, type Grade } from 'ts-fsrs';
import { DAY, MINUTE } from './day';
import type { CardState, Rating, Review } from './types';

const scheduler = new FSRS({});
const LONGEST = scheduler.parameters.maximum_interval;

const PHASES = { learning: State.Learning, review: State.Review, relearning: State.Relearning } as const;

let cached = { retention: NaN, modifier: NaN };

/** What stability is multiplied with, so that the chance to recall has fallen to `retention`. */
function modifierOf(retention: number): number {
  if (cached.retention !== retention)
    cached = { retention, modifier: scheduler.calculate_interval_modifier(retention) };
  return cached.modifier;
}

/** In whole days. */
export const intervalOf = (stability: number, retention: number): number =>
  Math.min(Math.max(1, Math.round(stability * modifierOf(retention))), LONGEST);

/** The same card, due as it is by this retention. Steps of minutes stay as they are. */
export function withRetention(state: CardState, retention: number): CardState {
  if (state.phase !== 'review') return state;
  const due = state.last + intervalOf(state.stability, retention) * DAY;
  return due === state.due ? state : { ...state, due };
}

type Answer = Pick<Review, 'card' | 'at' | 'rating'>;

/** Where a card is after an answer: at a step of minutes, or (undefined) in review. */
function stepAfter(state: CardState | undefined, rating: Rating): { minutes: number; step: number } | undefined {
  const { phase, step } = state ?? { phase: 'learning', step: 0 };
  if (phase === 'review' && rating !== 1) return undefined;
  const next = BasicLearningStepsStrategy(scheduler.parameters, PHASES[phase], step)[rating as Grade];
  return next && { minutes: next.scheduled_minutes, step: next.next_step };
}

/** A card's state after one more answer. */
export function advance(state: CardState | undefined, { card, at, rating }: Answer, retention: number): CardState {
  const days = state ? Math.max(0, Math.floor((at - state.last) / DAY)) : 0;
  const { stability, difficulty } = scheduler.next_state(state ?? null, days, rating);
  const isLapse = state?.phase === 'review' && rating === 1;
  const step = stepAfter(state, rating);
  return {
    card,
    due: at + (step ? step.minutes * MINUTE : intervalOf(stability, retention) * DAY),
    stability,
    difficulty,
    phase: !step ? 'review' : isLapse ? 'relearning' : (state?.phase ?? 'learning'),
    step: step?.step ?? 0,
    reps: (state?.reps ?? 0) + 1,
    lapses: (state?.lapses ?? 0) + (isLapse ? 1 : 0),
    first: state?.first ?? at,
    last: at,
  };
}

/** By time; at the same millisecond by id. */
export const inOrder = (one: Review, other: Review): number =>
  one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** A card's state by its answers, in any order; those that were taken back do not count. undefined: none counts. */
export function replay(reviews: readonly Review[], retention: number): CardState | undefined {
  const counted = reviews.filter(({ undone }) => !undone).sort(inOrder);
  let state: CardState | undefined;
  for (const review of counted) state = advance(state, review, retention);
  return state;
}

/** In how many ms a card would come back, by rating. */
export function intervals(state: CardState | undefined, at: number, retention: number): Record<Rating, number> {
  const after = (rating: Rating): number => advance(state, { card: '', at, rating }, retention).due - at;
  return { 1: after(1), 2: after(2), 3: after(3), 4: after(4) };
}

/** The chance that it is recalled at that time, 0 … 1. */
export const recall = ({ stability, last }: Pick<CardState, 'stability' | 'last'>, at: number): number =>
  scheduler.forgetting_curve(Math.max(0, at - last) / DAY, stability);
