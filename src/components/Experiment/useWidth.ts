import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Widths that pictures are drawn for while the page is built; the style sheet shows the one that fits. */
export const BUILT = { wide: 640, narrow: 360 };

/** The width of an element, in whole pixels; undefined until it is known. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number | undefined] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => setWidth(Math.floor(element.getBoundingClientRect().width) || undefined);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
