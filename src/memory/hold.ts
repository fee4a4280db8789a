import type { Known } from './known';
import type { Imported } from './memory';
import { mergeInterview } from './merge';
import * as pendings from './pending';
import type { Everything } from './transfer';

/** Takes in what a file brings where nothing can be stored; the states of its cards are still to be computed. */
export function hold(
  file: Everything,
  known: Known,
  pending: pendings.Pending,
  due: Parameters<Known['setSettings']>[1],
): Omit<Imported, 'bets'> {
  const count = () => ({
    reviews: pending.reviews.size,
    read: known.read().length,
    interviews: known.interviews().length,
  });
  const before = count();
  for (const review of file.reviews) pendings.addReview(pending, review);
  for (const mark of file.read) {
    pendings.addRead(pending, mark);
    known.addRead(mark);
  }
  for (const other of file.interviews) {
    const mine = known.interviews().find(({ id }) => id === other.id);
    const best = mine ? mergeInterview(mine, other) : other;
    pendings.addInterview(pending, best);
    known.setInterview(best);
  }
  if (file.settings && !known.settings()) {
    known.setSettings(file.settings, due);
    pending.settings = file.settings;
  }
  const after = count();
  return {
    reviews: after.reviews - before.reviews,
    read: after.read - before.read,
    interviews: after.interviews - before.interviews,
  };
}
