import { translate } from '@docusaurus/Translate';
import type { Reason } from './failures';

/** What readers are told of what can't be stored. */
export function unkeptWords(reason: Reason): string {
  switch (reason) {
    case 'blocked':
      return translate({
        id: 'memory.unkept.blocked',
        message:
          'This browser does not let the page store anything (a private window, or a setting). Your answers count, but only until you close this page. Export them if you want to keep them.',
      });
    case 'full':
      return translate({
        id: 'memory.unkept.full',
        message:
          'This browser has no room left for this site. Your answers count, but those from now on are lost when you close this page. Export them, or make room and answer one more card.',
      });
    case 'newer':
      return translate({
        id: 'memory.unkept.newer',
        message:
          'A newer version of this book is open in another tab, and this page is too old to store anything. Export your answers of this page if you want to keep them, then reload it.',
      });
    case 'waiting':
      return translate({
        id: 'memory.unkept.waiting',
        message:
          'An older version of this book is open in another tab. Until you close that tab, your answers here are kept in this page alone.',
      });
    case 'failed':
      return translate({
        id: 'memory.unkept.failed',
        message:
          'Your browser could not store the last answers. They count, but are lost when you close this page unless a later one is stored. Export them if you want to be sure.',
      });
  }
}

/** Of a file that could not be taken in. */
export const notStoredWords = (): string =>
  translate({
    id: 'memory.import.notStored',
    message: 'Your browser could not store what is in this file, perhaps for lack of room. Nothing was changed.',
  });
