import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Stack } from '../ui/layout';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';
import { Hosts } from './Hosts';
import { LabList } from './lab/LabList';
import { LinkControls } from './LinkControls';
import { Start } from './Start';
import { useMachine } from './useMachine';

/** Linux in the page: a terminal on each of three hosts, the path between them, their clock, and labs to do there. */
export function LinuxRoom(): ReactNode {
  const desk = useMachine();
  const { state, bytes, start, stop } = desk;
  return (
    <Stack gap={5} isFilled>
      {state.is === 'on' ? (
        <>
          <Hosts on={state} desk={desk} />
          <Section title={<Translate id="linux.link">The path</Translate>}>
            <LinkControls machine={state.machine} />
          </Section>
        </>
      ) : (
        <Start state={state} bytes={bytes} onStart={() => start()} onStop={stop} />
      )}
      <Section id="labs" title={<Translate id="linux.labs">Labs</Translate>}>
        <Text isProse>
          <Translate id="linux.labs.lead">
            In each lab, something is broken. Find it, repair it with real commands, and let a check measure. You get up
            to 100 points, and each hint costs some of them.
          </Translate>
        </Text>
        <LabList />
      </Section>
    </Stack>
  );
}
