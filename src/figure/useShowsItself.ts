import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Clock, PlayOptions } from './clock';
import { useReducedMotion } from './pipe/useReducedMotion';

/** Almost all of a drawing is in the window before it moves unasked. */
const IN_SIGHT = 0.9;

/** The drawing that moves unasked: one at a time. */
let moving: Clock | undefined;

/**
 * A drawing that comes into sight plays once by itself, so that what moves in it is seen, and stands again where it
 * stood. Not for readers who want less motion, not where a reader has moved it, and only while it is looked at.
 */
export function useShowsItself(element: RefObject<Element | null>, clock: Clock, play: PlayOptions | undefined): void {
  const reduced = useReducedMotion();
  const canPlay = play !== undefined && !reduced;
  const start = useEffectEvent(() => {
    if (!play || clock.time() !== undefined || moving?.playing() || document.visibilityState !== 'visible')
      return false;
    moving = clock;
    clock.play(play);
    return true;
  });
  useEffect(() => {
    if (!canPlay || !element.current) return undefined;
    let leave: (() => void) | undefined;
    const rest = (): void => {
      leave?.();
      leave = undefined;
      if (moving === clock) moving = undefined;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.at(-1)!.isIntersecting;
        if (!isSeen && leave) {
          rest();
          clock.set(undefined);
        }
        if (!isSeen || leave || !start()) return;
        leave = clock.subscribe(() => {
          if (clock.playing()) return;
          const isOver = moving === clock;
          rest();
          observer.disconnect();
          // A reader who took hold of it has it where they put it.
          if (isOver && clock.time() === play?.to) clock.set(undefined);
        });
      },
      { threshold: IN_SIGHT },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      rest();
    };
    // What it plays is asked for when it begins.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [element, clock, canPlay]);
}
