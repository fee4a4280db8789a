import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { storageItem } from '../memory/storageItem';

/** Survives a reload. */
const kept = storageItem(
  'inflight.interview.clock',
  v.parser(v.object({ key: v.string(), seconds: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
  { key: '', seconds: 0 },
  globalThis,
  'sessionStorage',
);

/** Seconds since `key` changed, counted while the page is looked at: who leaves the table stops the clock. */
export function useTicks(key: string): number {
  const [count, setCount] = useState(() => (kept.get().key === key ? kept.get() : { key, seconds: 0 }));
  if (count.key !== key) setCount({ key, seconds: 0 });
  useEffect(() => {
    kept.set(count);
  }, [count]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setCount((now) => ({ ...now, seconds: now.seconds + 1 }));
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return count.key === key ? count.seconds : 0;
}
