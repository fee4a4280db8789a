/** Points as a person writes them: `2`, `1.5`, `0.67`. */
export const sayPoints = (points: number): string => String(Math.round(points * 100) / 100);

/** A question's text without the marks of code; what is drawn for each student stays a name. */
export const bare = (text: string): string => text.replaceAll('`', '');

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A time of a file (ISO 8601, UTC) as a person reads it; '' if there is none. */
export const sayTime = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : `${times.format(time)} UTC`;
};
