import type { Ledger } from './ledger';
import type { Snapshot } from './snapshot';
import { unkeptWords } from './words';

/** Snapshots of a ledger: the same one until its version changes, or the day is over. */
export function createShown(now: () => number): (ledger: Ledger, version: number) => Snapshot {
  let shown: { snapshot: Snapshot; version: number; until: number } | undefined;
  return ({ known, taken, reason }, version) => {
    if (shown?.version !== version || now() >= shown.until) {
      const { until, ...rest } = known.shown(now());
      const unkept = reason && unkeptWords(reason);
      shown = { snapshot: { ...rest, isReady: true, canUndo: taken.length > 0, unkept }, version, until };
    }
    return shown.snapshot;
  };
}
