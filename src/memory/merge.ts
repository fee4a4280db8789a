/**
 * How two records of the same thing become one. The order does not matter, and doing it twice changes nothing: what was
 * kept in two browsers ends the same in both.
 */
import type { Interview, ReadMark, Review } from './types';

/** An order for what is otherwise equal, so that both sides choose the same. */
const textOf = (value: object): string => JSON.stringify(value, Object.keys(value).sort());

const firstBy = <T extends object>(one: T, other: T): T => (textOf(one) <= textOf(other) ? one : other);

const FIELDS = ['id', 'card', 'at', 'rating', 'from', 'share', 'undone'] as const satisfies (keyof Review)[];

/** A review never changes but for being taken back. What is equal stays the same object. */
export function mergeReview(one: Review, other: Review): Review {
  if (FIELDS.every((field) => one[field] === other[field])) return one;
  return !one.undone === !other.undone ? firstBy(one, other) : one.undone ? one : other;
}

/** The first time counts. */
export const mergeRead = (one: ReadMark, other: ReadMark): ReadMark => (other.at < one.at ? other : one);

const asked = ({ answers }: Interview): number => answers.filter(({ seconds }) => seconds > 0).length;

/** The one that has come further: it was marked, it is over, it has more answers, it ended later. */
export function mergeInterview(one: Interview, other: Interview): Interview {
  const by =
    Number(other.marked !== null) - Number(one.marked !== null) ||
    Number(other.ended !== null) - Number(one.ended !== null) ||
    asked(other) - asked(one) ||
    (other.ended ?? 0) - (one.ended ?? 0);
  if (by !== 0) return by > 0 ? other : one;
  return JSON.stringify(one) <= JSON.stringify(other) ? one : other;
}

/** All of both, by id. */
export function unite(one: readonly Review[], other: readonly Review[]): Review[] {
  const all = new Map(one.map((review) => [review.id, review]));
  for (const review of other) {
    const known = all.get(review.id);
    all.set(review.id, known ? mergeReview(known, review) : review);
  }
  return [...all.values()];
}
