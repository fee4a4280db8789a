/** While a slider moves, wishes come faster than runs end; what is shown must follow, and the last wish must win. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createScheduler, type Scheduler } from '../../src/figure/scheduler';
import type { Params } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import type { Runtime } from '../../src/runtime/types';

interface Started {
  params: Params;
  partial: (progress: number) => void;
  end: () => Promise<void>;
  fail: (error: unknown) => Promise<void>;
  aborted: boolean;
}

let started: Started[];
let said: string[];
let scheduler: Scheduler;

const result = (parameters: Params) => ({ parameters }) as Result;
const wish = (size: number) => ({ params: { size }, seed: 1 });
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

const runtime: Runtime = {
  start: () => undefined,
  status: () => ({ state: 'ready' }),
  subscribe: () => () => undefined,
  ask: () => Promise.reject(new Error('no figure asks')),
  hold: (key, held) => void said.push(`${key} ${held ? 'held' : 'goes on'}`),
  run: ({ parameters }, onPartial, signal) =>
    new Promise((resolve, reject) => {
      const one: Started = {
        params: parameters,
        partial: (progress) => onPartial?.(result(parameters), progress),
        end: () => (resolve(result(parameters)), settle()),
        fail: (error) => (reject(error), settle()),
        aborted: false,
      };
      signal?.addEventListener('abort', () => {
        one.aborted = true;
        reject(new DOMException('superseded', 'AbortError'));
      });
      started.push(one);
    }),
};

beforeEach(() => {
  started = [];
  said = [];
  scheduler = createScheduler(runtime, 'sample', 'sample', {
    partial: (run, progress) => said.push(`${run ? run.parameters.size : 'quiet'} at ${progress}`),
    finished: ({ parameters }, more) => said.push(`${parameters.size} done${more ? ', more to come' : ''}`),
    failed: (reason) => said.push(`failed: ${reason}`),
  });
});

describe('the scheduler', () => {
  it('runs a wish and says how it goes', async () => {
    scheduler.want(wish(1));
    started[0]!.partial(0.5);
    await started[0]!.end();
    expect(said).toEqual(['1 at 0.5', '1 done']);
  });

  it('lets a run show something before a newer wish takes its place', async () => {
    scheduler.want(wish(1));
    scheduler.want(wish(2));
    scheduler.want(wish(3));
    expect(started).toHaveLength(1);
    started[0]!.partial(0.2);
    expect(started[0]!.aborted).toBe(true);
    expect(started.map(({ params }) => params.size)).toEqual([1, 3]);
    await started[1]!.end();
    expect(said).toEqual(['1 at 0.2', '3 done']);
  });

  it('runs the newest wish after a run that ended at once', async () => {
    scheduler.want(wish(1));
    scheduler.want(wish(2));
    await started[0]!.end();
    await started[1]!.end();
    expect(said).toEqual(['1 done, more to come', '2 done']);
  });

  it('does not draw a quiet run as it grows', async () => {
    scheduler.want({ ...wish(1), quiet: true });
    started[0]!.partial(0.5);
    await started[0]!.end();
    expect(said).toEqual(['quiet at 0.5', '1 done']);
  });

  it('holds a run where it is, and a newer wish takes its place all the same', async () => {
    scheduler.want(wish(1));
    started[0]!.partial(0.5);
    scheduler.hold(true);
    scheduler.hold(false);
    scheduler.hold(true);
    scheduler.want(wish(2));
    expect(started[0]!.aborted).toBe(true);
    await started[1]!.end();
    expect(said).toEqual(['1 at 0.5', 'sample held', 'sample goes on', 'sample held', '2 done']);
  });

  it('says nothing of a run that was cancelled', async () => {
    scheduler.want(wish(1));
    scheduler.cancel();
    started[0]!.partial(0.5);
    await settle();
    expect(said).toEqual([]);
  });

  it('gives the reason of a failure, and goes on with the next wish', async () => {
    scheduler.want(wish(1));
    await started[0]!.fail(new Error('no memory'));
    scheduler.want(wish(2));
    await started[1]!.end();
    expect(said).toEqual(['failed: no memory', '2 done']);
  });
});
