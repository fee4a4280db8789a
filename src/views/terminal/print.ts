import type { Column, Result } from '../../model/types';
import { columnOf } from '../tables';
import type { Layout, Line, Screen } from './layoutTerminal';
import { printValue } from './template';

/** How a value differs from that of a moment ago. */
export type Change = '' | 'more' | 'less' | 'other';

/** A word or a value where it stands, characters and lines from the screen's first. */
export interface Printed {
  x: number;
  row: number;
  text: string;
  isValue: boolean;
  change: Change;
}

/** A moment of the run, and the one before it that it is compared with. */
export interface Rows {
  row: number;
  before: number;
}

const valueAt = (column: Column, row: number): number => column.values[row] ?? NaN;

function changeOf(column: Column, { row, before }: Rows): Change {
  const [now, then] = [valueAt(column, row), valueAt(column, before)];
  if (now === then || (Number.isNaN(now) && Number.isNaN(then))) return '';
  if (column.words || Number.isNaN(now) || Number.isNaN(then)) return 'other';
  return now > then ? 'more' : 'less';
}

/** Lines that are there at a moment: one that asks for a column is not while that is 0. */
export const shownLines = ({ lines }: Screen, run: Pick<Result, 'columns'>, row: number): Line[] =>
  lines.filter(({ when }) => when === '' || valueAt(columnOf(run.columns, when), row) > 0);

/** What a command prints at a moment. Values that are too long push the rest of their line, as in a terminal. */
export function printScreen(screen: Screen, run: Pick<Result, 'columns'>, rows: Rows): Printed[] {
  const shown = shownLines(screen, run, rows.row);
  return shown.flatMap(({ pieces }, index) => {
    let [push, block] = [0, 0];
    return pieces.map(({ at, width, of }): Printed => {
      const place = screen.fold.place(at);
      if (place.block !== block) [push, block] = [0, place.block];
      const row = screen.typed.length + block * shown.length + index;
      if (typeof of === 'string') return { x: place.x + push, row, text: of, isValue: false, change: '' };
      const column = columnOf(run.columns, of.name);
      const [text, pad] = printValue(of, column, valueAt(column, rows.row));
      const x = place.x + push + pad;
      push += Math.max(0, text.length - width);
      return { x, row, text, isValue: true, change: changeOf(column, rows) };
    });
  });
}

/** How many lines a screen takes at a moment, its command among them. */
export const linesTaken = (screen: Screen, run: Pick<Result, 'columns'>, row: number): number =>
  screen.typed.length + screen.fold.blocks * shownLines(screen, run, row).length;

/** Lines of output, from above. */
export function rowsOf(printed: readonly Printed[]): Map<number, Printed[]> {
  const rows = new Map<number, Printed[]>();
  for (const each of printed) rows.set(each.row, [...(rows.get(each.row) ?? []), each]);
  return rows;
}

/** The words of a line, each with the blank behind it, so that what is copied can be read. */
export const spaced = (words: readonly Printed[]): string[] =>
  words.map(({ x, text }, index) => ((words[index + 1]?.x ?? 0) > x + text.length ? `${text} ` : text));

/** What the commands say, without their headings: lines that hold a value. */
export const sayScreens = ({ screens }: Pick<Layout, 'screens'>, run: Pick<Result, 'columns'>, row: number): string =>
  screens
    .map((screen) => {
      const rows = [...rowsOf(printScreen(screen, run, { row, before: row })).values()];
      const lines = rows.filter((words) => words.some(({ isValue }) => isValue)).map((words) => spaced(words).join(''));
      return `${screen.command}: ${lines.join(', ')}`;
    })
    .join('; ');
