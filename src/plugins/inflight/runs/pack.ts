import type { StoredColumn } from '../../../model/contract';
import type { FiledColumn } from '../../../model/types';

/** Digits after the point, beyond which steps would be longer than values. */
const MOST = 12;

/** Of a number as JSON writes it: 3 of 0.125, 7 of 1.5e-6. */
function placesOf(value: number): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power));
}

/** A column's steps instead of its values, where they are shorter to write; `unpackColumns` adds them up again. */
export function packColumn(column: StoredColumn): FiledColumn {
  const { values } = column;
  const places = values.reduce((most: number, value) => Math.max(most, value === null ? 0 : placesOf(value)), 0);
  if (places > MOST) return column;
  let last = 0;
  const steps = values.map((value) => {
    if (value === null) return null;
    const now = Math.round(value * 10 ** places);
    const step = now - last;
    last = now;
    return step;
  });
  const isExact = values.every((value) => value === null || Math.abs(value) * 10 ** places < Number.MAX_SAFE_INTEGER);
  const isShorter = JSON.stringify(steps).length < JSON.stringify(values).length;
  return isExact && isShorter ? { ...column, values: steps, places } : column;
}

const isColumn = (value: unknown): value is StoredColumn =>
  typeof value === 'object' && value !== null && 'quantity' in value && 'values' in value;

/** The same with every column packed. */
export const pack = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (isColumn(each) && !('places' in each) ? packColumn(each) : each)),
  ) as T;
