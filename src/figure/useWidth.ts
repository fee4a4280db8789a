import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Widths that pictures are drawn for while the page is built; the style sheet shows the one that fits. */
export const BUILT = { wide: 640, narrow: 360 };

/** The width of an element, in whole pixels; undefined until it is known, which it is before the element is painted. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number | undefined] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    // The browser tells the width when it has laid out the page, just before it paints: to ask would lay it out once more.
    const observer = new ResizeObserver((entries) => {
      const { width: now } = entries.at(-1)!.contentRect;
      flushSync(() => setWidth(Math.floor(now) || undefined));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
