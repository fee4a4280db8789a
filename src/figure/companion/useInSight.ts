import { type RefObject, useEffect, useState } from 'react';

/** Less of a picture than this cannot be followed while something else is looked at. */
const ENOUGH = 0.6;

function isInSight(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  return seen >= ENOUGH * Math.min(height, window.innerHeight);
}

/** Whether enough of an element is in the window; watched only while `isAsked`. */
export function useInSight(element: RefObject<Element | null>, isAsked: boolean): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    if (!isAsked) return undefined;
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSeen(!element.current || isInSight(element.current)));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [element, isAsked]);
  return isSeen;
}
