import { commonWords, type Translate } from '../words';

/** The words of a map. */
export const heatMapWords = (translate: Translate) => ({
  ...commonWords(translate),
  /** Where the controls stand. */
  yourPoint: translate({ id: 'view.heatmap.yourPoint', message: 'your path' }),
});

export type HeatMapWords = ReturnType<typeof heatMapWords>;
