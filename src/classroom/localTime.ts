const two = (value: number): string => String(value).padStart(2, '0');

/** A time in UTC as a field for local time has it; '' for none. */
export function localOf(utc: string): string {
  const time = new Date(utc);
  if (Number.isNaN(time.getTime())) return '';
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** What a field for local time has, as files have it: in UTC; '' for none. */
export function utcOf(local: string): string {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** A time in UTC in words, as clocks here show it. */
export const sayLocal = (utc: string): string =>
  new Date(utc).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
