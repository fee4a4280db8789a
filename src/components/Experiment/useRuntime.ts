import { usePluginData } from '@docusaurus/useGlobalData';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { getRuntime } from '../../runtime';
import type { Runtime, RuntimeStatus, RuntimeUrls } from '../../runtime/types';

const IDLE: RuntimeStatus = { state: 'idle' };
const AFTER_LOADING = 4000;

/** The one Python of the page. It starts when a reader reaches for a control, or when the page has come to rest. */
export function useRuntime(): { runtime: () => Runtime; status: RuntimeStatus; wake: () => void } {
  const { runtime: urls } = usePluginData('inflight') as { runtime: RuntimeUrls };
  const runtime = useCallback(() => getRuntime(urls), [urls]);
  const subscribe = useCallback((changed: () => void) => runtime().subscribe(changed), [runtime]);
  const status = useSyncExternalStore(
    subscribe,
    () => runtime().status(),
    () => IDLE,
  );
  const wake = useCallback(() => runtime().start(), [runtime]);
  useEffect(() => whenIdle(wake), [wake]);
  return { runtime, status, wake };
}

function whenIdle(start: () => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
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
