/** What is shown of a file besides its marks, whatever stands in it. */
import { expect, test } from 'vitest';
import { guidanceIn } from '../../src/classroom/grade/teacher';
import { submitted, visits } from '../../src/classroom/grade/submission';

test('a file is read as far as it has the shape', () => {
  const said = submitted(
    JSON.stringify({
      questions: { a: { answer: [1], attempts: 2, told: 1 }, b: 7 },
      log: [[0, 'open', ''], [60, 'check', 'a'], 'x', [240, 'check', 'a'], [90, 'look', 'b']],
      started: 3,
    }),
  );
  expect(said.questions.a).toEqual({ answer: [1], attempts: 2 });
  expect(said.questions.b?.answer).toBeUndefined();
  expect([...visits(said)]).toEqual([
    ['a', { from: 1, to: 4, entries: 2 }],
    ['b', { from: 1.5, to: 1.5, entries: 1 }],
  ]);
});

test.each(['', '{"questions": ', '[]', 'null', '{"log": 3, "questions": []}'])('%s says nothing', (text) => {
  const said = submitted(text);
  expect([Object.keys(said.questions), [...visits(said)]]).toEqual([[], []]);
});

test('what the teacher wrote for who marks is found by its question', () => {
  const text = JSON.stringify({
    questions: [
      { id: 'a', solution: 's', kind: 'text' },
      { id: 'b', marking: 'm' },
    ],
  });
  expect([...guidanceIn(text)]).toEqual([
    ['a', { solution: 's', marking: '' }],
    ['b', { solution: '', marking: 'm' }],
  ]);
});
