/** A vertical stroke, px: y grows downwards. */
export interface Stroke {
  x: number;
  top: number;
  bottom: number;
}

/** Nothing is thinner than this, or it would not be seen. */
const LEAST = 2;

/**
 * One path for any number of strokes. They are drawn on whole pixels, and those of a column that touch become one, so
 * that the path grows with the picture and not with the number of packets.
 */
export function pathOfStrokes(strokes: Iterable<Stroke>): string {
  const columns = new Map<number, [number, number][]>();
  for (const { x, top, bottom } of strokes) {
    const column = Math.round(x);
    const from = Math.round(top);
    const to = Math.max(Math.round(bottom), from + LEAST);
    const known = columns.get(column);
    if (known) known.push([from, to]);
    else columns.set(column, [[from, to]]);
  }
  return [...columns]
    .map(([x, parts]) =>
      merged(parts)
        .map(([from, to]) => `M${x},${from}V${to}`)
        .join(''),
    )
    .join('');
}

function merged(parts: [number, number][]): [number, number][] {
  parts.sort((a, b) => a[0] - b[0]);
  const whole: [number, number][] = [];
  for (const [from, to] of parts) {
    const last = whole[whole.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}

/** Marks at places, one path for all; one that would lie on another is left out. */
export function pathOfMarks(places: Iterable<readonly [number, number]>, mark: string, apart: number): string {
  const taken = new Set<string>();
  let path = '';
  for (const [x, y] of places) {
    const cell = `${Math.round(x / apart)} ${Math.round(y / apart)}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    path += `M${x.toFixed(1)},${y.toFixed(1)}${mark}`;
  }
  return path;
}

/** A diamond and a cross around a place. */
export const DIAMOND = 'm0,-4l4,4l-4,4l-4,-4z';
export const CROSS = 'm-4,-4l8,8m0,-8l-8,8';
