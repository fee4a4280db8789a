import { useSyncExternalStore } from 'react';
import { createStore } from '../model/store';
import { type Place, storageItem, type StorageItem } from './storageItem';

/** A value that the browser keeps; where it refuses, the value holds as long as the page. */
export interface Persisted<T> extends StorageItem<T> {
  /** Does it outlive the page? */
  isKept: () => boolean;
  /** What holds before anything is kept. */
  missing: T;
  /** Told of every change, also of one in another tab; gives back the way to stop that. */
  subscribe: (listener: () => void) => () => void;
}

export function persisted<T>(key: string, parse: (kept: unknown) => T, missing: T, place?: Place): Persisted<T> {
  const item = storageItem(key, parse, missing, place);
  /** What the browser has refused. */
  const held = createStore<{ value: T } | undefined>(undefined);
  return {
    ...item,
    get() {
      const refused = held.get();
      return refused ? refused.value : item.get();
    },
    set(value) {
      const isKept = item.set(value);
      held.set(isKept ? undefined : { value });
      return isKept;
    },
    forget() {
      item.forget();
      held.set(undefined);
    },
    isKept: () => held.get() === undefined,
    missing,
    subscribe(listener) {
      const stops = [item.hear(listener), held.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** What it holds, and whether the browser keeps it; in the build and at the first render nothing is there. */
export const usePersisted = <T>({ subscribe, get, isKept, missing }: Persisted<T>): [value: T, isKept: boolean] => [
  useSyncExternalStore(subscribe, get, () => missing),
  useSyncExternalStore(subscribe, isKept, () => true),
];
