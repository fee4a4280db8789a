const two = (value: number): string => String(value).padStart(2, '0');

/** The time of day, with seconds: 11:38:53. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds) % 86_400;
  return `${dayTime(seconds)}:${two(whole % 60)}`;
}

/** The time of day: 11:38. */
export function dayTime(seconds: number): string {
  const minutes = Math.floor((((seconds % 86_400) + 86_400) % 86_400) / 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Minutes and seconds: 2:05. */
export const lengthText = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(Math.floor(seconds) % 60)}`;

/** Whole numbers, with commas from five digits. */
export const countText = (count: number): string =>
  Math.abs(count) < 10_000 ? String(count) : count.toLocaleString('en-GB');
