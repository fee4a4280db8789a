import { useEffect, useState } from 'react';
import type { Prerendered } from '../../model/types';
import { loadFirst } from '../../figure/loadFirst';

/** A figure's file, once it is wanted; or why it cannot be had. */
export function useFirst(id: string, isWanted: boolean): { first?: Prerendered; failure?: string } {
  const [found, setFound] = useState<{ first?: Prerendered; failure?: string }>({});
  useEffect(() => {
    if (!isWanted) return;
    loadFirst(id).then(
      (first) => setFound({ first }),
      (error: unknown) => setFound({ failure: String(error) }),
    );
  }, [id, isWanted]);
  return found;
}
