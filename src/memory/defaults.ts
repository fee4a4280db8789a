import type { Settings } from './types';

export const DEFAULTS: Settings = { retention: 0.9, newPerDay: 10 };

/** What each setting may be. */
export const RANGES = {
  retention: { least: 0.7, most: 0.97 },
  newPerDay: { least: 0, most: 200 },
} as const;

const within = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, value));

/** The same settings, within what they may be. */
export const allowed = ({ retention, newPerDay }: Settings): Settings => ({
  retention: within(retention, RANGES.retention),
  newPerDay: Math.round(within(newPerDay, RANGES.newPerDay)),
});
