import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { HandMark as Mark } from './hand';
import css from './HandMark.module.css';
import { sayPoints } from './words';

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
    <div className={css.hand} role="group" aria-label={label}>
      <label className={css.points}>
        <span>{translate({ id: 'grade.hand.points', message: 'Points' })}</span>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={shown}
          aria-invalid={value === undefined}
          onChange={(event) => give(event.target.value)}
        />
        <span>/ {sayPoints(possible)}</span>
      </label>
      {possible > 0 && (
        <span className={css.quick}>
          {[0, possible / 2, possible].map((each) => (
            <button key={each} type="button" aria-pressed={points === each} onClick={() => give(sayPoints(each))}>
              {sayPoints(each)}
            </button>
          ))}
        </span>
      )}
      <label className={css.comment}>
        <span>{translate({ id: 'grade.hand.comment', message: 'Comment' })}</span>
        <input
          autoComplete="off"
          value={comment}
          maxLength={2000}
          onChange={(event) => onGive({ points, comment: event.target.value })}
        />
      </label>
      {value === undefined && (
        <p className={css.refused} role="alert">
          {translate(
            { id: 'grade.hand.refused', message: 'Points = {typed}: allowed is a number from 0 to {possible}' },
            { typed, possible: sayPoints(possible) },
          )}
        </p>
      )}
    </div>
  );
}
