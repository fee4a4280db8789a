import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { workStore } from '../store';
import { begin, type Kept, noted, type Start, startedOver } from '../work';

export interface WorkInHand {
  kept: Kept;
  /** Change it; what it is changed to is kept soon after. */
  change: (how: (kept: Kept, now: number) => Kept) => void;
  /** Does it outlive the page? */
  isStored: boolean;
  /** Has another tab just changed it? */
  isFromOther: boolean;
  /** All answers go but those that are closed. */
  startOver: (isClosed: (question: string) => boolean) => void;
  /** Keep it now. */
  write: () => void;
}

/** What is typed is kept so soon (ms), also while typing goes on. */
const SOON = 300;

/** The work of a student on an assignment: begun, or gone on with, and kept in this browser. */
export function useWork(start: Start): WorkInHand {
  const { fingerprint, student } = start;
  const [kept, setKept] = useState<Kept>(() => {
    const found = workStore().get(fingerprint, student);
    const now = Date.now();
    return found ? noted({ ...found, name: start.name || found.name }, now, 'resume') : begin(start, now);
  });
  const [isStored, setStored] = useState(true);
  const [isFromOther, setFromOther] = useState(false);
  const unwritten = useRef<Kept>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!unwritten.current) return;
    setStored(workStore().put(unwritten.current));
    unwritten.current = undefined;
  }, []);
  const keep = useCallback(
    (next: Kept) => {
      setKept(next);
      unwritten.current = next;
      timer.current ??= setTimeout(write, SOON);
    },
    [write],
  );

  // At once: another tab must not be told later, over what was changed there meanwhile.
  const first = useEffectEvent(() => {
    unwritten.current = kept;
    void Promise.resolve().then(write);
  });
  useEffect(() => {
    first();
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  useEffect(
    () =>
      workStore().subscribe(fingerprint, student, (other) => {
        // What was started over elsewhere stays here until it is changed.
        if (!other) return;
        // The newest wins.
        if (unwritten.current && unwritten.current.changed >= other.changed) {
          write();
          return;
        }
        unwritten.current = undefined;
        clearTimeout(timer.current);
        timer.current = undefined;
        setKept(other);
        setFromOther(true);
      }),
    [fingerprint, student, write],
  );

  const latest = useRef(kept);
  useEffect(() => {
    latest.current = kept;
  });
  const change = useCallback(
    (how: (kept: Kept, now: number) => Kept) => {
      // Two changes may come before the page is drawn again.
      latest.current = how(latest.current, Date.now());
      setFromOther(false);
      keep(latest.current);
    },
    [keep],
  );
  const startOver = useCallback(
    (isClosed: (question: string) => boolean) => change((old, now) => startedOver(old, now, isClosed)),
    [change],
  );
  return { kept, change, isStored, isFromOther, startOver, write };
}
