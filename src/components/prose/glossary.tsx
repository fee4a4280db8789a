import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';

interface Entry {
  full: ReactNode;
  meaning: ReactNode;
}

/** Every abbreviation of the book, explained once. */
export const glossary: Record<string, Entry> = {
  ACK: {
    full: <Translate id="glossary.ACK.full">Acknowledgement.</Translate>,
    meaning: (
      <Translate id="glossary.ACK.meaning">
        The receiver's message that all bytes up to a number have arrived. It also carries the receive window.
      </Translate>
    ),
  },
  AIMD: {
    full: <Translate id="glossary.AIMD.full">Additive increase, multiplicative decrease.</Translate>,
    meaning: (
      <Translate id="glossary.AIMD.meaning">
        One segment more per round trip while nothing is lost, a fixed share less when something is: the rule of Reno.
      </Translate>
    ),
  },
  AQM: {
    full: <Translate id="glossary.AQM.full">Active queue management.</Translate>,
    meaning: (
      <Translate id="glossary.AQM.meaning">
        A queue that drops or marks packets before it is full, to tell senders early that they are too fast.
      </Translate>
    ),
  },
  BBR: {
    full: <Translate id="glossary.BBR.full">Bottleneck bandwidth and round-trip time.</Translate>,
    meaning: (
      <Translate id="glossary.BBR.meaning">
        A congestion control that estimates both, sends at the rate it has found, and does not take a single loss for a
        full queue.
      </Translate>
    ),
  },
  BDP: {
    full: <Translate id="glossary.BDP.full">Bandwidth-delay product.</Translate>,
    meaning: (
      <Translate id="glossary.BDP.meaning">
        Rate times round-trip time: the bytes that must be on their way so that the line never idles.
      </Translate>
    ),
  },
  BQL: {
    full: <Translate id="glossary.BQL.full">Byte queue limits.</Translate>,
    meaning: (
      <Translate id="glossary.BQL.meaning">
        The driver’s queue is bounded in bytes, by as many as the hardware needs to stay busy and no more.
      </Translate>
    ),
  },
  bufferbloat: {
    full: <Translate id="glossary.bufferbloat.full">Bufferbloat.</Translate>,
    meaning: (
      <Translate id="glossary.bufferbloat.meaning">
        Delay made by a queue that is far larger than the path needs and that its senders keep full.
      </Translate>
    ),
  },
  CUBIC: {
    full: <Translate id="glossary.CUBIC.full">CUBIC.</Translate>,
    meaning: (
      <Translate id="glossary.CUBIC.meaning">
        The default congestion control of Linux. Its window follows a cubic curve of the time since the last loss (RFC
        9438).
      </Translate>
    ),
  },
  CoDel: {
    full: <Translate id="glossary.CoDel.full">Controlled delay.</Translate>,
    meaning: (
      <Translate id="glossary.CoDel.meaning">
        A queue that drops, or marks, when packets have been waiting for more than 5 ms for as long as 100 ms (RFC
        8289).
      </Translate>
    ),
  },
  cwnd: {
    full: <Translate id="glossary.cwnd.full">Congestion window.</Translate>,
    meaning: (
      <Translate id="glossary.cwnd.meaning">
        How many segments the sender lets be on their way, by what it has guessed of the path.
      </Translate>
    ),
  },
  'D-SACK': {
    full: <Translate id="glossary.DSACK.full">Duplicate SACK.</Translate>,
    meaning: (
      <Translate id="glossary.DSACK.meaning">
        Tells the sender that a packet arrived twice, so that it had no need to send it again (RFC 2883).
      </Translate>
    ),
  },
  'drop-tail': {
    full: <Translate id="glossary.droptail.full">Drop-tail.</Translate>,
    meaning: (
      <Translate id="glossary.droptail.meaning">
        A queue that takes packets while it has room and throws away those that come when it is full.
      </Translate>
    ),
  },
  DRR: {
    full: <Translate id="glossary.DRR.full">Deficit round robin.</Translate>,
    meaning: (
      <Translate id="glossary.DRR.meaning">
        Queues are served in turn, each with a quantum of bytes per round, so that large packets gain nothing.
      </Translate>
    ),
  },
  ECN: {
    full: <Translate id="glossary.ECN.full">Explicit congestion notification.</Translate>,
    meaning: (
      <Translate id="glossary.ECN.meaning">
        A router marks a packet instead of dropping it; the receiver passes the mark on, and the sender slows down as if
        it had been lost (RFC 3168).
      </Translate>
    ),
  },
  'F-RTO': {
    full: <Translate id="glossary.FRTO.full">Forward RTO recovery.</Translate>,
    meaning: (
      <Translate id="glossary.FRTO.meaning">
        Finds out after a timeout whether the packets were late and not lost, and takes the reduction back if so (RFC
        5682).
      </Translate>
    ),
  },
  fq_codel: {
    full: <Translate id="glossary.fqcodel.full">Fair queueing with CoDel.</Translate>,
    meaning: (
      <Translate id="glossary.fqcodel.meaning">
        A queue for each flow, served in turn, each of them under CoDel (RFC 8290).
      </Translate>
    ),
  },
  goodput: {
    full: <Translate id="glossary.goodput.full">Goodput.</Translate>,
    meaning: (
      <Translate id="glossary.goodput.meaning">
        The data that arrive per second, without headers and without what is sent twice.
      </Translate>
    ),
  },
  GRO: {
    full: <Translate id="glossary.GRO.full">Generic receive offload.</Translate>,
    meaning: (
      <Translate id="glossary.GRO.meaning">
        The receiving kernel glues segments that come together into one large packet before TCP sees them.
      </Translate>
    ),
  },
  GSO: {
    full: <Translate id="glossary.GSO.full">Generic segmentation offload.</Translate>,
    meaning: (
      <Translate id="glossary.GSO.meaning">
        The kernel handles up to 64 KB as one large packet and cuts it into segments only on its way out.
      </Translate>
    ),
  },
  HyStart: {
    full: <Translate id="glossary.HyStart.full">Hybrid slow start.</Translate>,
    meaning: (
      <Translate id="glossary.HyStart.meaning">
        Leaves slow start when round trips get longer or ACK trains too long, before a packet is lost.
      </Translate>
    ),
  },
  initcwnd: {
    full: <Translate id="glossary.initcwnd.full">Initial congestion window.</Translate>,
    meaning: (
      <Translate id="glossary.initcwnd.meaning">
        How many segments may leave before the first ACK has come back: 10 on Linux (RFC 6928).
      </Translate>
    ),
  },
  IRQ: {
    full: <Translate id="glossary.IRQ.full">Interrupt request.</Translate>,
    meaning: <Translate id="glossary.IRQ.meaning">How a device tells a CPU that there is something to do.</Translate>,
  },
  'Jain’s index': {
    full: <Translate id="glossary.jain.full">Jain’s fairness index.</Translate>,
    meaning: (
      <Translate id="glossary.jain.meaning">
        How even shares are, in one number: 1 if all are equal, 1/n if one of n has everything.
      </Translate>
    ),
  },
  MSS: {
    full: <Translate id="glossary.MSS.full">Maximum segment size.</Translate>,
    meaning: (
      <Translate id="glossary.MSS.meaning">The most data that fits into one packet, 1448 bytes on Ethernet.</Translate>
    ),
  },
  NAPI: {
    full: <Translate id="glossary.NAPI.full">New API.</Translate>,
    meaning: (
      <Translate id="glossary.NAPI.meaning">
        After one interrupt a driver is asked for packets again and again, a budget at a time, until there are none.
      </Translate>
    ),
  },
  pacing: {
    full: <Translate id="glossary.pacing.full">Pacing.</Translate>,
    meaning: (
      <Translate id="glossary.pacing.meaning">
        Spreads packets evenly over the round trip instead of sending them in bursts.
      </Translate>
    ),
  },
  PRR: {
    full: <Translate id="glossary.PRR.full">Proportional rate reduction.</Translate>,
    meaning: (
      <Translate id="glossary.PRR.meaning">
        Brings the window down over one round trip, in proportion to what arrives, instead of in one step (RFC 6937).
      </Translate>
    ),
  },
  qdisc: {
    full: <Translate id="glossary.qdisc.full">Queueing discipline.</Translate>,
    meaning: (
      <Translate id="glossary.qdisc.meaning">
        The rule by which a queue of Linux decides which packet leaves next and which is dropped.
      </Translate>
    ),
  },
  RACK: {
    full: <Translate id="glossary.RACK.full">Recent acknowledgement.</Translate>,
    meaning: (
      <Translate id="glossary.RACK.meaning">
        Takes a packet for lost when one that was sent clearly later has arrived (RFC 8985).
      </Translate>
    ),
  },
  RPS: {
    full: <Translate id="glossary.RPS.full">Receive packet steering.</Translate>,
    meaning: (
      <Translate id="glossary.RPS.meaning">
        Software hands packets to other CPUs by the hash of their flow, by way of a backlog queue.
      </Translate>
    ),
  },
  RSS: {
    full: <Translate id="glossary.RSS.full">Receive-side scaling.</Translate>,
    meaning: (
      <Translate id="glossary.RSS.meaning">
        The network card chooses one of several receive queues by a hash of addresses and ports.
      </Translate>
    ),
  },
  RTO: {
    full: <Translate id="glossary.RTO.full">Retransmission timeout.</Translate>,
    meaning: (
      <Translate id="glossary.RTO.meaning">
        How long the sender waits for an ACK before it sends again and starts anew from a small window.
      </Translate>
    ),
  },
  RTT: {
    full: <Translate id="glossary.RTT.full">Round-trip time.</Translate>,
    meaning: (
      <Translate id="glossary.RTT.meaning">
        From sending a packet to the arrival of its acknowledgement, with all the waiting in queues.
      </Translate>
    ),
  },
  rwnd: {
    full: <Translate id="glossary.rwnd.full">Receive window.</Translate>,
    meaning: <Translate id="glossary.rwnd.meaning">How many more bytes the receiver says it has room for.</Translate>,
  },
  SACK: {
    full: <Translate id="glossary.SACK.full">Selective acknowledgement.</Translate>,
    meaning: (
      <Translate id="glossary.SACK.meaning">
        An option of an ACK that lists which bytes beyond a hole have arrived.
      </Translate>
    ),
  },
  skb: {
    full: <Translate id="glossary.skb.full">Socket buffer.</Translate>,
    meaning: (
      <Translate id="glossary.skb.meaning">
        The kernel's structure for one packet: its data and the bookkeeping around it.
      </Translate>
    ),
  },
  ssthresh: {
    full: <Translate id="glossary.ssthresh.full">Slow-start threshold.</Translate>,
    meaning: (
      <Translate id="glossary.ssthresh.meaning">
        The window at which the sender stops doubling and begins to probe carefully.
      </Translate>
    ),
  },
  TLP: {
    full: <Translate id="glossary.TLP.full">Tail-loss probe.</Translate>,
    meaning: (
      <Translate id="glossary.TLP.meaning">
        Sends the last packet once more after about two round trips without an answer, before the retransmission timer
        fires (RFC 8985).
      </Translate>
    ),
  },
  TSO: {
    full: <Translate id="glossary.TSO.full">TCP segmentation offload.</Translate>,
    meaning: <Translate id="glossary.TSO.meaning">The network card cuts a large packet into segments.</Translate>,
  },
  TSQ: {
    full: <Translate id="glossary.TSQ.full">TCP small queues.</Translate>,
    meaning: (
      <Translate id="glossary.TSQ.meaning">
        A connection may have about a millisecond of data in the queues below TCP, and no more.
      </Translate>
    ),
  },
};
