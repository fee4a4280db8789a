import { extent } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { hasPrefixes, type Scaled, scaled } from './format';
import type { Lane } from '../model/types';
import { type Frame, type Track, tracksOf } from './frame';
import { textWidth } from './text';

/** Below this width the picture takes its narrow form: legends above the lanes, fewer ticks. */
export const NARROW = 560;

export type Role = 'run' | 'ghost' | 'kernel';

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

export interface Layout {
  width: number;
  height: number;
  left: number;
  right: number;
  narrow: boolean;
  x: ScaleLinear<number, number>;
  xScale: Scaled;
  xTicks: number[];
  xTitle: string;
  axisY: number;
  strip: { top: number; rows: number };
  lanes: LaneLayout[];
  frame: Frame;
  overlays: readonly Overlay[];
}

export interface Overlay {
  role: 'ghost' | 'kernel';
  frame: Frame;
}

export interface LayoutInput {
  frame: Frame;
  lanes: readonly Lane[];
  width: number;
  overlays?: readonly Overlay[];
  /** A run that is not complete yet is drawn on the axes of the one before it, so that they don't run away. */
  growing?: boolean;
  /** Is there to be room for events in words? */
  events?: boolean;
}

const TITLE = 22;
export const CHIP_ROW = 18;
export const STRIP_ROW = 16;
const LANE_GAP = 12;
const AXIS = 34;
const NEAR_ZERO = 0.02;
/** Chips wrap as on the narrowest phone, so that the height is the same for all narrow widths. */
const NARROWEST = 280;

const heights = (count: number, narrow: boolean): { first: number; other: number } => {
  if (count === 1) return narrow ? { first: 220, other: 0 } : { first: 270, other: 0 };
  return narrow ? { first: 136, other: 66 } : { first: 156, other: 72 };
};

export const chipWidth = (track: Track): number => textWidth(track.label) + 40;

function wrapChips(tracks: Track[]): Track[][] {
  const rows: Track[][] = [];
  let room = 0;
  for (const track of tracks) {
    const width = chipWidth(track);
    if (width > room) {
      rows.push([]);
      room = NARROWEST;
    }
    rows[rows.length - 1]!.push(track);
    room -= width;
  }
  return rows;
}

/** Everything the drawing needs to know about places; the height depends on the lanes and on `narrow`, never on values. */
export function layoutLanes({
  frame,
  lanes,
  width,
  overlays = [],
  growing = false,
  events = true,
}: LayoutInput): Layout {
  const narrow = width < NARROW;
  const several = lanes.some((lane) => lane.series.length > 1);
  const labels = [...frame.tracks.values()].map((track) => textWidth(track.label));
  const left = narrow ? 38 : 48;
  const right = width - (narrow ? 10 : several ? Math.min(130, Math.max(...labels, 40) + 18) : 16);
  const size = heights(lanes.length, narrow);
  const numbered = lanes[0]?.kind === 'points';
  const strip = { top: 0, rows: numbered || !events ? 0 : 2 };
  let top = 0;
  const placed = lanes.map((spec, i): LaneLayout => {
    const tracks = tracksOf(frame, spec);
    const titleY = top + TITLE - 8;
    const chips = narrow && tracks.length > 1 ? wrapChips(tracks) : [];
    const chipsY = top + TITLE;
    let plotTop = chipsY + chips.length * CHIP_ROW;
    if (i === 0) {
      strip.top = plotTop;
      plotTop += strip.rows * STRIP_ROW;
    }
    plotTop += 4;
    const bottom = plotTop + (i === 0 ? size.first : size.other);
    top = bottom + LANE_GAP;
    const y = yScale(spec, frame, overlays, growing).range([bottom, plotTop]);
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
  const x = xScale(frame, overlays, growing);
  const pad = numbered ? 10 : 0;
  x.range([left + pad, right - pad]);
  const xUnit = scaled(frame.x.unit, x.domain()[1]!);
  return {
    width,
    height: axisY + AXIS,
    left,
    right,
    narrow,
    x,
    xScale: xUnit,
    xTicks: x.ticks(Math.max(3, Math.round((right - left) / (narrow ? 64 : 88)))),
    xTitle: hasPrefixes(frame.x.unit) ? `${frame.x.meaning}, ${xUnit.unit}` : frame.x.meaning,
    axisY,
    strip,
    lanes: placed,
    frame,
    overlays,
  };
}

function xScale(frame: Frame, overlays: readonly Overlay[], growing: boolean): ScaleLinear<number, number> {
  const values = frame.x.values;
  let low = values[0] ?? 0;
  let high = values[values.length - 1] ?? 1;
  for (const { role, frame: other } of overlays) {
    if (role === 'ghost' && !growing) continue;
    low = Math.min(low, other.x.values[0] ?? low);
    high = Math.max(high, other.x.values[other.x.values.length - 1] ?? high);
  }
  // A first sample shortly after 0 is no reason for an axis without its 0.
  if (low > 0 && low < NEAR_ZERO * high) low = 0;
  return scaleLinear().domain(high > low ? [low, high] : [low, low + 1]);
}

function yScale(spec: Lane, frame: Frame, overlays: readonly Overlay[], growing: boolean): ScaleLinear<number, number> {
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
  if (!(high > low)) high = low + 1;
  return scaleLinear().domain([low, high]);
}
