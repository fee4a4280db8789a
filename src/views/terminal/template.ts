import type { Column } from '../../model/types';
import { wordOf } from '../tables';

/** A value's place in a line: `{name:>6}`. */
export interface Field {
  name: string;
  /** "": numbers to the right, words to the left, as Python's `format` does. */
  align: '<' | '>' | '^' | '';
  width: number;
  /** After the decimal point; undefined: as many as the value needs. */
  digits: number | undefined;
}

/** A word of a line or a value's place in it, from the line's column `at` on. */
export interface Piece {
  at: number;
  width: number;
  of: string | Field;
}

const TOKEN = /\{\{|\}\}|\{(\w+)(?::([<>^]?)(\d*)(?:\.(\d+)f)?)?\}|[^{}]+|[{}]/g;
/** Holds together what would else be parted. */
const FIXED = /\u00a0/g;

/** A template in pieces: words and values, each with its place. */
export function parseLine(template: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let open = '';
  const close = (): void => {
    for (const { 0: word, index } of open.matchAll(/[^ ]+/g))
      pieces.push({ at: at - open.length + index, width: word.length, of: word.replace(FIXED, ' ') });
    open = '';
  };
  for (const [token, name, align = '', wide = '', digits] of template.matchAll(TOKEN)) {
    if (name === undefined) {
      const text = token === '{{' || token === '}}' ? token[0]! : token;
      open += text;
      at += text.length;
      continue;
    }
    close();
    const width = Math.max(1, Number(wide));
    const field = {
      name,
      align: align as Field['align'],
      width,
      digits: digits === undefined ? digits : Number(digits),
    };
    pieces.push({ at, width, of: field });
    at += width;
  }
  close();
  return pieces;
}

/** A number as a tool prints it. */
function printNumber(value: number, digits: number | undefined): string {
  if (Number.isNaN(value)) return '-';
  if (digits !== undefined) return value.toFixed(digits);
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

/** A value of a column in its place: the text, and how far it stands from the beginning of the place. */
export function printValue(
  { align, width, digits }: Field,
  column: Column,
  value: number,
): [text: string, pad: number] {
  const text = column.words ? wordOf(column, value) || '-' : printNumber(value, digits);
  const room = Math.max(0, width - text.length);
  const side = align || (column.words ? '<' : '>');
  return [text, side === '<' ? 0 : side === '>' ? room : Math.floor(room / 2)];
}
