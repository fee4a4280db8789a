/** The draft under the builder's hands: what each change does, and that there is a way back. */
import { describe, expect, test } from 'vitest';
import { blankDraft, blankQuestion, withFreshKeys } from '../../src/classroom/teach/draft/blank';
import { fileOf, open } from '../../src/classroom/teach/draft/file';
import { freshId, freshKey, idOf } from '../../src/classroom/teach/draft/fresh';
import { at, put, written } from '../../src/classroom/teach/draft/path';
import { type Action, begin, reduce, type State } from '../../src/classroom/teach/draft/reducer';
import { KINDS } from '../../src/classroom/teach/draft/types';

const three = (): State =>
  ['choice', 'numeric', 'text'].reduce(
    (state, kind) => reduce(state, { type: 'add', question: blankQuestion(kind, []) }),
    begin(),
  );
const after = (state: State, ...actions: Action[]): State => actions.reduce(reduce, state);
const ids = ({ draft }: State): string[] => draft.questions.map(({ id }) => id);

describe('questions', () => {
  test('are added at the end, unfolded', () => {
    const state = three();
    expect(ids(state)).toEqual(['choice', 'numeric', 'text']);
    expect(state.open).toBe(state.keys[2]);
    expect(new Set(state.keys).size).toBe(3);
  });

  test('move with their keys, and not beyond the ends', () => {
    const state = three();
    const moved = after(state, { type: 'move', from: 0, to: 2 });
    expect(ids(moved)).toEqual(['numeric', 'text', 'choice']);
    expect(moved.keys).toEqual([state.keys[1], state.keys[2], state.keys[0]]);
    expect(after(state, { type: 'move', from: 0, to: -1 })).toBe(state);
    expect(after(state, { type: 'move', from: 2, to: 3 })).toBe(state);
  });

  test('are duplicated below themselves, under another name and key', () => {
    const state = after(three(), { type: 'duplicate', place: 0 }, { type: 'duplicate', place: 1 });
    expect(ids(state)).toEqual(['choice', 'choice-2', 'choice-3', 'numeric', 'text']);
    expect(new Set(state.keys).size).toBe(5);
    const [first, copy] = state.draft.questions;
    expect({ ...copy, id: first!.id }).toEqual(first);
  });

  test('come back where they were when they were deleted, with the same key', () => {
    const state = three();
    const gone = after(state, { type: 'delete', place: 1 });
    expect(ids(gone)).toEqual(['choice', 'text']);
    expect(gone.past.at(-1)?.deleted).toBe('numeric');
    const back = after(gone, { type: 'undo' });
    expect(back.draft).toEqual(state.draft);
    expect(back.keys).toEqual(state.keys);
  });

  test('that are added after one was deleted do not get its key', () => {
    const state = three();
    const gone = after(
      state,
      { type: 'delete', place: 2 },
      { type: 'add', question: blankQuestion('note', ids(state)) },
    );
    expect(state.keys).not.toContain(gone.keys[2]);
  });

  test.each(KINDS)('of kind %s begin with an id that is free', (kind) => {
    expect(blankQuestion(kind, [kind]).id).toBe(`${kind}-2`);
  });
});

describe('undo', () => {
  test('takes back a word, not a letter, and not two fields at once', () => {
    const type = (path: string, text: string): Action[] =>
      [...text].map((_, length) => ({ type: 'put', path: [path], value: text.slice(0, length + 1) }));
    const state = after(begin(), ...type('title', 'Windows'), ...type('intro', 'Read on.'));
    expect(state.draft).toMatchObject({ title: 'Windows', intro: 'Read on.' });
    const once = after(state, { type: 'undo' });
    expect(once.draft).toMatchObject({ title: 'Windows', intro: '' });
    expect(after(once, { type: 'undo' }).draft).toMatchObject({ title: '', intro: '' });
  });

  test('of everything leads to the beginning', () => {
    const first = three();
    let state = after(
      first,
      { type: 'put', path: ['questions', 1, 'ask', 'summary'], value: 'goodput' },
      { type: 'move', from: 1, to: 0 },
      { type: 'delete', place: 0 },
    );
    while (state.past.length > first.past.length) state = reduce(state, { type: 'undo' });
    expect(state.draft).toEqual(first.draft);
  });

  test('brings back what another assignment took the place of', () => {
    const state = three();
    const other = after(state, { type: 'load', draft: blankDraft() });
    expect(ids(other)).toEqual([]);
    expect(after(other, { type: 'undo' }).draft).toEqual(state.draft);
  });
});

