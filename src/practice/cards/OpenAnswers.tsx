import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { LEVELS, type MarkingPoint, type OpenCard } from '../../model/questions';
import { expectedPoints } from '../mark';
import { Marked } from '../../ui/Marked';
import unseen from '../../ui/unseen.module.css';
import { levelInWords } from './words';
import css from './Cards.module.css';

/** What a good answer sounds like, level by level. */
export function ModelAnswers({ card }: { card: OpenCard }): ReactNode {
  return (
    <dl className={css.answers}>
      {LEVELS.map((level) => (
        <div key={level} data-own={level === card.level}>
          <dt>{levelInWords(level)}</dt>
          <dd>
            <Marked text={card.answers[level]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PointsProps {
  card: OpenCard;
  /** By their place; missing: nobody has said. */
  met?: readonly number[];
  /** Missing: they are only shown. */
  onMet?: (met: number[]) => void;
}

/** What an interviewer listens for; readers tick what they have said. */
export function Points({ card, met = [], onMet }: PointsProps): ReactNode {
  const label = useId();
  const expected = expectedPoints(card);
  const tick = (place: number, isMet: boolean): void =>
    onMet?.([...met.filter((each) => each !== place), ...(isMet ? [place] : [])].sort((a, b) => a - b));
  return (
    <div className={css.points} role="group" aria-labelledby={label}>
      <p id={label} className={css.subtitle}>
        {onMet ? (
          <Translate id="card.points.ask">What an interviewer listens for: tick what you said</Translate>
        ) : (
          <Translate id="card.points">What an interviewer listens for</Translate>
        )}
      </p>
      <ul>
        {card.marking.map((point, place) => (
          <li key={place}>
            {onMet ? (
              <label>
                <input
                  type="checkbox"
                  checked={met.includes(place)}
                  onChange={({ target }) => tick(place, target.checked)}
                />
                <Point point={point} isExpected={expected.includes(place)} />
              </label>
            ) : (
              <>
                {met.includes(place) && (
                  <b className={css.met}>
                    <span aria-hidden="true">✓</span>
                    <span className={unseen.unseen}>
                      <Translate id="card.points.met">You said it:</Translate>
                    </span>{' '}
                  </b>
                )}
                <Point point={point} isExpected={expected.includes(place)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Point({ point, isExpected }: { point: MarkingPoint; isExpected: boolean }): ReactNode {
  return (
    <span>
      <Marked text={point.say} />
      {!isExpected && (
        <>
          {' '}
          <small>
            {translate(
              { id: 'card.points.beyond', message: '({level}: more than is asked)' },
              { level: levelInWords(point.level) },
            )}
          </small>
        </>
      )}
    </span>
  );
}
