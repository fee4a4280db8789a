import { textWidth } from '../text';
import { NARROW } from '../view';
import { BOTTOM } from './grid';
import { type Check, CHECKS } from './readRoutes';

export interface Row {
  check: Check;
  y: number;
  lines: string[];
}

export const LINE = 15;
const SIZE = 12;
/** Where words begin: beside a check's name, or below it. */
const TEXT = { wide: 120, narrow: 26 };
/** Lines of all checks together; what is too long for that is cut. */
const LINES = { wide: 7, narrow: 12 };
const GAP = 7;

const form = (width: number): 'wide' | 'narrow' => (width < NARROW ? 'narrow' : 'wide');

export const saidX = (width: number): number => TEXT[form(width)];

/** In the narrow form a check's name has a line of its own. */
export const heightOf = (width: number): number =>
  BOTTOM[form(width)] + 12 + (LINES[form(width)] + (width < NARROW ? CHECKS : 0)) * LINE + CHECKS * GAP;

/** Words in lines that are no longer than `room`; what is too much for `most` lines ends in an ellipsis. */
export function fold(text: string, room: number, most: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]!;
    const longer = last ? `${last} ${word}` : word;
    if (last === '' || textWidth(longer, SIZE) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]!}…`];
}

/** The checks below the picture, from `top` on. */
export function rowsOf(checks: readonly Check[], top: number, width: number): Row[] {
  const room = width - saidX(width) - 4;
  let y = top;
  let spare = LINES[form(width)] - checks.length;
  return checks.map((check): Row => {
    const row = { check, y, lines: fold(check.said, room, 1 + spare) };
    spare -= row.lines.length - 1;
    y += (row.lines.length + (width < NARROW ? 1 : 0)) * LINE + GAP;
    return row;
  });
}
