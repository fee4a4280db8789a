import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { unpack } from '../../model/stored';
import type { Prerendered } from '../../model/types';
import { createClock } from '../clock';
import { call, figureInPage, subscribe } from '../inPage';
import { presetOf, settingOf } from '../parameters';
import { initial } from '../state';
import type { Shown } from './types';

/** What the figure of that name shows; until it is alive, what it starts from. */
export function useShared(name: string, { experiment, runs }: Prerendered, presetId?: string): Shown {
  const live = useSyncExternalStore(
    subscribe,
    useCallback(() => figureInPage(name), [name]),
    () => undefined,
  );
  const [ownClock] = useState(() => createClock());
  const built = useMemo(() => {
    const preset = presetOf(experiment, presetId);
    const base = settingOf(experiment, preset);
    return { base, state: initial(base, unpack(runs[preset.id]!)) };
  }, [experiment, presetId, runs]);
  return {
    ...(live ?? { ...built, clock: ownClock }),
    wake: () => void call(name),
    change: (parameter, value) => call(name)?.change(parameter, value),
    complete: () => figureInPage(name)?.complete(),
  };
}
