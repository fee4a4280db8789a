import { usePluginData } from '@docusaurus/useGlobalData';
import { useEffect, useRef, useState } from 'react';
import { deskOf } from '../../classroom/useDesk';
import type { Answer, Marking, Posed } from '../../model/contract';
import { BOOK_SEED, type Card } from '../../model/questions';
import { mark, markByRun } from '../mark';
import { getRuntime } from '../../runtime';
import { isAbort, messageOf } from '../../runtime/errors';
import type { RuntimeUrls } from '../../runtime/types';

interface Marker {
  /** Marks an answer and hands the marking over: at once, or when the model has run. */
  check: (answer: Answer, done: (marking: Marking) => void) => void;
  isChecking: boolean;
}

/** Marks answers to a card. Python is called for those alone that need a run. */
export function useMarking(card: Card, posed: Posed | undefined, seed = BOOK_SEED): Marker {
  const { runtime: urls } = usePluginData('inflight') as { runtime: RuntimeUrls };
  const [isChecking, setChecking] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  function check(answer: Answer, done: (marking: Marking) => void): void {
    const marking = mark(card, posed, answer);
    if (marking || card.form !== 'marked') {
      done(marking ?? { share: null, reason: '' });
      return;
    }
    setChecking(true);
    abort.current?.abort();
    abort.current = new AbortController();
    markByRun(
      deskOf(() => getRuntime(urls)),
      card,
      seed,
      answer,
      abort.current.signal,
    ).then(
      (found) => {
        setChecking(false);
        done(found);
      },
      (error: unknown) => {
        if (isAbort(error)) return;
        setChecking(false);
        // Readers see the answer all the same, and say themselves how it was.
        done({ share: null, reason: messageOf(error) });
      },
    );
  }
  return { check, isChecking };
}
