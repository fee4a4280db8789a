import type { Row, RowQuestion } from '../../src/model/contract';

export const question = (id: string, change: Partial<RowQuestion> = {}): RowQuestion => ({
  id,
  kind: 'text',
  points: 1,
  possible: 2,
  share: 0.5,
  said: '',
  answer: '',
  reason: '',
  claimed: null,
  values: {},
  ...change,
});

/** A row as Python gives it. */
export const row = (file: string, change: Partial<Row> = {}): Row => ({
  file,
  verdict: 'graded',
  reason: '',
  student: { id: file, name: '' },
  points: 1,
  possible: 2,
  questions: [question('q')],
  handed_in: '',
  receipt: '',
  notes: [],
  minutes: null,
  trail: '',
  ...change,
});
