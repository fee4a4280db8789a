import { sum } from 'd3-array';
import type { Table } from '../../model/types';
import { columnOf, wordOf } from '../tables';
import { FLAT, NARROW } from '../view';

/** A flow, a queue, a CPU, a link. */
export interface Box {
  name: string;
  load: number;
  /** What it can take; undefined: it only passes on. */
  room: number | undefined;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A band from the right edge of a box to the left edge of one in the next column: its edges there, px. */
export interface Band {
  from: Box;
  to: Box;
  handedOn: boolean;
  source: [top: number, bottom: number];
  target: [top: number, bottom: number];
}

export interface Layout {
  height: number;
  columns: { name: string; x: number; width: number; boxes: Box[] }[];
  bands: Band[];
}

export const HEAD = 24;
const TOP = 48;
const HEIGHT = { wide: 420, narrow: 400 };
const GAP = 4;
/** So that a name can be read; less where there are too many. */
const LEAST = 16;
const BOX = 148;
/** Of the width, between two columns, at least. */
const BETWEEN = { wide: 0.13, narrow: 0.17 };

export const heightOf = (width: number, flat = false): number =>
  (flat ? FLAT : HEIGHT)[width < NARROW ? 'narrow' : 'wide'];

const known = (value: number | undefined): number => (Number.isFinite(value) ? value! : 0);

/** Heights that fill `room`: all alike where boxes have a limit, else each as high as its part of the load. */
function heightsOf(boxes: readonly Pick<Box, 'load' | 'room'>[], room: number): number[] {
  const free = room - GAP * (boxes.length - 1);
  const even = free / boxes.length;
  const total = sum(boxes, ({ load }) => load);
  if (total === 0 || boxes.some((box) => box.room !== undefined)) return boxes.map(() => even);
  const least = Math.min(LEAST, even / 2);
  return boxes.map(({ load }) => least + ((free - least * boxes.length) * load) / total);
}

function boxesOf(table: Table): { name: string; boxes: Omit<Box, 'x' | 'y' | 'width' | 'height'>[] }[] {
  const [stages, names, loads, rooms] = ['stage', 'name', 'load', 'room'].map((name) => columnOf(table, name));
  const columns = (stages!.words ?? []).map((name) => ({ name, boxes: [] as ReturnType<typeof boxesOf>[0]['boxes'] }));
  stages!.values.forEach((stage, row) => {
    const room = rooms!.values[row]!;
    columns[stage]?.boxes.push({
      name: wordOf(names!, names!.values[row]!),
      load: known(loads!.values[row]),
      room: room > 0 && Number.isFinite(room) ? room : undefined,
    });
  });
  return columns;
}

/** Bands lie side by side on the edge of a box, in the order of what they lead to. */
function stack(bands: Omit<Band, 'source' | 'target'>[], loads: readonly number[]): Band[] {
  const placed: Band[] = bands.map((band) => ({ ...band, source: [0, 0], target: [0, 0] }));
  for (const [end, other] of [
    ['source', 'target'],
    ['target', 'source'],
  ] as const) {
    const boxOf = (band: Band): Box => (end === 'source' ? band.from : band.to);
    const otherOf = (band: Band): Box => (other === 'source' ? band.from : band.to);
    for (const box of new Set(placed.map(boxOf))) {
      const mine = placed.flatMap((band, i) => (boxOf(band) === box ? [{ band, load: loads[i]! }] : []));
      mine.sort((a, b) => otherOf(a.band).y - otherOf(b.band).y || Number(a.band.handedOn) - Number(b.band.handedOn));
      const whole =
        Math.max(
          box.room ?? 0,
          box.load,
          sum(mine, ({ load }) => load),
        ) || 1;
      const widths = mine.map(({ load }) => (box.height * load) / whole);
      let at = box.y + (box.height - sum(widths)) / 2;
      mine.forEach(({ band }, i) => {
        band[end] = [at, at + widths[i]!];
        at += widths[i]!;
      });
    }
  }
  return placed;
}

/** Columns of boxes, and the bands between them; undefined where there is nothing to draw. */
export function layoutMapping(nodes: Table, ways: Table, width: number, flat = false): Layout | undefined {
  const stages = boxesOf(nodes);
  if (stages.length === 0 || stages.some(({ boxes }) => boxes.length === 0)) return undefined;
  const height = heightOf(width, flat);
  const apart = BETWEEN[width < NARROW ? 'narrow' : 'wide'] * width;
  const between = stages.length - 1;
  const wide = Math.floor(Math.min(BOX, (width - between * apart) / stages.length));
  const step = between ? (width - wide) / between : 0;
  const columns = stages.map(({ name, boxes }, column) => {
    const x = Math.round(column * step);
    const heights = heightsOf(boxes, height - TOP - 2);
    let y = TOP;
    return {
      name,
      x,
      width: wide,
      boxes: boxes.map((box, i): Box => {
        const placed = { ...box, x, y, width: wide, height: heights[i]! };
        y += heights[i]! + GAP;
        return placed;
      }),
    };
  });
  const read = ['stage', 'source', 'target', 'load', 'handed_on'].map((name) => columnOf(ways, name).values);
  const [stage, source, target, load, handedOn] = read as [Float64Array, ...Float64Array[]];
  const rows = Array.from(stage.keys()).flatMap((row) => {
    const from = columns[stage[row]!]?.boxes[source![row]!];
    const to = columns[stage[row]! + 1]?.boxes[target![row]!];
    return from && to && load![row]! > 0 ? [{ from, to, handedOn: handedOn![row] === 1, load: load![row]! }] : [];
  });
  const bands = stack(
    rows.map(({ from, to, handedOn: by }) => ({ from, to, handedOn: by })),
    rows.map((row) => row.load),
  );
  return { height, columns, bands };
}

export const isOver = ({ load, room }: Box): boolean => room !== undefined && load > room * 1.0001;
