import type { Row, RowVerdict } from '../../model/contract';
import { holds } from '../../ui/finder/holds';

/** A column to sort by: one of these, or `q:<question>`. */
export type Column = 'student' | 'verdict' | 'points' | 'late' | `q:${string}`;

export interface Sorting {
  column: Column;
  descending: boolean;
}

/** What needs a look comes first. */
export const VERDICTS: readonly RowVerdict[] = ['unmarked', 'refused', 'altered', 'to-read', 'graded'];

/** Has a file points? */
export const isJudged = (row: Row): row is Row & { points: number } => row.points !== null;

/** Whose file it is, in words. */
export const nameOf = ({ student, file }: Row): string => student.name || student.id || file;

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What a row is sorted by; null stands at the end whichever way it is sorted. */
function keyOf(row: Row, column: Column): string | number | null {
  if (column === 'student') return nameOf(row);
  if (column === 'verdict') return VERDICTS.indexOf(row.verdict);
  if (column === 'points') return row.points;
  if (column === 'late') return row.late ?? null;
  return row.questions.find(({ id }) => `q:${id}` === column)?.points ?? null;
}

/** Rows in order; equals stand by their file. */
export function sorted(rows: readonly Row[], { column, descending }: Sorting): Row[] {
  const sign = descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf(row, column) }));
  keyed.sort((a, b) => {
    const byFile = words.compare(a.row.file, b.row.file);
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || byFile;
    const order =
      typeof a.key === 'number' && typeof b.key === 'number' ? a.key - b.key : words.compare(`${a.key}`, `${b.key}`);
    return sign * order || byFile;
  });
  return keyed.map(({ row }) => row);
}

/** Does a row have this verdict ('': any), and all of these words somewhere? */
export function matches(row: Row, verdict: string, text: string): boolean {
  const { student, file, reason, receipt, notes } = row;
  const hay = [student.name, student.id, file, reason, receipt, ...notes].join(' ');
  return (verdict === '' || row.verdict === verdict) && holds(hay, text);
}
