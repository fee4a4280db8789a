/** What trying out tells (`inflight/classroom/tryout.py:try_out`). */
export interface Tried {
  students: number;
  /** How many of the papers differ. */
  papers: number;
  failed: number;
  questions: TriedQuestion[];
}

export interface TriedQuestion {
  id: string;
  kind: string;
  /** The model's own answers: worth all points, not, and not there as a person has to write them. */
  accepted: number;
  failed: number;
  unanswered: number;
  failures: { student: string; values: Record<string, string>; reason: string }[];
  /** How many different questions were posed. */
  different: number;
  draws: { name: string; label: string; counts: { value: string; count: number }[] }[];
}
