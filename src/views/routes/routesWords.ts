import { commonWords, type Translate } from '../words';

/** The words of a packet and its answer: how they travel, and where the answer would go. */
export const routesWords = (translate: Translate) => ({
  ...commonWords(translate),
  wayIn: translate({ id: 'view.routes.wayIn', message: 'the way in' }),
  wayBack: translate({ id: 'view.routes.wayBack', message: 'the way back' }),
  wayAsked: translate({ id: 'view.routes.wayAsked', message: 'where a reply would go' }),
});

export type RoutesWords = ReturnType<typeof routesWords>;
