import type { StationsSpec } from '../../model/contract';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
import type { Station } from './readStations';
import type { StationsWords } from './stationsWords';

/** A queue's box, px. */
export interface Box {
  station: Station;
  number: number;
  x: number;
  y: number;
  width: number;
}

interface Rows {
  level: number;
  bound: number;
  count: number;
  counter: number;
}

export interface Layout extends TimeLayout {
  narrow: boolean;
  width: number;
  height: number;
  boxes: Box[];
  boxHeight: number;
  /** Between boxes, px. */
  gap: number;
  /** Of the texts in a box, from its upper edge. */
  rows: Rows;
  bar: { top: number; height: number };
  /** Is there room for the commands, and for both of level and count? */
  commands: boolean;
  both: boolean;
  /** How many lines a command may take. */
  lines: number;
  columns: number;
  sides: { name: string; y: number }[];
  /** How full each one is, over time. */
  strip: { titleY: number; top: number; bottom: number; row: number };
  left: number;
  right: number;
  axisY: number;
}

export const LINE = 13;
/** Room is kept for as many. */
export const QUEUES = 7;
/** Beside the strip there are names, where there is room, px. */
const NAMES = 124;
/** In the order of a way out and a way in. */
const WIDE_ROWS = 2;

interface Form {
  columns: number;
  /** Rows of boxes that there is room for. */
  rowsOfBoxes: number;
  /** Between boxes, for the name of a way, and for a queue in the strip, px. */
  gap: number;
  side: number;
  stripHead: number;
  stripRow: number;
  bar: Layout['bar'];
  /** Of a box: its texts, and how high it is. */
  rows: Rows;
  height: number;
  commands: boolean;
  both: boolean;
}

const FULL: Record<'wide' | 'narrow', Form> = {
  wide: {
    ...{ columns: 4, rowsOfBoxes: WIDE_ROWS, gap: 18, side: 24, stripHead: 26, stripRow: 17 },
    ...{ bar: { top: 28, height: 14 }, rows: { level: 58, bound: 74, count: 106, counter: 122 }, height: 146 },
    ...{ commands: true, both: true },
  },
  narrow: {
    ...{ columns: 1, rowsOfBoxes: QUEUES, gap: 16, side: 24, stripHead: 26, stripRow: 17 },
    ...{ bar: { top: 28, height: 14 }, rows: { level: 58, bound: 73, count: 91, counter: 106 }, height: 117 },
    ...{ commands: true, both: true },
  },
};

/** What opens a figure: boxes without their commands; on a phone either how much is in a queue or what it has dropped. */
const OPENING: Record<'wide' | 'narrow', Form> = {
  wide: {
    ...{ columns: 4, rowsOfBoxes: WIDE_ROWS, gap: 16, side: 18, stripHead: 20, stripRow: 12 },
    ...{ bar: { top: 26, height: 12 }, rows: { level: 53, bound: 0, count: 67, counter: 0 }, height: 72 },
    ...{ commands: false, both: true },
  },
  narrow: {
    ...{ columns: 3, rowsOfBoxes: 3, gap: 8, side: 17, stripHead: 4, stripRow: 7 },
    ...{ bar: { top: 20, height: 9 }, rows: { level: 43, bound: 0, count: 43, counter: 0 }, height: 48 },
    ...{ commands: false, both: false },
  },
};

const formOf = (width: number, flat: boolean): Form => (flat ? OPENING : FULL)[width < NARROW ? 'narrow' : 'wide'];

/** What is above the strip, px: it depends on the width alone. */
const stripTop = ({ rowsOfBoxes, height, gap, side }: Form): number => rowsOfBoxes * (height + gap) + WIDE_ROWS * side;

export function heightOf(width: number, flat = false): number {
  const form = formOf(width, flat);
  return stripTop(form) + form.stripHead + QUEUES * form.stripRow + AXIS;
}

export function layoutStations(
  stations: readonly Station[],
  {
    run,
    growing,
    width,
    flat = false,
  }: Pick<DrawInput<StationsSpec, StationsWords>, 'run' | 'growing' | 'width' | 'flat'>,
): Layout {
  const narrow = width < NARROW;
  const form = formOf(width, flat);
  const { height: boxHeight, rows, gap, columns } = form;
  const wide = (width - (columns - 1) * gap) / columns;
  const sides: Layout['sides'] = [];
  const boxes: Box[] = [];
  let y = 0;
  for (const side of new Set(stations.map((station) => station.side))) {
    sides.push({ name: side, y: y + form.side - (flat ? 5 : 10) });
    y += form.side;
    const own = stations.filter((station) => station.side === side);
    for (const [place, station] of own.entries()) {
      const [row, column] = [Math.floor(place / columns), place % columns];
      const at = y + row * (boxHeight + gap);
      boxes.push({ station, number: boxes.length + 1, x: column * (wide + gap), y: at, width: wide });
    }
    y += Math.ceil(own.length / columns) * (boxHeight + gap);
  }
  const top = stripTop(form) + form.stripHead - 4;
  const [left, right] = [narrow || flat ? 22 : NAMES, width - 8];
  const bottom = top + QUEUES * form.stripRow;
  const time = layoutTime({
    head: run.columns[0]!,
    growing,
    end: run.end,
    range: [left, right],
    narrow,
  });
  return {
    ...time,
    narrow,
    width,
    height: heightOf(width, flat),
    boxes,
    columns,
    gap,
    boxHeight,
    rows,
    bar: form.bar,
    commands: form.commands,
    both: form.both,
    lines: narrow ? 1 : 2,
    sides,
    strip: { titleY: top - 8, top, bottom, row: form.stripRow },
    left,
    right,
    axisY: bottom,
  };
}

/** A character of the commands, px. */
const CHAR = 6.9;

/** As many pieces in a line as there is room for. */
function linesOf(pieces: readonly string[], room: number): string[] {
  const found = [''];
  for (const piece of pieces) {
    const last = found[found.length - 1]!;
    if ((last + piece).trimEnd().length <= room || last === '') found[found.length - 1] = last + piece;
    else found.push(piece);
  }
  return found.map((line) => line.trim());
}

/** A command in lines of a box, parted between words, or else where that reads well. */
export function commandLines(text: string, width: number, lines: number): string[] {
  const room = Math.max(8, Math.floor((width - 16) / CHAR));
  const words = linesOf(text.match(/[^ ]+ ?/g) ?? [], room);
  if (words.length <= lines && words.every((line) => line.length <= room)) return words;
  const whole = linesOf(text.match(/[^ /._:;,]*[ /._:;,]?/g) ?? [], room);
  if (whole.length <= lines) return whole;
  const rest = whole.slice(lines - 1).join('');
  return [...whole.slice(0, lines - 1), `${rest.slice(0, room - 1)}…`];
}
