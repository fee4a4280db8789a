import { useCallback, useEffect, useState } from 'react';
import type { Params } from '../../model/contract';
import { paramsIn, withoutParams } from './link';

interface Linked {
  /** The model's parameters in the address; undefined: there are none. */
  values: Params | undefined;
  /** Takes them out of the address. */
  close: () => void;
}

/** A run of the model that somebody has sent a link to. */
export function useLinked(): Linked {
  const [values, setValues] = useState<Params>();
  // The built page knows no address.
  useEffect(() => {
    const update = (): void => setValues(paramsIn(window.location.search));
    update();
    addEventListener('popstate', update);
    return () => removeEventListener('popstate', update);
  }, []);
  const close = useCallback(() => {
    const { pathname, search, hash } = window.location;
    window.history.replaceState(window.history.state, '', pathname + withoutParams(search) + hash);
    setValues(undefined);
  }, []);
  return { values, close };
}
