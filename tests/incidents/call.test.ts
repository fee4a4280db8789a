/** What the page remembers of a call. */
import { describe, expect, test } from 'vitest';
import { type CallState, linesOf, next, opened, typedIn } from '../../src/incidents/call/state';
import { doneSteps } from '../../src/incidents/steps/progress';
import type { Standing } from '../../src/model/contract';

const START: Standing = {
  seconds: 0,
  clock: 41_000,
  users: 100,
  affected: 100,
  budget: 2000,
  budget_of: 2592,
  mitigation: '',
  listed: false,
  may_mean: [],
  cause: null,
  fixes: [],
  reported: false,
  tries: 2,
  closed: false,
};

const done = (state: CallState, change: Partial<Standing> = {}): CallState => {
  const { seconds, clock } = state.standing;
  const standing = { ...state.standing, seconds: seconds + 20, clock: clock + 20, ...change };
  return next(state, { happened: 'done', turn: { line: state.waiting[0]!, text: 'ok', standing } });
};
const typed = (state: CallState, line: string): CallState => next(state, { happened: 'typed', line });

describe('lines of a call', () => {
  test('wait for each other, and the clock is that of the last one', () => {
    let state = typed(typed(opened(START), 'shop-1# nstat'), ':changes');
    expect(state.waiting).toEqual(['shop-1# nstat', ':changes']);
    state = done(state);
    expect(state.waiting).toEqual([':changes']);
    expect(state.entries[0]).toMatchObject({ line: 'shop-1# nstat', at: 41_020, isRefused: false });
    expect(done(state).standing.seconds).toBe(40);
  });

  test('that can’t be done say why, and are no part of it', () => {
    const state = next(typed(typed(opened(START), ':fix nothing'), 'shop-1# ss'), {
      happened: 'refused',
      message: 'no',
    });
    expect(state.entries[0]).toMatchObject({ line: ':fix nothing', text: 'no', isRefused: true });
    expect(linesOf(state.entries)).toEqual([]);
    expect(state.waiting).toEqual(['shop-1# ss']);
  });

  test('are done again after a reload, up to one that can’t be', () => {
    let state = typed(opened(START, ['shop-1# ss', 'gone# ss', 'shop-1# nstat']), 'shop-1# tc');
    expect(state.again).toBe(3);
    state = done(state);
    state = next(state, { happened: 'refused', message: 'no such machine' });
    expect(state).toMatchObject({ again: 0, waiting: ['shop-1# tc'] });
    expect(linesOf(state.entries)).toEqual(['shop-1# ss']);
  });

  test.each([
    ['shop-1# ss -tin | grep "a# b"', { machine: 'shop-1', typed: 'ss -tin | grep "a# b"' }],
    [':say the server # waits', undefined],
    [':end', undefined],
  ])('%s belongs to a machine or doesn’t', (line, found) => expect(typedIn(line)).toEqual(found));
});

test('a fix counts as verified only by a look after it, however it was put in place', () => {
  let state = done(typed(opened(START), 'shop-1# tail app.log'));
  expect(doneSteps(state.entries, state.standing)).toEqual(new Set());
  state = done(typed(state, 'shop-1# sysctl -w net.ipv4.tcp_sack=1'), { fixes: ['sack'] });
  expect(doneSteps(state.entries, state.standing)).toEqual(new Set(['fix']));
  state = done(typed(state, ':dashboards'));
  expect(doneSteps(state.entries, state.standing)).toEqual(new Set(['fix', 'verify']));
});
