/** The storage of a browser, which its tabs share; each hears of the others' changes, as browsers do it. */
import type { Place } from '../../src/memory/storageItem';

type Heard = (event: { key: string | null }) => void;

/** A tab in which the browser forbids all storage. */
export const forbidden: Place = {
  get localStorage(): never {
    throw new DOMException('no', 'SecurityError');
  },
  get sessionStorage(): never {
    throw new DOMException('no', 'SecurityError');
  },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

export function storage() {
  const stored = new Map<string, string>();
  const tabs: Set<Heard>[] = [];
  let isFull = false;
  function tab(): Place {
    const mine = new Set<Heard>();
    tabs.push(mine);
    const tell = (key: string): void => {
      for (const other of tabs) if (other !== mine) for (const listener of other) listener({ key });
    };
    return {
      localStorage: {
        get length() {
          return stored.size;
        },
        key: (place) => [...stored.keys()][place] ?? null,
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, text) => {
          if (isFull) throw new DOMException('full', 'QuotaExceededError');
          stored.set(key, text);
          tell(key);
        },
        removeItem: (key) => {
          stored.delete(key);
          tell(key);
        },
      },
      addEventListener: (_, listener) => mine.add(listener),
      removeEventListener: (_, listener) => mine.delete(listener),
    };
  }
  return { tab, stored, fill: (full = true) => (isFull = full) };
}
