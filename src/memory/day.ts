export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A day ends at 4 in the morning: who reviews at midnight is still at yesterday's. */
const TURN = 4;

/** When the day began that `at` belongs to, where the reader is. */
export function dayStart(at: number): number {
  const date = new Date(at);
  const isNight = date.getHours() < TURN;
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - (isNight ? 1 : 0), TURN).getTime();
}

/** When the next one begins. */
export function nextDay(at: number): number {
  const date = new Date(dayStart(at));
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, TURN).getTime();
}
