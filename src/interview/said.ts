import { translate } from '@docusaurus/Translate';

const two = (number: number): string => String(number).padStart(2, '0');

/** `7:05` */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** `63%`; `–` for what nobody has marked. */
export const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(100 * share)}%`);

export const minutesInWords = (minutes: number): string =>
  translate({ id: 'interview.minutes', message: '{minutes}\u00a0minutes' }, { minutes });

/** `22 November 2026`, as the reader's browser writes it. */
export const dayOf = (time: number): string => new Date(time).toLocaleDateString(undefined, { dateStyle: 'long' });

export const questionsInWords = (count: number): string =>
  count === 1
    ? translate({ id: 'interview.question', message: '1\u00a0question' })
    : translate({ id: 'interview.questions.count', message: '{count}\u00a0questions' }, { count });
