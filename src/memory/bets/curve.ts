/** A curve as the reader draws it: heights at evenly spaced places along the axis. No React, no drawing. */

/** `undefined`: nothing drawn here yet. */
export type Sketch = readonly (number | undefined)[];

/** Places along the axis. Keys stop at every fourth of them. */
export const PLACES = 97;
export const KEY_STRIDE = 4;

export const blank = (): Sketch => new Array<undefined>(PLACES).fill(undefined);

/** The sketch after a pointer went from one place to another (places may lie between pixels, and out of bounds). */
export function stroke(sketch: Sketch, from: Place, to: Place): Sketch {
  const [left, right] = from.place <= to.place ? [from, to] : [to, from];
  const last = sketch.length - 1;
  const next = [...sketch];
  for (let i = Math.max(0, Math.ceil(left.place)); i <= Math.min(last, right.place); i++) {
    const share = right.place > left.place ? (i - left.place) / (right.place - left.place) : 1;
    next[i] = left.height + (right.height - left.height) * share;
  }
  next[Math.min(last, Math.max(0, Math.round(to.place)))] = to.height;
  return next;
}

export interface Place {
  place: number;
  height: number;
}

/** The sketch with another height at a stop of the keys; between stops it runs straight. */
export function lift(sketch: Sketch, place: number, height: number): Sketch {
  return sketch.map((old, i) => (i === place ? height : Math.abs(i - place) < KEY_STRIDE ? undefined : old));
}

/** Straight lines where nothing was drawn, level before the first place and after the last; undefined: nothing at all. */
export function filled(sketch: Sketch): number[] | undefined {
  const known = sketch.flatMap((height, place) => (height === undefined ? [] : [{ place, height }]));
  if (known.length === 0) return undefined;
  return resample(
    known.map(({ place }) => place),
    known.map(({ height }) => height),
    { from: 0, to: sketch.length - 1, count: sketch.length },
  );
}

/** A curve's heights at `count` evenly spaced places, straight between its samples and level beyond them. */
export function resample(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  { from, to, count }: { from: number; to: number; count: number },
): number[] {
  const known = Array.from(xs, (x, i) => [x, ys[i]!] as const).filter(([, y]) => !Number.isNaN(y));
  let next = 0;
  return Array.from({ length: count }, (_, i) => {
    const x = from + ((to - from) * i) / (count - 1);
    while (next < known.length && known[next]![0] < x) next++;
    const after = known[Math.min(next, known.length - 1)];
    const before = known[Math.max(next - 1, 0)];
    if (!after || !before) return NaN;
    if (x >= after[0] || x <= before[0] || after[0] === before[0]) return x <= before[0] ? before[1] : after[1];
    return before[1] + ((after[1] - before[1]) * (x - before[0])) / (after[0] - before[0]);
  });
}
