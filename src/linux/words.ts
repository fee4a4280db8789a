import { translate } from '@docusaurus/Translate';
import type { Failure } from './failure';

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** What went wrong, and what can be done about it. */
export function sentenceOf(why: Failure): string {
  switch (why) {
    case 'memory':
      return translate({
        id: 'linux.failed.memory',
        message: 'This device doesn’t have enough memory for it: a tab needs about 300 MB. It works on most computers.',
      });
    case 'unreachable':
      return translate({ id: 'linux.failed.unreachable', message: 'It couldn’t be downloaded. Are you online?' });
    case 'damaged':
      return translate({
        id: 'linux.failed.damaged',
        message: 'What was downloaded isn’t what it should be, so it wasn’t started.',
      });
    case 'broken':
      return translate({ id: 'linux.failed.broken', message: 'It crashed. What you had set and typed is gone.' });
  }
}
