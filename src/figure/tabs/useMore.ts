import { useEffect, useState } from 'react';
import type { More, Prerendered } from '../../model/types';
import { loadMore } from '../loadMore';

export type Loaded = { state: 'loading' } | { state: 'ready'; more: More } | { state: 'failed'; reason: string };

/** The part of a figure that is loaded when a reader asks for it. */
export function useMore(data: Prerendered, wanted: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const missing = wanted && loaded.state !== 'ready';
  useEffect(() => {
    if (!missing) return undefined;
    let current = true;
    loadMore(data).then(
      (more) => current && setLoaded({ state: 'ready', more }),
      (error: unknown) => current && setLoaded({ state: 'failed', reason: String(error) }),
    );
    return () => {
      current = false;
    };
  }, [data, missing]);
  return loaded;
}
