import { compareVersions } from './knobs';

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

/** Those that were recorded, oldest first. */
export const KERNELS = ['6.1', '6.12', '7.3'] as const;
export type Kernel = (typeof KERNELS)[number];
export const isKernel = (value: unknown): value is Kernel => KERNELS.some((each) => each === value);

/** What figures are of unless their reader has another; `scenes/kernel.py` says the same. */
export const USUAL: Kernel = '6.12';

/** Between which versions something is so; what is missing doesn't bound it. */
export interface KernelRange {
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
}

/** Is it so on a kernel? `to` 6.1 holds for all of 6.1. */
export function isIn({ from, to, before }: KernelRange, kernel: string): boolean {
  return (
    (from === undefined || compareVersions(kernel, from) >= 0) &&
    (to === undefined || compareVersions(kernel, to) <= 0) &&
    (before === undefined || compareVersions(kernel, before) < 0)
  );
}

/** The parameter of this name is one choice for all figures. */
export const KERNEL = 'kernel';
