import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Where Escape means something else: a menu or a dialog of the header, a value that is being typed, the editor. */
const ELSEWHERE = 'figcaption, dialog, input[type="text"], [contenteditable="true"]';

/** While `active`, Escape anywhere in the figure acts. */
export function useEscape(frame: RefObject<HTMLElement | null>, active: boolean, act: () => void): void {
  const press = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && !(target as Element).closest(ELSEWHERE)) act();
  });
  useEffect(() => {
    const figure = frame.current;
    if (!active || !figure) return undefined;
    const listener = (event: KeyboardEvent): void => press(event);
    figure.addEventListener('keydown', listener);
    return () => figure.removeEventListener('keydown', listener);
  }, [frame, active]);
}
