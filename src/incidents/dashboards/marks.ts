import type { Entry } from '../call/state';
import type { Change } from './changes';

/** A moment that is marked in the graphs. */
export interface Mark {
  /** s, with the call at 0. */
  t: number;
  /** What stands above it: a letter for a change of the log; nothing for what was done in the call. */
  sign: string;
  kind: 'change' | 'call' | 'own';
}

const DAY = 86_400;

/** The letter of a change: the newest is A. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place);

/** The changes of the last day, the call, and what was put in place since; read: when the log was read, by the clock. */
export function marksOf(entries: readonly Entry[], changes: readonly Change[], read: number): Mark[] {
  const began = entries[0] ? entries[0].standing.clock - entries[0].standing.seconds : 0;
  const own = entries.filter(({ standing, isRefused }, place) => {
    const before = entries[place - 1]?.standing;
    const isChanged =
      standing.fixes.length !== (before?.fixes.length ?? 0) || standing.mitigation !== (before?.mitigation ?? '');
    return isChanged && !isRefused;
  });
  return [
    ...changes
      .map(({ ago }, place): Mark => ({ t: read - ago - began, sign: letterOf(place), kind: 'change' }))
      .filter(({ t }) => t >= -DAY),
    { t: 0, sign: '', kind: 'call' },
    ...own.map(({ standing }): Mark => ({ t: standing.seconds, sign: '', kind: 'own' })),
  ];
}
