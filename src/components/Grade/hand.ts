import type { HandEntry, Row, RowQuestion } from '../../classroom/types';

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

const round = (points: number): number => Math.round(points * 100) / 100;

/** A row with the points given by hand, as `by_hand.py` gives it: seen at once, whatever Python is busy with. */
export function withHand(row: Row, hand: Hand): Row {
  if (row.verdict === 'refused' || !Object.hasOwn(hand, idOf(row.student.id))) return row;
  const questions = row.questions.map((each) => given(each, markIn(hand, row.student.id, each.id)));
  const points = round(questions.reduce((sum, each) => sum + (each.points ?? 0), 0));
  const isRead = row.verdict === 'to-read' && questions.every((each) => each.points !== null);
  return { ...row, questions, points, ...(isRead && { verdict: 'graded' as const }) };
}

function given(question: RowQuestion, mark: HandMark | undefined): RowQuestion {
  if (!mark || mark.points === null) return question;
  const share = question.possible > 0 ? mark.points / question.possible : 0;
  return { ...question, points: mark.points, share, by_hand: true };
}

/** How many answers have points. */
export const countOf = (hand: Hand): number => entriesOf(hand).length;
