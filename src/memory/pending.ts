/** What is not stored yet: it is written with the next thing that is. */
import type { Changes } from './write';
import { readKey } from './keys';
import { mergeRead, mergeReview } from './merge';
import type { Interview, ReadMark, Review, Settings } from './types';

export interface Pending {
  reviews: Map<string, Review>;
  read: Map<string, ReadMark>;
  interviews: Map<string, Interview>;
  forgotten: Set<string>;
  settings: Settings | undefined;
}

export const nothing = (): Pending => ({
  reviews: new Map(),
  read: new Map(),
  interviews: new Map(),
  forgotten: new Set(),
  settings: undefined,
});

export const isNothing = ({ reviews, read, interviews, forgotten, settings }: Pending): boolean =>
  reviews.size + read.size + interviews.size + forgotten.size === 0 && !settings;

/** Those with answers that are not stored. */
export const cardsOf = ({ reviews }: Pending): Set<string> => new Set([...reviews.values()].map(({ card }) => card));

export function addReview({ reviews }: Pending, review: Review): void {
  const known = reviews.get(review.id);
  reviews.set(review.id, known ? mergeReview(known, review) : review);
}

export function addRead({ read }: Pending, mark: ReadMark): void {
  const known = read.get(readKey(mark));
  read.set(readKey(mark), known ? mergeRead(known, mark) : mark);
}

export function addInterview({ interviews, forgotten }: Pending, interview: Interview): void {
  forgotten.delete(interview.id);
  interviews.set(interview.id, interview);
}

export function forgetInterview({ interviews, forgotten }: Pending, id: string): void {
  interviews.delete(id);
  forgotten.add(id);
}

export const changesOf = ({ reviews, read, interviews, forgotten, settings }: Pending): Changes => ({
  reviews: [...reviews.values()],
  read: [...read.values()],
  interviews: [...interviews.values()],
  forgotten: [...forgotten],
  ...(settings && { settings }),
});
