import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/model/types';
import { initial, isUnfinished, reduce, type Action, type State } from '../../src/figure/state';

const run = (sentence: string): Result => ({
  experiment: 'sample',
  parameters: {},
  seed: 1,
  columns: [],
  events: [],
  summary: {},
  sentence,
  commands: [],
});
const built = run('built');
const start = initial({ n: 1 }, built);
const move = (n: number, { known, ghost = 'new' }: { known?: Result; ghost?: 'new' | 'kept' } = {}): Action => ({
  type: 'change',
  params: { n },
  seed: 1,
  known,
  ghost,
});
const partial = (progress: number, now = 0, run?: Result): Action => ({ type: 'partial', run, progress, now });
const after = (...actions: Action[]): State => actions.reduce(reduce, start);

describe('a figure', () => {
  it('keeps its picture until a newer one is there', () => {
    expect(after(move(2))).toMatchObject({ params: { n: 2 }, run: built, done: built, before: built, progress: 0 });
  });

  it('draws a run as it grows, but speaks of complete ones only', () => {
    const part = run('');
    expect(after(move(2), partial(0.4, 0, part))).toMatchObject({
      run: part,
      growing: true,
      done: built,
      progress: 0.4,
    });
  });

  it('shows a run made at build time at once', () => {
    const known = run('preset');
    expect(after(move(2, { known }))).toMatchObject({ run: known, done: known, before: built, progress: undefined });
  });

  it('during one drag the ghost stays the run before it', () => {
    const between: Action = { type: 'finished', run: run('between'), more: true };
    const end: Action = { type: 'finished', run: run('end'), more: false };
    const state = after(move(2), between, move(3, { ghost: 'kept' }), end);
    expect(state.before).toBe(built);
    expect(state).toMatchObject({ run: end.run, done: end.run, growing: false, progress: undefined });
    expect(reduce(state, move(4)).before).toBe(end.run);
  });

  it('keeps the last run that has its tables for the views that draw them', () => {
    const whole = run('whole');
    expect(
      after({ type: 'finished', run: whole, more: false }, move(2, { known: { ...run('thin'), thin: true } })).whole,
    ).toBe(whole);
  });

  it('says how far a quiet run is and leaves the picture alone', () => {
    const state = after({ type: 'complete' }, partial(0.3));
    expect(state).toMatchObject({ run: built, done: built, growing: false, progress: 0.3, before: undefined });
  });

  it('goes back to the last good picture when a run fails, and says why until the next move', () => {
    const state = after(move(2), partial(0.1, 0, run('')), { type: 'failed', reason: 'why' });
    expect(state).toMatchObject({ run: built, growing: false, progress: undefined, failure: 'why' });
    expect(reduce(state, move(3)).failure).toBeUndefined();
  });

  it('keeps what a stopped run has drawn, says that it is not finished, and goes on', () => {
    const [part, more] = [run(''), run('')];
    const long = [partial(0.01, 0, part), partial(0.05, 2500, part)];
    const stopped = after(move(2), ...long, { type: 'stopped', stopped: true });
    expect(stopped).toMatchObject({ run: part, growing: true, done: built, stopped: true, progress: 0.05 });
    expect(isUnfinished(stopped)).toBe(true);
    // One that was on its way; and an hour later:
    const on = [
      partial(0.06, 2550, more),
      { type: 'stopped', stopped: false } as const,
      partial(0.061, 3_601_000, more),
      partial(0.1, 3_603_000, more),
    ];
    const going = on.reduce<State>(reduce, stopped);
    expect(going).toMatchObject({ run: more, stopped: false, progress: 0.1 });
    expect(going.pace!.left).toBeLessThan(60);
    const end = reduce(going, { type: 'finished', run: run('end'), more: false });
    expect(end).toMatchObject({ growing: false, stopped: false, pace: undefined, progress: undefined });
    expect(isUnfinished(end)).toBe(false);
  });

  it('lets a stopped run go for whatever is asked for next', () => {
    const stopped = after(move(2), partial(0.5, 0, run('')), { type: 'stopped', stopped: true });
    expect(reduce(stopped, move(3))).toMatchObject({ stopped: false, pace: undefined, progress: 0 });
    expect(reduce(stopped, move(1, { known: built }))).toMatchObject({ stopped: false, run: built, growing: false });
  });
});
