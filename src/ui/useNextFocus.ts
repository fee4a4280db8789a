import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * When the address changes, the page gives the focus to its top. A reader who has moved on inside the page goes on at
 * `place` instead, with eyes, keys or ears: call what this gives back before the move; `step` is what the move changes.
 */
export function useNextFocus(place: RefObject<HTMLElement | null>, step: unknown): () => void {
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return undefined;
    moved.current = false;
    const timer = setTimeout(() => place.current?.focus());
    return () => clearTimeout(timer);
  }, [place, step]);
  return useCallback(() => {
    moved.current = true;
  }, []);
}
