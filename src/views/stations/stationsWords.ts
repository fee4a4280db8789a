import { commonWords, type Translate } from '../words';

/** The words of queues in a row. */
export const stationsWords = (translate: Translate) => ({
  ...commonWords(translate),
  level: (taken: string, all: string) =>
    translate({ id: 'view.stations.level', message: '{taken} of {all} packets' }, { taken, all }),
  /** In a small box. */
  short: (taken: string, all: string) =>
    translate({ id: 'view.stations.short', message: '{taken} of {all}' }, { taken, all }),
  dropped: (count: string) => translate({ id: 'view.stations.dropped', message: '{count} dropped' }, { count }),
  /** How often it made the one before it wait. */
  heldBack: (count: string) =>
    translate({ id: 'view.stations.heldBack', message: 'held up others {count}×' }, { count }),
  /** Packets do not come to it. */
  passedBy: translate({ id: 'view.stations.passedBy', message: 'not on the path' }),
});

export type StationsWords = ReturnType<typeof stationsWords>;
