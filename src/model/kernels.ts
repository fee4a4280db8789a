/** What moved between the recorded kernels, as the page shows it; `tests/kernel/changes.py` wrote the numbers. */
export interface Kernels {
  counts: Count[];
  causes: Cause[];
}

/** Between two kernels: in how many recordings a metric moved beyond its bound, none did, or nobody can tell. */
export interface Count {
  kernels: [before: string, after: string];
  moved: number;
  within: number;
  chance: number;
}

export interface Cause {
  id: string;
  /** None: nobody has found it. */
  commits: Commit[];
  moved: Moved[];
  curve?: KernelCurve;
}

export interface Commit {
  hash: string;
  subject: string;
  /** The first release of mainline with it. */
  since: string;
}

/** A metric of a recording, under the names of `inflight compare`. */
export interface Moved {
  recording: string;
  metric: string;
  unit: string;
  /** On each of `KERNELS`; null: there it does not occur. */
  values: (number | string | null)[];
}

export interface KernelCurve {
  title: string;
  x: { name: string; unit: string; values: number[] };
  y: { name: string; unit: string };
  lines: { kernel: string; values: (number | null)[] }[];
}

/** Oldest first. */
export const KERNELS = ['6.1', '6.12', '7.3'] as const;
