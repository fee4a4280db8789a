import type { Piece } from './template';

/** Where the columns of a screen stand: one below the other where they have no room side by side. */
export interface Fold {
  /** Of a piece's beginning: in which block of lines, and how many characters from the left. */
  place: (at: number) => { block: number; x: number };
  blocks: number;
}

/** Later blocks stand in, characters. */
export const INDENT = 2;

/** A column of characters that holds something in one of the lines, from `from` to before `to`. */
interface Span {
  from: number;
  to: number;
}

/** What lies between blanks that all the lines share. */
function spansOf(lines: readonly (readonly Piece[])[]): Span[] {
  const pieces = lines.flat().sort((a, b) => a.at - b.at);
  const spans: Span[] = [];
  for (const { at, width } of pieces) {
    const last = spans[spans.length - 1];
    if (last && at <= last.to) last.to = Math.max(last.to, at + width);
    else spans.push({ from: at, to: at + width });
  }
  return spans;
}

/**
 * Lines of a table on `room` characters. If they are longer, blanks that all of them share become single ones; if that
 * does not help, the columns that have no room go below, as a block of their own.
 */
export function fold(lines: readonly (readonly Piece[])[], room: number): Fold {
  const spans = spansOf(lines);
  const end = spans[spans.length - 1]?.to ?? 0;
  if (end <= room) return { place: (at) => ({ block: 0, x: at }), blocks: 1 };
  const starts: { from: number; block: number; x: number }[] = [];
  let [block, x] = [0, 0];
  for (const { from, to } of spans) {
    const isFirst = starts.length === 0 || starts[starts.length - 1]!.block < block;
    if (!isFirst && x + to - from > room) {
      block += 1;
      x = INDENT;
    }
    starts.push({ from, block, x });
    x += to - from + 1;
  }
  return {
    place: (at) => {
      const start = starts.filter(({ from }) => from <= at).at(-1)!;
      return { block: start.block, x: start.x + at - start.from };
    },
    blocks: block + 1,
  };
}

/** A command in lines of at most `room` characters, parted between its words. */
export function wrapCommand(command: string, room: number): string[] {
  const lines = [''];
  for (const word of command.split(' ')) {
    const last = lines[lines.length - 1]!;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
