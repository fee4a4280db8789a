import { useEffect, useRef, useState } from 'react';
import type { PastedText } from '../../model/contract';
import { isAbort, messageOf } from '../../runtime/errors';
import type { Runtime } from '../../runtime/types';
import type { Book } from './explain';
import { loadBook } from './loadBook';

export interface Answer {
  told: PastedText;
  book: Book;
}

interface State {
  answer?: Answer;
  /** How much is read, 0 to 1, while Python is at it. */
  share?: number;
  failure?: string;
}

/** Has Python read what was pasted. A newer paste takes the place of the older; nothing is kept. */
export function usePasted(runtime: () => Runtime): State & { read: (text: string) => void; forget: () => void } {
  const [state, setState] = useState<State>({});
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  async function read(text: string): Promise<void> {
    waiting.current?.abort();
    const abort = (waiting.current = new AbortController());
    setState({ share: 0 });
    try {
      const progress = (share: number) => !abort.signal.aborted && setState({ share });
      const [told, book] = await Promise.all([runtime().ask('pasted', { text }, abort.signal, progress), loadBook()]);
      if (!abort.signal.aborted) setState({ answer: { told: told as PastedText, book } });
    } catch (error) {
      if (abort.signal.aborted || isAbort(error)) return;
      setState({ failure: messageOf(error) });
    }
  }
  return {
    ...state,
    read: (text) => void read(text),
    forget() {
      waiting.current?.abort();
      setState({});
    },
  };
}
