"""What becomes of a write(): skbs of many segments, frames on the wire, and what the receiver makes of them.

    write() → TCP, IP, qdisc → [ cut: GSO ] → driver → [ cut: TSO ] → wire → ring → [ merge: GRO ] → IP, TCP → read()

Nothing is lost and no window limits: it is the path of a connection that has been running for a while.
"""

from __future__ import annotations

from dataclasses import dataclass

from inflight.kernel.constants import MIN_TSO_SEGS
from inflight.kernel.tcp.autosize import burst_segments

TIMESTAMPS = 12
"""Bytes that the timestamps option takes in each segment (RFC 7323 §3.2, with two bytes of padding)."""

ETHERNET = 14
"""Header that tcpdump shows, bytes."""

GAP = 8 + 4 + 12
"""Preamble, checksum and the least gap between frames, bytes: on the wire, but seen by no host (IEEE 802.3)."""

GSO_LEGACY_MAX_SIZE = 65536
"""As large as the 16 bits of IP's length make it; more is BIG TCP (`netdevice.h`)."""

LEAST = 60
"""Shorter frames are padded, bytes, without the checksum (IEEE 802.3)."""

MAX_TCP_HEADER = 320
"""What is kept free for headers, bytes (`tcp.h`: 128 + MAX_HEADER, in whole cache lines)."""

WEIGHT = 64
"""Frames that one poll takes at most (`NAPI_POLL_WEIGHT`)."""

TSO, GSO, OFF = "tso", "gso", "off"
"""Who cuts an skb into segments: the card, the kernel just above the driver, or TCP from the start."""


