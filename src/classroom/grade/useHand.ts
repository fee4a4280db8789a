import { useMemo } from 'react';
import * as v from 'valibot';
import { persisted, type Persisted, usePersisted } from '../../memory/persisted';
import type { HandEntry } from '../../model/contract';
import { type Hand, type HandMark, withEntries, withMark } from './hand';

const parse = v.parser(
  v.record(v.string(), v.record(v.string(), v.object({ points: v.nullable(v.number()), comment: v.string() }))),
);

export interface HandKeeping {
  hand: Hand;
  /** Could the browser keep them? */
  isKept: boolean;
  give: (student: string, question: string, mark: HandMark) => void;
  /** Takes marks over; what is there and not among them stays. */
  take: (entries: readonly HandEntry[]) => void;
}

const NONE: Hand = {};

export const handFor = (assignment: string): Persisted<Hand> => persisted(`inflight.hand.${assignment}`, parse, NONE);

/** Points given by hand. The browser keeps them by the assignment (its id and fingerprint); undefined: none is there. */
export function useHand(assignment = ''): HandKeeping {
  const kept = useMemo(() => handFor(assignment), [assignment]);
  const [hand, isKept] = usePersisted(kept);
  return {
    hand,
    isKept,
    give: (student, question, mark) => kept.set(withMark(kept.get(), student, question, mark)),
    take: (entries) => kept.set(withEntries(kept.get(), entries)),
  };
}
