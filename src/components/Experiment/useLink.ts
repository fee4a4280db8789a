import { useLocation } from '@docusaurus/router';
import { useEffect, useRef } from 'react';
import type { Params } from '../../model/types';
import { writeLink } from './urlState';

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const PAUSE = 300;

/** Keeps the figure's state in the address bar, without a new entry in the history. */
export function useLink(name: string, base: Params, params: Params, seed: number): void {
  const { pathname, hash } = useLocation();
  const touched = useRef(false);
  useEffect(() => {
    // The first time, the address is what the state is read from.
    if (!touched.current) {
      touched.current = true;
      return undefined;
    }
    const timer = setTimeout(() => {
      const search = writeLink(window.location.search, name, base, params, seed);
      if (search !== window.location.search && window.location.pathname === pathname)
        window.history.replaceState(window.history.state, '', pathname + search + window.location.hash);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [name, base, params, seed, pathname, hash]);
}
