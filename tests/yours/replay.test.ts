/** The parts of a replay that need no browser: which run is asked for, and what a link holds. */
import { describe, expect, test } from 'vitest';
import type { Params } from '../../src/model/contract';
import { linkTo, paramsIn, withoutParams } from '../../src/yours/replay/link';
import { type Ask, createNewest } from '../../src/yours/replay/newest';

/** Something to ask whose answers come when they are told to, and a clock that is turned by hand. */
function asked() {
  const open: { wish: Params; signal: AbortSignal; answer: () => void; progress: () => void }[] = [];
  const answers: Params[] = [];
  let time = 0;
  const ask: Ask<Params> = (wish, { signal, onProgress }) =>
    new Promise((resolve) => {
      open.push({ wish, signal, answer: () => resolve(wish), progress: () => onProgress?.(0.5) });
    });
  const listener = {
    progress: () => {},
    answered: (answer: Params) => answers.push(answer),
    failed: () => {},
  };
  const newest = createNewest(ask, listener, () => time);
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  return { newest, open, answers, settle, pass: (ms: number) => (time += ms) };
}

describe('what is asked while a slider moves', () => {
  test('wishes between two answers are dropped, and the last is answered', async () => {
    const { newest, open, answers, settle } = asked();
    for (let sndbuf = 1; sndbuf <= 20; sndbuf++) newest.want({ sndbuf });
    expect(open.map(({ wish }) => wish)).toEqual([{ sndbuf: 1 }]);
    open[0]!.answer();
    await settle();
    expect(open.at(-1)!.wish).toEqual({ sndbuf: 20 });
    open[1]!.answer();
    await settle();
    expect(answers).toEqual([{ sndbuf: 1 }, { sndbuf: 20 }]);
  });

  test('a run that takes long gives way, and its answer is never shown', async () => {
    const { newest, open, answers, settle, pass } = asked();
    newest.want({ rtt: 1 });
    pass(5000);
    newest.want({ rtt: 2 });
    open[0]!.progress();
    expect(open[0]!.signal.aborted).toBe(true);
    open[0]!.answer();
    open[1]!.answer();
    await settle();
    expect(answers).toEqual([{ rtt: 2 }]);
  });

  test('nothing is asked when nobody waits any more', async () => {
    const { newest, open, answers, settle } = asked();
    newest.want({ rtt: 1 });
    newest.want({ rtt: 2 });
    newest.end();
    open[0]!.answer();
    await settle();
    expect(open).toHaveLength(1);
    expect(open[0]!.signal.aborted).toBe(true);
    expect(answers).toEqual([]);
  });
});

describe('the link', () => {
  const values: Params = { kernel: '6.1', rtt: 20, sndbuf: 0, algorithm: 'cubic', nodelay: true, as_written: true };
  const page = 'https://book.example/yours/?connection=3&from=server#slow-10.0.0.1.pcap';

  test('holds the settings, and nothing else of the address', () => {
    expect(linkTo(page, values)).toBe(
      'https://book.example/yours/?replay.kernel=6.1&replay.rtt=20&replay.sndbuf=0&replay.algorithm=cubic&replay.nodelay=on',
    );
  });

  test('is read as it stands; Python checks it', () => {
    const { search } = new URL(linkTo(page, values));
    expect(paramsIn(search)).toEqual({ kernel: '6.1', rtt: '20', sndbuf: '0', algorithm: 'cubic', nodelay: 'on' });
    expect(paramsIn('?connection=3')).toBeUndefined();
    expect(withoutParams(`${search}&connection=3`)).toBe('?connection=3');
    expect(withoutParams(search)).toBe('');
  });
});
