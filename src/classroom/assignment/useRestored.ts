import { useEffect, useState } from 'react';
import { workStore } from '../store';

/** A browser that does not answer keeps nobody waiting (ms). */
const LONGEST = 1000;

/** Has what a killed browser left behind been taken over? */
export function useRestored(): boolean {
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const done = (): void => setRestored(true);
    const alarm = setTimeout(done, LONGEST);
    void workStore().restore().then(done);
    return () => clearTimeout(alarm);
  }, []);
  return isRestored;
}
