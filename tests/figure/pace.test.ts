/** What is said of a run that takes long must be true, and must not jump. */
import { expect, test } from 'vitest';
import { held, observe, type Pace, round } from '../../src/figure/pace';

const EVERY = 50;

/** A run of `total` ms that is heard of every 50 ms; `progress` of the time that has passed (0 … 1). */
function follow(total: number, progress = (time: number): number => time): { now: number; pace: Pace }[] {
  const heard: { now: number; pace: Pace }[] = [];
  let pace: Pace | undefined;
  for (let now = 0; now < total; now += EVERY) {
    pace = observe(pace, now, progress(now / total));
    heard.push({ now, pace });
  }
  return heard;
}

test('a short run is not worth a word', () => {
  expect(follow(1200).some(({ pace }) => pace.long)).toBe(false);
});

test('a long one is, before a second is over, and until its end', () => {
  const long = follow(20_000).map(({ pace }) => pace.long);
  const first = long.indexOf(true);
  expect(first * EVERY).toBeLessThan(1000);
  expect(long.slice(first).every(Boolean)).toBe(true);
});

test.each([4000, 40_000, 400_000])(
  'of a steady run of %i ms what is left is said rightly, and only ever less',
  (total) => {
    let last = Infinity;
    for (const { now, pace } of follow(total).filter(({ pace }) => pace.left !== undefined)) {
      const left = (total - now) / 1000;
      expect(pace.left).toBeGreaterThanOrEqual(left - 0.1);
      expect(pace.left).toBeLessThanOrEqual(round(left + 0.1) + 0.01);
      expect(pace.left).toBeLessThanOrEqual(last);
      last = pace.left!;
    }
  },
);

test('an unsteady run does not make it jump', () => {
  const wobbly = (time: number): number => time + 0.002 * Math.sin(200 * time);
  const said = follow(60_000, wobbly).flatMap(({ pace }) => pace.left ?? []);
  const changes = said.filter((left, i) => i > 0 && left !== said[i - 1]);
  const rises = said.filter((left, i) => i > 0 && left > said[i - 1]!);
  expect(rises).toEqual([]);
  expect(changes.length).toBeLessThan(16);
});

test('one that slows down is said to take longer', () => {
  // A tenth of the speed in its second half.
  const slow = (time: number): number => (time < 0.1 ? 5 * time : 0.5 + ((time - 0.1) * 0.5) / 0.9);
  const said = follow(100_000, slow);
  const at = (now: number): number => said[now / EVERY]!.pace.left!;
  expect(at(9000)).toBeLessThan(20);
  expect(at(30_000)).toBeGreaterThan(70 / 1.3);
});

test('the time for which it is held does not count', () => {
  const before = follow(20_000)[100]!;
  const again = observe(held(before.pace), before.now + 600_000, before.pace.progress);
  const after = observe(again, before.now + 600_050, before.pace.progress + 50 / 20_000);
  expect(after.left).toBe(before.pace.left);
});

test('a step back is another run', () => {
  const { pace, now } = follow(20_000)[200]!;
  expect(observe(pace, now + 50, 0)).toMatchObject({ long: false, left: undefined });
});

test.each([
  [0.3, 5],
  [5.1, 10],
  [42, 45],
  [61, 70],
  [121, 150],
  [610, 660],
])('%f s are said as %i s', (seconds, said) => expect(round(seconds)).toBe(said));
