import { useEffect, useRef, useState } from 'react';
import type { Desk } from '../../useDesk';
import type { Tried } from '../../../model/contract';
import { isAbort, messageOf } from '../../../runtime/errors';

/** A few first, so that what is wrong with all of them is seen at once. */
export function stagesOf(students: number): number[] {
  return [...[3, 20, 100].filter((stage) => stage < students / 2), students];
}

interface TryOut {
  /** So far. */
  tried?: Tried;
  /** The text that was tried. */
  text?: string;
  /** How many students are wanted, while it goes on. */
  wanted?: number;
  failure?: string;
}

export function useTryOut(
  desk: Desk,
): TryOut & { start: (text: string, students: number) => void; cancel: () => void } {
  const [state, setState] = useState<TryOut>({});
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  async function start(text: string, students: number): Promise<void> {
    waiting.current?.abort();
    const abort = (waiting.current = new AbortController());
    setState({ text, wanted: students });
    try {
      for (const stage of stagesOf(students)) {
        const tried = await desk.ask<Tried>('try_out', { assignment: text, students: stage }, abort.signal);
        setState({ text, tried, ...(stage < students && { wanted: students }) });
      }
    } catch (error) {
      if (!isAbort(error))
        setState((now) => ({
          ...now,
          wanted: undefined,
          failure: messageOf(error),
        }));
    }
  }
  return {
    ...state,
    start: (text, students) => void start(text, students),
    cancel() {
      waiting.current?.abort();
      setState((now) => ({ ...now, wanted: undefined }));
    },
  };
}
