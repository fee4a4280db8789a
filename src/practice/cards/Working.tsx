import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { keepUnits } from '../../text/units';
import css from './Cards.module.css';

/** How a sum is worked out: a line for each step, as on a whiteboard. */
export const Working = ({ lines }: { lines: readonly string[] }): ReactNode => (
  <ol className={css.working} aria-label={translate({ id: 'card.working', message: 'Worked out' })}>
    {lines.map((line) => (
      <li key={line}>{keepUnits(line)}</li>
    ))}
  </ol>
);
