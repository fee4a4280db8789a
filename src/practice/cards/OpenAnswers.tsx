import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { LEVELS, type MarkingPoint, type OpenCard } from '../../model/questions';
import { expectedPoints } from '../mark';
import { Marked } from '../../ui/Marked';
import { Check } from '../../ui/Field';
import { Bullets, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import unseen from '../../ui/unseen.module.css';
import { levelInWords } from './words';

/** What a good answer sounds like, level by level. */
export function ModelAnswers({ card }: { card: OpenCard }): ReactNode {
  return (
    <Stack as="dl">
      {LEVELS.map((level) => (
        <div key={level}>
          <Text as="dt" size="note" tone={level === card.level ? 'accent' : 'soft'}>
            {levelInWords(level)}
          </Text>
          <Text as="dd" size="body" isProse>
            <Marked text={card.answers[level]} />
          </Text>
        </div>
      ))}
    </Stack>
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
  const points = card.marking.map((point, place) => ({ point, place, isExpected: expected.includes(place) }));
  return (
    <Stack gap={2} isFilled role="group" aria-labelledby={label}>
      <Text id={label} isStrong>
        {onMet ? (
          <Translate id="card.points.ask">What an interviewer listens for: tick what you said</Translate>
        ) : (
          <Translate id="card.points">What an interviewer listens for</Translate>
        )}
      </Text>
      {onMet ? (
        <ul>
          {points.map(({ place, ...each }) => (
            <li key={place}>
              <Check
                label={<Point {...each} />}
                checked={met.includes(place)}
                onChange={({ target }) => tick(place, target.checked)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Bullets>
          {points.map(({ place, ...each }) => (
            <li key={place}>
              {met.includes(place) && (
                <Text as="b" tone="good">
                  <span aria-hidden="true">✓</span>
                  <span className={unseen.unseen}>
                    <Translate id="card.points.met">You said it:</Translate>
                  </span>{' '}
                </Text>
              )}
              <Point {...each} />
            </li>
          ))}
        </Bullets>
      )}
    </Stack>
  );
}

function Point({ point, isExpected }: { point: MarkingPoint; isExpected: boolean }): ReactNode {
  return (
    <>
      <Marked text={point.say} />
      {!isExpected && (
        <>
          {' '}
          <small>
            {translate(
              { id: 'card.points.beyond', message: '({level}: beyond what’s asked)' },
              { level: levelInWords(point.level) },
            )}
          </small>
        </>
      )}
    </>
  );
}
