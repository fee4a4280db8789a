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
    <div className={css.switch} role="group" aria-label={translate({ id: 'figure.views', message: 'Show as' })}>
      {views.map(({ kind, title }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chosen}
          data-waiting={(waiting && kind === chosen) || undefined}
          onClick={() => onChoose(kind)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
