import type { TerminalSpec } from '../../model/contract';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
import { fold, type Fold, wrapCommand } from './fold';
import { parseLine, type Piece } from './template';

/** A line of a command's output; `when` names a column: it is printed while that is not 0. */
export interface Line {
  pieces: Piece[];
  when: string;
}

export interface Screen {
  /** As typed, and as it stands in lines. */
  command: string;
  typed: string[];
  lines: Line[];
  fold: Fold;
  /** Its upper edge, px. */
  y: number;
}

export interface Layout extends TimeLayout {
  narrow: boolean;
  width: number;
  height: number;
  screens: Screen[];
  /** Where the last prompt stands if all lines are printed, px. */
  font: number;
  char: number;
  line: number;
  /** The frame's lower edge. */
  bottom: number;
  watch: { name: string; top: number; base: number; labelY: number }[];
  left: number;
  right: number;
  strip: { top: number; bottom: number };
  axisY: number;
}

/** The frame: its bar, the way from its left edge to the text (marks of what has changed stand there), and from the right. */
export const BAR = 28;
export const GUTTER = 22;
const EDGE = 10;
const PAD = 10;
export const PROMPT = '$ ';
/** JetBrains Mono's, in sizes of the font. */
const ADVANCE = 0.6;
const TYPE = { wide: { font: 12.5, line: 18 }, narrow: { font: 11, line: 16 } };
/** Between two commands, lines. */
const BETWEEN = 0.5;
const NAMES = 150;
const ROW = { wide: 19, narrow: 33 };
const BARE = 16;

/** Lines of all commands where all of them are printed; the height is made of it, so it knows no values. */
function layoutScreens(spec: TerminalSpec, room: number, line: number): { screens: Screen[]; bottom: number } {
  let y = BAR + PAD;
  const screens = spec.screens.map((screen): Screen => {
    const typed = wrapCommand(screen.command, room - PROMPT.length);
    const lines = screen.lines.map((each) => {
      const { text, when } = typeof each === 'string' ? { text: each, when: '' } : each;
      return { pieces: parseLine(text), when };
    });
    const folded = fold(
      lines.map(({ pieces }) => pieces),
      room,
    );
    const placed = { command: screen.command, typed, lines, fold: folded, y };
    y += (typed.length + folded.blocks * lines.length + BETWEEN) * line;
    return placed;
  });
  return { screens, bottom: y + line + PAD / 2 };
}

export function layoutTerminal({ spec, run, growing, width }: DrawInput<TerminalSpec>): Layout {
  const narrow = width < NARROW;
  const { font, line } = narrow ? TYPE.narrow : TYPE.wide;
  const char = font * ADVANCE;
  const room = Math.max(12, Math.floor((width - GUTTER - EDGE) / char));
  const { screens, bottom } = layoutScreens(spec, room, line);
  const [left, right] = [narrow || spec.watch.length === 0 ? 10 : NAMES, width - 10];
  const top = bottom + 12;
  const row = narrow ? ROW.narrow : ROW.wide;
  const watch = spec.watch.map((name, index) => {
    const base = top + (index + 1) * row;
    return { name, top: base - (narrow ? 14 : row - 3), base, labelY: narrow ? base - 18 : base - 4 };
  });
  const stripBottom = top + (spec.watch.length > 0 ? spec.watch.length * row : BARE);
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
    height: Math.ceil(stripBottom + AXIS),
    screens,
    font,
    char,
    line,
    bottom,
    watch,
    left,
    right,
    strip: { top, bottom: stripBottom },
    axisY: stripBottom,
  };
}
