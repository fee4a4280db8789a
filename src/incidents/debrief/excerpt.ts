/** An output, and where in it something shows: from and to, in UTF-16 code units. */
export interface Shown {
  text: string;
  marks: readonly (readonly number[])[];
}

/** Lines of an output that is shown as a whole. */
const WHOLE = 40;

/** Lines before and after each mark that are kept of any other. */
const AROUND = 2;

/** Of a long output, its first line and what is around the marks; one without marks stays whole. */
export function excerpt({ text, marks }: Shown): Shown {
  const lines = text.split('\n');
  if (lines.length <= WHOLE || marks.length === 0) return { text, marks };
  const starts = startsOf(lines);
  const rowAt = (at: number): number => starts.filter((start) => start <= at).length - 1;
  const kept = new Set([0]);
  for (const [from, to] of marks)
    for (let row = rowAt(from!) - AROUND; row <= rowAt(to!) + AROUND; row++)
      if (lines[row] !== undefined) kept.add(row);
  const rows = [...kept].sort((a, b) => a - b);
  const shown = rows.map((row) => lines[row]!);
  const fresh = startsOf(shown);
  const moved = (at: number): number => {
    const row = rowAt(at);
    return at - starts[row]! + fresh[rows.indexOf(row)]!;
  };
  return { text: shown.join('\n'), marks: marks.map((mark) => mark.map(moved)) };
}

/** Where each line begins. */
export function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}
