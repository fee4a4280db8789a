import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';

interface Entry {
  full: ReactNode;
  meaning: ReactNode;
}

/** Every abbreviation of the book, explained once. */
export const glossary: Record<string, Entry> = {
  'accept queue': {
    full: <Translate id="glossary.acceptqueue.full">Accept queue.</Translate>,
    meaning: (
      <Translate id="glossary.acceptqueue.meaning">
        Connections that the kernel has opened and the program has not yet fetched with accept(). Its length is the
        smaller of the backlog and somaxconn, plus one.
      </Translate>
    ),
  },
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
  ARP: {
    full: <Translate id="glossary.ARP.full">Address Resolution Protocol.</Translate>,
    meaning: (
      <Translate id="glossary.ARP.meaning">
        How a host asks its network for the hardware address that belongs to an IP address.
      </Translate>
    ),
  },
  ato: {
    full: <Translate id="glossary.ato.full">ACK timeout.</Translate>,
    meaning: (
      <Translate id="glossary.ato.meaning">
        How long a delayed ACK waits at present: 40 ms at first, then as long as segments are apart.
      </Translate>
    ),
  },
  autocorking: {
    full: <Translate id="glossary.autocorking.full">Autocorking.</Translate>,
    meaning: (
      <Translate id="glossary.autocorking.meaning">
        A short write waits while an earlier packet of its socket is still on its way out of the host.
      </Translate>
    ),
  },
  autotuning: {
    full: <Translate id="glossary.autotuning.full">Buffer autotuning.</Translate>,
    meaning: (
      <Translate id="glossary.autotuning.meaning">
        The kernel lets the buffers of a connection grow with what it measures, up to the third value of tcp_rmem and
        tcp_wmem.
      </Translate>
    ),
  },
  backlog: {
    full: <Translate id="glossary.backlog.full">Backlog.</Translate>,
    meaning: (
      <Translate id="glossary.backlog.meaning">
        The number that a program gives to listen(): how many finished connections may wait for it. Also the queue in
        front of a CPU for packets that other CPUs or virtual devices hand to it (netdev_max_backlog).
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
  'BIG TCP': {
    full: <Translate id="glossary.BIGTCP.full">BIG TCP.</Translate>,
    meaning: (
      <Translate id="glossary.BIGTCP.meaning">
        Packets inside the host that are larger than 64 KB: since Linux 5.19 for IPv6, and 6.3 for IPv4.
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
  CoDel: {
    full: <Translate id="glossary.CoDel.full">Controlled delay.</Translate>,
    meaning: (
      <Translate id="glossary.CoDel.meaning">
        A queue that drops, or marks, when packets have been waiting for more than 5 ms for as long as 100 ms (RFC
        8289).
      </Translate>
    ),
  },
  'congestion avoidance': {
    full: <Translate id="glossary.congestionavoidance.full">Congestion avoidance.</Translate>,
    meaning: (
      <Translate id="glossary.congestionavoidance.meaning">
        What follows slow start: the window grows by about a segment in each round trip (Reno), or along a curve
        (CUBIC).
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
  'D-SACK': {
    full: <Translate id="glossary.DSACK.full">Duplicate SACK.</Translate>,
    meaning: (
      <Translate id="glossary.DSACK.meaning">
        Tells the sender that a packet arrived twice, so that it had no need to send it again (RFC 2883).
      </Translate>
    ),
  },
  'delayed ACK': {
    full: <Translate id="glossary.delayedACK.full">Delayed ACK.</Translate>,
    meaning: (
      <Translate id="glossary.delayedACK.meaning">
        The receiver waits before it acknowledges, for data that could take the ACK along: 40 ms on Linux, at first.
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
  DSCP: {
    full: <Translate id="glossary.DSCP.full">Differentiated services code point.</Translate>,
    meaning: (
      <Translate id="glossary.DSCP.meaning">
        The upper six bits of the TOS byte: which treatment the sender asks for (RFC 2474).
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
  'fast retransmit': {
    full: <Translate id="glossary.fastretransmit.full">Fast retransmit.</Translate>,
    meaning: (
      <Translate id="glossary.fastretransmit.meaning">
        Sending a lost segment again because ACKs say that later ones have arrived, without waiting for a timer.
      </Translate>
    ),
  },
  FIFO: {
    full: <Translate id="glossary.FIFO.full">First in, first out.</Translate>,
    meaning: (
      <Translate id="glossary.FIFO.meaning">
        The plainest queue: packets leave in the order in which they came.
      </Translate>
    ),
  },
  FIN: {
    full: <Translate id="glossary.FIN.full">Finish.</Translate>,
    meaning: (
      <Translate id="glossary.FIN.meaning">
        The flag with which an end says that it will send no more data. Each direction is closed by one of its own.
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
  'half-open': {
    full: <Translate id="glossary.halfopen.full">Half open.</Translate>,
    meaning: (
      <Translate id="glossary.halfopen.meaning">
        A connection whose SYN has been answered and whose third segment is missing: the server’s state is SYN_RECV.
      </Translate>
    ),
  },
  'HoL blocking': {
    full: <Translate id="glossary.HoLblocking.full">Head-of-line blocking.</Translate>,
    meaning: (
      <Translate id="glossary.HoLblocking.meaning">
        What has arrived has to wait for something in front of it: behind a lost segment, or behind a long packet in a
        queue.
      </Translate>
    ),
  },
  HTB: {
    full: <Translate id="glossary.HTB.full">Hierarchy token bucket.</Translate>,
    meaning: (
      <Translate id="glossary.HTB.meaning">
        A discipline that gives each class of traffic a rate, and lets it borrow what others leave, up to its ceiling.
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
  ICMP: {
    full: <Translate id="glossary.ICMP.full">Internet Control Message Protocol.</Translate>,
    meaning: (
      <Translate id="glossary.ICMP.meaning">
        How routers and hosts report errors, such as “nobody there” or “too big”; ping uses it, too.
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
  IP: {
    full: <Translate id="glossary.IP.full">Internet Protocol.</Translate>,
    meaning: (
      <Translate id="glossary.IP.meaning">
        Carries single packets from address to address, and promises nothing about any of them.
      </Translate>
    ),
  },
  IRQ: {
    full: <Translate id="glossary.IRQ.full">Interrupt request.</Translate>,
    meaning: <Translate id="glossary.IRQ.meaning">How a device tells a CPU that there is something to do.</Translate>,
  },
  ISN: {
    full: <Translate id="glossary.ISN.full">Initial sequence number.</Translate>,
    meaning: (
      <Translate id="glossary.ISN.meaning">
        The number from which an end counts its bytes. Each connection has another, so that nobody can guess it.
      </Translate>
    ),
  },
  'Jain’s index': {
    full: <Translate id="glossary.jain.full">Jain’s fairness index.</Translate>,
    meaning: (
      <Translate id="glossary.jain.meaning">
        How even shares are, in one number: 1 if all are equal, 1/n if one of n has everything.
      </Translate>
    ),
  },
  jitter: {
    full: <Translate id="glossary.jitter.full">Jitter.</Translate>,
    meaning: <Translate id="glossary.jitter.meaning">How much delay varies from one packet to the next.</Translate>,
  },
  keepalive: {
    full: <Translate id="glossary.keepalive.full">Keepalive.</Translate>,
    meaning: (
      <Translate id="glossary.keepalive.meaning">
        Empty probes on a silent connection, to learn whether the peer is there. Off unless a program asks for it; then
        after two hours.
      </Translate>
    ),
  },
  LRO: {
    full: <Translate id="glossary.LRO.full">Large receive offload.</Translate>,
    meaning: (
      <Translate id="glossary.LRO.meaning">
        The network card glues segments together itself; GRO has taken its place.
      </Translate>
    ),
  },
  MSL: {
    full: <Translate id="glossary.MSL.full">Maximum segment lifetime.</Translate>,
    meaning: (
      <Translate id="glossary.MSL.meaning">
        How long a packet may wander about the network. TIME_WAIT lasts for two of them by the book; on Linux it is 60
        s.
      </Translate>
    ),
  },
  MSS: {
    full: <Translate id="glossary.MSS.full">Maximum segment size.</Translate>,
    meaning: (
      <Translate id="glossary.MSS.meaning">The most data that fits into one packet, 1448 bytes on Ethernet.</Translate>
    ),
  },
  MTU: {
    full: <Translate id="glossary.MTU.full">Maximum transmission unit.</Translate>,
    meaning: (
      <Translate id="glossary.MTU.meaning">
        The largest IP packet that a link carries: 1500 bytes on Ethernet.
      </Translate>
    ),
  },
  Nagle: {
    full: <Translate id="glossary.Nagle.full">Nagle’s algorithm.</Translate>,
    meaning: (
      <Translate id="glossary.Nagle.meaning">
        While a short segment is unacknowledged, short data are collected and not sent. TCP_NODELAY switches it off (RFC
        896).
      </Translate>
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
  NAT: {
    full: <Translate id="glossary.NAT.full">Network address translation.</Translate>,
    meaning: (
      <Translate id="glossary.NAT.meaning">
        A box that rewrites addresses and ports, so that many hosts share an address. It forgets connections that are
        silent for long.
      </Translate>
    ),
  },
  netem: {
    full: <Translate id="glossary.netem.full">Network emulator.</Translate>,
    meaning: (
      <Translate id="glossary.netem.meaning">
        A discipline that delays, drops, doubles or reorders packets, to test with.
      </Translate>
    ),
  },
  offload: {
    full: <Translate id="glossary.offload.full">Offload.</Translate>,
    meaning: (
      <Translate id="glossary.offload.meaning">
        Work on packets that is done in large pieces, or by the network card: TSO, GSO, GRO.
      </Translate>
    ),
  },
  orphan: {
    full: <Translate id="glossary.orphan.full">Orphan.</Translate>,
    meaning: (
      <Translate id="glossary.orphan.meaning">
        A connection that its program has closed while the kernel still has something to send or to wait for.
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
  PAWS: {
    full: <Translate id="glossary.PAWS.full">Protection against wrapped sequences.</Translate>,
    meaning: (
      <Translate id="glossary.PAWS.meaning">
        A segment whose timestamp is older than the last one is thrown away (RFC 7323).
      </Translate>
    ),
  },
  PIE: {
    full: <Translate id="glossary.PIE.full">Proportional integral controller enhanced.</Translate>,
    meaning: (
      <Translate id="glossary.PIE.meaning">
        A queue that drops with a probability, which it computes from the delay and from how it changes (RFC 8033).
      </Translate>
    ),
  },
  pingpong: {
    full: <Translate id="glossary.pingpong.full">Pingpong.</Translate>,
    meaning: (
      <Translate id="glossary.pingpong.meaning">
        The kernel’s word for a connection that takes turns. It saves its ACKs for the next answer.
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
  RED: {
    full: <Translate id="glossary.RED.full">Random early detection.</Translate>,
    meaning: (
      <Translate id="glossary.RED.meaning">
        A queue that drops the likelier the longer it has been on average.
      </Translate>
    ),
  },
  RFC: {
    full: <Translate id="glossary.RFC.full">Request for comments.</Translate>,
    meaning: (
      <Translate id="glossary.RFC.meaning">A document of the Internet’s standards, known by its number.</Translate>
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
  RST: {
    full: <Translate id="glossary.RST.full">Reset.</Translate>,
    meaning: (
      <Translate id="glossary.RST.meaning">
        The flag that ends a connection at once, or says that there is none.
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
  RTTVAR: {
    full: <Translate id="glossary.RTTVAR.full">Round-trip time variation.</Translate>,
    meaning: (
      <Translate id="glossary.RTTVAR.meaning">
        How much the round-trip time varies, smoothed. The RTO is SRTT plus four times this; on Linux plus 200 ms at
        least.
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
  SFQ: {
    full: <Translate id="glossary.SFQ.full">Stochastic fairness queueing.</Translate>,
    meaning: (
      <Translate id="glossary.SFQ.meaning">
        A queue for each flow, as far as a hash tells them apart, served in turn.
      </Translate>
    ),
  },
  'silly window': {
    full: <Translate id="glossary.sillywindow.full">Silly window syndrome.</Translate>,
    meaning: (
      <Translate id="glossary.sillywindow.meaning">
        A receiver that announces a few bytes of room, and a sender that fills them, again and again. Both ends avoid it
        (RFC 9293).
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
  'slow start': {
    full: <Translate id="glossary.slowstart.full">Slow start.</Translate>,
    meaning: (
      <Translate id="glossary.slowstart.meaning">
        The window doubles in each round trip: a segment more for each that is acknowledged.
      </Translate>
    ),
  },
  SRTT: {
    full: <Translate id="glossary.SRTT.full">Smoothed round-trip time.</Translate>,
    meaning: (
      <Translate id="glossary.SRTT.meaning">
        A running mean of the round-trip time, in which a new sample counts an eighth.
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
  SYN: {
    full: <Translate id="glossary.SYN.full">Synchronise.</Translate>,
    meaning: (
      <Translate id="glossary.SYN.meaning">
        The flag of the first segment of either end. It carries the first sequence number and the options.
      </Translate>
    ),
  },
  'SYN cookie': {
    full: <Translate id="glossary.SYNcookie.full">SYN cookie.</Translate>,
    meaning: (
      <Translate id="glossary.SYNcookie.meaning">
        A server that has no room for half-open connections hides what it must remember in the sequence number of its
        answer.
      </Translate>
    ),
  },
  'SYN-ACK': {
    full: <Translate id="glossary.SYNACK.full">SYN and ACK.</Translate>,
    meaning: (
      <Translate id="glossary.SYNACK.meaning">
        The second segment of the handshake: the server’s SYN, and the ACK of the client’s.
      </Translate>
    ),
  },
  TBF: {
    full: <Translate id="glossary.TBF.full">Token bucket filter.</Translate>,
    meaning: (
      <Translate id="glossary.TBF.meaning">
        A discipline that lets packets out at a rate, and a burst of them at once after a pause.
      </Translate>
    ),
  },
  TCP: {
    full: <Translate id="glossary.TCP.full">Transmission Control Protocol.</Translate>,
    meaning: (
      <Translate id="glossary.TCP.meaning">
        Makes a stream of bytes, complete and in order, out of packets that may be lost or overtake each other (RFC
        9293).
      </Translate>
    ),
  },
  TFO: {
    full: <Translate id="glossary.TFO.full">TCP Fast Open.</Translate>,
    meaning: (
      <Translate id="glossary.TFO.meaning">
        Data already in the SYN, for a client that shows a cookie from an earlier visit (RFC 7413).
      </Translate>
    ),
  },
  TIME_WAIT: {
    full: <Translate id="glossary.TIMEWAIT.full">TIME_WAIT.</Translate>,
    meaning: (
      <Translate id="glossary.TIMEWAIT.meaning">
        The state of the end that closed first: for 60 s on Linux, so that late packets do not reach a new connection
        between the same ports.
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
  TLS: {
    full: <Translate id="glossary.TLS.full">Transport Layer Security.</Translate>,
    meaning: (
      <Translate id="glossary.TLS.meaning">
        Encrypts what is sent; it has a handshake of its own, after that of TCP.
      </Translate>
    ),
  },
  TOS: {
    full: <Translate id="glossary.TOS.full">Type of service.</Translate>,
    meaning: (
      <Translate id="glossary.TOS.meaning">
        A byte of the IP header, by which a sender may ask for low delay or high throughput. DSCP and ECN share it
        today.
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
  UDP: {
    full: <Translate id="glossary.UDP.full">User Datagram Protocol.</Translate>,
    meaning: (
      <Translate id="glossary.UDP.meaning">
        Single packets with ports, and nothing else: no ACK, no order, no window.
      </Translate>
    ),
  },
  'window scaling': {
    full: <Translate id="glossary.windowscaling.full">Window scaling.</Translate>,
    meaning: (
      <Translate id="glossary.windowscaling.meaning">
        An option of the SYNs: the 16 bits of the window are shifted left by up to 14 places (RFC 7323).
      </Translate>
    ),
  },
  XDP: {
    full: <Translate id="glossary.XDP.full">Express Data Path.</Translate>,
    meaning: (
      <Translate id="glossary.XDP.meaning">
        A program that sees packets in the driver, before the kernel makes an skb of them.
      </Translate>
    ),
  },
  'zero window': {
    full: <Translate id="glossary.zerowindow.full">Zero window.</Translate>,
    meaning: (
      <Translate id="glossary.zerowindow.meaning">
        The receiver’s buffer is full, and it says so. The sender asks with probes whether it has opened again.
      </Translate>
    ),
  },
};