@dataclass(frozen=True, kw_only=True)
class Wire:
    """Sizes: `mtu` in bytes, `line` in bit/s."""

    mtu: int = 1500
    timestamps: bool = True
    ipv6: bool = False
    line: float = 10e9

    @property
    def headers(self) -> int:
        """IP and TCP, bytes."""
        return (40 if self.ipv6 else 20) + 20 + (TIMESTAMPS if self.timestamps else 0)

    @property
    def mss(self) -> int:
        """Payload of a full segment, bytes."""
        return self.mtu - self.headers

    def time(self, payload: int) -> float:
        """That a frame takes on the wire, s."""
        return (max(payload + self.headers + ETHERNET, LEAST) + GAP) * 8 / self.line

    def gso_payload(self, gso_max_size: int, cut: str = TSO) -> int:
        """Bytes of payload in the largest skb, whole segments (`sk_setup_caps`, `tcp_xmit_size_goal`).

        45 segments of 1448 bytes are 65,160; one more would not fit into 65,215.

        >>> Wire().gso_payload(65536), Wire(timestamps=False).gso_payload(65536)
        (65160, 64240)
        """
        if cut == OFF:
            return self.mss
        return max(self.gso_room(gso_max_size) // self.mss, 1) * self.mss

    def gso_room(self, gso_max_size: int) -> int:
        """`sk_gso_max_size`, bytes: more than 16 bits of length are for IPv6 (`sk_trim_gso_size`)."""
        most = gso_max_size if self.ipv6 else min(gso_max_size, GSO_LEGACY_MAX_SIZE)
        return max(most - (MAX_TCP_HEADER + 1), 1)


@dataclass(frozen=True)
class SentSkb:
    """`payload` bytes, handed down at `at` s; `push` is the flag on its last segment, `stamp` its timestamp, ms."""

    payload: int
    at: float
    push: bool

    @property
    def stamp(self) -> int:
        """TCP's clock has milliseconds."""
        return int(self.at * 1000 + 1e-9)


@dataclass(frozen=True)
class WireFrame:
    """On the wire from `starts` to `ends`, s."""

    payload: int
    starts: float
    ends: float
    push: bool
    stamp: int


@dataclass(frozen=True)
class Merged:
    """What goes up the receiver's stack: `count` frames as one packet of `payload` bytes, at `at` s."""

    payload: int
    count: int
    at: float


@dataclass(frozen=True)
class Received:
    """`interrupts` and `polls` are numbers; `idle_at` is when the CPU is done, s."""

    packets: list[Merged]
    interrupts: int
    polls: int
    idle_at: float


def skbs(
    size: int, wire: Wire, *, cut: str, gso_max_size: int, rate: float, rtt: float, autosize: bool, pacing: bool
) -> list[SentSkb]:
    """What TCP hands down of a write() of `size` bytes. `rate` is its pacing rate, bit/s, `rtt` the least seen, s.

    The write is copied into skbs as large as they may be; each is cut again to what leaves in about a millisecond
    (`tcp_sendmsg_locked`, `tcp_write_xmit`). An skb of several segments always carries PSH (`__tcp_transmit_skb`).
    """
    mss = wire.mss
    goal = most = wire.gso_payload(gso_max_size, cut)
    if autosize and cut != OFF:
        room = wire.gso_room(gso_max_size)
        burst = burst_segments(rate / 8, int(rtt * 1e6), mss, MIN_TSO_SEGS, gso_max_size=room)
        most = min(most, burst * mss)
    sent: list[SentSkb] = []
    at = 0.0
    left = size
    while left:
        rest = min(goal, left)
        left -= rest
        while rest:
            payload = min(most, rest)
            rest -= payload
            sent.append(SentSkb(payload, at, payload > mss or not (left or rest)))
            if pacing:
                at += payload * 8 / rate
    return sent


def frames(sent: list[SentSkb], wire: Wire) -> list[WireFrame]:
    """The segments of all skbs, one after another as fast as the line is."""
    out: list[WireFrame] = []
    free = 0.0
    for skb in sent:
        free = max(free, skb.at)
        left = skb.payload
        while left:
            payload = min(wire.mss, left)
            left -= payload
            ends = free + wire.time(payload)
            out.append(WireFrame(payload, free, ends, skb.push and not left, skb.stamp))
            free = ends
    return out


def receive(
    arriving: list[WireFrame], wire: Wire, *, gro: bool, gro_max_size: int, coalesce: float, trip: float
) -> Received:
    """The card interrupts `coalesce` s after the first frame that waits; a packet takes the CPU `trip` s to handle.

    A poll takes what is there, at most 64 frames. What GRO has merged goes up when the poll ends: with less than a
    full poll always, after a full one where HZ is below 1000 (`__napi_poll`, `napi_complete_done`).
    """
    packets: list[Merged] = []
    free = 0.0
    interrupts = polls = number = 0
    full = False
    while number < len(arriving):
        first = arriving[number].ends
        if full and first <= free:
            now = free  # the poll goes on without an interrupt
        else:
            now = max(first + coalesce, free)
            interrupts += 1
        polls += 1
        end = number
        while end < len(arriving) and end - number < WEIGHT and arriving[end].ends <= now + 1e-12:
            end += 1
        full = end - number == WEIGHT
        for batch in merge(arriving[number:end], wire, gro_max_size) if gro else [[f] for f in arriving[number:end]]:
            now += trip
            packets.append(Merged(sum(frame.payload for frame in batch), len(batch), now))
        number, free = end, now
    return Received(packets, interrupts, polls, free)


def merge(polled: list[WireFrame], wire: Wire, gro_max_size: int = GSO_LEGACY_MAX_SIZE) -> list[list[WireFrame]]:
    """The frames of one poll that become one packet each (`tcp_gro_receive`, `skb_gro_receive`).

    The next frame is added if it has the same timestamp and is no longer than the first, and if the packet stays
    below gro_max_size. A short one or PSH ends it.
    """
    limit = gro_max_size if wire.ipv6 else min(gro_max_size, GSO_LEGACY_MAX_SIZE)
    batches: list[list[WireFrame]] = []
    length = 0  # of the packet that is being merged, with IP and TCP header; 0: there is none
    for frame in polled:
        if length:
            batch = batches[-1]
            fits = length + frame.payload < limit and frame.payload <= batch[0].payload
            if fits and (frame.stamp == batch[0].stamp or not wire.timestamps):
                batch.append(frame)
                length += frame.payload
                if frame.push or frame.payload < batch[0].payload:
                    length = 0
                continue
        batches.append([frame])
        length = 0 if frame.push else wire.headers + frame.payload
    return batches


def acks(received: list[Merged], mss: int) -> int:
    """ACKs in return: at once for more than a full segment, later for the rest (`__tcp_ack_snd_check`)."""
    count = unacknowledged = 0
    for packet in received:
        unacknowledged += packet.payload
        if unacknowledged > mss:
            count += 1
            unacknowledged = 0
    return count + (unacknowledged > 0)
