import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/model/types';
import { initial, reduce, type Action, type State } from '../../src/components/Experiment/state';

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
const move = (n: number, { known, fresh = true }: { known?: Result; fresh?: boolean } = {}): Action => ({
  type: 'change',
  params: { n },
  seed: 1,
  known,
  fresh,
});
const after = (...actions: Action[]): State => actions.reduce(reduce, start);

describe('a figure', () => {
  it('keeps its picture until a newer one is there', () => {
    expect(after(move(2))).toMatchObject({ params: { n: 2 }, run: built, done: built, before: built, progress: 0 });
  });

  it('draws a run as it grows, but speaks of complete ones only', () => {
    const part = run('');
    expect(after(move(2), { type: 'partial', run: part, progress: 0.4 })).toMatchObject({
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
    const state = after(move(2), between, move(3, { fresh: false }), end);
    expect(state.before).toBe(built);
    expect(state).toMatchObject({ run: end.run, done: end.run, growing: false, progress: undefined });
    expect(reduce(state, move(4)).before).toBe(end.run);
  });

  it('goes back to the last good picture when a run fails, and says why until the next move', () => {
    const state = after(move(2), { type: 'partial', run: run(''), progress: 0.1 }, { type: 'failed', reason: 'why' });
    expect(state).toMatchObject({ run: built, growing: false, progress: undefined, failure: 'why' });
    expect(reduce(state, move(3)).failure).toBeUndefined();
  });
});
