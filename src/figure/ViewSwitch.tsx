import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { StandingSpec } from '../views/draw';
import { Button } from '../ui/Button';
import { Row } from '../ui/layout';
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
    <Row
      gap={2}
      className={css.switch}
      role="group"
      aria-label={translate({ id: 'figure.views', message: 'Show as' })}
      data-waiting={waiting}
      data-only="screen"
    >
      {views.map(({ kind, title }) => (
        <Button key={kind} look="tool" aria-pressed={kind === chosen} onClick={() => onChoose(kind)}>
          {title}
        </Button>
      ))}
    </Row>
  );
}
