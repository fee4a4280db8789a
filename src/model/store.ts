/** A value that others are told of when it changes: what `useSyncExternalStore` asks for. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Told of every change; gives back the way to stop that. */
  subscribe: (listener: (value: T) => void) => () => void;
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
