import Translate from '@docusaurus/Translate';
import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import type { Experiment } from '../../model/contract';
import type { Result } from '../../model/types';
import type { Runtime } from '../../runtime/types';
import { Stack } from '../../ui/layout';
import { OnLinux } from './OnLinux';

interface OnYourMachineProps {
  experiment: Experiment;
  result: Result;
  runtime: () => Runtime;
}

/** The commands that set the same condition on Linux, and those that show it, with the controls' values. */
export function OnYourMachine({ experiment, result, runtime }: OnYourMachineProps): ReactNode {
  const { commands } = result;
  if (commands.length === 0) return <Translate id="figure.machine.none">No commands for this setting.</Translate>;
  return (
    <Stack isFilled>
      {commands.map(({ title, lines }) => (
        <CodeBlock key={title} language="bash" title={title}>
          {lines.join('\n')}
        </CodeBlock>
      ))}
      <OnLinux key={JSON.stringify(commands)} {...{ experiment, result, runtime }} />
    </Stack>
  );
}
