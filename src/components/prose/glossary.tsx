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
  BDP: {
    full: <Translate id="glossary.BDP.full">Bandwidth-delay product.</Translate>,
    meaning: (
      <Translate id="glossary.BDP.meaning">
        Rate times round-trip time: the bytes that must be on their way so that the line never idles.
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
  cwnd: {
    full: <Translate id="glossary.cwnd.full">Congestion window.</Translate>,
    meaning: (
      <Translate id="glossary.cwnd.meaning">
        How many segments the sender lets be on their way, by what it has guessed of the path.
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
  MSS: {
    full: <Translate id="glossary.MSS.full">Maximum segment size.</Translate>,
    meaning: (
      <Translate id="glossary.MSS.meaning">The most data that fits into one packet, 1448 bytes on Ethernet.</Translate>
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
};
