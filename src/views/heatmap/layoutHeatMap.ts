import { extent, pairs } from 'd3-array';
import type { HeatMapSpec, Params } from '../../model/contract';
import type { Column, Table } from '../../model/types';
import { AXIS } from '../axis';
import { formatNumber, formatSetting, hasPrefixes, scaled } from '../format';
import { columnOf, wordOf } from '../tables';
import { cut, textWidth } from '../text';
import { isWide, withUnit } from '../valueAxis';
import { type FieldCell, FLAT, NARROW } from '../view';
import { type Side, sideOf } from './field';

export interface Cell extends FieldCell {
  /** 0 … 1, by value; undefined: there is no value. */
  depth: number | undefined;
  /** The value, where it fits. */
  text: string;
}

export interface Tick {
  at: number;
  label: string;
}

export interface Layout extends Box {
  left: number;
  right: number;
  cells: Cell[];
  xTicks: Tick[];
  yTicks: Tick[];
  xTitle: string;
  yTitle: string;
  /** Where the reader's own point is, px. */
  point: { x: number; y: number } | undefined;
  columns: number;
  rows: number;
  /** What the colour stands for, and the values at its ends. */
  key: { low: string; high: string };
}

export interface Box {
  width: number;
  height: number;
  narrow: boolean;
  top: number;
  bottom: number;
}

const HEAD = 62;
const PLOT = { wide: FLAT.wide - HEAD - AXIS, narrow: FLAT.narrow - HEAD - AXIS };
const TEXT = 11.5;
/** Of the width, for the words at the left. */
const LEFT_SHARE = 0.3;

export function boxOf(width: number): Box {
  const narrow = width < NARROW;
  const bottom = HEAD + (narrow ? PLOT.narrow : PLOT.wide);
  return { width, height: bottom + AXIS, narrow, top: HEAD, bottom };
}

/** What stands at the values of a side: words, settings such as 64 KiB, or numbers. */
function labelsOf(column: Column, { values, isLog }: Side): { labels: string[]; title: string } {
  const { meaning, unit, words } = column;
  if (words) return { labels: values.map((value) => wordOf(column, value)), title: meaning };
  if (isLog && hasPrefixes(unit)) return { labels: values.map((value) => formatSetting(value, unit)), title: meaning };
  const { factor, unit: name } = scaled(unit, values[values.length - 1]!);
  return { labels: values.map((value) => formatNumber(value * factor)), title: withUnit(meaning, name) };
}

/** Every tick, or every second, third …, so that all have room. */
function thin(ticks: readonly Tick[], sizeOf: (label: string) => number): Tick[] {
  for (let stride = 1; ; stride++) {
    const kept = ticks.filter((_, i) => i % stride === 0);
    const apart = pairs(kept).every(([a, b]) => Math.abs(b.at - a.at) >= (sizeOf(a.label) + sizeOf(b.label)) / 2);
    if (apart) return kept;
  }
}

/** Places and words of a field; undefined where the table has no row. */
export function layoutHeatMap(
  spec: HeatMapSpec,
  table: Table,
  width: number,
  logScale: string,
  parameters: Params = {},
): Layout | undefined {
  const box = boxOf(width);
  const { narrow, top, bottom } = box;
  const [xs, ys, values] = [columnOf(table, spec.x), columnOf(table, spec.y), columnOf(table, spec.value)];
  if (values.values.length === 0) return undefined;
  // While the first cells are under way there is a field, but no value.
  const [low = NaN, high = NaN] = extent(Array.from(values.values).filter(Number.isFinite));
  const [across, up] = [sideOf(xs), sideOf(ys)];
  const [xLabels, yLabels] = [labelsOf(xs, across), labelsOf(ys, up)];
  const room = LEFT_SHARE * width;
  const left = Math.ceil(Math.min(room, Math.max(24, ...yLabels.labels.map((label) => textWidth(label, TEXT))))) + 10;
  const right = width - (narrow ? 10 : 16);
  const px = (share: number): number => left + share * (right - left);
  const py = (share: number): number => bottom - share * (bottom - top);

  const isLog = isWide(low, high);
  const depthOf = (value: number): number =>
    high === low ? 0.5 : isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const key = scaled(values.unit, high);
  const cells = new Map<string, Cell>();
  for (const [row, value] of values.values.entries()) {
    const [i, j] = [across.values.indexOf(xs.values[row]!), up.values.indexOf(ys.values[row]!)];
    const [h, v] = [across.spans[i], up.spans[j]];
    if (!h || !v) continue;
    const [x, y] = [px(h.from), py(v.to)];
    const [cellWidth, cellHeight] = [px(h.to) - x, py(v.from) - y];
    const text = formatNumber(value * key.factor);
    const fits = textWidth(text, TEXT) + 6 <= cellWidth && cellHeight >= 15;
    cells.set(`${i} ${j}`, {
      column: i,
      row: j,
      x,
      y,
      width: cellWidth,
      height: cellHeight,
      depth: Number.isFinite(value) ? depthOf(value) : undefined,
      text: fits ? text : '',
      said: `${xLabels.title} ${xLabels.labels[i]}, ${yLabels.title} ${yLabels.labels[j]}: ${text} ${key.unit}`.trim(),
    });
  }
  const ticksOf = ({ spans }: Side, labels: string[], to: (share: number) => number): Tick[] =>
    spans.map((span, i) => ({ at: Math.round(to((span.from + span.to) / 2)), label: labels[i]! }));
  const noted = (title: string, log: boolean): string => (log ? `${title} (${logScale})` : title);
  const xTicks = thin(ticksOf(across, xLabels.labels, px), (label) => textWidth(label, TEXT) + 10);
  const yTicks = thin(ticksOf(up, yLabels.labels, py), () => 14);
  const [ownX, ownY] = (spec.point ?? []).map((name) => parameters[name]);
  const point =
    typeof ownX === 'number' && typeof ownY === 'number'
      ? { x: Math.round(px(across.place(ownX))), y: Math.round(py(up.place(ownY))) }
      : undefined;
  return {
    ...box,
    left,
    right,
    cells: [...cells.values()],
    point,
    columns: across.values.length,
    rows: up.values.length,
    xTicks,
    yTicks: yTicks.map(({ at, label }) => ({ at, label: cut(label, room, TEXT) })),
    xTitle: noted(xLabels.title, across.isLog),
    yTitle: noted(yLabels.title, up.isLog),
    key: {
      low: formatNumber(low * key.factor),
      high: noted(`${formatNumber(high * key.factor)} ${key.unit}`.trim(), isLog),
    },
  };
}
