import { useEffect, useState } from 'react';
import { isAbort, messageOf } from '../runtime/errors';

interface AnswerOf<T> {
  answer?: T;
  /** Why there is none. */
  failure?: string;
}

/** What Python answers to a question, asked anew when `ask` is another function. */
export function useAnswerOf<T>(ask: (signal: AbortSignal) => Promise<T>): AnswerOf<T> {
  const [found, setFound] = useState<AnswerOf<T> & { of?: unknown }>({});
  useEffect(() => {
    const abort = new AbortController();
    ask(abort.signal).then(
      (answer) => setFound({ answer, of: ask }),
      (error: unknown) => {
        if (!isAbort(error)) setFound({ failure: messageOf(error), of: ask });
      },
    );
    return () => abort.abort();
  }, [ask]);
  return found.of === ask ? found : {};
}
