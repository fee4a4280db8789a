import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Plan } from '../plan';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { Progress } from '../../ui/Progress';
import { Text } from '../../ui/Text';

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
    <Row gap={6} isApart>
      {only ? (
        <Text tone="soft">
          <Translate id="practice.only">One card.</Translate>{' '}
          <Button look="quiet" onClick={onAll}>
            <Translate id="practice.only.all">Back to what’s due</Translate>
          </Button>
        </Text>
      ) : (
        <Text tone="soft" isNumbers>
          {countsInWords(plan, ahead)}
        </Text>
      )}
      {!only && children}
      {!only && (
        <Progress
          label={translate({ id: 'practice.progress', message: 'Answered' })}
          value={answered}
          max={Math.max(1, all)}
          aria-valuetext={translate({ id: 'practice.progress.of', message: '{answered} of {all}' }, { answered, all })}
        />
      )}
    </Row>
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
