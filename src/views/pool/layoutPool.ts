import { range, sum } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { PoolSpec } from '../../model/contract';
import type { Column } from '../../model/types';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, FLAT, NARROW } from '../view';
import { type Group, type Ports, readPorts, totalOf } from './readPool';
import type { PoolWords } from './poolWords';

/** A square, and the blocks that it stands for: `from` to `to`, counted through all groups. */
export interface Square {
  x: number;
  y: number;
  from: number;
  to: number;
  ports: number;
  /** The number of its lowest port. */
  first: number;
}

/** Squares in rows, below their title. */
export interface Area {
  name: string;
  left: number;
  titleY: number;
  width: number;
  squares: Square[];
  /** The edge of a square, px, without the gap. */
  side: number;
}

export interface Layout extends TimeLayout {
  head: Column;
  ports: Ports;
  total: number;
  width: number;
  height: number;
  /** Edges of the strip over time. */
  left: number;
  right: number;
  areas: Area[];
  /** Where each state's count stands. */
  legend: { x: number; y: number; width: number }[];
  /** Below it nothing depends on the cursor. */
  fieldBottom: number;
  strip: { titleY: number; top: number; bottom: number; y: ScaleLinear<number, number> };
  refusals: { top: number; bottom: number; most: number };
  axisY: number;
}

const HEADING = 24;
/** Above each field. */
const TITLE = 20;
/** Between two fields that stand side by side. */
const BETWEEN = 20;
/** Room is kept for as many fields, one below the other. */
const GROUPS = 2;
/** Heights, px: what stands above the strip, the strip, and the refusals, with the room above them. */
const FULL = { legendRow: 36, head: 28, strip: 84, refusals: 26, gap: 14 };
const OPENING = { legendRow: 33, head: 24, strip: 40, refusals: 14, gap: 8 };
const FIELD = { wide: 216, narrow: 132 };
/** From one square to the next, px: a square is no larger, and no smaller; where all stand in one row, it may be. */
const PITCH = { row: 64, most: 44, least: 9 };
/** States that there is room for, and what is free. */
const STATES = 4;

const fits = (pitch: number, width: number, height: number): number =>
  Math.floor(width / pitch) * Math.floor(height / pitch);

/** Heights of a form; what opens a figure has its fields side by side, as high as there is room. */
function sizesOf(narrow: boolean, flat: boolean) {
  const form = narrow ? 'narrow' : 'wide';
  const sizes = flat ? OPENING : FULL;
  const { legendRow, head, strip, refusals, gap } = sizes;
  const above = HEADING + (narrow ? 2 : 1) * legendRow;
  const below = head + strip + gap + refusals + AXIS;
  const field = flat ? FLAT[form] - above - below : (narrow ? GROUPS : 1) * (TITLE + FIELD[form]);
  return { ...sizes, field, height: above + field + below, stacked: narrow && !flat };
}

/** A group's blocks as squares; several blocks are one where there is no room for each. */
function layoutArea(
  { name, blocks }: Group,
  firstBlock: number,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Area {
  const each = Math.max(1, Math.ceil(blocks.length / fits(PITCH.least, width, height)));
  const count = Math.ceil(blocks.length / each);
  const row = Math.min(PITCH.row, Math.floor(width / count));
  const sizes = row >= PITCH.most ? [row] : range(PITCH.most, PITCH.least, -1);
  const pitch = sizes.find((size) => fits(size, width, height) >= count) ?? PITCH.least;
  const columns = Math.max(1, Math.floor(width / pitch));
  const squares = range(count).map((square): Square => {
    const own = blocks.slice(square * each, (square + 1) * each);
    return {
      x: left + (square % columns) * pitch,
      y: top + TITLE + Math.floor(square / columns) * pitch,
      from: firstBlock + square * each,
      to: firstBlock + square * each + own.length,
      ports: sum(own, ({ ports }) => ports),
      first: own[0]!.first,
    };
  });
  return { name, left, titleY: top + 12, width, squares, side: pitch - (pitch < 14 ? 1 : 2) };
}

/** Where everything stands; the height depends on the width alone. */
export function layoutPool({ spec, run, growing, width, flat = false }: DrawInput<PoolSpec, PoolWords>): Layout {
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const ports = readPorts(run, spec);
  const total = totalOf([...ports.states, ports.free]);
  const edge = narrow ? 4 : 8;
  const sizes = sizesOf(narrow, flat);
  const { legendRow, stacked } = sizes;
  const inside = width - 2 * edge;

  const perRow = narrow ? 2 : STATES;
  const legendRows = STATES / perRow;
  const legend = range(STATES).map((item) => ({
    x: edge + ((item % perRow) * inside) / perRow,
    y: HEADING + Math.floor(item / perRow) * legendRow,
    width: inside / perRow,
  }));

  const fieldTop = HEADING + legendRows * legendRow;
  const { groups } = ports;
  const share = stacked ? inside : (inside - (groups.length - 1) * BETWEEN) / Math.max(1, groups.length);
  const high = sizes.field / (stacked ? Math.max(1, groups.length) : 1) - TITLE;
  let block = 0;
  const areas = groups.map((group, place) => {
    const left = stacked ? edge : edge + place * (share + BETWEEN);
    const top = stacked ? fieldTop + place * (high + TITLE) : fieldTop;
    const area = layoutArea(group, block, { left, top, width: share, height: high });
    block += group.blocks.length;
    return area;
  });

  const fieldBottom = fieldTop + sizes.field;
  const titleY = fieldBottom + sizes.head - 10;
  const [left, right] = [narrow ? 54 : 58, width - 8];
  const top = titleY + 10;
  const bottom = top + sizes.strip;
  const refusalsTop = bottom + sizes.gap;
  const axisY = refusalsTop + sizes.refusals;
  const time = layoutTime({ head, growing, end: run.end, range: [left, right], narrow });
  return {
    ...{ head, ports, total, width, left, right, areas, legend, fieldBottom, axisY, ...time },
    height: axisY + AXIS,
    strip: {
      ...{ titleY, top, bottom },
      y: scaleLinear()
        .domain([0, Math.max(1, total)])
        .range([bottom, top]),
    },
    refusals: { top: refusalsTop, bottom: axisY, most: Math.max(0, ...ports.refused.values) },
  };
}

/** What there is where there is nothing to draw. */
export const heightOf = (width: number, flat = false): number => sizesOf(width < NARROW, flat).height;
