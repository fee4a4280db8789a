import type { Change, News } from './channel';
import { type Ledger, load, recompute, setStates } from './ledger';
import * as pendings from './pending';

async function hearChange(ledger: Ledger, change: Change): Promise<void> {
  const { schedule, database, known, pending } = ledger;
  const { cards, read, interviews, forgotten, settings } = change;
  if (settings) known.setSettings(settings, schedule.withRetention);
  read.forEach(known.addRead);
  interviews.forEach(known.setInterview);
  known.forgetInterviews(forgotten);
  setStates(ledger, await database.states(cards));
  const mine = pendings.cardsOf(pending);
  await recompute(
    ledger,
    cards.filter((card) => mine.has(card)),
  );
}

/** Takes in what another tab has stored. */
export async function hear(ledger: Ledger, news: News): Promise<void> {
  if (news.kind === 'change') return hearChange(ledger, news);
  if (news.kind === 'clear') {
    ledger.pending = pendings.nothing();
    ledger.taken = [];
  }
  await load(ledger);
}
