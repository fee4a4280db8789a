import { range, sum } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { PoolSpec } from '../../model/contract';
import type { Column } from '../../model/types';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
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
const LEGEND_ROW = 36;
const FIELD = { wide: 216, narrow: 132 };
/** Above each field. */
const TITLE = 20;
/** Between two fields that stand side by side. */
const BETWEEN = 20;
/** Room is kept for as many fields, one below the other. */
const GROUPS = 2;
const STRIP = 84;
/** Of the refusals: their height, and the room above them. */
const REFUSALS = 26;
const REFUSALS_GAP = 14;
/** From one square to the next, px: a square is no larger, and no smaller; where all stand in one row, it may be. */
const PITCH = { row: 64, most: 44, least: 9 };
/** States that there is room for, and what is free. */
const STATES = 4;

const fits = (pitch: number, width: number, height: number): number =>
  Math.floor(width / pitch) * Math.floor(height / pitch);

function fieldHeight(narrow: boolean): number {
  return narrow ? GROUPS * (TITLE + FIELD.narrow) : TITLE + FIELD.wide;
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
export function layoutPool({ spec, run, growing, width }: DrawInput<PoolSpec, PoolWords>): Layout {
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const ports = readPorts(run, spec);
  const total = totalOf([...ports.states, ports.free]);
  const edge = narrow ? 4 : 8;
  const inside = width - 2 * edge;

  const perRow = narrow ? 2 : STATES;
  const legendRows = STATES / perRow;
  const legend = range(STATES).map((item) => ({
    x: edge + ((item % perRow) * inside) / perRow,
    y: HEADING + Math.floor(item / perRow) * LEGEND_ROW,
    width: inside / perRow,
  }));

  const fieldTop = HEADING + legendRows * LEGEND_ROW;
  const { groups } = ports;
  const share = narrow ? inside : (inside - (groups.length - 1) * BETWEEN) / Math.max(1, groups.length);
  const high = fieldHeight(narrow) / (narrow ? Math.max(1, groups.length) : 1) - TITLE;
  let block = 0;
  const areas = groups.map((group, place) => {
    const left = narrow ? edge : edge + place * (share + BETWEEN);
    const top = narrow ? fieldTop + place * (high + TITLE) : fieldTop;
    const area = layoutArea(group, block, { left, top, width: share, height: high });
    block += group.blocks.length;
    return area;
  });

  const fieldBottom = fieldTop + fieldHeight(narrow);
  const titleY = fieldBottom + 18;
  const [left, right] = [narrow ? 54 : 58, width - 8];
  const top = titleY + 10;
  const bottom = top + STRIP;
  const refusalsTop = bottom + REFUSALS_GAP;
  const axisY = refusalsTop + REFUSALS;
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
export const heightOf = (width: number): number => {
  const narrow = width < NARROW;
  return HEADING + (narrow ? 2 : 1) * LEGEND_ROW + fieldHeight(narrow) + 28 + STRIP + REFUSALS_GAP + REFUSALS + AXIS;
};
