import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { memory, type Snapshot } from '../../memory';
import { dayStart } from '../../memory/day';
import type { QueueCard } from '../../memory/queue';
import type { Rating } from '../../memory/types';
import type { Answer } from '../../model/contract';
import type { Card } from '../../model/questions';
import { type Plan, planOf } from '../plan';
import type { Asked } from '../pose';
import { keepSkipped, useSkipped } from '../skipped';
import { suggest } from '../suggest';
import type { Outcome } from '../cards/props';
import { anySeed, type Asker, needsPython, useAsked } from './useAsked';

/** A card as it stands before the reader. */
interface Showing {
  /** Another one for each time that a card is shown. */
  key: number;
  card: Card;
  seed: string;
  answer: Answer;
  /** Once all is shown. */
  outcome: Outcome | undefined;
  /** Its answer was taken back: all is shown at once, and only the rating is asked anew. */
  isBack: boolean;
}

export interface Review {
  plan: Plan;
  showing: Showing | undefined;
  /** The card with its values; undefined: the model draws them, or there is no card. */
  asked: Asked | undefined;
  /** How many were answered here, and how many are left with this one. */
  answered: number;
  left: number;
  skipped: number;
  isBusy: boolean;
  change: (part: Partial<Pick<Showing, 'answer' | 'outcome'>>) => void;
  rate: (rating: Rating) => Promise<void>;
  undo: () => Promise<void>;
  /** Not today. */
  skip: () => void;
  unskip: () => void;
}

interface Wanted {
  /** All there are, by id. */
  cards: ReadonlyMap<string, Card>;
  /** Those that may be asked, in the order of the book. */
  chosen: readonly QueueCard[];
  /** One that is wanted whether it is due or not. */
  only: string | undefined;
  ahead: boolean;
  snapshot: Snapshot;
  ask: Asker;
  /** Is Python there? Until then cards go first that need none. */
  isPythonReady: boolean;
}

/** When nothing is due, it may be soon. */
const LOOK_AGAIN = 30_000;

/** The queue: which card is asked, what becomes of it, and which one is next. */
export function useReview(wanted: Wanted): Review {
  const { cards, chosen, only, ahead, snapshot, ask, isPythonReady } = wanted;
  const [now, setNow] = useState(() => Date.now());
  const skipped = useSkipped(dayStart(now));
  const [showing, setShowing] = useState<Showing>();
  const [past, setPast] = useState<readonly Showing[]>([]);
  const [isBusy, setBusy] = useState(false);
  /** The one that was wanted alone, once it is answered. */
  const [done, setDone] = useState<string>();
  if (done !== undefined && done !== only) setDone(undefined);
  const count = useRef(0);
  /** Seeds that were drawn for cards which have not been answered since. */
  const seeds = useRef(new Map<string, string>());

  const plan = useMemo(() => planOf(chosen, skipped, snapshot, now), [chosen, skipped, snapshot, now]);
  const queue = useMemo(() => {
    if (only !== undefined) return cards.has(only) && done !== only ? [only] : [];
    const inTurn = [...plan.due, ...plan.fresh, ...(ahead ? plan.ahead : [])];
    if (isPythonReady) return inTurn;
    const [later, first] = [true, false].map((needs) =>
      inTurn.filter((id) => {
        const card = cards.get(id);
        return card !== undefined && needsPython(card) === needs;
      }),
    ) as [string[], string[]];
    return [...first, ...later];
  }, [plan, only, done, ahead, isPythonReady, cards]);

  const seedOf = useCallback((id: string): string => {
    const seed = seeds.current.get(id) ?? anySeed();
    seeds.current.set(id, seed);
    return seed;
  }, []);

  // When something else is chosen, a card that is not among it gives way, unless it waits for its rating alone.
  const isWanted =
    only !== undefined
      ? showing?.card.id === only
      : showing?.outcome !== undefined || showing?.isBack || chosen.some(({ id }) => id === showing?.card.id);
  const current = isWanted ? showing : undefined;

  const first = queue[0];
  useEffect(() => {
    if (current || !snapshot.isReady || isBusy) return;
    const card = first === undefined ? undefined : cards.get(first);
    setShowing(
      card && {
        key: ++count.current,
        card,
        seed: seedOf(card.id),
        answer: undefined,
        outcome: undefined,
        isBack: false,
      },
    );
  }, [current, snapshot.isReady, isBusy, first, cards, seedOf]);

  useEffect(() => {
    if (current) return undefined;
    const timer = setInterval(() => setNow(Date.now()), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [current]);

  const asked = useAsked(ask, current?.card, current?.seed ?? '');

  // The next one is drawn while this one is answered.
  const next = queue.find((id) => id !== current?.card.id);
  useEffect(() => {
    const card = next === undefined ? undefined : cards.get(next);
    if (asked && card) void ask(card, seedOf(card.id));
  }, [asked, next, cards, ask, seedOf]);

  async function rate(rating: Rating): Promise<void> {
    if (!current?.outcome || isBusy || !suggest(current.card, current.outcome.share).allowed.includes(rating)) return;
    setBusy(true);
    try {
      await memory().answer(current.card.id, rating, 'practice', current.outcome.share ?? undefined);
    } finally {
      seeds.current.delete(current.card.id);
      setPast([...past, current]);
      setDone(only);
      setShowing(undefined);
      setNow(Date.now());
      setBusy(false);
    }
  }

  async function undo(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const review = await memory().undo();
      const card = review && cards.get(review.card);
      if (!card) return;
      const at = past.map((each) => each.card.id).lastIndexOf(card.id);
      const back = past[at];
      const key = ++count.current;
      setPast(past.filter((_, i) => i !== at));
      setDone(undefined);
      setShowing(
        back
          ? { ...back, key, isBack: true }
          : { key, card, seed: seedOf(card.id), answer: undefined, outcome: undefined, isBack: true },
      );
      setNow(Date.now());
    } finally {
      setBusy(false);
    }
  }

  function put(next: ReadonlySet<string>): void {
    keepSkipped(dayStart(Date.now()), next);
    setNow(Date.now());
  }

  return {
    plan,
    showing: current,
    asked: current && asked,
    answered: past.length,
    left: queue.length + (current && !queue.includes(current.card.id) ? 1 : 0),
    skipped: chosen.filter(({ id }) => skipped.has(id)).length,
    isBusy,
    change: (part) => setShowing((old) => old && { ...old, ...part }),
    rate,
    undo,
    skip() {
      if (!current || isBusy) return;
      put(new Set([...skipped, current.card.id]));
      setShowing(undefined);
    },
    unskip: () => put(new Set()),
  };
}
