import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed: what is only for paper is made then. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // The browser takes the page as it is when the event is over.
    const now = (is: boolean) => (): void => flushSync(() => setPrinting(is));
    const [begin, end] = [now(true), now(false)];
    const change = ({ matches }: MediaQueryListEvent): void => setPrinting(matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', change);
    };
  }, []);
  return isPrinting;
}
