import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';

interface Question {
  text: ReactNode;
  /** Its chapter, and the place in it; none yet: to come. */
  doc?: string;
  anchor?: string;
}

export interface Stop {
  id: string;
  place: ReactNode;
  questions: Question[];
}

/** Where a packet can wait or be lost, in the order in which it meets the places. */
export const stops: Stop[] = [
  {
    id: 'send-buffer',
    place: <Translate id="path.sendBuffer">Send buffer</Translate>,
    questions: [
      {
        text: <Translate id="path.sendBuffer.question">Why is this transfer slow?</Translate>,
        doc: 'windows/why-slow',
      },
      {
        text: <Translate id="path.sendBuffer.limits">Which of three windows holds it back?</Translate>,
        doc: 'windows/bytes-in-flight',
      },
      {
        text: <Translate id="path.sendBuffer.small">Where do the 40&nbsp;ms come from?</Translate>,
        doc: 'small-writes/nagle',
      },
      {
        text: <Translate id="path.sendBuffer.memory">What if all sockets together want too much?</Translate>,
        doc: 'windows/memory',
      },
    ],
  },
  {
    id: 'cwnd',
    place: <Translate id="path.cwnd">Congestion window</Translate>,
    questions: [
      {
        text: <Translate id="path.cwnd.question">How much may be on its way at once?</Translate>,
        doc: 'congestion/sawtooth',
      },
      {
        text: <Translate id="path.cwnd.slowStart">How many round trips does a small answer take?</Translate>,
        doc: 'congestion/slow-start',
      },
      {
        text: <Translate id="path.cwnd.algorithms">CUBIC, Vegas, BBR: which one?</Translate>,
        doc: 'congestion/algorithms',
      },
      {
        text: <Translate id="path.cwnd.idle">Why is the request after a pause slow?</Translate>,
        doc: 'congestion/idle',
      },
      { text: <Translate id="path.cwnd.yours">Can you do better?</Translate>, doc: 'congestion/your-algorithm' },
    ],
  },
  {
    id: 'qdisc',
    place: <Translate id="path.qdisc">Queueing discipline</Translate>,
    questions: [
      { text: <Translate id="path.qdisc.pacing">What does smooth sending buy?</Translate>, doc: 'congestion/pacing' },
      {
        text: <Translate id="path.qdisc.question">Can a call survive an upload?</Translate>,
        doc: 'disciplines/fair-queueing',
      },
      {
        text: <Translate id="path.qdisc.bands">What does pfifo_fast really do?</Translate>,
        doc: 'disciplines/pfifo-fast',
      },
      { text: <Translate id="path.qdisc.tc">How do I read and set it?</Translate>, doc: 'disciplines/tc' },
      { text: <Translate id="path.qdisc.shaping">Who may borrow?</Translate>, doc: 'disciplines/shaping' },
    ],
  },
  {
    id: 'driver',
    place: <Translate id="path.driver">Driver queue</Translate>,
    questions: [
      {
        text: <Translate id="path.driver.question">Why does a 500-byte packet wait 305&nbsp;ms?</Translate>,
        doc: 'queues/driver-queue',
      },
      {
        text: <Translate id="path.driver.bql">How do 3&nbsp;kB in a 384&nbsp;kB ring suffice?</Translate>,
        doc: 'queues/bql-and-tsq',
      },
      { text: <Translate id="path.driver.offload">What goes over the wire?</Translate>, doc: 'queues/offloads' },
    ],
  },
  {
    id: 'router',
    place: <Translate id="path.router">The slowest router’s buffer</Translate>,
    questions: [
      {
        text: <Translate id="path.router.question">How much buffer is too much?</Translate>,
        doc: 'queues/bufferbloat',
      },
      { text: <Translate id="path.router.sharing">Who gets the line?</Translate>, doc: 'congestion/sharing' },
      {
        text: <Translate id="path.router.lossy">What may I expect from a lossy long path?</Translate>,
        doc: 'congestion/lossy-networks',
      },
      { text: <Translate id="path.router.netem">How do I imitate it?</Translate>, doc: 'disciplines/netem' },
    ],
  },
  {
    id: 'ring',
    place: <Translate id="path.ring">Receive ring and backlog</Translate>,
    questions: [
      {
        text: <Translate id="path.ring.question">Where does a burst get lost on the way in?</Translate>,
        doc: 'queues/receiving',
      },
    ],
  },
  {
    id: 'receive-buffer',
    place: <Translate id="path.receiveBuffer">Receive buffer</Translate>,
    questions: [
      {
        text: <Translate id="path.receiveBuffer.question">What does a slow reader do to the sender?</Translate>,
        doc: 'windows/receive-window',
      },
      {
        text: <Translate id="path.receiveBuffer.scaling">What does losing one SYN option cost?</Translate>,
        doc: 'windows/window-scaling',
      },
      {
        text: <Translate id="path.receiveBuffer.size">How big should buffers be?</Translate>,
        doc: 'windows/buffer-sizes',
      },
    ],
  },
  {
    id: 'ack',
    place: <Translate id="path.ack">The acknowledgement’s way back</Translate>,
    questions: [
      {
        text: <Translate id="path.ack.losing">How is a hole found and filled?</Translate>,
        doc: 'congestion/losing-packets',
      },
      {
        text: <Translate id="path.ack.requests">What do small requests wait for?</Translate>,
        doc: 'small-writes/transfer-buffers',
      },
    ],
  },
];

/** What has to happen before the first byte and after the last one. */
export const around: Stop[] = [
  {
    id: 'open',
    place: <Translate id="path.open">Opening: the listen queues</Translate>,
    questions: [
      {
        text: <Translate id="path.open.question">Why does connect() succeed and then hang?</Translate>,
        doc: 'opening/listen-queues',
      },
      {
        text: <Translate id="path.open.agree">What do the three segments agree on?</Translate>,
        doc: 'opening/handshake',
      },
      { text: <Translate id="path.open.hang">How long may connect() hang?</Translate>, doc: 'opening/timers' },
      { text: <Translate id="path.open.flood">Does a cookie save the server?</Translate>, doc: 'opening/syn-flood' },
      { text: <Translate id="path.open.fast">What does Fast Open save?</Translate>, doc: 'opening/fast-open' },
      {
        text: <Translate id="path.open.reverse">Why does the SYN arrive and nothing answer?</Translate>,
        doc: 'opening/reverse-path',
      },
    ],
  },
  {
    id: 'close',
    place: <Translate id="path.close">Closing: TIME-WAIT and its friends</Translate>,
    questions: [
      {
        text: <Translate id="path.close.question">How many connections per second before the ports run out?</Translate>,
        doc: 'closing/ports',
      },
      {
        text: <Translate id="path.close.hang">In which state does it hang, and for how long?</Translate>,
        doc: 'closing/closing-well',
      },
      {
        text: <Translate id="path.close.dead">When does a dead peer become known?</Translate>,
        doc: 'closing/dead-peers',
      },
    ],
  },
];
