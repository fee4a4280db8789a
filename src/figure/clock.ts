import { createStore } from '../model/store';

/**
 * The one clock of a figure: the cursor in every view and the packets in the pipe stand at its time. A store of its
 * own, so that a moving cursor or a playing pipe draws only itself again and not the figure.
 */
export interface Clock {
  /** In the unit of the result's first column; undefined: at rest, no cursor is shown. */
  time(): number | undefined;
  playing(): boolean;
  /** Does it play although the reader has not asked for it? */
  unasked(): boolean;
  /** Put the cursor somewhere; stops the playing. */
  set(t: number | undefined): void;
  play(options: PlayOptions): void;
  pause(): void;
  /** Told of every change; gives back the way to stop that. */
  subscribe(listener: () => void): () => void;
}

export interface PlayOptions {
  /** From where, if the clock is at rest or at the end. */
  from: number;
  to: number;
  /** Seconds of the model in a second of the reader. */
  speed: number;
  /** Where it goes on to from `t` in so many seconds of the reader: where time is not drawn evenly. */
  forward?: (t: number, seconds: number) => number;
  /** The reader has not asked for it. */
  unasked?: boolean;
}

/** Of the browser; tests bring their own. */
export interface Frames {
  request: (callback: (now: number) => void) => number;
  cancel: (handle: number) => void;
}

/** A tab that was away for long goes on where it was. */
const LONGEST_FRAME = 100;

const BROWSER: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

const playing = new Set<Clock>();

/** Does another than this one play, anywhere on the page? */
export const anotherPlays = (clock: Clock): boolean => playing.size > (playing.has(clock) ? 1 : 0);

export function createClock(frames: Frames = BROWSER): Clock {
  const { get: time, set: tell, subscribe } = createStore<number | undefined>(undefined);
  let frame: number | undefined;
  let isUnasked = false;

  function stop(): void {
    if (frame !== undefined) frames.cancel(frame);
    frame = undefined;
    playing.delete(clock);
    isUnasked = false;
  }

  const clock: Clock = {
    time,
    playing: () => frame !== undefined,
    unasked: () => isUnasked,
    set(to) {
      if (to === time() && frame === undefined) return;
      stop();
      tell(to);
    },
    play({ from, to, speed, forward = (t, seconds) => t + seconds * speed, unasked = false }) {
      stop();
      isUnasked = unasked;
      let t = time() ?? to;
      if (t >= to) t = from;
      let last: number | undefined;
      const tick = (now: number): void => {
        const passed = Math.min(now - (last ?? now), LONGEST_FRAME);
        last = now;
        t = Math.min(to, forward(t, passed / 1000));
        if (t < to) frame = frames.request(tick);
        else stop();
        tell(t);
      };
      frame = frames.request(tick);
      playing.add(clock);
      tell(t);
    },
    pause() {
      if (frame === undefined) return;
      stop();
      tell(time());
    },
    subscribe,
  };
  return clock;
}
