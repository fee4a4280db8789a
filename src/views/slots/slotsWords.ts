import { commonWords, type Translate } from '../words';

/** The words of a queue as slots. */
export const slotsWords = (translate: Translate) => ({
  ...commonWords(translate),
  /** "limit 25 packets" */
  limit: (limit: string) => translate({ id: 'view.slots.limit', message: 'limit {limit}' }, { limit }),
  /** "full 12% of the time" */
  full: (share: string) => translate({ id: 'view.slots.full', message: 'full {share} of the time' }, { share }),
});

export type SlotsWords = ReturnType<typeof slotsWords>;
