import { useEffect, useState } from 'react';
import type { Bank } from '../../model/questions';

/** The question bank, which comes after the page: it is large. */
export function useBank(): { bank?: Bank; failure?: string } {
  const [found, setFound] = useState<{ bank?: Bank; failure?: string }>({});
  useEffect(() => {
    // By its name there is one for all pages that ask for it.
    import(/* webpackChunkName: "bank" */ '@inflight/bank.json').then(
      ({ default: bank }) => setFound({ bank }),
      (error: unknown) => setFound({ failure: String(error) }),
    );
  }, []);
  return found;
}
