import { type Dispatch, type SetStateAction, useEffect } from 'react';
import type { Clock } from './clock';
import type { Look } from './urlState';

/** A cursor that has stood for so long (ms) is worth a place in the address. */
const STOOD = 500;

/** Notes in the look where the cursor stands, once it does: one that moves would draw the whole figure again and again. */
export function useCursorLink(clock: Clock, setLook: Dispatch<SetStateAction<Look>>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = clock.subscribe(() => {
      clearTimeout(timer);
      if (clock.playing()) return;
      timer = setTimeout(
        () => setLook((look) => (look.t === clock.time() ? look : { ...look, t: clock.time() })),
        STOOD,
      );
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [clock, setLook]);
}
