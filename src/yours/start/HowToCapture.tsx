import Translate from '@docusaurus/Translate';
import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import { Bullets, Stack } from '../../ui/layout';

/** A capture that shows as much as it can. */
export const HowToCapture = (): ReactNode => (
  <Stack gap={4} isFilled>
    <CodeBlock language="bash">{'tcpdump -i eth0 -s 128 -w slow.pcap host 10.0.9.2 and port 5001'}</CodeBlock>
    <Bullets>
      <li>
        <Translate id="yours.how.sender">
          Capture at the host that sends the data. There, every ACK is seen as the sender saw it. The other end shows
          less, and both together show the most.
        </Translate>
      </li>
      <li>
        <Translate id="yours.how.start">
          Start before the connection is opened. The handshake says how the windows are scaled, and without it they can
          only be guessed.
        </Translate>
      </li>
      <li>
        <Translate id="yours.how.snap" values={{ snap: <code>-s 128</code> }}>
          {'{snap} keeps the headers and leaves out nearly all of the payload, which nothing here needs.'}
        </Translate>
      </li>
      <li>
        <Translate id="yours.how.enough">
          Half a minute of the slow thing is enough. If tcpdump says that the kernel dropped packets, capture less: a
          packet that is missing from the file looks like one that was lost.
        </Translate>
      </li>
    </Bullets>
  </Stack>
);
