import type { ReactNode } from 'react';
import type { PaperFigure } from '../../model/contract';
import { keepUnits } from '../../text/units';
import css from './Given.module.css';

/** What the question sets: each student's own values. */
export function Given({ figure: { given } }: { figure: PaperFigure }): ReactNode {
  if (given.length === 0) return null;
  return (
    <dl className={css.given}>
      {given.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{keepUnits(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
