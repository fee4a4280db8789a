import { textWidth } from '../text';
import { FLAT, NARROW } from '../view';
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
export const heightOf = (width: number, flat = false): number =>
  flat
    ? FLAT[form(width)]
    : BOTTOM[form(width)] + 12 + (LINES[form(width)] + (width < NARROW ? CHECKS : 0)) * LINE + CHECKS * GAP;

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

/** Who has the last word: where the packet ends, or the last one of all. */
const decisive = (checks: readonly Check[]): Check[] => {
  const last = checks.find(({ fate }) => fate === 'ends') ?? checks.at(-1);
  return last ? [last] : [];
};

/** The checks below the picture, which ends at `bottom`; of a flat one a line for each, on a phone the decisive one. */
export function rowsOf(checks: readonly Check[], bottom: number, width: number, flat: boolean): Row[] {
  const narrow = width < NARROW;
  const room = width - saidX(width) - 4;
  const gap = flat ? 5 : GAP;
  const shown = flat && narrow ? decisive(checks) : checks;
  let y = bottom + (flat ? (narrow ? 9 : 18) : 22);
  let spare = flat ? (narrow ? 1 : 0) : LINES[form(width)] - shown.length;
  return shown.map((check): Row => {
    const row = { check, y, lines: fold(check.said, room, 1 + spare) };
    spare -= row.lines.length - 1;
    y += (row.lines.length + (narrow ? 1 : 0)) * LINE + gap;
    return row;
  });
}
