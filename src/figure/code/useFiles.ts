import { useEffect, useState } from 'react';
import { mine } from './mine';

export interface Files {
  /** What the reader has written; undefined: nothing yet. */
  own: string | undefined;
  /** Which file stands in the editor: the reader's, the book's, or what somebody has made of that. */
  shown: 'yours' | 'book' | 'changed';
  /** Keeps what stands in the editor as the reader's own. */
  keep: () => void;
  /** To be called before the reader's own is shown. */
  open: () => void;
  /** The reader has typed. */
  typed: (text: string) => void;
}

interface Editing {
  /** What stands in the editor. */
  text: string;
  /** What the figure was last told to run, by whomever. */
  value: string;
  isBooks: ((text: string) => boolean) | undefined;
}

/** The reader's own file beside those of the book, which no preset overwrites: it is written to while it is open. */
export function useFiles({ text, value, isBooks }: Editing): Files {
  const [own, setOwn] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  // What is kept is only known where the page runs.
  // eslint-disable-next-line react-hooks/set-state-in-effect
  useEffect(() => setOwn(mine.get()), []);
  // A preset or a link has put something else there.
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    if (value !== text && value !== own) setOpen(false);
  }

  function write(to: string): void {
    setOwn(to);
    setOpen(true);
    mine.set(to);
  }
  return {
    own,
    shown: own !== undefined && text === own ? 'yours' : isBooks?.(text) ? 'book' : 'changed',
    keep: () => write(text),
    open: () => setOpen(true),
    typed: (to) => {
      if ((isOpen || own === undefined) && !isBooks?.(to)) write(to);
    },
  };
}
