import { translate } from '@docusaurus/Translate';
import { usePluginData } from '@docusaurus/useGlobalData';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { getRuntime, getSandbox } from '../runtime';
import type { Limits, Runtime, RuntimeStatus, RuntimeUrls } from '../runtime/types';
import { noteWhenReady, startUnasked } from './whenToStart';

const IDLE: RuntimeStatus = { state: 'idle' };

const limitsOfCode = (): Limits => ({
  silence: 3000,
  silent: translate({
    id: 'figure.code.silent',
    message: 'Your code didn’t respond for 3 seconds. Is there an endless loop?',
  }),
  broken: translate({
    id: 'figure.code.broken',
    message: 'Python crashed while running your code. It restarts for the next run.',
  }),
});

/**
 * The one Python of the page, or its twin for a reader's own code. It starts when a reader reaches for a control, or unasked
 * (`whenToStart.ts`), with what this experiment needs, or else with what answers questions.
 */
export function useRuntime(
  sandboxed: boolean,
  experiment?: string,
): {
  runtime: () => Runtime;
  status: RuntimeStatus;
  wake: () => void;
} {
  const { runtime: urls } = usePluginData('inflight') as { runtime: RuntimeUrls };
  const runtime = useCallback(
    () => (sandboxed ? getSandbox(urls, limitsOfCode()) : getRuntime(urls)),
    [urls, sandboxed],
  );
  const subscribe = useCallback((changed: () => void) => runtime().subscribe(changed), [runtime]);
  const status = useSyncExternalStore(
    subscribe,
    () => runtime().status(),
    () => IDLE,
  );
  const wake = useCallback(
    () => runtime().start(experiment === undefined ? { answers: true } : { experiment }),
    [runtime, experiment],
  );
  useEffect(() => noteWhenReady(runtime(), urls), [runtime, urls]);
  useEffect(() => startUnasked(wake, urls), [wake, urls]);
  return { runtime, status, wake };
}
