/** How long it is until a card comes back. */
import { DAY, HOUR, MINUTE } from '../memory/day';

export interface Span {
  count: number;
  unit: 'min' | 'h' | 'd' | 'mo' | 'y';
}

/** In the largest unit that it fills, rounded; at least a minute. */
export function spanOf(ms: number): Span {
  const months = (365.25 / 12) * DAY;
  const steps: [Span['unit'], number, number][] = [
    ['min', MINUTE, HOUR],
    ['h', HOUR, DAY],
    ['d', DAY, 2 * months],
    ['mo', months, 12 * months],
  ];
  for (const [unit, size, next] of steps) {
    const count = Math.max(1, Math.round(ms / size));
    if (count * size < next) return { count, unit };
  }
  const years = ms / (365.25 * DAY);
  return { count: years < 10 ? Math.round(years * 10) / 10 : Math.round(years), unit: 'y' };
}
