import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { HandEntry } from '../../model/contract';
import { type Hand, type HandMark, withEntries, withMark } from './hand';

const shape = v.record(
  v.string(),
  v.record(v.string(), v.object({ points: v.nullable(v.number()), comment: v.string() })),
);

const placeOf = (assignment: string): string => `inflight.hand.${assignment}`;

function kept(assignment: string): Hand {
  try {
    return v.parse(shape, JSON.parse(localStorage.getItem(placeOf(assignment)) ?? '{}'));
  } catch {
    return {};
  }
}

interface State {
  hand: Hand;
  /** Whose marks they are. */
  of?: string | undefined;
  isKept: boolean;
}

export interface HandKeeping {
  hand: Hand;
  /** Could the browser keep them? */
  isKept: boolean;
  give: (student: string, question: string, mark: HandMark) => void;
  /** Takes marks over; what is there and not among them stays. */
  take: (entries: readonly HandEntry[]) => void;
}

/** Points given by hand. The browser keeps them by the assignment (its id and fingerprint); undefined: none is there. */
export function useHand(assignment: string | undefined): HandKeeping {
  const [{ hand, of, isKept }, setState] = useState<State>({ hand: {}, isKept: true });
  if (of !== assignment)
    setState({ hand: assignment === undefined ? {} : kept(assignment), of: assignment, isKept: true });

  useEffect(() => {
    if (of === undefined) return;
    try {
      localStorage.setItem(placeOf(of), JSON.stringify(hand));
    } catch {
      // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser was asked, and refuses
      setState((now) => ({ ...now, isKept: false }));
    }
  }, [hand, of]);

  const change = (next: (now: Hand) => Hand): void => setState((now) => ({ ...now, hand: next(now.hand) }));
  return {
    hand,
    isKept,
    give: (student, question, mark) => change((now) => withMark(now, student, question, mark)),
    take: (entries) => change((now) => withEntries(now, entries)),
  };
}
