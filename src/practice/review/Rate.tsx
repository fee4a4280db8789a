import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Rating } from '../../memory/types';
import { fromNow } from '../cards/when';
import { Button } from '../../ui/Button';
import { Text } from '../../ui/Text';
import unseen from '../../ui/unseen.module.css';
import css from './Rate.module.css';
import { sayShort } from './spanWords';

const names = (): Record<Rating, string> => ({
  1: translate({ id: 'practice.rate.again', message: 'Again' }),
  2: translate({ id: 'practice.rate.hard', message: 'Hard' }),
  3: translate({ id: 'practice.rate.good', message: 'Good' }),
  4: translate({ id: 'practice.rate.easy', message: 'Easy' }),
});

interface RateProps {
  /** What may be said: after a wrong answer only Again. */
  allowed: readonly Rating[];
  suggested: Rating;
  /** When the card would come back, in ms from now. */
  intervals: Record<Rating, number>;
  /** At the lower edge of the window, where the thumb is. */
  isSticky: boolean;
  disabled?: boolean;
  onRate: (rating: Rating) => void;
}

/** How well it was known, and when the card comes back for it. */
export function Rate({ allowed, suggested, intervals, isSticky, disabled = false, onRate }: RateProps): ReactNode {
  const { i18n } = useDocusaurusContext();
  return (
    <div
      className={css.rate}
      role="group"
      aria-label={translate({ id: 'practice.rate', message: 'How well did you know it?' })}
      data-sticky={isSticky}
      data-only="screen"
      data-rate
    >
      {allowed.map((rating) => (
        <Button
          key={rating}
          look={rating === suggested ? 'main' : 'plain'}
          disabled={disabled}
          onClick={() => onRate(rating)}
        >
          <span>
            <b>{names()[rating]}</b>{' '}
            <Text as="span" size="small" className={css.span} aria-hidden="true">
              {sayShort(intervals[rating])}
            </Text>
            <span className={unseen.unseen}>{fromNow(intervals[rating], i18n.currentLocale)}</span>
          </span>
          {isSticky && (
            <Text as="span" size="small" className={css.key} aria-hidden="true">
              {rating}
            </Text>
          )}
        </Button>
      ))}
      {allowed.length === 1 && (
        <small>
          <Translate id="practice.rate.wrong">A wrong answer comes back soon.</Translate>
        </small>
      )}
    </div>
  );
}
