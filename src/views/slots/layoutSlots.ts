import type { Lane, SlotsSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import { hasPrefixes } from '../format';
import { evenly } from '../even';
import type { Frame } from '../frame';
import { type Layout, layoutLanes, type LayoutInput } from '../lanes/layoutLanes';

export interface SlotsLayout extends Layout {
  /** What the queue holds at most; undefined: the run does not say. */
  limit: number | undefined;
  /** Is each slot a row of its own? */
  rows: boolean;
}

/** More slots than this are too thin to be told apart. */
const MOST_ROWS = 40;

export function limitOf({ parameters }: Pick<Result, 'parameters'>, { limit }: SlotsSpec): number | undefined {
  const value = Number(parameters[limit]);
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

type SlotsInput = Omit<LayoutInput, 'lanes'> & { spec: SlotsSpec; limit: number | undefined };

/** One lane as high as the queue has slots: how full it is, is seen at a glance. */
export function layoutSlots({ spec, limit, ...input }: SlotsInput): SlotsLayout {
  const unit = input.frame.tracks.get(spec.queue)?.unit ?? '';
  // It can be dragged where it is seen.
  const handles = limit === undefined ? [] : [spec.limit];
  const lane: Lane = { id: 'slots', title: spec.title, unit, series: [spec.queue], kind: 'line', handles };
  const layout = layoutLanes({ ...input, lanes: [lane] });
  const [only] = layout.lanes;
  const peak = only!.tracks[0]?.values.reduce((most, value) => (value > most ? value : most), 0) ?? 0;
  if (limit === undefined || peak > limit) return { ...layout, limit, rows: false };
  const y = only!.y.copy().domain([0, limit]);
  const close = limit / 12;
  const ticks = [...y.ticks(5).filter((tick) => limit - tick > close), limit];
  return { ...layout, limit, rows: limit <= MOST_ROWS && !hasPrefixes(unit), lanes: [{ ...only!, y, ticks }] };
}

/** The share of the time at which the queue is full. */
export function fullShare({ x, tracks }: Frame, { queue }: SlotsSpec, limit: number): number {
  const values = evenly(x.values, tracks.get(queue)!.values).filter(Number.isFinite);
  return values.filter((value) => value >= limit).length / values.length;
}
