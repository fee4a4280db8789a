import Translate, { translate } from '@docusaurus/Translate';
import type { CSSProperties, ReactNode } from 'react';
import type { Plan } from '../plan';
import css from './Practice.module.css';
import { Button } from '../../ui/Button';

interface TopProps {
  plan: Plan;
  /** One card was asked for. */
  only: boolean;
  ahead: boolean;
  answered: number;
  left: number;
  onAll: () => void;
  /** What to be asked about. */
  children: ReactNode;
}

/** What there is to do, and how far one has come. */
export function Top({ plan, only, ahead, answered, left, onAll, children }: TopProps): ReactNode {
  const all = answered + left;
  return (
    <div className={css.top}>
      {only ? (
        <p>
          <Translate id="practice.only">One card.</Translate>{' '}
          <Button look="quiet" onClick={onAll}>
            <Translate id="practice.only.all">Back to what is due</Translate>
          </Button>
        </p>
      ) : (
        <p>{countsInWords(plan, ahead)}</p>
      )}
      {!only && children}
      {!only && (
        <div
          className={css.progress}
          role="progressbar"
          aria-label={translate({ id: 'practice.progress', message: 'Answered' })}
          aria-valuemin={0}
          aria-valuemax={Math.max(1, all)}
          aria-valuenow={answered}
          aria-valuetext={translate({ id: 'practice.progress.of', message: '{answered} of {all}' }, { answered, all })}
          style={{ '--done': all === 0 ? 0 : answered / all } as CSSProperties}
        />
      )}
    </div>
  );
}

/** `7 due · 20 new today` */
function countsInWords({ due, fresh, ahead: others }: Plan, isAhead: boolean): string {
  const counts = [
    due.length > 0 && translate({ id: 'practice.due', message: '{due} due' }, { due: due.length }),
    fresh.length > 0 && translate({ id: 'practice.new', message: '{fresh} new today' }, { fresh: fresh.length }),
    isAhead &&
      others.length > 0 &&
      translate({ id: 'practice.notDue', message: '{ahead} not due' }, { ahead: others.length }),
  ].filter(Boolean);
  return counts.length > 0 ? counts.join(' · ') : translate({ id: 'practice.nothing', message: 'Nothing due' });
}
