import { useLocation } from '@docusaurus/router';
import { useEffect, useRef } from 'react';

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const PAUSE = 300;

/**
 * Keeps the figure's state in the address bar, without a new entry in the history. `write` gives the new `search` for
 * the old one, and is another function when the state is another.
 */
export function useLink(write: (search: string) => string): void {
  const { pathname, hash } = useLocation();
  const touched = useRef(false);
  useEffect(() => {
    // The first time, the address is what the state is read from.
    if (!touched.current) {
      touched.current = true;
      return undefined;
    }
    const timer = setTimeout(() => {
      const search = write(window.location.search);
      if (search !== window.location.search && window.location.pathname === pathname)
        window.history.replaceState(window.history.state, '', pathname + search + window.location.hash);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [write, pathname, hash]);
}
