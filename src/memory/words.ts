import { translate } from '@docusaurus/Translate';
import type { Reason } from './failures';

/** What readers are told of what can't be stored. */
export function unkeptWords(reason: Reason): string {
  switch (reason) {
    case 'blocked':
      return translate({
        id: 'memory.unkept.blocked',
        message:
          'This browser doesn’t let the page store anything (perhaps it’s a private window, or a setting). Your answers count, but only until you close this page. Export them if you want to keep them.',
      });
    case 'full':
      return translate({
        id: 'memory.unkept.full',
        message:
          'This browser has no room left for this site. Your answers count, but new ones will be lost when you close this page. Export them, or make room and answer one more card.',
      });
    case 'newer':
      return translate({
        id: 'memory.unkept.newer',
        message:
          'A newer version of this book is open in another tab, and this page is too old to store anything. Export the answers you gave here if you want to keep them, then reload.',
      });
    case 'waiting':
      return translate({
        id: 'memory.unkept.waiting',
        message:
          'An older version of this book is open in another tab. Until you close that tab, your answers here are kept in this page only.',
      });
    case 'failed':
      return translate({
        id: 'memory.unkept.failed',
        message:
          'Your browser couldn’t store your last answers. They count, but they’ll be lost when you close this page unless a later one gets stored. Export them to be safe.',
      });
  }
}

/** Of a file that could not be taken in. */
export const notStoredWords = (): string =>
  translate({
    id: 'memory.import.notStored',
    message: 'Your browser couldn’t store what’s in this file. It may have run out of room. Nothing was changed.',
  });
