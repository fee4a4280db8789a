import { useMemo, useSyncExternalStore } from 'react';
import { readHash, type Wanted } from '../address';

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** What the address asks for; undefined while the page is built. */
export function useWanted(): Wanted | undefined {
  const hash = useSyncExternalStore<string | undefined>(
    subscribe,
    () => window.location.hash,
    () => undefined,
  );
  return useMemo(() => (hash === undefined ? undefined : readHash(hash)), [hash]);
}
