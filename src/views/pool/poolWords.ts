import { commonWords, type Translate } from '../words';

/** The words of a pool of ports. */
export const poolWords = (translate: Translate) => ({
  ...commonWords(translate),
  /** How many a square stands for. */
  square: (ports: string) => translate({ id: 'view.pool.square', message: 'a square is {ports} ports' }, { ports }),
});

export type PoolWords = ReturnType<typeof poolWords>;
