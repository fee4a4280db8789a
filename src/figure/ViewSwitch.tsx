import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { StandingSpec } from '../views/draw';
import css from './ViewSwitch.module.css';

interface ViewSwitchProps {
  views: readonly StandingSpec[];
  chosen: string;
  /** Is the chosen one not to be seen yet, as the model has to run for it? */
  waiting: boolean;
  onChoose: (kind: string) => void;
}

/** The same run, seen in another way. */
export function ViewSwitch({ views, chosen, waiting, onChoose }: ViewSwitchProps): ReactNode {
  if (views.length < 2) return null;
  return (
    <select
      className={css.switch}
      aria-label={translate({ id: 'figure.views', message: 'Show as' })}
      data-waiting={waiting}
      data-only="screen scripts"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      {views.map(({ kind, title }) => (
        <option key={kind} value={kind}>
          {title}
        </option>
      ))}
    </select>
  );
}
