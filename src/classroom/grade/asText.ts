/** Points as a person writes them: `2`, `1.5`, `0.67`. */
export const sayPoints = (points: number): string => String(Math.round(points * 100) / 100);

/** A question's text without the marks of code; what is drawn for each student stays a name. */
export const bare = (text: string): string => text.replaceAll('`', '');

/** A span in words, of the two largest units. */
export function sayMinutes(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  const parts: [number, string][] = [
    [Math.floor(whole / 1440), 'd'],
    [Math.floor(whole / 60) % 24, 'h'],
    [whole % 60, 'min'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .flatMap(([count, unit]) => (count > 0 ? `${count} ${unit}` : []))
    .join(' ');
}

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A time of a file (ISO 8601, UTC) as a person reads it; '' if there is none. */
export const sayTime = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : `${times.format(time)} UTC`;
};
