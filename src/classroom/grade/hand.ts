import type { HandEntry } from '../../model/contract';

/** What a person gave for one answer; points null: only a comment so far. */
export interface HandMark {
  points: number | null;
  comment: string;
}

/** By student (`idOf`), then by question. */
export type Hand = Readonly<Record<string, Readonly<Record<string, HandMark>>>>;

/** An id as it counts (`draws.py:student_id`). */
export const idOf = (student: string): string => student.trim().split(/\s+/).join(' ').normalize('NFKC').toLowerCase();

export const markIn = (hand: Hand, student: string, question: string): HandMark | undefined => {
  const id = idOf(student);
  return Object.hasOwn(hand, id) ? hand[id]![question] : undefined;
};

/** `hand` with one mark changed; an empty one is taken away. */
export function withMark(hand: Hand, student: string, question: string, mark: HandMark): Hand {
  const id = idOf(student);
  const marks = new Map(Object.entries(Object.hasOwn(hand, id) ? hand[id]! : {}));
  if (mark.points === null && mark.comment === '') marks.delete(question);
  else marks.set(question, mark);
  const students = new Map(Object.entries(hand));
  if (marks.size > 0) students.set(id, Object.fromEntries(marks));
  else students.delete(id);
  return Object.fromEntries(students);
}

/** As Python takes them: what has points. */
export const entriesOf = (hand: Hand): HandEntry[] =>
  Object.entries(hand).flatMap(([student, marks]) =>
    Object.entries(marks).flatMap(([question, { points, comment }]) =>
      points === null ? [] : [{ student, question, points, comment }],
    ),
  );

/** `hand` with these over it. */
export const withEntries = (hand: Hand, entries: readonly HandEntry[]): Hand =>
  entries.reduce(
    (now, { student, question, points, comment }) => withMark(now, student, question, { points, comment }),
    hand,
  );

/** How many answers have points. */
export const countOf = (hand: Hand): number => entriesOf(hand).length;
