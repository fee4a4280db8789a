import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Incident } from '../../model/contract';
import { Notice } from '../../ui/Panel';
import type { OnCall } from '../call/useCall';
import { FixStep } from './FixStep';
import { Hypothesis } from './Hypothesis';
import { doneSteps, type StepId } from './progress';
import { ProofStep } from './ProofStep';
import { NO_REPORT, Report, type Reported } from './Report';
import { Stabilise } from './Stabilise';
import { StepTabs } from './StepTabs';
import { Verify } from './Verify';

interface StepsProps {
  incident: Incident;
  call: OnCall;
  /** Can it be declared over? */
  canEnd: boolean;
}

/** What belongs to a call besides looking, in the order in which it is best done; any other is possible. */
export function Steps({ incident, call, canEnd }: StepsProps): ReactNode {
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
    <StepTabs
      steps={(Object.keys(names) as StepId[]).map((id) => ({
        id,
        name: names[id][0],
        isDone: done.has(id),
        panel: names[id][1],
      }))}
    >
      {isRefused && <Notice tone="bad">{last.text}</Notice>}
    </StepTabs>
  );
}
