import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the window (px) something is near. */
const AHEAD = 800;

/** Whether an element has ever been near the part of the page that is seen. */
export function useNear<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [ref, isNear];
}
