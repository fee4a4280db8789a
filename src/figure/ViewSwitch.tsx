import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Choice } from './views';
import css from './ViewSwitch.module.css';

interface ViewSwitchProps {
  views: readonly Choice[];
  chosen: string;
  /** Is the chosen one not to be seen yet, as the model has to run for it? */
  waiting: boolean;
  onChoose: (name: string) => void;
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
      {views.map(({ name, kind, title }) => (
        <option key={name} value={name}>
          {name === kind ? title : translate({ id: 'figure.views.full', message: '{view}, in full' }, { view: title })}
        </option>
      ))}
    </select>
  );
}
