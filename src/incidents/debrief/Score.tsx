import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Debrief } from '../../model/contract';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import css from './Debrief.module.css';

/** What each line of the score is called. */
const namesNow = (): Record<string, string> => ({
  stabilise: translate({ id: 'incident.stabilise', message: 'Stabilise' }),
  cause: translate({ id: 'incident.score.cause', message: 'Cause' }),
  proof: translate({ id: 'incident.proof', message: 'Proof' }),
  fix: translate({ id: 'incident.fixStep', message: 'Fix' }),
  verify: translate({ id: 'incident.verify', message: 'Verify' }),
  report: translate({ id: 'incident.report', message: 'Report' }),
  budget: translate({ id: 'incident.score.budget', message: 'Budget' }),
  time: translate({ id: 'incident.clock', message: 'Time' }),
});

/** What the call was worth, line by line. */
export function Score({ debrief: { points, score } }: { debrief: Pick<Debrief, 'points' | 'score'> }): ReactNode {
  const names = namesNow();
  return (
    <>
      <Text size="title" isStrong>
        {points} <Translate id="incident.points">out of 100 points</Translate>
      </Text>
      <dl className={css.score}>
        {score.map(({ name, got, most, said }) => (
          <div key={name}>
            <dt>{names[name] ?? name}</dt>
            <Text as="dd" isNumbers tone={got === most ? 'good' : got === 0 ? 'bad' : 'partly'}>
              {got} / {most}
            </Text>
            <dd>
              <Marked text={said} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
