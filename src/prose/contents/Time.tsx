import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { ReadingTime } from '../../model/readingTime';

const figuresOf = (count: number): string =>
  count === 1
    ? translate({ id: 'time.figure', message: 'one figure to play with' })
    : translate({ id: 'time.figures', message: '{count} figures to play with' }, { count });

const cardsOf = (count: number): string =>
  count === 1
    ? translate({ id: 'time.card', message: 'one question' })
    : translate({ id: 'time.cards', message: '{count} questions' }, { count });

/** "14 min to read, 3 figures to play with, 12 questions" */
export const Time = ({ minutes, figures, cards }: ReadingTime): ReactNode =>
  [
    translate({ id: 'time.minutes', message: '{minutes}\u00a0min to read' }, { minutes }),
    ...(figures > 0 ? [figuresOf(figures)] : []),
    ...(cards > 0 ? [cardsOf(cards)] : []),
  ].join(', ');
