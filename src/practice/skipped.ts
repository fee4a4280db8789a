/** Cards that were put off until tomorrow. They come back by themselves, so this is no part of what is exported. */

export const KEY = 'in-flight.skipped.1';

/** The part of `window` that is needed; tests bring their own. */
export interface Place {
  /** Throws where a browser forbids it. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** Those of the day that began at `day`; of any other day: none. */
export function skippedOn(place: Place, day: number): ReadonlySet<string> {
  try {
    const kept = JSON.parse(place.localStorage.getItem(KEY) ?? '{}') as { day?: unknown; cards?: unknown };
    if (kept.day !== day || !Array.isArray(kept.cards)) return new Set();
    return new Set(kept.cards.filter((card): card is string => typeof card === 'string'));
  } catch {
    return new Set();
  }
}

/** Where it can't be kept, it holds as long as the page. */
export function keepSkipped(place: Place, day: number, cards: ReadonlySet<string>): void {
  try {
    if (cards.size === 0) place.localStorage.removeItem(KEY);
    else place.localStorage.setItem(KEY, JSON.stringify({ day, cards: [...cards] }));
  } catch {
    // Said elsewhere: what is stored in this browser is stored by the memory.
  }
}
