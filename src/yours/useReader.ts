import { translate } from '@docusaurus/Translate';
import { usePluginData } from '@docusaurus/useGlobalData';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { getReader } from '../runtime';
import type { Reader } from '../runtime/reader';
import type { Limits, RuntimeStatus, RuntimeUrls } from '../runtime/types';
import { type Desk, deskOf } from './desk';

const IDLE: RuntimeStatus = { state: 'idle' };

const limits = (): Limits => ({
  silence: 20_000,
  silent: translate({
    id: 'yours.silent',
    message: 'Reading made no progress for 20 seconds and was stopped.',
  }),
  broken: translate({ id: 'yours.broken', message: 'Python crashed while it read the file, and was restarted.' }),
});

interface Used {
  desk: Desk;
  status: RuntimeStatus;
  /** Fetches Python: a reader is about to need it. */
  wake: () => void;
  /** Ends it, with all that it knows. */
  end: () => void;
}

/** The Python that reads captures. It starts when a reader reaches for something that needs it. */
export function useReader(): Used {
  const { runtime: urls } = usePluginData('inflight') as { runtime: RuntimeUrls };
  const reader = useCallback((): Reader => getReader(urls, limits()), [urls]);
  const subscribe = useCallback((changed: () => void) => reader().subscribe(changed), [reader]);
  const status = useSyncExternalStore(
    subscribe,
    () => reader().status(),
    () => IDLE,
  );
  const desk = useMemo(() => deskOf(reader), [reader]);
  const wake = useCallback(() => reader().start(), [reader]);
  const end = useCallback(() => reader().end(), [reader]);
  return { desk, status, wake, end };
}
