import type { Edge, Zone } from './plan';

const ROUND = 7;

/** A way with rounded corners. */
export function wayOf(points: Edge['points']): string {
  let d = `M${points[0]!.join(',')}`;
  for (let i = 1; i < points.length; i++) {
    const [x, y] = points[i]!;
    const next = points[i + 1];
    if (!next) {
      d += `L${x},${y}`;
      continue;
    }
    const toward = ([tx, ty]: readonly [number, number]): string => {
      const length = Math.hypot(tx - x, ty - y);
      const share = Math.min(ROUND, length / 2) / (length || 1);
      return `${+(x + (tx - x) * share).toFixed(1)},${+(y + (ty - y) * share).toFixed(1)}`;
    };
    d += `L${toward(points[i - 1]!)}Q${x},${y} ${toward(next)}`;
  }
  return d;
}

/** The tip at its end, `size` px long. */
export function tipOf(points: Edge['points'], size: number): string {
  const [[fx, fy], [x, y]] = points.slice(-2) as [readonly [number, number], readonly [number, number]];
  const [dx, dy] = [Math.sign(x - fx), Math.sign(y - fy)];
  const [back, wide] = [size, size * 0.55];
  const [bx, by] = [x - dx * back, y - dy * back];
  return `M${x},${y}L${+(bx - dy * wide).toFixed(1)},${+(by + dx * wide).toFixed(1)}L${+(bx + dy * wide).toFixed(1)},${+(by - dx * wide).toFixed(1)}z`;
}

/** The way without the end that the tip covers. */
export function shortened(points: Edge['points'], by: number): Edge['points'] {
  const [from, to] = points.slice(-2) as [readonly [number, number], readonly [number, number]];
  const end = [to[0] - Math.sign(to[0] - from[0]) * by, to[1] - Math.sign(to[1] - from[1]) * by] as const;
  return [...points.slice(0, -1), end];
}

/** The same way, `by` px to its left. */
export function beside(points: Edge['points'], by: number): Edge['points'] {
  const shifts = points.slice(1).map(([x, y], i): Edge['points'][0] => {
    const [fx, fy] = points[i]!;
    return [Math.sign(y - fy) * by, Math.sign(fx - x) * by];
  });
  return points.map(([x, y], i) => {
    // A corner belongs to two stretches: one moves it along x, the other along y.
    const [before, after] = [shifts[i - 1], shifts[i]];
    const [dx, dy] = [0, 1].map((axis) => before?.[axis] || after?.[axis] || 0) as [number, number];
    return [x + dx, y + dy];
  });
}

/** Closed, from the middle of its first side. */
export function groundOf(points: Zone['points']): string {
  const [[ax, ay], [bx, by]] = points as readonly [Edge['points'][0], Edge['points'][0]];
  const middle = [(ax! + bx!) / 2, (ay! + by!) / 2] as const;
  return `${wayOf([middle, ...points.slice(1), points[0]!, middle])}z`;
}
