import type { Piece } from '../../model/reading';

/** Where a span is said to stand: the `nth` occurrence of `text`, or its only one. */
export interface Span {
  text: string;
  nth?: number | undefined;
}

const isWordy = (sign: string | undefined): boolean => sign !== undefined && /[\w.]/.test(sign);

/** Where `text` begins in `whole`; a longer word or number that holds it is another one. */
export function occurrences(whole: string, text: string): number[] {
  const found: number[] = [];
  for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1)) {
    const before = isWordy(text[0]) && isWordy(whole[at - 1]);
    const after = isWordy(text.at(-1)) && isWordy(whole[at + text.length]);
    if (!before && !after) found.push(at);
  }
  return found;
}

/**
 * The text cut at its spans, in the order of the text, and what is wrong with them: each must be there, it must be clear
 * which one is meant, and no two may overlap. `note` of a piece is the place of its span among those given.
 */
export function place(whole: string, spans: readonly Span[]): { pieces: Piece[]; mistakes: string[] } {
  const mistakes: string[] = [];
  const placed: { at: number; end: number; note: number }[] = [];
  spans.forEach(({ text, nth }, note) => {
    const found = occurrences(whole, text);
    if (text.includes('\n')) mistakes.push(`“${text}” spans more than one line`);
    else if (found.length === 0) mistakes.push(`“${text}” is not in the text`);
    else if (nth === undefined && found.length > 1)
      mistakes.push(`“${text}” appears ${found.length} times: say which (nth)`);
    else if (found[(nth ?? 1) - 1] === undefined) mistakes.push(`“${text}” appears only ${found.length} times`);
    else {
      const at = found[(nth ?? 1) - 1]!;
      placed.push({ at, end: at + text.length, note });
    }
  });
  placed.sort((a, b) => a.at - b.at);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { at, end, note } of placed) {
    if (at < done) {
      mistakes.push(`“${whole.slice(at, end)}” overlaps the span before it`);
      continue;
    }
    if (at > done) pieces.push({ text: whole.slice(done, at) });
    pieces.push({ text: whole.slice(at, end), note });
    done = end;
  }
  if (done < whole.length) pieces.push({ text: whole.slice(done) });
  return { pieces, mistakes };
}
