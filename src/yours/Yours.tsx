import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Stack } from '../ui/layout';
import { Page } from '../ui/Page';
import { Notice } from '../ui/Panel';
import { Section } from '../ui/Section';
import { Capture } from './Capture';
import Pasted from './pasted/Pasted';
import { Start } from './start/Start';
import { ReplayAlone } from './replay/ReplayAlone';
import { useLinked } from './replay/useLinked';
import { useReader } from './useReader';
import { useSession } from './useSession';
import { useStray } from './useStray';
import { Waiting } from './Waiting';

/** A reader's own connection: a capture goes in, what limited it comes out, and nothing leaves the page. */
export default function Yours(): ReactNode {
  const { desk, status, wake, end } = useReader();
  const { stage, open, tryOut, cancel } = useSession(desk);
  useStray(open);
  const linked = useLinked();
  function forget(): void {
    cancel();
    end();
  }
  return (
    <Page
      title={<Translate id="yours.title">Your connection</Translate>}
      lead={
        <Translate id="yours.lead">
          Drop a capture of a slow transfer, and this page tells you what limited it, when, and how it can tell.
        </Translate>
      }
    >
      <Stack gap={6} isFilled>
        <noscript>
          <Notice tone="partly" role="note">
            <Translate id="yours.noscript">
              With JavaScript on, this page reads a capture of yours in the browser, lists its connections, and shows
              what held each of them back, interval by interval, with the evidence. Without JavaScript, the command line
              says the same: inflight read slow.pcap
            </Translate>
          </Notice>
        </noscript>
        {stage.at === 'start' && stage.failure !== undefined && <Notice tone="bad">{stage.failure}</Notice>}
        {status.state === 'failed' && stage.at === 'start' && stage.failure === undefined && (
          <Notice tone="bad">{status.reason}</Notice>
        )}
        {stage.at === 'start' && linked.values && (
          <ReplayAlone ask={desk.replayAlone} values={linked.values} onClose={linked.close} />
        )}
        {stage.at === 'start' && <Start onFiles={open} onExample={tryOut} onReach={wake} />}
        {stage.at === 'making' && (
          <Waiting
            names={[stage.example.file]}
            size={undefined}
            share={stage.share}
            status={status}
            onCancel={cancel}
          />
        )}
        {stage.at === 'reading' && (
          <Waiting
            names={stage.opened.named.map(({ name }) => name)}
            size={stage.opened.size}
            share={stage.share}
            status={status}
            onCancel={cancel}
          />
        )}
        {stage.at === 'read' && (
          <Capture
            key={stage.opened.mounted.folder}
            desk={desk}
            opened={stage.opened}
            read={stage.read}
            onForget={forget}
          />
        )}
        {stage.at === 'start' && (
          <Section title={<Translate id="yours.pasted">Or paste what a tool printed</Translate>}>
            <Pasted />
          </Section>
        )}
      </Stack>
    </Page>
  );
}