describe('paths', () => {
  test('what is put is there, and the rest is as it was', () => {
    const value = { a: [{ b: 1, c: 2 }] };
    const changed = put(value, ['a', 0, 'b'], 'x');
    expect(changed).toEqual({ a: [{ b: 'x', c: 2 }] });
    expect(value).toEqual({ a: [{ b: 1, c: 2 }] });
    expect(at(changed, ['a', 0, 'b'])).toBe('x');
    expect(at(changed, ['a', 1, 'b'])).toBeUndefined();
    expect(put(value, ['a', 0, 'b'], undefined)).toEqual({ a: [{ c: 2 }] });
    expect(put({}, ['figure', 'at', 'rtt'], 40)).toEqual({ figure: { at: { rtt: 40 } } });
    expect(Object.keys(put({ x: 1, y: 2 }, ['x'], 3) as object)).toEqual(['x', 'y']);
  });

  test('are written as Python names them', () => {
    expect(written(['questions', 2, 'figure', 'at', 'rtt'])).toBe('questions[2].figure.at.rtt');
  });

  test('never reach what objects inherit', () => {
    expect(at({}, ['constructor', 'name'])).toBeUndefined();
  });
});

describe('files', () => {
  test('what was saved is what is opened', () => {
    const { draft } = after(
      three(),
      { type: 'put', path: ['title'], value: 'T' },
      { type: 'put', path: ['questions', 1, 'figure'], value: { id: 'send-buffer', at: { rtt: { of: [10, 20] } } } },
    );
    const opened = open(fileOf(draft));
    expect(opened).toMatchObject({ isPublic: false });
    expect(fileOf((opened as { draft: typeof draft }).draft)).toBe(fileOf(draft));
  });

  test.each([
    ['', 'json'],
    ['{"schema": "inflight.assignment/1"', 'json'],
    ['[]', 'schema'],
    ['{"schema": "inflight.assignment/2"}', 'schema'],
    ['{"schema": "inflight.assignment/1", "questions": [1]}', 'questions'],
    ['{"schema": "inflight.assignment/1", "questions": {"kind": "note"}}', 'questions'],
  ])('%s is refused', (text, problem) => {
    expect(open(text)).toEqual({ problem });
  });

  test('a students’ part is opened as one, without its seals', () => {
    const opened = open(
      '{"schema": "inflight.assignment/1", "key": "k", "questions": [{"id": "a", "kind": "choice", "seal": "00"}]}',
    );
    expect(opened).toMatchObject({ isPublic: true, draft: { questions: [{ id: 'a', kind: 'choice' }] } });
    expect(JSON.stringify(opened)).not.toContain('seal');
  });
});

describe('names and keys', () => {
  test('a title becomes a name that Python takes', () => {
    for (const title of ['Windows: 2nd week', 'Überlast', '  --  Ends with -', 'x'.repeat(60), 'A'.repeat(39) + ' b'])
      expect(idOf(title)).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/);
    expect(idOf('队列')).toBe('');
  });

  test('a free name has no more than the 40 characters that are allowed', () => {
    const long = 'a'.repeat(40);
    const taken = [long];
    for (let i = 0; i < 12; i += 1) taken.push(freshId(long, taken));
    expect(new Set(taken).size).toBe(13);
    expect(Math.max(...taken.map((each) => each.length))).toBeLessThanOrEqual(40);
  });

  test('keys are new each time, and use all that chance gives', () => {
    expect(freshKey()).not.toBe(freshKey());
    const letters = new Set(
      Array.from({ length: 8 }, (_, i) =>
        freshKey((bytes) => bytes.forEach((_each, j) => (bytes[j] = 20 * i + j))),
      ).join(''),
    );
    expect(letters.size).toBe(32);
    const draft = blankDraft();
    expect(withFreshKeys(draft)).toEqual({ ...draft, key: expect.any(String), secret: expect.any(String) });
    expect(withFreshKeys(draft).key).not.toBe(draft.key);
  });
});
