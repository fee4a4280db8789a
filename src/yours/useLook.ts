import { useCallback, useEffect, useState } from 'react';
import { useLink } from '../figure/useLink';
import { type Look, lookIn, withLook } from './address';

interface Looking {
  look: Look;
  /** Changes a part of it. */
  show: (change: Look) => void;
  /** Goes to another page of it, so that the browser's button leads back. */
  go: (look: Look) => void;
}

/** What the reader looks at, kept in the address. */
export function useLook(): Looking {
  const [look, setLook] = useState<Look>({});
  // The built page knows no address.
  useEffect(() => {
    const update = (): void => setLook(lookIn(window.location.search));
    update();
    addEventListener('popstate', update);
    return () => removeEventListener('popstate', update);
  }, []);
  useLink(useCallback((search: string) => withLook(search, look), [look]));
  const show = useCallback((change: Look) => setLook((before) => ({ ...before, ...change })), []);
  const go = useCallback((to: Look) => {
    const { pathname, search, hash } = window.location;
    window.history.pushState(window.history.state, '', pathname + withLook(search, to) + hash);
    setLook(to);
  }, []);
  return { look, show, go };
}
