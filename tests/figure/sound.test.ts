import { describe, expect, it } from 'vitest';
import { createClock } from '../../src/figure/clock';
import { follow } from '../../src/figure/sound/follow';
import { pitchOf } from '../../src/figure/sound/pitch';
import type { Voice } from '../../src/figure/sound/voice';
import { sampleRun } from '../views/sample';

describe('pitch', () => {
  it('goes from G3 (196 Hz) over three octaves', () => {
    expect(pitchOf(10, [10, 20])).toBe(196);
    expect(pitchOf(20, [10, 20])).toBe(1568);
  });

  it('equal steps of the value are equal intervals', () => {
    const pitches = [0, 1, 2, 3, 4].map((value) => pitchOf(value, [0, 4])!);
    const intervals = pitches.slice(1).map((pitch, i) => pitch / pitches[i]!);
    for (const interval of intervals) expect(interval).toBeCloseTo(intervals[0]!, 12);
    expect(intervals[0]).toBeGreaterThan(1);
  });

  it('does not depend on the unit, and stays in range', () => {
    expect(pitchOf(3000, [1000, 9000])).toBe(pitchOf(3, [1, 9]));
    expect(pitchOf(99, [0, 1])).toBe(pitchOf(1, [0, 1]));
    expect(pitchOf(-99, [0, 1])).toBe(pitchOf(0, [0, 1]));
  });

  it('a level is a steady tone in the middle, no value is silence', () => {
    expect(pitchOf(7, [7, 7])).toBeCloseTo(196 * Math.sqrt(8), 9);
    expect(pitchOf(NaN, [0, 1])).toBeUndefined();
  });
});

it('a voice sings what is under the cursor, and ticks once for each event that is passed', () => {
  const run = sampleRun();
  const column = run.columns.find(({ name }) => name === 'cwnd')!;
  const sung: (number | undefined)[] = [];
  let ticks = 0;
  const voice: Voice = { tone: (pitch) => sung.push(pitch), tick: () => ticks++, stop: () => undefined };
  const clock = createClock();
  const leave = follow(voice, clock, run, column);
  const xs = [...run.columns[0]!.values];
  for (const t of xs) clock.set(t);
  expect(ticks).toBe(run.events.length);
  const highest = sung.indexOf(Math.max(...(sung as number[])));
  expect(column.values[highest]).toBe(Math.max(...column.values));
  leave();
  clock.set(0.5);
  expect(sung).toHaveLength(xs.length);
});
