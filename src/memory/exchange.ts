/** What goes out to a file, and what comes in from one. */
import { reasonOf } from './failures';
import { hold } from './hold';
import { flush, type Ledger, load, recompute } from './ledger';
import { ImportError, type Imported } from './memory';
import { unite } from './merge';
import type { Everything } from './transfer';
import type { Review } from './types';
import { notStoredWords } from './words';

/** Everything: what is stored, as far as it can be read, and what is pending. */
export async function everything(ledger: Ledger): Promise<Everything> {
  const { database, known, pending } = ledger;
  let stored: Review[] = [];
  try {
    if (ledger.isRead) stored = (await database.all()).reviews;
  } catch (error) {
    ledger.reason = reasonOf(error);
    ledger.changed();
  }
  return {
    reviews: pending.reviews.size > 0 ? unite(stored, [...pending.reviews.values()]) : stored,
    read: known.read(),
    interviews: known.interviews(),
    settings: known.settings(),
  };
}

/** Stores what a file holds; where nothing can be stored at all, it is held in memory. */
export async function take(ledger: Ledger, file: Everything): Promise<Omit<Imported, 'bets'>> {
  const { schedule, database, known, channel } = ledger;
  const { reviews, read, interviews, settings } = file;
  await flush(ledger);
  try {
    const none = { interviews: [], forgotten: [] };
    const suggested = settings && { suggested: settings };
    const { added } = await database.write({ ...none, reviews, read, others: interviews, ...suggested });
    await load(ledger);
    channel.tell({ kind: 'import' });
    return added;
  } catch (error) {
    ledger.reason = reasonOf(error);
    if (ledger.isRead) throw new ImportError(notStoredWords());
    const added = hold(file, known, ledger.pending, schedule.withRetention);
    await recompute(ledger, new Set(reviews.map(({ card }) => card)));
    return added;
  }
}
