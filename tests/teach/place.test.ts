/** Complaints, as Python words them, find the field that they are about. */
import { describe, expect, test } from 'vitest';
import { piecesOf } from '../../src/classroom/teach/checks/pieces';
import { isAt, placeOf } from '../../src/classroom/teach/checks/place';
import { blankDraft, blankQuestion } from '../../src/classroom/teach/draft/blank';
import { fileOf } from '../../src/classroom/teach/draft/file';
import { type Json, type Path, put } from '../../src/classroom/teach/draft/path';
import { type Draft, KINDS } from '../../src/classroom/teach/draft/types';
import { complaints } from './complaints';

const FIGURE = { id: 'three-windows', at: { rtt: { of: [20, 40] } } };

/** Nothing is wrong with it. */
const good = (): Draft => ({
  ...blankDraft(),
  title: 'T',
  questions: [
    { id: 'a', kind: 'note', text: 'Read.' },
    { id: 'b', kind: 'numeric', text: 'How fast?', figure: FIGURE, ask: { summary: 'goodput' } },
    { id: 'c', kind: 'choice', text: 'Which?', choices: [{ text: 'x', right: true }, { text: 'y' }] },
    {
      id: 'd',
      kind: 'setting',
      text: 'Set it.',
      figure: FIGURE,
      free: ['rate'],
      goals: [{ summary: 'goodput', at_least: 1 }],
    },
  ],
});

/** What is changed, and the field at which the complaint is to stand. */
const CASES: [change: [Path, Json | undefined], field: string][] = [
  [[['title'], ''], 'title'],
  [[['minutes'], 'long'], 'minutes'],
  [[['key'], ''], 'key'],
  [[['feedback'], 'soon'], 'feedback'],
  [[['roster'], [7]], 'roster'],
  [[['questions', 1, 'text'], ''], 'questions[1].text'],
  [[['questions', 1, 'points'], -1], 'questions[1].points'],
  [[['questions', 1, 'id'], 'Not this'], 'questions[1].id'],
  [[['questions', 2, 'id'], 'b'], 'questions[2].id'],
  [[['questions', 1, 'figure', 'id'], 'no-such'], 'questions[1].figure.id'],
  [[['questions', 1, 'figure', 'preset'], 'no-such'], 'questions[1].figure.preset'],
  [[['questions', 1, 'figure', 'at', 'rtt'], -5], 'questions[1].figure.at.rtt'],
  [[['questions', 1, 'figure', 'at', 'rtt'], { of: [] }], 'questions[1].figure.at.rtt'],
  [[['questions', 1, 'figure', 'at', 'rtt'], { from: 1, to: 9, step: 0 }], 'questions[1].figure.at.rtt'],
  [[['questions', 1, 'figure', 'locked'], ['no-such']], 'questions[1].figure.locked'],
  [[['questions', 1, 'figure'], undefined], 'questions[1].ask.summary'],
  [[['questions', 1, 'tolerance'], { percent: 101 }], 'questions[1].tolerance.percent'],
  [[['questions', 2, 'choices', 1, 'text'], ''], 'questions[2].choices[1].text'],
  [[['questions', 2, 'choices'], []], 'questions[2].choices'],
  [[['questions', 3, 'goals', 0, 'at_least'], 'much'], 'questions[3].goals[0].at_least'],
  [[['questions', 3, 'figure'], undefined], 'questions[3].figure'],
  [[['questions', 0, 'kind'], 'essay'], 'questions[0].kind'],
  [[['questions'], []], 'questions'],
];

const broken = CASES.map(([[path, value]]) => put(good(), path, value) as Draft);

describe('a complaint about the whole file', () => {
  const said = complaints([fileOf(good()), ...broken.map(fileOf)]);

  test('is not there where nothing is wrong', () => {
    expect(said[0]).toBeNull();
  });

  test.each(CASES.map(([[path], field], index) => ({ changed: JSON.stringify(path), field, index })))(
    'of $changed stands at $field',
    ({ field, index }) => {
      const message = said[index + 1];
      expect(message).toEqual(expect.any(String));
      const ids = broken[index]!.questions.map(({ id }) => id);
      const problem = placeOf(message!, ids);
      expect(isAt(problem.path, field), `${message} → ${problem.path}`).toBe(true);
      expect(problem.said).not.toMatch(/^assignment/);
      expect(problem.question).toBe(/\[(\d+)\]/.test(field) ? Number(/\[(\d+)\]/.exec(field)![1]) : undefined);
    },
  );
});

test('several mistakes are each found, in its piece', () => {
  const draft = [
    [['minutes'], -1],
    [['questions', 1, 'points'], -1],
    [['questions', 3, 'goals', 0], { summary: 'goodput' }],
  ].reduce<Json>((now, [path, value]) => put(now, path as Path, value as Json), good()) as Draft;
  const pieces = piecesOf(draft);
  const said = complaints(pieces.map(({ text }) => text));
  const ids = draft.questions.map(({ id }) => id);
  const places = said.flatMap((message, index) =>
    message === null ? [] : [placeOf(message, ids, pieces[index]!.only).path],
  );
  expect(places).toEqual(['minutes', 'questions[1].points', 'questions[3].goals[0]']);
});

test('what a new question lacks is found at a field of its own, whichever kind it is', () => {
  const questions = KINDS.map((kind) => blankQuestion(kind, []));
  const pieces = piecesOf({ ...good(), questions });
  const said = complaints(pieces.map(({ text }) => text));
  expect(said[0]).toBeNull();
  const ids = questions.map(({ id }) => id);
  for (const [index, { only }] of pieces.entries())
    if (only !== undefined)
      expect(placeOf(said[index]!, ids, only).path).toMatch(new RegExp(`^questions\\[${only}\\]\\.\\w`));
});

test.each(['algorithm', 'incident', 'capture', 'note', 'text'])(
  'a new question of kind %s lacks nothing but its text',
  (kind) => {
    const question = { ...blankQuestion(kind, []), text: 'Do it.' };
    expect(complaints([fileOf({ ...good(), questions: [question] })])).toEqual([null]);
  },
);
