import type { Lane, RunEvent } from '../model/contract';
import type { Column, Result } from '../model/types';
import { spoken } from './text';

/** A column with the word that stands at its line. */
export interface Track extends Column {
  label: string;
}

/** What the views draw: tracks over a shared x axis, and moments worth a word. */
export interface Frame {
  x: Track;
  tracks: ReadonlyMap<string, Track>;
  marks: readonly RunEvent[];
  /** Where the x axis of a run under way will end, if that is known. */
  end?: number | undefined;
}

/** The first column of a result is its x axis; all others are tracks. */
export function toFrame(run: Pick<Result, 'columns' | 'events' | 'end'>, label = spoken): Frame {
  const { columns, events, end } = run;
  const [x, ...rest] = columns.map((column) => ({ ...column, label: label(column.name) }));
  if (!x) throw new Error('a result without columns cannot be drawn');
  return { x, tracks: new Map(rest.map((track) => [track.name, track])), marks: events, end };
}

/** The tracks of a lane that this frame really has. */
export function tracksOf(frame: Frame, lane: Lane): Track[] {
  return lane.series.flatMap((name) => frame.tracks.get(name) ?? []);
}

/** Where a track has its last value; -1: nowhere. */
export function lastRow({ values }: Track): number {
  let row = values.length - 1;
  while (row >= 0 && Number.isNaN(values[row])) row--;
  return row;
}
