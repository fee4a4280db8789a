/** Small signs, told apart by their shape; each is a path around its middle, `r` px to each side. */
export type Sign = 'disc' | 'square' | 'crossed' | 'ring' | 'cross' | 'dot';

/** In the order of the spec's `clients`. Who waits in the accept queue has the shape of a seat. */
export const MARKS: readonly Sign[] = ['disc', 'square', 'crossed', 'ring', 'cross', 'dot'];

/** Which of them are lines; the others are filled. */
export const isLine = (sign: Sign): boolean => sign === 'ring' || sign === 'cross' || sign === 'crossed';

const short = (value: number): string => String(Math.round(100 * value) / 100);

export const circle = (x: number, y: number, r: number): string =>
  `M${short(x - r)},${short(y)}a${short(r)},${short(r)} 0 1 0 ${short(2 * r)},0a${short(r)},${short(r)} 0 1 0 ${short(-2 * r)},0z`;

export const box = (x: number, y: number, width: number, height: number): string =>
  `M${short(x)},${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;

const cross = (x: number, y: number, r: number): string =>
  `M${short(x - r)},${short(y - r)}l${short(2 * r)},${short(2 * r)}m0,${short(-2 * r)}l${short(-2 * r)},${short(2 * r)}`;

export function sign(kind: Sign, x: number, y: number, r: number): string {
  switch (kind) {
    case 'disc':
      return circle(x, y, r);
    case 'square':
      return box(x - r, y - r, 2 * r, 2 * r);
    case 'crossed':
      return box(x - r, y - r, 2 * r, 2 * r) + cross(x, y, r);
    case 'ring':
      return circle(x, y, r - 0.4);
    case 'cross':
      return cross(x, y, 0.75 * r);
    case 'dot':
      return circle(x, y, Math.max(0.8, 0.28 * r));
  }
}

/** The left half of a disc: of a connection that is half open. */
export const halfDisc = (x: number, y: number, r: number): string =>
  `M${short(x)},${short(y - r)}a${short(r)},${short(r)} 0 0 0 0,${short(2 * r)}z`;

/** Somebody on a seat: head and shoulders. */
export const sitter = (x: number, y: number, r: number): string =>
  circle(x, y - 0.34 * r, 0.3 * r) +
  `M${short(x - 0.56 * r)},${short(y + 0.68 * r)}a${short(0.56 * r)},${short(0.56 * r)} 0 0 1 ${short(1.12 * r)},0z`;
