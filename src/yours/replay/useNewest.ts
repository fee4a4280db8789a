import { useCallback, useEffect, useRef, useState } from 'react';
import type { Params } from '../../model/contract';
import { failureOf } from '../failure';
import { type Ask, createNewest, type Newest } from './newest';

interface Runs<T> {
  answer: T | undefined;
  failure: string | undefined;
  /** How much of the run that is under way is done, 0 to 1; undefined: none is. */
  share: number | undefined;
  want: (wish: Params) => void;
}

/** Asks at once, and again for each wish; the newest counts. `ask` and `first` stay the same. */
export function useNewest<T>(ask: Ask<T>, first: Params): Runs<T> {
  const [answer, setAnswer] = useState<T>();
  const [failure, setFailure] = useState<string>();
  const [share, setShare] = useState<number | undefined>(0);
  const newest = useRef<Newest>(undefined);
  useEffect(() => {
    const asking = createNewest(ask, {
      progress: setShare,
      answered(given, more) {
        setAnswer(given);
        setFailure(undefined);
        if (!more) setShare(undefined);
      },
      failed(error) {
        setFailure(failureOf(error));
        setShare(undefined);
      },
    });
    newest.current = asking;
    asking.want(first);
    return () => asking.end();
  }, [ask, first]);
  const want = useCallback((wish: Params) => {
    setShare((before) => before ?? 0);
    newest.current?.want(wish);
  }, []);
  return { answer, failure, share, want };
}
