import Translate from '@docusaurus/Translate';
import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import type { Result } from '../../model/types';
import { Stack } from '../../ui/layout';
import { OnLinux, type OnLinuxProps } from './OnLinux';

interface OnYourMachineProps {
  commands: Result['commands'];
  onLinux: OnLinuxProps;
}

/** The commands that set the same condition on Linux, and those that show it, with the controls' values. */
export function OnYourMachine({ commands, onLinux }: OnYourMachineProps): ReactNode {
  if (commands.length === 0) return <Translate id="figure.machine.none">No commands for this setting.</Translate>;
  return (
    <Stack isFilled>
      {commands.map(({ title, lines }) => (
        <CodeBlock key={title} language="bash" title={title}>
          {lines.join('\n')}
        </CodeBlock>
      ))}
      <OnLinux {...onLinux} />
    </Stack>
  );
}
