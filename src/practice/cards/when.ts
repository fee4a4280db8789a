import { DAY, HOUR, MINUTE } from '../../memory/day';

/** How far a moment lies from now, in words: `in 4 days`, `tomorrow`, `3 days ago`. */
export function fromNow(ms: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const far = Math.abs(ms);
  const said =
    far < 0.75 * HOUR
      ? words.format(Math.sign(ms) * Math.max(1, Math.round(far / MINUTE)), 'minute')
      : far < 0.75 * DAY
        ? words.format(Math.round(ms / HOUR), 'hour')
        : far < 90 * DAY
          ? words.format(Math.round(ms / DAY), 'day')
          : words.format(Math.round(ms / (30.4 * DAY)), 'month');
  return said.replace(/(\d) /g, '$1\u00a0');
}
