import { createStore } from '../model/store';

/**
 * The one clock of a figure: the cursor in every view and the packets in the pipe stand at its time. A store of its
 * own, so that a moving cursor or a playing pipe draws only itself again and not the figure.
 */
export interface Clock {
  /** In the unit of the result's first column; undefined: at rest, no cursor is shown. */
  time(): number | undefined;
  playing(): boolean;
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

export function createClock(frames: Frames = BROWSER): Clock {
  const { get: time, set: tell, subscribe } = createStore<number | undefined>(undefined);
  let frame: number | undefined;

  function stop(): void {
    if (frame !== undefined) frames.cancel(frame);
    frame = undefined;
  }

  return {
    time,
    playing: () => frame !== undefined,
    set(to) {
      if (to === time() && frame === undefined) return;
      stop();
      tell(to);
    },
    play({ from, to, speed }) {
      stop();
      let t = time() ?? to;
      if (t >= to) t = from;
      let last: number | undefined;
      const tick = (now: number): void => {
        const passed = Math.min(now - (last ?? now), LONGEST_FRAME);
        last = now;
        t = Math.min(to, t + (passed / 1000) * speed);
        frame = t < to ? frames.request(tick) : undefined;
        tell(t);
      };
      frame = frames.request(tick);
      tell(t);
    },
    pause() {
      if (frame === undefined) return;
      stop();
      tell(time());
    },
    subscribe,
  };
}
