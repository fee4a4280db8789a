import { commonWords, type Translate } from '../words';

/** The words of an exchange. */
export const ladderWords = (translate: Translate) => ({
  ...commonWords(translate),
  /** What of it did not fit into the picture. */
  moreUntil: (count: number, end: string) =>
    translate({ id: 'view.ladder.moreUntil', message: 'and {count} more until {end}' }, { count, end }),
  /** A stretch of time that is drawn shorter than it is. */
  silence: (duration: string) =>
    translate({ id: 'view.ladder.silence', message: 'nothing for {duration}' }, { duration }),
});

export type LadderWords = ReturnType<typeof ladderWords>;
