import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Inks } from '../views/canvasPen';

function read(element: Element): Inks {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (ink) => {
    if (!known.has(ink)) known.set(ink, style.getPropertyValue(`--q-${ink}`));
    return known.get(ink)!;
  };
}

/** The colours a canvas in this place is painted with, in light, dark and forced colours. */
export function useInks(element: RefObject<Element | null>): Inks | undefined {
  const [inks, setInks] = useState<Inks>();
  // Before the first paint: the canvas takes the place of the built picture, and must not be empty.
  useLayoutEffect(() => {
    const update = (): void => setInks(() => (element.current ? read(element.current) : undefined));
    const theme = new MutationObserver(update);
    const forced = window.matchMedia('(forced-colors: active)');
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    forced.addEventListener('change', update);
    update();
    return () => {
      theme.disconnect();
      forced.removeEventListener('change', update);
    };
  }, [element]);
  return inks;
}
