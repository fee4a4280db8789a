import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { anotherPlays, type Clock, type PlayOptions } from './clock';
import { useReducedMotion } from './pipe/useReducedMotion';

/** Almost all of a drawing is in the window before it moves unasked. */
const IN_SIGHT = 0.9;

/** And has been for so long, ms: who scrolls past looks at something else. */
const LOOKED_AT = 800;

/** What reaches for a figure. A mouse that passes over it does not. */
const TOUCHES = ['pointerdown', 'keydown', 'input'] as const;

/** The buttons of what moves: they stop it themselves. */
const OWN = 'button, select, input';

/**
 * A drawing that comes into sight plays once by itself, so that what moves in it is seen, and stands again where it
 * stood. Not for readers who want less motion, not in a figure that they have touched, not while another one plays, and
 * only while it is looked at. What lasts longer than five seconds has a button to pause it (WCAG 2.2.2).
 */
export function useShowsItself(element: RefObject<Element | null>, clock: Clock, play: PlayOptions | undefined): void {
  const reduced = useReducedMotion();
  const canPlay = play !== undefined && !reduced;
  const start = useEffectEvent(() => {
    const isFree = clock.time() === undefined && !anotherPlays(clock) && document.visibilityState === 'visible';
    if (isFree && play) clock.play({ ...play, unasked: true });
    return isFree;
  });
  const wasShown = useRef(false);
  const isAtEnd = useEffectEvent(() => clock.time() === play?.to);

  useEffect(() => {
    const drawing = element.current;
    if (!canPlay || !drawing || wasShown.current) return undefined;
    const strip = drawing.closest('[data-plays]') ?? drawing;
    const figure = drawing.closest('figure') ?? drawing;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let leave: (() => void) | undefined;

    function forget(): void {
      leave?.();
      clearTimeout(waiting);
      observer.disconnect();
      for (const type of TOUCHES) figure.removeEventListener(type, touch);
    }
    function end(isOver: boolean): void {
      const wasPlaying = leave !== undefined;
      wasShown.current = true;
      forget();
      if (wasPlaying && isOver) clock.set(undefined);
    }
    /** It goes still, unless what is touched moves it. */
    function touch({ target }: Event): void {
      const isOwn = target instanceof Element && strip.contains(target) && target.closest(OWN) !== null;
      end(!isOwn);
    }
    function follow(): void {
      if (anotherPlays(clock)) end(true);
      // A reader who took hold of it has it where they put it.
      else if (!clock.playing()) end(isAtEnd());
    }
    function look(): void {
      if (start()) leave = clock.subscribe(follow);
      else waiting = setTimeout(look, LOOKED_AT);
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.at(-1)!.isIntersecting;
        clearTimeout(waiting);
        if (leave && !isSeen) end(true);
        else if (!leave && isSeen) waiting = setTimeout(look, LOOKED_AT);
      },
      { threshold: IN_SIGHT },
    );
    observer.observe(drawing);
    for (const type of TOUCHES) figure.addEventListener(type, touch);
    return forget;
  }, [element, clock, canPlay]);
}
