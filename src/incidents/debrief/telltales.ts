import type { Piece } from '../../model/reading';

type Marks = readonly (readonly number[])[];

/** A text in pieces: those within the marks give something away. */
export function cutAtMarks(text: string, marks: Marks): Piece[] {
  const cuts = new Set([0, text.length, ...marks.flat()]);
  const ends = [...cuts].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
  return ends.slice(1).map((end, place) => {
    const from = ends[place]!;
    const piece = { text: text.slice(from, end) };
    return marks.some(([start, stop]) => from >= start! && end <= stop!) ? { ...piece, isTelltale: true } : piece;
  });
}

/**
 * The pieces of an explained output, of which those that a mark touches give something away. starts: where each of its
 * lines begins in the text that the marks are of.
 */
export function withTelltales(pieces: readonly Piece[], starts: readonly number[], marks: Marks): Piece[] {
  let [row, column] = [0, 0];
  return pieces.flatMap((piece): Piece[] => {
    const at = (starts[row] ?? Infinity) + column;
    const breaks = piece.text.split('\n').length - 1;
    row += breaks;
    column = breaks > 0 ? 0 : column + piece.text.length;
    const own = marks.map((mark) => mark.map((each) => each - at));
    if (piece.note === undefined) return cutAtMarks(piece.text, own);
    const isTold = own.some(([from, to]) => from! < piece.text.length && to! > 0);
    return [isTold ? { ...piece, isTelltale: true } : piece];
  });
}
