import { useEffect, useState } from 'react';
import type { More } from '../../../model/types';

export type Loaded = { state: 'loading' } | { state: 'ready'; more: More } | { state: 'failed'; reason: string };

/** The part of a figure that is loaded when a reader asks for it. */
export function useMore(load: () => Promise<{ default: More }>, wanted: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const missing = wanted && loaded.state !== 'ready';
  useEffect(() => {
    if (!missing) return undefined;
    let current = true;
    load().then(
      (module) => current && setLoaded({ state: 'ready', more: module.default }),
      (error: unknown) => current && setLoaded({ state: 'failed', reason: String(error) }),
    );
    return () => {
      current = false;
    };
    // `load` is a new function at every render of the page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [missing]);
  return loaded;
}
