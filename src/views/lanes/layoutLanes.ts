import { extent, sum } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { Lane, Params } from '../../model/contract';
import { AXIS } from '../axis';
import { formatNumber, type Scaled, scaled } from '../format';
import { type Frame, lastRow, type Track, tracksOf } from '../frame';
import { textWidth, wrap } from '../text';
import { layoutTime, type TimeLayout } from '../time';
import { FLAT, NARROW, NARROWEST, type OverlayRole } from '../view';

export type Role = 'run' | OverlayRole;

export interface LaneLayout {
  spec: Lane;
  top: number;
  bottom: number;
  titleY: number;
  /** Rows of legend chips between title and plot; empty where labels stand at the lines' ends. */
  chips: Track[][];
  chipsY: number;
  scale: Scaled;
  y: ScaleLinear<number, number>;
  ticks: number[];
  tracks: Track[];
}

export interface Layout extends TimeLayout {
  width: number;
  height: number;
  left: number;
  right: number;
  narrow: boolean;
  axisY: number;
  strip: { top: number; rows: number };
  lanes: LaneLayout[];
  frame: Frame;
  overlays: readonly Overlay[];
  band: FrameBand | undefined;
}

/** Another run's frame behind or over the run's. */
export interface Overlay {
  role: Role;
  frame: Frame;
}

/** Where runs of the same setting lie. */
export interface FrameBand {
  low: Frame;
  high: Frame;
}

export interface LayoutInput {
  frame: Frame;
  lanes: readonly Lane[];
  width: number;
  overlays?: readonly Overlay[];
  band?: FrameBand | undefined;
  /** A run that is not complete yet is drawn on the axes of the one before it, so that they don't run away. */
  growing?: boolean;
  /** Of the run: a lane keeps its handles in sight. */
  parameters?: Params;
  /** Is there to be room for events in words? */
  events?: boolean;
  /** How high the first lane is, px, where it is not as high as usual. */
  tall?: number | undefined;
  /** Does a figure open with it? Then lanes for which there is no room are left out. */
  flat?: boolean | undefined;
}

const TITLE = 22;
export const CHIP_ROW = 18;
export const STRIP_ROW = 16;
const LANE_GAP = 12;
/** Between a tick's number and the plot, and the picture's edge, px. */
const TICK_GAP = 9;

const heights = (count: number, narrow: boolean): { first: number; other: number } => {
  if (count === 1) return narrow ? { first: 220, other: 0 } : { first: 270, other: 0 };
  return narrow ? { first: 136, other: 66 } : { first: 156, other: 72 };
};

/** A plot lower than that says nothing, px. */
const LEAST = { first: 72, other: 36 };

/** As many lanes as `room` px have plots for below their titles, and how high these are: the first twice as high. */
function share(heads: readonly number[], room: number): { count: number; first: number; other: number } {
  for (let count = heads.length; ; count--) {
    const plots = room - sum(heads.slice(0, count)) - (count - 1) * LANE_GAP;
    const other = Math.floor(plots / (count + 1));
    const first = plots - (count - 1) * other;
    if (count <= 1 || (first >= LEAST.first && other >= LEAST.other)) return { count, first, other };
  }
}

export const chipWidth = (track: Track): number => textWidth(track.label) + 40;

