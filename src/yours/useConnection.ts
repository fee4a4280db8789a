import { useEffect, useState } from 'react';
import type { ConnectionTold } from '../model/contract';
import type { Desk } from './desk';
import { failureOf } from './failure';
import type { Opened } from './opened';

/** One connection, as far as it is known. */
export interface Known {
  told?: ConnectionTold;
  failure?: string;
  /** How much of the file has been read again for it, 0 to 1. */
  share: number;
}

const NOTHING: Known = { share: 0 };

/** What was told of the connections of a capture; it goes when the capture does. */
const remembered = new WeakMap<Opened, Map<number, ConnectionTold>>();

function memoryOf(opened: Opened): Map<number, ConnectionTold> {
  let known = remembered.get(opened);
  if (!known) remembered.set(opened, (known = new Map()));
  return known;
}

/** Asks for all about one connection. */
export function useConnection(desk: Desk, opened: Opened, id: number): Known {
  const [state, setState] = useState<{ of: Opened; id: number; known: Known }>();
  const memory = memoryOf(opened);
  useEffect(() => {
    if (memory.has(id)) return undefined;
    const abort = new AbortController();
    const become = (known: Known): void => {
      if (!abort.signal.aborted) setState({ of: opened, id, known });
    };
    const onProgress = (share: number): void => become({ share });
    desk.connection(opened, id, { signal: abort.signal, onProgress }).then(
      (told) => {
        memory.set(id, told);
        become({ told, share: 1 });
      },
      (error: unknown) => become({ failure: failureOf(error), share: 0 }),
    );
    return () => abort.abort();
  }, [desk, opened, id, memory]);
  const told = memory.get(id);
  if (told) return { told, share: 1 };
  return state && state.of === opened && state.id === id ? state.known : NOTHING;
}
