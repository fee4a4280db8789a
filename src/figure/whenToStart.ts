import { createStorageSlot } from '@docusaurus/theme-common';
import type { Runtime, RuntimeUrls } from '../runtime/types';

const AFTER_LOADING = 4000;

const slot = createStorageSlot('in-flight.python');

/** Notes that this browser has fetched this very Python, once it has. */
export function noteWhenReady(runtime: Runtime, { kernel }: RuntimeUrls): () => void {
  return runtime.subscribe(({ state }) => {
    if (state === 'ready' && slot.get() !== kernel) slot.set(kernel);
  });
}

/**
 * When Python starts unasked: at once where the browser has it in its cache, else when the page has come to rest. On a
 * line that costs money it waits until it is asked for.
 */
export function startUnasked(start: () => void, { kernel }: RuntimeUrls): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  if (slot.get() === kernel) {
    start();
    return () => undefined;
  }
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(start);
    else start();
  }, AFTER_LOADING);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
