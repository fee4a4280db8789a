import { translate } from '@docusaurus/Translate';
import { yourKernel } from '../../memory/kernel';
import type { Params } from '../../model/contract';
import { KERNEL } from '../../model/kernels';

/** A run of a model that is captured and read, for a reader without a capture of their own. */
export interface Example {
  experiment: string;
  parameters: () => Params;
  /** The host that is listened at. */
  point: string;
  /** What its file is called. */
  file: string;
  title: string;
  text: string;
}

export const examples = (): readonly Example[] => [
  {
    experiment: 'send-buffer',
    parameters: () => ({ gso: false, [KERNEL]: yourKernel.get() }),
    point: 'sender',
    file: 'send-buffer.pcapng',
    title: translate({ id: 'yours.example.sndbuf', message: '22 MB that take 26 seconds' }),
    text: translate({
      id: 'yours.example.sndbuf.text',
      message: 'Nothing is lost and the line is idle. Captured at the sender.',
    }),
  },
  {
    experiment: 'retransmission-timeout',
    parameters: () => ({ tlp: false }),
    point: 'sender',
    file: 'timeout.pcapng',
    title: translate({ id: 'yours.example.rto', message: 'The last segment is lost' }),
    text: translate({
      id: 'yours.example.rto.text',
      message: 'A few short replies, and one of them waits for a timer. Captured at the sender.',
    }),
  },
];
