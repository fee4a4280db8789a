import { describe, expect, it, vi } from 'vitest';
import { type Clock, createClock, type Frames } from '../../src/figure/clock';

/** A screen whose frames come when the test says so. */
function screen(): Frames & { frame: (now: number) => void; waiting: () => number } {
  const callbacks = new Map<number, (now: number) => void>();
  let handle = 0;
  return {
    request(callback) {
      callbacks.set(++handle, callback);
      return handle;
    },
    cancel: (which) => void callbacks.delete(which),
    frame(now) {
      const due = [...callbacks.values()];
      callbacks.clear();
      for (const callback of due) callback(now);
    },
    waiting: () => callbacks.size,
  };
}

function started(): { clock: Clock; frames: ReturnType<typeof screen> } {
  const frames = screen();
  const clock = createClock(frames);
  clock.play({ from: 2, to: 3, speed: 0.5 });
  frames.frame(1000);
  return { clock, frames };
}

describe('the clock of a figure', () => {
  it('is at rest until somebody moves it', () => {
    const clock = createClock(screen());
    expect(clock.time()).toBeUndefined();
    expect(clock.playing()).toBe(false);
  });

  it('runs at the speed asked for: half a second of the model in a second', () => {
    const { clock, frames } = started();
    for (let now = 1000; now <= 2000; now += 50) frames.frame(now);
    expect(clock.time()).toBeCloseTo(2.5, 9);
    expect(clock.playing()).toBe(true);
  });

  it('stops at the end, and begins again from the start it is given', () => {
    const { clock, frames } = started();
    for (let now = 1000; now <= 4000; now += 50) frames.frame(now);
    expect(clock.time()).toBe(3);
    expect(clock.playing()).toBe(false);
    expect(frames.waiting()).toBe(0);
    clock.play({ from: 2, to: 3, speed: 0.5 });
    expect(clock.time()).toBe(2);
  });

  it('goes on from where the reader has put it', () => {
    const frames = screen();
    const clock = createClock(frames);
    clock.set(2.75);
    clock.play({ from: 2, to: 3, speed: 1 });
    frames.frame(0);
    frames.frame(100);
    expect(clock.time()).toBeCloseTo(2.85, 9);
  });

  it('a tab that was away does not jump', () => {
    const { clock, frames } = started();
    frames.frame(61_000);
    expect(clock.time()).toBeLessThanOrEqual(2.05 + 1e-9);
  });

  it('a change of speed takes effect at once and leaves one frame under way', () => {
    const { clock, frames } = started();
    clock.play({ from: 2, to: 3, speed: 0.1 });
    expect(frames.waiting()).toBe(1);
    frames.frame(1100);
    frames.frame(1200);
    expect(clock.time()).toBeCloseTo(2.01, 9);
  });

  it('putting the cursor somewhere stops it, as does a pause', () => {
    const first = started();
    first.clock.set(2.2);
    expect(first.clock.playing()).toBe(false);
    first.frames.frame(1100);
    expect(first.clock.time()).toBe(2.2);
    const second = started();
    second.frames.frame(1050);
    second.clock.pause();
    second.frames.frame(1100);
    expect(second.clock.time()).toBeCloseTo(2.025, 9);
    expect(second.frames.waiting()).toBe(0);
  });

  it('tells of every change, of nothing else, and not those who left', () => {
    const frames = screen();
    const clock = createClock(frames);
    const listener = vi.fn();
    const leave = clock.subscribe(listener);
    clock.pause();
    clock.set(undefined);
    expect(listener).toHaveBeenCalledTimes(0);
    clock.set(1);
    clock.set(1);
    expect(listener).toHaveBeenCalledTimes(1);
    clock.play({ from: 0, to: 5, speed: 1 });
    frames.frame(0);
    expect(listener).toHaveBeenCalledTimes(3);
    leave();
    clock.set(2);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('goes on as unevenly as it is told to', () => {
    const frames = screen();
    const clock = createClock(frames);
    clock.play({ from: 1, to: 16, speed: 1, forward: (t, seconds) => t * 2 ** (10 * seconds) });
    frames.frame(0);
    frames.frame(100);
    expect(clock.time()).toBeCloseTo(2, 9);
    frames.frame(200);
    expect(clock.time()).toBeCloseTo(4, 9);
    clock.pause();
  });

  it('knows whether another one plays', async () => {
    vi.resetModules();
    const fresh = await import('../../src/figure/clock');
    const [clock, other] = [fresh.createClock(screen()), fresh.createClock(screen())];
    clock.play({ from: 0, to: 1, speed: 1 });
    expect(fresh.anotherPlays(clock)).toBe(false);
    expect(fresh.anotherPlays(other)).toBe(true);
    clock.pause();
    expect(fresh.anotherPlays(other)).toBe(false);
  });
});
