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

export interface Layout extends TimeLayout {
  narrow: boolean;
  width: number;
  height: number;
  boxes: Box[];
  boxHeight: number;
  /** Of the texts in a box, from its upper edge. */
  rows: { level: number; bound: number; count: number; counter: number };
  /** How many lines a command may take. */
  lines: number;
  sides: { name: string; y: number }[];
  /** How full each one is, over time. */
  strip: { titleY: number; top: number; bottom: number; row: number };
  left: number;
  right: number;
  axisY: number;
}

export const LINE = 13;
export const BAR = { top: 28, height: 14 };
const COLUMNS = 4;
const GAP = { wide: 18, narrow: 16 };
const SIDE = 24;
const STRIP_ROW = 17;
/** Room is kept for as many. */
export const QUEUES = 7;
/** Beside the strip there are names, where there is room, px. */
const NAMES = 124;
/** In the order of a way out and a way in. */
const WIDE_ROWS = 2;

const ROWS = {
  wide: { level: 58, bound: 74, count: 106, counter: 122, height: 146 },
  narrow: { level: 58, bound: 73, count: 91, counter: 106, height: 117 },
};

/** What is above the strip, px: it depends on the width alone. */
function stripTop(narrow: boolean): number {
  const { height } = narrow ? ROWS.narrow : ROWS.wide;
  return narrow ? QUEUES * (height + GAP.narrow) + WIDE_ROWS * SIDE : WIDE_ROWS * (height + GAP.wide + SIDE);
}

export const heightOf = (width: number): number => stripTop(width < NARROW) + 26 + QUEUES * STRIP_ROW + AXIS;

export function layoutStations(
  stations: readonly Station[],
  { run, growing, width }: Pick<DrawInput<StationsSpec, StationsWords>, 'run' | 'growing' | 'width'>,
): Layout {
  const narrow = width < NARROW;
  const { height: boxHeight, ...rows } = narrow ? ROWS.narrow : ROWS.wide;
  const gap = narrow ? GAP.narrow : GAP.wide;
  const columns = narrow ? 1 : COLUMNS;
  const wide = (width - (columns - 1) * gap) / columns;
  const sides: Layout['sides'] = [];
  const boxes: Box[] = [];
  let y = 0;
  for (const side of new Set(stations.map((station) => station.side))) {
    sides.push({ name: side, y: y + 14 });
    y += SIDE;
    const own = stations.filter((station) => station.side === side);
    for (const [place, station] of own.entries()) {
      const [row, column] = [Math.floor(place / columns), place % columns];
      const at = y + row * (boxHeight + gap);
      boxes.push({ station, number: boxes.length + 1, x: column * (wide + gap), y: at, width: wide });
    }
    y += Math.ceil(own.length / columns) * (boxHeight + gap);
  }
  const top = stripTop(narrow) + 22;
  const [left, right] = [narrow ? 22 : NAMES, width - 8];
  const bottom = top + QUEUES * STRIP_ROW;
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
    height: heightOf(width),
    boxes,
    boxHeight,
    rows,
    lines: narrow ? 1 : 2,
    sides,
    strip: { titleY: top - 8, top, bottom, row: STRIP_ROW },
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
