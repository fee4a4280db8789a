/** How a run gets on: whether it takes long, and how long still. Pure, so that what is said can be tested. */
export interface Pace {
  /** When it was first heard of, ms. */
  began: number;
  /** When it was last heard of; undefined: it was held since. */
  heard: number | undefined;
  progress: number;
  /** Progress and time of late: what is long ago counts ever less. */
  share: number;
  span: number;
  /** Is it worth a word? Then it stays so until the run is over. */
  long: boolean;
  /** What is said to be left, s; undefined: it cannot be said yet. */
  left: number | undefined;
}

/** Runs shorter than about twice this are over before anything about them can be read, ms. */
const LONG_MS = 750;

/** What is so long ago counts a third: ms at least, and as a part of all the time there was. */
const MEMORY = { least: 2500, part: 0.25 };

/**
 * A beginning says little about the rest (a slow start is more work than what follows): nothing is said of what is left
 * before so much is done and so much time, ms, has passed; or before a time that nobody waits without a word.
 */
const SURE = { progress: 0.03, time: 2000, anyway: 10_000 };

/** More is only said to be left than before when it is clearly more. */
const CLEARLY = 1.3;

/** A time as one says it: in steps of 5 s, 10 s, half a minute, never less than what is left. */
export function round(seconds: number): number {
  const step = seconds <= 60 ? 5 : seconds <= 120 ? 10 : seconds <= 600 ? 30 : 60;
  return Math.ceil(seconds / step) * step;
}

export function observe(before: Pace | undefined, now: number, progress: number): Pace {
  // Less than before: it is another run.
  if (!before || progress < before.progress)
    return { began: now, heard: now, progress, share: 0, span: 0, long: false, left: undefined };
  if (before.heard === undefined) return { ...before, heard: now, progress };
  const passed = now - before.heard;
  const time = now - before.began;
  const faded = Math.exp(-passed / Math.max(MEMORY.least, MEMORY.part * time));
  const share = before.share * faded + (progress - before.progress);
  const span = before.span * faded + passed;
  const began = before.began;
  const next = { began, heard: now, progress, share, span, long: before.long, left: before.left };
  if (!(share > 0)) return next;
  const left = ((1 - progress) * span) / share;
  next.long ||= time >= LONG_MS && left >= LONG_MS;
  const seconds = left / 1000;
  const said = round(seconds);
  const isSure = time >= SURE.anyway || (time >= SURE.time && progress >= SURE.progress);
  if (!isSure) return next;
  if (before.left === undefined || said < before.left || seconds > CLEARLY * before.left) next.left = said;
  return next;
}

/** It was stopped: the time until it goes on does not count. */
export const held = (pace: Pace | undefined): Pace | undefined => pace && { ...pace, heard: undefined };
