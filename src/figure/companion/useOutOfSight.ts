import { type RefObject, useEffect, useState } from 'react';

/** Less of a figure than this cannot be followed while something else is looked at. */
const ENOUGH = 0.6;

function shareInSight(element: Element): number {
  const { top, bottom, height } = element.getBoundingClientRect();
  return (Math.min(bottom, window.innerHeight) - Math.max(top, 0)) / Math.min(height, window.innerHeight);
}

/** Whether `element` is touched in the window, and the figure that it speaks of is not to be seen there. */
export function useOutOfSight(figure: RefObject<Element | null>, element: Element | undefined): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    let frame = 0;
    const look = (): void => {
      if (figure.current) setOut(shareInSight(element) > 0 && shareInSight(figure.current) < ENOUGH);
    };
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // Tells its first size, too.
    const sized = new ResizeObserver(soon);
    if (figure.current) sized.observe(figure.current);
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      sized.disconnect();
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [figure, element]);
  return element !== undefined && isOut;
}