/** Everything the drawing needs to know about places; the height depends on the lanes and on `narrow`, never on values. */
export function layoutLanes({
  frame,
  lanes,
  width,
  overlays = [],
  band,
  growing = false,
  parameters = {},
  events = true,
  tall,
  flat = false,
}: LayoutInput): Layout {
  const narrow = width < NARROW;
  const edges: Overlay[] = band ? [band.low, band.high].map((edge) => ({ role: 'run', frame: edge })) : [];
  const others = [...overlays, ...edges];
  const hidden = others.filter(({ role }) => role === 'unseen').map((other) => other.frame);
  const several = lanes.some((lane) => lane.series.length > 1);
  const labels = [...frame.tracks.values()].map((track) => textWidth(track.label));
  const right = width - (narrow ? 10 : several ? Math.min(130, Math.max(...labels, 40) + 18) : 16);
  const numbered = lanes[0]?.kind === 'points';
  const isLow = tall !== undefined || (flat && narrow);
  const strip = { top: 0, rows: numbered || !events ? 0 : isLow ? 1 : 2 };
  const chipsOf = (tracks: Track[]): Track[][] => {
    // One that is never there needs no name; one that is only out of sight has room for it.
    const isThere = ({ name }: Track): boolean =>
      [frame, ...hidden].some(({ tracks: all }) => all.has(name) && lastRow(all.get(name)!) >= 0);
    const named = tracks.filter(isThere);
    return narrow && tracks.length > 1 ? wrap(named, chipWidth, NARROWEST) : [];
  };
  const headOf = (chips: Track[][], i: number): number =>
    TITLE + chips.length * CHIP_ROW + (i === 0 ? strip.rows * STRIP_ROW : 0) + 4;
  const usual = { ...heights(lanes.length, narrow), count: lanes.length };
  const heads = lanes.map((lane, i) => headOf(chipsOf(tracksOf(frame, lane)), i));
  const size = flat ? share(heads, FLAT[narrow ? 'narrow' : 'wide'] - AXIS) : { ...usual, first: tall ?? usual.first };
  let top = 0;
  const placed = lanes.slice(0, size.count).map((spec, i): LaneLayout => {
    const tracks = tracksOf(frame, spec);
    const titleY = top + TITLE - 8;
    const chips = chipsOf(tracks);
    const chipsY = top + TITLE;
    if (i === 0) strip.top = chipsY + chips.length * CHIP_ROW;
    const plotTop = top + headOf(chips, i);
    const bottom = plotTop + (i === 0 ? size.first : size.other);
    top = bottom + LANE_GAP;
    const handles = spec.handles.map((name) => Number(parameters[name]));
    const y = yScale(spec, frame, others, growing, handles).range([bottom, plotTop]);
    const count = Math.max(3, Math.round((bottom - plotTop) / 42));
    y.nice(count);
    return {
      spec,
      top: plotTop,
      bottom,
      titleY,
      chips,
      chipsY,
      scale: scaled(spec.unit, y.domain()[1]!),
      y,
      ticks: y.ticks(count),
      tracks,
    };
  });
  const axisY = top - LANE_GAP;
  const left = Math.max(narrow ? 38 : 48, ...placed.flatMap(tickWidths).map((tick) => Math.ceil(tick) + TICK_GAP));
  const pad = numbered ? 10 : 0;
  const time = layoutTime({
    head: frame.x,
    others: others.map(({ role, frame: other }) => ({ role, values: other.x.values })),
    growing,
    end: frame.end,
    range: [left + pad, right - pad],
    narrow,
  });
  return {
    width,
    height: axisY + AXIS,
    left,
    right,
    narrow,
    ...time,
    axisY,
    strip,
    lanes: placed,
    frame,
    overlays,
    band,
  };
}

const tickWidths = ({ ticks, scale }: LaneLayout): number[] =>
  ticks.map((tick) => textWidth(formatNumber(tick * scale.factor), 11.5));

/** A level further out than this (in heights of the curve) would flatten the curve: its handle waits at the edge. */
const FAR = 2;

function yScale(
  spec: Lane,
  frame: Frame,
  overlays: readonly Overlay[],
  growing: boolean,
  handles: readonly number[],
): ScaleLinear<number, number> {
  const range = (of: Frame): [number, number] | undefined => {
    const all = tracksOf(of, spec).flatMap((track) => extent(track.values) as number[]);
    const [low, high] = extent(all.filter((value) => value !== undefined));
    return low === undefined || high === undefined ? undefined : [low, high];
  };
  let domain = range(frame);
  for (const overlay of overlays) {
    const other = range(overlay.frame);
    if (!other) continue;
    // The run before keeps the axis still while a slider moves, but a much larger one must not flatten the new curve.
    if (domain && overlay.role === 'ghost' && !growing && other[1] > 2.5 * domain[1]) continue;
    domain = domain ? [Math.min(domain[0], other[0]), Math.max(domain[1], other[1])] : other;
  }
  let [low, high] = domain ?? [0, 1];
  [low, high] = [Math.min(0, low), Math.max(0, high)];
  for (const level of handles) if (level > high && level < FAR * high) high = level;
  if (!(high > low)) high = low + 1;
  return scaleLinear().domain([low, high]);
}
