import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import type { Row } from '../../model/contract';

const known = new WeakMap<Row, Row>();

const hash = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(value))));

/**
 * A row with hashes in place of answers: all that settling a class needs (`desk.py:table`). Answers are most of it, and
 * a thousand of them cannot be sent to and fro whenever something changes.
 */
export function leanOf(row: Row): Row {
  const found = known.get(row);
  if (found) return found;
  const questions = row.questions.map((each) => {
    const isThere = each.answer !== null && each.answer !== undefined;
    return { ...each, answer: isThere ? hash(each.answer) : null, said: each.said && hash(each.said) };
  });
  const made = { ...row, questions };
  known.set(row, made);
  return made;
}

const settled = new WeakMap<Row, Row>();

/** A row as Python has settled it, with its answers; the same object for the same two. */
export function settledRow(row: Row, told: Row | undefined): Row {
  if (!told) return row;
  const before = settled.get(told);
  if (before) return before;
  const questions = told.questions.map((each, place) => {
    const { answer, said, reason } = row.questions[place]!;
    // The model's reason stays in sight beside a teacher's points.
    return { ...each, answer, said, reason: each.void ? each.reason : reason };
  });
  const made = { ...told, questions };
  settled.set(told, made);
  return made;
}
