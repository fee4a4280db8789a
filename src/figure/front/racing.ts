import type { Figure } from '../../model/contract';

/** How long the same data take, s: here, and on a line that never idles. */
export interface Times {
  here: number;
  line: number;
}

/** As a run's own numbers have it: a transfer that uses a share of the line would take that share of its time. */
export function timesOf({ transfer_time, utilisation }: Record<string, Figure>): Times {
  const here = transfer_time?.value ?? NaN;
  return { here, line: (here * (utilisation?.value ?? NaN)) / 100 };
}

/** How much is there after `t` s, 0 … 1. */
export const shareAt = (t: number, takes: number): number => Math.min(1, Math.max(0, t / takes));
