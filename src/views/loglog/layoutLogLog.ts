import { extent } from 'd3-array';
import type { LogLogSpec } from '../../model/contract';
import type { Table } from '../../model/types';
import { AXIS } from '../axis';
import { edgesOf } from '../bandArea';
import type { Frame, Track } from '../frame';
import { frameOf } from '../lanes/Lanes';
import { type ValueAxis, valueAxis } from '../valueAxis';
import { type DrawInput, FLAT, NARROW, type OverlayRole } from '../view';

/** The lines of one run. */
export interface Lines {
  role: 'run' | OverlayRole;
  frame: Frame;
  tracks: Track[];
}

export interface Layout {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: ValueAxis;
  y: ValueAxis;
  /** All columns of the run, with the edges of bands. */
  table: Table;
  /** The earlier and the kept run, then the run itself. */
  lines: Lines[];
}

const HEAD = 48;
const PLOT = { wide: FLAT.wide - HEAD - AXIS, narrow: FLAT.narrow - HEAD - AXIS };
const ORDER = ['unseen', 'ghost', 'pinned', 'run', 'kernel'];

export function boxOf(width: number): Omit<Layout, 'x' | 'y' | 'table' | 'lines'> {
  const narrow = width < NARROW;
  const bottom = HEAD + PLOT[narrow ? 'narrow' : 'wide'];
  return { width, height: bottom + AXIS, left: narrow ? 40 : 48, right: width - (narrow ? 10 : 16), top: HEAD, bottom };
}

/** Places on both axes; undefined where there is nothing to draw yet. */
export function layoutLogLog(input: DrawInput<LogLogSpec>): Layout | undefined {
  const { spec, run, overlays, width, words } = input;
  const box = boxOf(width);
  const linesOf = (role: Lines['role'], frame: Frame): Lines => {
    const tracks = spec.series.flatMap((name) => frame.tracks.get(name) ?? []);
    return { role, frame, tracks };
  };
  const lines = [
    linesOf('run', frameOf(run, words)),
    ...overlays.map(({ role, run: other }) => linesOf(role, frameOf(other, words))),
  ].sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
  const own = lines.find(({ role }) => role === 'run')!;
  const positive = (values: ArrayLike<number>): number[] => Array.from(values).filter((value) => value > 0);
  const across = extent(lines.flatMap(({ frame }) => positive(frame.x.values)));
  const bands = own.tracks.flatMap((track) => edgesOf(track, run.columns) ?? []);
  const up = extent([...lines.flatMap(({ tracks }) => tracks.map(({ values }) => values)), ...bands].flatMap(positive));
  if (across[0] === undefined || up[0] === undefined || own.tracks.length === 0) return undefined;
  const { left, right, top, bottom } = box;
  const { logScale } = words;
  const x = valueAxis({
    column: own.frame.x,
    domain: across,
    range: [left + 6, right - 6],
    count: Math.max(3, Math.round((right - left) / 72)),
    logScale,
    always: true,
  });
  const y = valueAxis({
    column: own.tracks[0]!,
    domain: up,
    range: [bottom - 6, top + 6],
    count: 7,
    logScale,
    always: true,
  });
  return { ...box, x, y, table: run.columns, lines };
}
