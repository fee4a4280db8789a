/** What readers are told of a file that can't be taken in. */
import { translate } from '@docusaurus/Translate';

interface Issue {
  expected: string | null;
  received: string;
  type: string;
  requirement?: unknown;
}

export const tooLarge = (most: number): string =>
  translate(
    {
      id: 'memory.import.tooLarge',
      message: 'This file is larger than {most} MB. No export of this book is that large. Nothing was changed.',
    },
    { most },
  );

export const notJson = (): string =>
  translate({
    id: 'memory.import.notJson',
    message:
      'This file is damaged: it isn’t JSON. It may have been cut off, or it may be the wrong file. Nothing was changed.',
  });

export const notOurs = (): string =>
  translate({
    id: 'memory.import.notOurs',
    message: 'This isn’t an export of this book: it doesn’t start like one. Nothing was changed.',
  });

export const newer = (version: number, known: number): string =>
  translate(
    {
      id: 'memory.import.newer',
      message:
        'This file comes from a newer version of the book (format {version}; this page knows {known}). Reload the page or update your copy of the book, then try again. Nothing was changed.',
    },
    { version, known },
  );

export const damaged = (where: string, value: string, allowed: string): string =>
  translate(
    {
      id: 'memory.import.damaged',
      message: 'This file is damaged: {where} is {value}, but it must be {allowed}. Nothing was changed.',
    },
    { where: where || translate({ id: 'memory.import.whole', message: 'the whole file' }), value, allowed },
  );

export const missing = (): string => translate({ id: 'memory.import.missing', message: 'missing' });

/** A time is told as a date, all else as it stands in the file. */
const shown = (value: unknown): string =>
  typeof value === 'number' && value > 1e12
    ? `${value} (${new Date(value).toISOString().slice(0, 10)})`
    : String(value);

export function allowed({ type, expected, received, requirement }: Issue): string {
  if (received === 'undefined') return translate({ id: 'memory.import.there', message: 'there' });
  if (type === 'min_value')
    return translate({ id: 'memory.import.atLeast', message: '{least} or more' }, { least: shown(requirement) });
  if (type === 'max_value')
    return translate({ id: 'memory.import.atMost', message: '{most} or less' }, { most: shown(requirement) });
  if (type === 'min_length') return translate({ id: 'memory.import.notEmpty', message: 'not empty' });
  if (type === 'max_length')
    return translate(
      { id: 'memory.import.length', message: 'at most {most} long' },
      { most: typeof requirement === 'number' ? requirement : '' },
    );
  if (type === 'integer') return translate({ id: 'memory.import.integer', message: 'a whole number' });
  return (expected ?? type).replaceAll(' | ', ', ').replace(/^\((.*)\)$/, '$1');
}
