import { standing } from '../standing';
import { isHandedAsIs, type Kept } from '../work';
import type { Paper } from '../../model/contract';

/** How far a student is, as the page around this one is told. */
export interface Report {
  type: 'inflight:assignment';
  /** Of the assignment. */
  id: string;
  student: string;
  /** Told so far; undefined: the teacher marks. */
  points: number | undefined;
  possible: number;
  /** Is what stands there handed in? */
  complete: boolean;
  receipt: string;
  state: 'working' | 'handed-in';
}

export function reportOf({ assignment, student, questions }: Paper, kept: Kept): Report {
  const marks = questions.flatMap((question) => standing(question, kept, assignment).mark ?? []);
  const complete = isHandedAsIs(kept);
  const isTold = assignment.feedback === 'at-once' || (assignment.feedback !== 'never' && marks.length > 0);
  return {
    type: 'inflight:assignment',
    id: assignment.id,
    student,
    points: isTold ? Math.round(100 * marks.reduce((sum, { points }) => sum + (points ?? 0), 0)) / 100 : undefined,
    possible: assignment.points,
    complete,
    receipt: kept.handed?.receipt ?? '',
    state: complete ? 'handed-in' : 'working',
  };
}
