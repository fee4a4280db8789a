import type { NumberParameter } from '../model/contract';

/** Ends of the native slider; fine enough for the widest picture. */
export const POSITIONS = 1000;

export function toPosition({ min, max, scale }: NumberParameter, value: number): number {
  const clamped = Math.min(max, Math.max(min, value));
  const share =
    scale === 'linear' || min <= 0 ? (clamped - min) / (max - min) : Math.log(clamped / min) / Math.log(max / min);
  return share * POSITIONS;
}

/** The value under a position, on the slider's grid of round values. */
export function fromPosition(parameter: NumberParameter, position: number): number {
  const { min, max, scale } = parameter;
  const share = position / POSITIONS;
  const exact = scale === 'linear' || min <= 0 ? min + share * (max - min) : min * (max / min) ** share;
  return nearest(stops(parameter), exact);
}

/** The stop `count` places up (or down) from a value, for keys. */
export function move(parameter: NumberParameter, value: number, count: number): number {
  const grid = stops(parameter);
  const after = grid.findIndex((stop) => stop > value);
  const above = after < 0 ? grid.length : after;
  const below = grid[above - 1] === value ? above - 2 : above - 1;
  const index = count > 0 ? above + count - 1 : below + count + 1;
  return grid[Math.min(grid.length - 1, Math.max(0, index))]!;
}

/** The stop nearest to any value. */
export function snap(parameter: NumberParameter, value: number): number {
  return fromPosition(parameter, toPosition(parameter, value));
}

/** Where a key takes a value on the grid; undefined: not a key of sliders. */
export function stepTo(key: string, parameter: NumberParameter, value: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return move(parameter, value, 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return move(parameter, value, -1);
    case 'PageUp':
      return move(parameter, value, pageOf(parameter));
    case 'PageDown':
      return move(parameter, value, -pageOf(parameter));
    case 'Home':
      return parameter.min;
    case 'End':
      return parameter.max;
    default:
      return undefined;
  }
}

/** How far Page Up and Page Down go. */
const pageOf = (parameter: NumberParameter): number => Math.max(2, Math.round(stops(parameter).length / 10));

function nearest(grid: readonly number[], value: number): number {
  return grid.reduce((best, stop) => (Math.abs(stop - value) < Math.abs(best - value) ? stop : best));
}

const cache = new WeakMap<NumberParameter, number[]>();

/** Round values a slider stops at: 16, 18, 20 … 32 KiB on a binary scale; 1, 1.1 … 2, 2.2 … 5, 5.5 … 10 on a decimal one. */
export function stops(parameter: NumberParameter): number[] {
  let grid = cache.get(parameter);
  if (!grid) {
    const { min, max, step, integer } = parameter;
    const unit = step ?? (integer ? 1 : 0);
    const snapped = rounds(parameter).map((value) => (unit ? clean(Math.round(value / unit) * unit) : value));
    const inside = [...snapped, parameter.default].filter((value) => value >= min && value <= max);
    grid = [...new Set([min, ...inside, max])].sort((a, b) => a - b);
    cache.set(parameter, grid);
  }
  return grid;
}

const clean = (value: number): number => Number(value.toPrecision(12));

function rounds({ min, max, scale, step, integer }: NumberParameter): number[] {
  const values: number[] = [];
  if (scale === 'linear' || min <= 0) {
    const unit = step ?? (integer ? 1 : clean(10 ** Math.floor(Math.log10((max - min) / 100))));
    const stride = unit * Math.max(1, Math.ceil((max - min) / unit / POSITIONS));
    for (let value = Math.ceil(min / stride) * stride; value <= max; value += stride) values.push(clean(value));
  } else if (scale === 'log2') {
    for (let octave = 2 ** Math.floor(Math.log2(min)); octave <= max; octave *= 2)
      for (let eighth = 0; eighth < 8; eighth++) values.push(octave + (octave * eighth) / 8);
  } else {
    for (let decade = Math.floor(Math.log10(min)); 10 ** decade <= max; decade++)
      for (let m = 10; m < 100; m += m < 20 ? 1 : m < 50 ? 2 : 5) values.push(clean(m * 10 ** (decade - 1)));
  }
  return values;
}
