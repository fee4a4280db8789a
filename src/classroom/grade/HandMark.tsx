import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Row } from '../../ui/layout';
import { sayPoints } from './asText';
import css from './Grade.module.css';
import type { HandMark as Mark } from './hand';

interface HandMarkProps {
  /** Whose answer to which question, for those who don't see where the fields stand. */
  label: string;
  possible: number;
  mark: Mark | undefined;
  onGive: (mark: Mark) => void;
}

/** What was typed as points; undefined: it is none. */
export function typedPoints(text: string, possible: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const points = Number(trimmed.replace(',', '.'));
  return points >= 0 && points <= possible ? points : undefined;
}

/** Points and a comment for an answer that a person reads. They are taken as they are typed. */
export function HandMark({ label, possible, mark, onGive }: HandMarkProps): ReactNode {
  const { points = null, comment = '' } = mark ?? {};
  const [typed, setTyped] = useState(points === null ? '' : sayPoints(points));
  const value = typedPoints(typed, possible);
  // Given elsewhere: in the other list, or by a file.
  const shown = value !== undefined && value !== points ? (points === null ? '' : sayPoints(points)) : typed;
  const give = (text: string): void => {
    setTyped(text);
    const given = typedPoints(text, possible);
    if (given !== undefined) onGive({ points: given, comment });
  };
  return (
    <Row gap={5} role="group" aria-label={label}>
      <Field
        label={translate({ id: 'grade.hand.points', message: 'Points' })}
        unit={`/ ${sayPoints(possible)}`}
        problem={
          value === undefined &&
          translate(
            { id: 'grade.hand.refused', message: 'Points = {typed}: type a number from 0 to {possible}' },
            { typed, possible: sayPoints(possible) },
          )
        }
        beside={
          possible > 0 &&
          [0, possible / 2, possible].map((each) => (
            <Button key={each} aria-pressed={points === each} onClick={() => give(sayPoints(each))}>
              {sayPoints(each)}
            </Button>
          ))
        }
      >
        <input
          className={css.points}
          inputMode="decimal"
          autoComplete="off"
          value={shown}
          onChange={(event) => give(event.target.value)}
        />
      </Field>
      <Field label={translate({ id: 'grade.hand.comment', message: 'Comment' })} className={css.comment}>
        <input
          autoComplete="off"
          value={comment}
          maxLength={2000}
          onChange={(event) => onGive({ points, comment: event.target.value })}
        />
      </Field>
    </Row>
  );
}
