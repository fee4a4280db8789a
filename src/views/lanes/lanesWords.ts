import { commonWords, type Translate } from '../words';

/** The words of stacked curves. */
export const lanesWords = (translate: Translate) => ({
  ...commonWords(translate),
  /** Of a few runs of the same setting, where all lie. */
  chance: translate({ id: 'view.lanes.chance', message: 'by chance' }),
  /** Of many seeds, where eight in ten lie. */
  seeds: (count: number) => translate({ id: 'view.lanes.seeds', message: '{count} seeds, p10–p90' }, { count }),
});

export type LanesWords = ReturnType<typeof lanesWords>;
