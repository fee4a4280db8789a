import { bisector } from 'd3-array';
import type { RunEvent } from '../../model/contract';
import { formatValue } from '../format';
import type { Track } from '../frame';
import type { LaneLayout, Layout } from './layoutLanes';
import { sayTime } from '../time';

export interface Reading {
  lane: LaneLayout;
  track: Track;
  value: number;
  text: string;
}

export interface Readout {
  x: number;
  text: string;
  readings: Reading[];
  /** The event under the cursor, if one is near. */
  event: RunEvent | undefined;
}

const near = bisector<number, number>((value) => value).center;

/** Pixels from the cursor within which an event counts as pointed at. */
const REACH = 7;

/** The event that is pointed at, if one is near enough. */
export function eventNear(marks: readonly RunEvent[], x: (t: number) => number, t: number): RunEvent | undefined {
  const distance = (event: RunEvent): number => Math.abs(x(event.t) - x(t));
  return marks.reduce<RunEvent | undefined>(
    (best, mark) => (distance(mark) <= (best ? distance(best) : REACH) ? mark : best),
    undefined,
  );
}

/** The sample next to `t`, and what every line says there. */
export function readAt(layout: Layout, t: number): Readout {
  const { frame, lanes } = layout;
  const index = near(frame.x.values as unknown as number[], t);
  const x = frame.x.values[index] ?? t;
  const readings = lanes.flatMap((lane) =>
    lane.tracks.flatMap((track): Reading[] => {
      const value = track.values[index];
      if (value === undefined || Number.isNaN(value)) return [];
      return [{ lane, track, value, text: formatValue(value, track.unit) }];
    }),
  );
  const event = eventNear(frame.marks, layout.x, x);
  return { x, text: sayTime(frame.x, x), readings, event };
}

/** The same in one line of words. */
export function sayReadout({ text, readings, event }: Readout): string {
  const values = readings.map(({ track, text: value }) => `${track.label} ${value}`);
  return [`${text}: ${values.join(', ')}`, event?.text].filter(Boolean).join('. ');
}
