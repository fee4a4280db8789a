import { describe, expect, it } from 'vitest';
import { standing } from '../../src/classroom/standing';
import {
  answered,
  begin,
  checked,
  givenFor,
  handedIn,
  isHandedAsIs,
  marked,
  markOf,
  MOST_LOGGED,
  reopened,
  startedOver,
  workOf,
} from '../../src/classroom/work';
import type { About, Mark, PaperQuestion } from '../../src/model/contract';

const T0 = Date.parse('2026-03-01T08:00:00Z');
const START = { assignment: '{}', fingerprint: 'f', title: 'T', student: 's1', name: 'N' };
const at = (seconds: number): number => T0 + 1000 * seconds;
const mark = (share: number | null): Mark => ({ share, points: share, reason: 'r' });
const always = (): boolean => true;
const fresh = () => begin(START, T0);

describe('work', () => {
  it('is started over with its log and its attempts, and closed answers stay', () => {
    let kept = checked(answered(fresh(), 'open', 1, at(1)), 'open', { answer: 1, mark: mark(0) }, at(2));
    kept = checked(answered(kept, 'closed', 2, at(3)), 'closed', { answer: 2, mark: mark(1) }, at(4));
    kept = handedIn(kept, { receipt: 'R', name: 'n', at: 'now' }, at(5));
    const over = startedOver(kept, at(6), (id) => id === 'closed');
    expect(givenFor(over, 'open')).toEqual({ answer: undefined, attempts: 1 });
    expect(givenFor(over, 'closed')).toMatchObject({ answer: 2, attempts: 1 });
    expect(over.log).toEqual([...kept.log, [6, 'over', '']]);
    expect(over.handed).toBeUndefined();
    expect(over.started).toBe(kept.started);
  });

  it('forgets first of its log what another answer has followed', () => {
    let kept = answered(reopened(handedIn(fresh(), { receipt: '', name: '', at: '' }, at(1)), at(2)), 'q', 1, at(3));
    for (let i = 0; i < 2 * MOST_LOGGED; i++) kept = answered(kept, `other${i % 2}`, i, at(10 + i));
    expect(kept.log.map(([, event, question]) => `${event} ${question}`)).toContain('answer q');
  });

  it('starts empty', () => {
    expect(fresh()).toEqual({
      ...START,
      started: '2026-03-01T08:00:00.000Z',
      changed: T0,
      answers: {},
      log: [[0, 'start', '']],
    });
  });

  it('notes one event for typing that goes on, and another after a pause', () => {
    let kept = fresh();
    for (const [seconds, text] of [
      [5, 'a'],
      [10, 'ab'],
      [34, 'abc'],
      [40, 'abcd'],
    ] as const)
      kept = answered(kept, 'q', text, at(seconds));
    kept = answered(kept, 'other', 1, at(41));
    expect(kept.log).toEqual([
      [0, 'start', ''],
      [5, 'answer', 'q'],
      [40, 'answer', 'q'],
      [41, 'answer', 'other'],
    ]);
    expect(givenFor(kept, 'q').answer).toBe('abcd');
  });

  it('has a log that does not grow for ever, and keeps its start and what was checked', () => {
    let kept = checked(fresh(), 'q', { answer: 1, mark: mark(0) }, at(1));
    for (let i = 0; i < 2 * MOST_LOGGED; i++) kept = answered(kept, `q${i % 7}`, i, at(2 + i));
    expect(kept.log).toHaveLength(MOST_LOGGED);
    expect(kept.log.slice(0, 2)).toEqual([
      [0, 'start', ''],
      [1, 'check', 'q'],
    ]);
    expect(kept.log.at(-1)![0]).toBe(1 + 2 * MOST_LOGGED);
  });

  it('tells a mark of the answer that was checked, and of no other', () => {
    let kept = answered(fresh(), 'q', [1, 2], at(1));
    kept = checked(kept, 'q', { answer: [1, 2], mark: mark(0.5) }, at(2));
    expect(markOf(kept, 'q')).toEqual(mark(0.5));
    expect(workOf(kept, at(3), always).questions.q).toEqual({ answer: [1, 2], attempts: 1, told: 0.5 });
    const other = answered(kept, 'q', [2, 1], at(4));
    expect(markOf(other, 'q')).toBeUndefined();
    expect(workOf(other, at(5), always).questions.q).toEqual({ answer: [2, 1], attempts: 1, told: null });
    expect(markOf(answered(other, 'q', [1, 2], at(6)), 'q')).toEqual(mark(0.5));
  });

  it('is handed in until something changes', () => {
    const kept = handedIn(answered(fresh(), 'q', 7, at(1)), { receipt: 'AAAA', name: 'f.json', at: 'x' }, at(2));
    expect(isHandedAsIs(kept)).toBe(true);
    expect(isHandedAsIs(answered(kept, 'q', 7, at(3)))).toBe(true);
    expect(isHandedAsIs(answered(kept, 'q', 8, at(3)))).toBe(false);
    expect(isHandedAsIs(answered(kept, 'p', 1, at(3)))).toBe(false);
    expect(isHandedAsIs(answered(kept, 'q', undefined, at(3)))).toBe(false);
    expect(isHandedAsIs(fresh())).toBe(false);
  });

  it('does not mistake a name that every object has for an answer', () => {
    expect(givenFor(fresh(), 'constructor')).toEqual({ answer: undefined, attempts: 0 });
  });
});

