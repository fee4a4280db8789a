import { range } from 'd3-array';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Places in columns or rows; the first ones are nearest to where one goes on. */
export interface Places {
  /** Their middles. */
  at: { x: number; y: number }[];
  /** From one to the next, px. */
  pitch: number;
  /** For how many one place stands. */
  each: number;
}

/** From one place to the next, px: a seat is no larger, and no smaller. */
export const SEAT = { most: 22, least: 9 };
export const SMALL_SEAT = { most: 14, least: 6 };
export const CLIENT = { most: 18, least: 5 };

/** Where the first place is: columns from the right or the left, or rows from above. */
type Order = 'right' | 'left' | 'rows';

/** Packs `count` places into a box; where there is no room for each, one stands for several. */
export function pack(count: number, { x, y, width, height }: Rect, size: typeof SEAT, order: Order): Places {
  const fits = (pitch: number): number => Math.floor(width / pitch) * Math.floor(height / pitch);
  const each = Math.max(1, Math.ceil(count / fits(size.least)));
  const places = Math.ceil(count / each);
  const pitch = range(size.most, size.least - 0.01, -0.5).find((candidate) => fits(candidate) >= places) ?? size.least;
  const [columns, rows] = [Math.floor(width / pitch), Math.floor(height / pitch)];
  const at = range(places).map((place) => {
    const [column, row] =
      order === 'rows' ? [place % columns, Math.floor(place / columns)] : [Math.floor(place / rows), place % rows];
    const along = (column + 0.5) * pitch;
    return { x: order === 'right' ? x + width - along : x + along, y: y + (row + 0.5) * pitch };
  });
  return { at, pitch, each };
}
