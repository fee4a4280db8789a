import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Incident } from '../../model/contract';
import { Notice } from '../../ui/Panel';
import { Tabs } from '../../ui/Tabs';
import { Stack } from '../../ui/layout';
import type { OnCall } from '../call/useCall';
import { FixStep } from './FixStep';
import { Hypothesis } from './Hypothesis';
import { doneSteps, type StepId } from './progress';
import { ProofStep } from './ProofStep';
import { NO_REPORT, Report, type Reported } from './Report';
import { Stabilise } from './Stabilise';
import { Verify } from './Verify';
import css from './Steps.module.css';
import unseen from '../../ui/unseen.module.css';

interface StepsProps {
  incident: Incident;
  call: OnCall;
  /** Can it be declared over? */
  canEnd: boolean;
}

/** What belongs to a call besides looking, in the order in which it is best done; any other is possible. */
export function Steps({ incident, call, canEnd }: StepsProps): ReactNode {
  const [open, setOpen] = useState<StepId>();
  const [said, setSaid] = useState('');
  const [reported, setReported] = useState<Reported>(NO_REPORT);
  const { entries, standing, waiting } = call;
  const done = doneSteps(entries, standing);
  const last = entries.at(-1);
  const isRefused = last?.isRefused && last.line.startsWith(':');
  const step = { incident, call, isDisabled: waiting.length > 0 };
  const names: Record<StepId, [name: string, panel: () => ReactNode]> = {
    stabilise: [translate({ id: 'incident.stabilise', message: 'Stabilise' }), () => <Stabilise {...step} />],
    hypothesis: [
      translate({ id: 'incident.hypothesis', message: 'Hypothesis' }),
      () => <Hypothesis {...step} said={said} onSaid={setSaid} />,
    ],
    proof: [translate({ id: 'incident.proof', message: 'Proof' }), () => <ProofStep {...step} />],
    fix: [translate({ id: 'incident.fixStep', message: 'Fix' }), () => <FixStep {...step} />],
    verify: [translate({ id: 'incident.verify', message: 'Verify' }), () => <Verify {...step} />],
    report: [
      translate({ id: 'incident.report', message: 'Report' }),
      () => <Report {...step} canEnd={canEnd} reported={reported} onReported={setReported} />,
    ],
  };
  return (
    <div className={css.steps} data-only="scripts">
      <Tabs
        label={translate({ id: 'incident.steps', message: 'Steps of the call' })}
        open={open}
        onOpen={setOpen}
        tabs={(Object.keys(names) as StepId[]).map((id) => ({
          id,
          label: (
            <>
              <span className={css.sign} data-done={done.has(id)} aria-hidden="true" /> {names[id][0]}
              {done.has(id) && (
                <span className={unseen.unseen}> {translate({ id: 'incident.done', message: '(done)' })}</span>
              )}
            </>
          ),
          panel: () => (
            <Stack gap={4} isFilled className={css.step}>
              {names[id][1]()}
              {isRefused && <Notice tone="bad">{last.text}</Notice>}
            </Stack>
          ),
        }))}
      />
    </div>
  );
}
