/** `Monday, 23 November`, or `23 Nov`, as the reader's browser says it. */
export const dayInWords = (day: number, how: 'long' | 'short' = 'long'): string =>
  new Date(day).toLocaleDateString(
    undefined,
    how === 'long' ? { weekday: 'long', day: 'numeric', month: 'long' } : { day: 'numeric', month: 'short' },
  );