it('counts an attempt only where it told something', () => {
  const told = { answer: 1, mark: mark(null) };
  expect(givenFor(checked(fresh(), 'q', told, at(1)), 'q')).toMatchObject({ attempts: 0, told });
});

describe('how a question stands', () => {
  const question = {
    id: 'q',
    kind: 'choice',
    points: 1,
    attempts: 2,
    told: true,
    text: '',
    figure: null,
  } as unknown as PaperQuestion;
  const about = (feedback: About['feedback']): About => ({ feedback }) as About;
  const one = answered(fresh(), 'q', [0], at(1));
  const told = checked(one, 'q', { answer: [0], mark: mark(0) }, at(2));
  const twice = checked(answered(told, 'q', [1], at(3)), 'q', { answer: [1], mark: mark(0) }, at(4));
  const handed = marked(handedIn(one, { receipt: 'R', name: 'n', at: 'x' }, at(5)), { q: mark(1) });

  it('at once: so many checks, then it is closed', () => {
    expect(standing(question, one, about('at-once'))).toMatchObject({ left: 2, canCheck: true, isClosed: false });
    expect(standing(question, told, about('at-once'))).toMatchObject({ left: 1, mark: mark(0), isOver: false });
    expect(standing(question, twice, about('at-once'))).toMatchObject({
      left: 0,
      canCheck: false,
      isClosed: true,
      isOver: true,
    });
  });

  it('at once: what no page can mark is not offered to be checked', () => {
    const unknown = { ...question, told: false };
    expect(standing(unknown, one, about('at-once'))).toMatchObject({
      left: undefined,
      canCheck: false,
      isClosed: false,
    });
  });

  it('after: nothing before the hand-in, then the mark, until the answers are opened again', () => {
    const before = standing(question, told, about('after'));
    expect(before).toMatchObject({ mark: undefined, canCheck: false, isClosed: false, isOver: false });
    expect(standing(question, handed, about('after'))).toMatchObject({ mark: mark(1), isClosed: true, isOver: true });
    const again = standing(question, reopened(handed, at(6)), about('after'));
    expect(again).toMatchObject({ mark: undefined, isClosed: false, isOver: false });
  });

  it('never: no mark at all', () => {
    for (const kept of [one, told, handed])
      expect(standing(question, kept, about('never'))).toMatchObject({
        mark: undefined,
        canCheck: false,
        isClosed: false,
      });
  });
});
