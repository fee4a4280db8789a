import { type RefObject, useEffect } from 'react';

/**
 * Tells the page around an iframe how tall an element is: now, whenever that changes, and when it asks, as
 * `static/embed.js` does when it comes later than the figure.
 */
export function useHeight(ref: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || window.parent === window) return undefined;
    const tell = (): void => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      // Any page may embed a figure, and its height is no secret.
      window.parent.postMessage({ type: 'inflight:resize', id, height }, '*');
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    const answer = ({ data }: MessageEvent<{ type?: unknown } | null>): void => {
      if (data?.type === 'inflight:measure') tell();
    };
    window.addEventListener('message', answer);
    return () => {
      observer.disconnect();
      window.removeEventListener('message', answer);
    };
  }, [ref, id]);
}
