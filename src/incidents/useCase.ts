import { useEffect, useRef, useState } from 'react';
import type { Incident } from '../model/contract';
import { isAbort, messageOf } from '../runtime/errors';
import type { Ask } from './call/useCall';

interface Opened {
  incident: Incident;
  isOpening: boolean;
  /** Why the last one couldn’t be had. */
  failure?: string;
}

/** The case that stands in the room: the one that was built in, until another is opened. */
export function useCase(ask: Ask, first: Incident): Opened & { open: (seed: number, level: number) => void } {
  const [state, setState] = useState<Opened>({ incident: first, isOpening: false });
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  async function open(seed: number, level: number): Promise<void> {
    // A newer one takes the place of the older.
    waiting.current?.abort();
    const abort = (waiting.current = new AbortController());
    setState(({ incident }) => ({ incident, isOpening: true }));
    try {
      const incident = await ask<Incident>('incident', { seed, level }, abort.signal);
      if (!abort.signal.aborted) setState({ incident, isOpening: false });
    } catch (error) {
      if (abort.signal.aborted || isAbort(error)) return;
      const failure = messageOf(error);
      setState(({ incident }) => ({ incident, isOpening: false, failure }));
    }
  }
  return { ...state, open: (seed, level) => void open(seed, level) };
}
