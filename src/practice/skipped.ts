/** Cards that were put off until tomorrow. They come back by themselves, so this is no part of what is exported. */
import { useMemo } from 'react';
import * as v from 'valibot';
import { persisted, usePersisted } from '../memory/persisted';

export const KEY = 'in-flight.skipped.1';

const shape = v.object({
  day: v.number(),
  cards: v.pipe(
    v.array(v.unknown()),
    v.transform((cards) => cards.filter((card) => typeof card === 'string')),
  ),
});

const kept = persisted(KEY, v.parser(shape), { day: 0, cards: [] });

/** Those of the day that began at `day`; of any other day: none. */
const on = (day: number, { day: then, cards }: v.InferOutput<typeof shape>): ReadonlySet<string> =>
  new Set(then === day ? cards : []);

export const skippedOn = (day: number): ReadonlySet<string> => on(day, kept.get());

export function useSkipped(day: number): ReadonlySet<string> {
  const [skipped] = usePersisted(kept);
  return useMemo(() => on(day, skipped), [day, skipped]);
}

export function keepSkipped(day: number, cards: ReadonlySet<string>): void {
  if (cards.size === 0) kept.forget();
  else kept.set({ day, cards: [...cards] });
}
