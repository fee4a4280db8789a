import { commonWords, type Translate } from '../words';

/** The words of a distribution. */
export const distributionWords = (translate: Translate) => ({
  ...commonWords(translate),
  /** The y axis. */
  shareBelow: translate({ id: 'view.distribution.shareBelow', message: 'share below' }),
  howMany: translate({ id: 'view.distribution.howMany', message: 'how many' }),
});

export type DistributionWords = ReturnType<typeof distributionWords>;
