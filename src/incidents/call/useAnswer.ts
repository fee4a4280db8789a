import { useEffect, useEffectEvent, useState } from 'react';
import { isAbort, messageOf } from '../../runtime/errors';

export interface Answered<T> {
  answer?: T;
  failure?: string;
}

/** Asks once for each `time`, and not as long as there is none; a newer answer takes the place of the older. */
export function useAnswer<T>(time: number | undefined, ask: (signal: AbortSignal) => Promise<T>): Answered<T> {
  const [answered, setAnswered] = useState<Answered<T>>({});
  const asked = useEffectEvent(ask);
  useEffect(() => {
    if (time === undefined) return undefined;
    const abort = new AbortController();
    asked(abort.signal).then(
      (answer) => !abort.signal.aborted && setAnswered({ answer }),
      (error: unknown) => {
        if (abort.signal.aborted || isAbort(error)) return;
        setAnswered({ failure: messageOf(error) });
      },
    );
    return () => abort.abort();
  }, [time]);
  return time === undefined ? {} : answered;
}
