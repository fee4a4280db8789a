import { useEffect, useRef, useState } from 'react';
import type { Incident } from '../model/contract';
import { isAbort, messageOf } from '../runtime/errors';
import type { Wanted } from './address';
import type { Ask } from './call/useCall';

interface Opened {
  incident: Incident;
  /** What it was asked for by. */
  opened: Wanted;
  isOpening: boolean;
  /** Why the last one couldn’t be had. */
  failure?: string;
}

/** The case that stands in the room: the one that was built in, until another is opened. */
export function useCase(ask: Ask, first: Incident): Opened & { open: (wanted: Wanted) => void } {
  const { seed, level } = first;
  const [state, setState] = useState<Opened>({ incident: first, opened: { seed, level }, isOpening: false });
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  async function open(wanted: Wanted): Promise<void> {
    // A newer one takes the place of the older.
    waiting.current?.abort();
    const abort = (waiting.current = new AbortController());
    setState(({ incident, opened }) => ({ incident, opened, isOpening: true }));
    try {
      const incident = await ask<Incident>('incident', wanted, abort.signal);
      if (!abort.signal.aborted) setState({ incident, opened: wanted, isOpening: false });
    } catch (error) {
      if (abort.signal.aborted || isAbort(error)) return;
      const failure = messageOf(error);
      setState(({ incident, opened }) => ({ incident, opened, isOpening: false, failure }));
    }
  }
  return { ...state, open: (wanted) => void open(wanted) };
}
