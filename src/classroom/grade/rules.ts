import type { Rules } from '../../model/contract';

/** How the teacher settles a class; the clock is looked at when it is asked about. */
export interface Settling {
  /** UTC; '' for none. */
  due: string;
  reopened: Rules['reopened'];
  /** Files that count, where a student has several. */
  counts: readonly string[];
}

export const rulesOf = ({ due, reopened, counts }: Settling): Rules => ({
  ...{ due, reopened, counts: [...counts], several: 'ask' },
  now: new Date().toISOString(),
});

/** `settling` with this file counting, and none of the others of the same student. */
export const withCounting = (settling: Settling, file: string, others: readonly string[]): Settling => ({
  ...settling,
  counts: [...settling.counts.filter((each) => !others.includes(each)), file],
});
