import { useEffect, useState } from 'react';

/** Seconds since `key` changed, counted while the page is looked at: who leaves the table stops the clock. */
export function useTicks(key: unknown): number {
  const [count, setCount] = useState({ key, seconds: 0 });
  if (count.key !== key) setCount({ key, seconds: 0 });
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setCount((now) => ({ ...now, seconds: now.seconds + 1 }));
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return count.key === key ? count.seconds : 0;
}
