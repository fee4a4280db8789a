import { extent, max } from 'd3-array';
import type { SweepSpec } from '../../model/contract';
import type { Column, Table } from '../../model/types';
import { AXIS } from '../axis';
import { edgesOf } from '../bandArea';
import { columnOf, tableOf } from '../tables';
import { isWide, type ValueAxis, valueAxis } from '../valueAxis';
import { type DrawInput, NARROW, type OverlayRole } from '../view';

/** One run's curve in a panel, px. */
export interface Curve {
  role: 'run' | OverlayRole;
  places: { x: number; y: number; said: [number, number] }[];
}

export interface Panel {
  column: Column;
  top: number;
  bottom: number;
  y: ValueAxis;
  curves: Curve[];
  /** The reader's own setting, if it was run. */
  own: { x: number; y: number; value: number } | undefined;
}

export interface Layout extends Box {
  x: ValueAxis;
  across: Column;
  /** The run's, with the edges of bands. */
  table: Table;
  panels: Panel[];
}

interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
}

const HEAD = 24;
const APART = 34;
const PLOT = { wide: 150, narrow: 130 };
const ORDER = ['unseen', 'ghost', 'pinned', 'run', 'kernel'];

export function boxOf(width: number, panels: number): Box {
  const narrow = width < NARROW;
  const bottom = HEAD + panels * PLOT[narrow ? 'narrow' : 'wide'] + (panels - 1) * APART;
  return { width, height: bottom + AXIS, left: narrow ? 40 : 48, right: width - (narrow ? 12 : 18), bottom };
}

const positive = (values: ArrayLike<number>): number[] => Array.from(values).filter((value) => value > 0);

/** Places in all panels; undefined where there is nothing to draw yet. */
export function layoutSweep({ spec, run, overlays, width, words }: DrawInput<SweepSpec>): Layout | undefined {
  const box = boxOf(width, spec.panels.length);
  const { left, right, bottom } = box;
  const tables: { role: Curve['role']; table: Table }[] = [
    { role: 'run' as const, table: tableOf(run, spec.table) ?? [] },
    ...overlays.map(({ role, run: other }) => ({ role, table: tableOf(other, spec.table) ?? [] })),
  ].sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
  const own = tables.find(({ role }) => role === 'run')!.table;
  const across = columnOf(own, spec.x);
  const domain = extent(tables.flatMap(({ table }) => positive(columnOf(table, spec.x).values)));
  if (domain[0] === undefined || positive(across.values).length === 0) return undefined;
  const count = Math.max(3, Math.round((right - left) / 72));
  const x = valueAxis({
    column: across,
    domain,
    range: [left + 6, right - 6],
    count,
    logScale: words.logScale,
    always: true,
  });
  const setting = run.parameters[spec.point];
  const size = (bottom - HEAD - (spec.panels.length - 1) * APART) / spec.panels.length;
  const panels = spec.panels.map((name, place): Panel => {
    const top = HEAD + place * (size + APART);
    const column = columnOf(own, name);
    const shown = tables.map(({ table }) => columnOf(table, name).values);
    const all = [...shown, ...(edgesOf(column, own) ?? [])].flatMap((values) => [...values].filter(Number.isFinite));
    const [low, high] = [Math.min(...positive(all)), max(all) ?? 0];
    const y = valueAxis({
      column,
      domain: isWide(low, high) ? [low, high] : [0, high || 1],
      range: [top + size, top + 4],
      count: 6,
      logScale: words.logScale,
    });
    const curves = tables.map(({ role, table }): Curve => {
      const [xs, ys] = [columnOf(table, spec.x).values, columnOf(table, name).values];
      const rows = Array.from(xs.keys()).filter((row) => xs[row]! > 0 && (y.isLog ? ys[row]! > 0 : ys[row]! >= 0));
      const places = rows.map((row) => ({
        x: x.scale(xs[row]!),
        y: y.scale(ys[row]!),
        said: [xs[row]!, ys[row]!] as [number, number],
      }));
      return { role, places };
    });
    const mine = curves.find(({ role }) => role === 'run')!.places.find(({ said }) => said[0] === setting);
    return { column, top, bottom: top + size, y, curves, own: mine && { x: mine.x, y: mine.y, value: mine.said[1] } };
  });
  if (panels.every(({ curves }) => curves.find(({ role }) => role === 'run')!.places.length === 0)) return undefined;
  return { ...box, x, across, table: own, panels };
}
