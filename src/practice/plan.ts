/** What is to be asked of the cards that were chosen, and in which order. */
import type { Snapshot } from '../memory';
import { dayStart, MINUTE, nextDay } from '../memory/day';
import { queue, type QueueCard } from '../memory/queue';

export interface Plan {
  due: string[];
  /** New ones, as many as there may be today: wrong bets first. */
  fresh: string[];
  /** Neither, and not answered today: cards that are still known, and new ones beyond the day's. */
  ahead: string[];
  /** When the first one comes back that is asked again today, ms since 1970. */
  soon: number | undefined;
  /** How many come back until the end of tomorrow. */
  tomorrow: number;
}

/** Cards that are being learned come back within minutes: the last few of a round are not worth a wait. */
const SOON = 20 * MINUTE;

export function planOf(
  cards: readonly QueueCard[],
  /** Put off until tomorrow. */
  skipped: ReadonlySet<string>,
  { states, read, settings, newToday }: Pick<Snapshot, 'states' | 'read' | 'settings' | 'newToday'>,
  now: number,
): Plan {
  const left = cards.filter(({ id }) => !skipped.has(id));
  const known = left.flatMap(({ id }) => states.get(id) ?? []).sort((a, b) => a.due - b.due);
  const { due: late, fresh } = queue({ cards: left, states, read, settings, newToday, now });

  const today = dayStart(now);
  const tonight = nextDay(now);
  const later = nextDay(tonight);
  const steps = known.filter((state) => state.due > now && state.due < tonight && state.phase !== 'review');
  const early = late.length + fresh.length > 0 ? [] : steps.filter((state) => state.due <= now + SOON);
  const due = [...late, ...early.map(({ card }) => card)];
  const asked = new Set([...due, ...fresh]);
  return {
    due,
    fresh,
    ahead: [
      ...known.filter(({ card, last }) => !asked.has(card) && last < today).map(({ card }) => card),
      ...left.filter(({ id }) => !asked.has(id) && !states.has(id)).map(({ id }) => id),
    ],
    soon: steps.find(({ card }) => !asked.has(card))?.due,
    tomorrow: cards.filter(({ id }) => {
      const state = states.get(id);
      return state && !asked.has(id) && state.due < later;
    }).length,
  };
}
