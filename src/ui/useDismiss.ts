import { type RefObject, useEffect } from 'react';

/** Closes what is open when the reader presses Escape or turns to something outside of it. */
export function useDismiss(
  ref: RefObject<HTMLElement | null>,
  open: boolean,
  close: (why: 'escape' | 'outside') => void,
): void {
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event): void => {
      if (!ref.current?.contains(event.target as Node)) close('outside');
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close('escape');
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', press);
    };
  }, [ref, open, close]);
}
