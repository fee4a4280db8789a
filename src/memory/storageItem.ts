/** The browser's own storage, which may be forbidden, full, or hold what somebody else has written. */

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The part of `window` that is needed; tests bring their own. */
export interface Place {
  /** Both throw where a browser forbids them. */
  readonly localStorage: Area & Pick<Storage, 'key' | 'length'>;
  readonly sessionStorage?: Area;
  addEventListener(type: 'storage', listener: (event: { key: string | null }) => void): void;
  removeEventListener(type: 'storage', listener: (event: { key: string | null }) => void): void;
}

/** One value, as JSON under a key of its own. */
export interface StorageItem<T> {
  /** The same object until it changes; `missing` where nothing is kept, or nothing that can be used. */
  get: () => T;
  /** Keeps it; false: the browser refuses. */
  set: (value: T) => boolean;
  forget: () => void;
  /** Told of what other tabs change; gives back the way to stop that. */
  hear: (listener: () => void) => () => void;
}

function attempt<R>(action: () => R, otherwise: R): R {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/**
 * `parse` takes what was kept, and throws where that cannot be used: `v.parser(schema)`, say. What cannot be used stays
 * where it is until something else is kept in its place. `sessionStorage` is a tab's own, and ends with it.
 */
export function storageItem<T>(
  key: string,
  parse: (kept: unknown) => T,
  missing: T,
  place: Place = globalThis,
  area: 'sessionStorage' | 'localStorage' = 'localStorage',
): StorageItem<T> {
  const storage = (): Area => place[area]!;
  let cache: { text: string | null; value: T } | undefined;

  return {
    get() {
      const text = attempt(() => storage().getItem(key), null);
      if (cache?.text !== text)
        cache = { text, value: attempt(() => (text === null ? missing : parse(JSON.parse(text))), missing) };
      return cache!.value;
    },
    set: (value) =>
      attempt(() => {
        storage().setItem(key, JSON.stringify(value));
        return true;
      }, false),
    forget: () => attempt(() => storage().removeItem(key), undefined),
    hear(listener) {
      // Without a key all was taken away.
      const heard = (event: { key: string | null }): void => {
        if ((event.key ?? key) === key) listener();
      };
      place.addEventListener('storage', heard);
      return () => place.removeEventListener('storage', heard);
    },
  };
}

/** The keys that begin so, of what all tabs share. */
export const storedKeys = (prefix: string, place: Place): string[] =>
  attempt(() => Array.from({ length: place.localStorage.length }, (_, i) => place.localStorage.key(i)!), []).filter(
    (key) => key.startsWith(prefix),
  );
