import { usePluginData } from '@docusaurus/useGlobalData';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Paper } from '../../model/contract';
import type { RuntimeUrls } from '../../runtime/types';
import { filesOf } from './filesOf';

export interface Offline {
  /** `no`: this browser, or this address, does not allow it. */
  state: 'no' | 'preparing' | 'ready';
  isOnline: boolean;
}

/** After the paper has been drawn (ms): its own files come first. */
const PAUSE = 1500;

/** Makes the page and all that a paper needs go on without a network, and says when it can. */
export function useOffline(paper: Paper | undefined): Offline {
  const { runtime: urls } = usePluginData('inflight') as { runtime: RuntimeUrls };
  const script = useBaseUrl('/offline.js');
  const [page, python] = [useBaseUrl('/assignment'), useBaseUrl('/py/')];
  const [state, setState] = useState<Offline['state']>('preparing');
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  useEffect(() => {
    if (!paper) return undefined;
    let isWanted = true;
    const prepare = async (): Promise<void> => {
      if (!('serviceWorker' in navigator)) throw new Error('this browser has no service workers');
      const found = await Promise.all([page, python].map((scope) => registered(script, scope)));
      const [worker] = await Promise.all(found.map(activated));
      await keep(worker!, await filesOf(paper, urls));
    };
    const begin = (): void => {
      prepare().then(
        () => isWanted && setState('ready'),
        () => isWanted && setState('no'),
      );
    };
    const timer = setTimeout(begin, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [paper, urls, script, page, python]);
  return { state, isOnline };
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** The registration for a scope; without a network the one that there is, as no newer script can be looked for. */
async function registered(script: string, scope: string): Promise<ServiceWorkerRegistration> {
  const known = navigator.onLine ? undefined : await navigator.serviceWorker.getRegistration(scope);
  return known ?? navigator.serviceWorker.register(script, { scope });
}

/** The registration's worker, once it is at work. */
function activated({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = installing ?? waiting ?? active!;
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (worker.state === 'activated') resolve(worker);
      if (worker.state === 'redundant') reject(new Error('the service worker did not take over'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

function keep(worker: ServiceWorker, urls: readonly string[]): Promise<void> {
  const { port1: ours, port2: theirs } = new MessageChannel();
  return new Promise((resolve, reject) => {
    ours.onmessage = ({ data }: MessageEvent<{ kept: boolean; reason?: string }>) => {
      ours.close();
      if (data.kept) resolve();
      else reject(new Error(data.reason));
    };
    worker.postMessage({ type: 'keep', urls }, [theirs]);
  });
}
