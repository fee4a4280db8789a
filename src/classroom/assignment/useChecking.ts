import { useEffect, useRef, useState } from 'react';
import type { Marking } from '../useMarking';
import type { Answer, Mark } from '../../model/contract';
import { isAbort, messageOf } from '../../runtime/errors';

interface Checking {
  /** The question that is being checked. */
  question: string | undefined;
  failures: Readonly<Record<string, string>>;
  /** undefined: it came to nothing. */
  check: (question: string, answer: Answer) => Promise<Mark | undefined>;
}

/** Checks one answer at a time. */
export function useChecking(mark: Marking): Checking {
  const [question, setQuestion] = useState<string>();
  const [failures, setFailures] = useState<Record<string, string>>({});
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  return {
    question,
    failures,
    async check(id, answer) {
      abort.current?.abort();
      const mine = (abort.current = new AbortController());
      setQuestion(id);
      setFailures((all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== id)));
      try {
        return await mark(id, answer, mine.signal);
      } catch (error) {
        if (isAbort(error)) return undefined;
        const said = messageOf(error);
        setFailures((others) => ({ ...others, [id]: said }));
        return undefined;
      } finally {
        if (abort.current === mine) setQuestion(undefined);
      }
    },
  };
}
