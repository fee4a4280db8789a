import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';

export interface Stop {
  id: string;
  place: ReactNode;
  question: ReactNode;
  /** Its chapter; none yet: to come. */
  doc?: string;
}

/** Where a packet can wait or be lost, in the order in which it meets the places. */
export const stops: Stop[] = [
  {
    id: 'send-buffer',
    place: <Translate id="path.sendBuffer">Send buffer</Translate>,
    question: <Translate id="path.sendBuffer.question">Why is this transfer slow?</Translate>,
    doc: 'windows/why-slow',
  },
  {
    id: 'cwnd',
    place: <Translate id="path.cwnd">Congestion window</Translate>,
    question: <Translate id="path.cwnd.question">How much may be on its way at once?</Translate>,
  },
  {
    id: 'qdisc',
    place: <Translate id="path.qdisc">Queueing discipline</Translate>,
    question: <Translate id="path.qdisc.question">Can a call survive an upload?</Translate>,
  },
  {
    id: 'driver',
    place: <Translate id="path.driver">Driver queue</Translate>,
    question: <Translate id="path.driver.question">Why does a 500-byte packet wait 304&nbsp;ms?</Translate>,
  },
  {
    id: 'router',
    place: <Translate id="path.router">The slowest router’s buffer</Translate>,
    question: <Translate id="path.router.question">How much buffer is too much?</Translate>,
  },
  {
    id: 'ring',
    place: <Translate id="path.ring">Receive ring and backlog</Translate>,
    question: <Translate id="path.ring.question">Where does a burst get lost on the way in?</Translate>,
  },
  {
    id: 'receive-buffer',
    place: <Translate id="path.receiveBuffer">Receive buffer</Translate>,
    question: <Translate id="path.receiveBuffer.question">What does a slow reader do to the sender?</Translate>,
  },
  {
    id: 'ack',
    place: <Translate id="path.ack">The acknowledgement’s way back</Translate>,
    question: <Translate id="path.ack.question">Where do the 40&nbsp;ms come from?</Translate>,
  },
];

/** What has to happen before the first byte and after the last one. */
export const around: Stop[] = [
  {
    id: 'open',
    place: <Translate id="path.open">Opening: the listen queues</Translate>,
    question: <Translate id="path.open.question">Why does connect() succeed and then hang?</Translate>,
  },
  {
    id: 'close',
    place: <Translate id="path.close">Closing: TIME-WAIT and its friends</Translate>,
    question: <Translate id="path.close.question">How many connections per second before the ports run out?</Translate>,
  },
];
