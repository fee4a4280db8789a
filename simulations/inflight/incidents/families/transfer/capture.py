"""What tcpdump would have seen of a bulk flow on both of its hosts: the beginning, and the last second or so.

The model puts the whole propagation delay on the ACKs' path. Here each direction has half of it: the receiver's clock
is half a round trip ahead of the model's, and no sender can tell the difference.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from inflight.incidents.scene import CapturedPacket
from inflight.incidents.shared.card import CardQueue
from inflight.incidents.shared.numbers import initial_sequence
from inflight.incidents.shared.offload import AT_ONCE, POLL, Joiner, skbs
from inflight.incidents.tools.tcpdump import SHOWN
from inflight.kernel.constants import HEADERS, MSS
from inflight.kernel.link import DELIVERED, DROPPED, LOST
from inflight.kernel.path.dumbbell import Flow
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.segment import BY_PROBE, DataSegment

KEPT = 2048
"""How many packets, and as many ACKs, are remembered from the end: more than a round trip holds."""

_FIRST = 45 * SHOWN  # segments that are remembered from the beginning: the first skbs may hold that many

SYN_WINDOW, SYN_ACK_WINDOW = 64240, 65160
"""Windows of a SYN and of a SYN-ACK with the default tcp_rmem and an MSS of 1460, bytes."""

SCALED_WINDOW = 502
"""The window field of a host that has read everything it got: 64,256 bytes, scaled by 7."""

_ASKS = 20e-6  # s from the ACK of the handshake to the request
_EPOCH_MS = {
    True: 2_864_511_730,
    False: 1_092_386_457,
}  # where the clocks of the sender's and the other's timestamps are


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The handshake and the request that came before the data.

    sender, receiver: addresses `10.0.0.1:443`; the receiver connects. request: bytes of its request.
    pmtu: what the sender’s route knows of the path, bytes.
    offers: window scales in the SYN and in the SYN-ACK as they leave, None without; stripped: something on the path
    replaces them with padding. clamped: the MSS that the router writes into both (0: it leaves them alone). sack: both
    offer it.
    """

    sender: str
    receiver: str
    request: int = 118
    offers: tuple[int | None, int | None] = (7, 7)
    stripped: bool = False
    clamped: int = 0
    pmtu: int = 1500
    sack: bool = True


class Capture:
    """Listens to a flow's packets where they leave the sending host, and to its ACKs.

    Attributes:
        repeated: retransmitted bytes that have left the host; repeats: segments, of which probes are tail-loss
            probes.
        acks: ACKs that the receiver has sent; dsacks: those that report something which came twice; blocks: bytes of
            SACK options.
        left, came: which segments travel in the skb of the one before, at the sender and at the receiver.
        card: the sender's.
        early: segments that arrived before one with a lower number.
    """

    def __init__(self, flow: Flow, link: Any, opening: Opening) -> None:
        self._flow, self._link, self.opening = flow, link, opening
        self.repeated = self.repeats = self.probes = self.acks = self.dsacks = self.blocks = self.early = 0
        self.left, self.came, self.card = Joiner(AT_ONCE), Joiner(POLL), CardQueue()
        self._highest = 0
        self._plain = -1  # window of the ACK before
        self._slow_acks: deque[float] = deque(maxlen=KEPT)
        self._slow = 0
        self._numbers = {
            way: initial_sequence(*way)
            for way in ((opening.sender, opening.receiver), (opening.receiver, opening.sender))
        }
        self._begin: list[tuple[float, DataSegment, float, int]] = []
        self._end: deque[tuple[float, DataSegment, float, int]] = deque(maxlen=KEPT)
        self._first_acks: list[tuple[float, Ack]] = []
        self._last_acks: deque[tuple[float, Ack]] = deque(maxlen=KEPT)
        self._asked: list[tuple[float, int]] = []  # later requests: when they left, what had come
        self._clock = flow.sender.clock
        link.tap = self._first_packet
        flow.back.tap = self._ack

    # ---- listening -----------------------------------------------------------------------------------------------

    def _first_packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        self._begin.append((now, packet, leaves, fate))
        if len(self._begin) >= _FIRST:
            self._link.tap = self._packet
        self._packet(packet, now, leaves, fate, sink)

    def _packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        self._end.append((now, packet, leaves, fate))
        seq, end = packet.seq, packet.end
        same = self.left.joins(now, seq, end, push=packet.push)
        self.card.takes(now, end - seq + HEADERS, with_the_last=same)
        if fate == DELIVERED:
            self.came.joins(leaves, seq, end, push=packet.push)
            if seq >= self._highest:
                self.early += seq > self._highest
                self._highest = end
        if packet.repeat:
            self.repeats += 1
            self.repeated += packet.end - packet.seq
            self.probes += packet.why == BY_PROBE

    def _ack(self, ack: Ack, _fate: int) -> None:
        self.acks += 1
        noted = self._clock.now, ack
        if self.acks <= SHOWN:
            self._first_acks.append(noted)
        self._last_acks.append(noted)
        if ack.sacks:
            self.dsacks += ack.sacks[0][0] < ack.ack
            self.blocks += 4 + 8 * len(ack.sacks)
        window = ack.window >> self._flow.receiver.window.shift
        if ack.sacks or window != self._plain:
            self._slow += 1
            self._slow_acks.append(noted[0])
        self._plain = window

    def ask(self) -> None:
        """The receiver sends another request, now, as large as the first."""
        self._asked.append((self._clock.now, self._flow.receiver.expected))

    # ---- looking -------------------------------------------------------------------------------------------------

    @property
    def acks_on_the_way(self) -> int:
        """ACKs that the sender has not got yet."""
        latest = self._clock.now - self._flow.spec.rtt
        return sum(1 for sent, _ in self._last_acks if sent > latest)

    @property
    def unforeseen(self) -> int:
        """ACKs that reached the sender with another window or with SACK blocks: no header prediction for them."""
        latest = self._clock.now - self._flow.spec.rtt
        return self._slow - sum(1 for sent in self._slow_acks if sent > latest)

    @property
    def questions(self) -> int:
        """Requests so far."""
        return (self.opening.request > 0) + len(self._asked)

    def since_data_sent(self) -> float:
        """Since the last packet left the sender, s."""
        return max(self._clock.now - self._end[-1][0], 0.0) if self._end else 0.0

    def since_data_came(self) -> float:
        """Since the last packet reached the receiver, s."""
        now = self._clock.now
        came = (leaves for _, _, leaves, fate in reversed(self._end) if fate == DELIVERED and leaves <= now)
        return now - next(came, now)

    def since_ack_came(self) -> float:
        """Since the last ACK reached the sender, s."""
        now, rtt = self._clock.now, self._flow.spec.rtt
        return next((now - sent - rtt for sent, _ in reversed(self._last_acks) if sent + rtt <= now), 0.0)

    def delivery_rate(self, span: float) -> float:
        """Data acknowledged in the last `span` s, bit/s."""
        rtt = self._flow.spec.rtt
        now = self._clock.now
        came = [(sent + rtt, ack.ack) for sent, ack in self._last_acks if now - span <= sent + rtt <= now]
        return (came[-1][1] - came[0][1]) * 8 / (came[-1][0] - came[0][0]) if len(came) > 1 else 0.0

    def at_sender(self) -> list[CapturedPacket]:
        """What tcpdump printed on the sending host."""
        now, rtt = self._clock.now, self._flow.spec.rtt
        acks = sum(1 for sent, _ in self._last_acks if sent + rtt <= now) + max(self.acks - KEPT, 0)
        return self._shown(
            self._handshake(at_sender=True),
            [(t, p) for t, p, *_ in self._begin],
            [(t, p) for t, p, *_ in self._end if t <= now],
            rtt,
            now,
            self._link.sent + self._link.drops + self._link.lost - self.left.joined + acks,
            (AT_ONCE, POLL),
        )

    def at_receiver(self) -> list[CapturedPacket]:
        """What tcpdump printed on the receiving host."""
        now, ahead = self._clock.now, self._flow.spec.rtt / 2
        return self._shown(
            self._handshake(at_sender=False),
            [(leaves + ahead, p) for _, p, leaves, fate in self._begin if fate == DELIVERED],
            [(leaves + ahead, p) for _, p, leaves, fate in self._end if fate == DELIVERED and leaves <= now],
            ahead,
            now + ahead,
            self._link.sent - self._link.queued() - self.came.joined + self.acks,
            (POLL, AT_ONCE),
        )

    def at_router(self, ahead: float) -> list[CapturedPacket]:
        """What leaves the queue, and the ACKs as they come back, `ahead` s before they reach the sender."""
        now, later = self._clock.now, self._flow.spec.rtt - ahead
        left = [(t if fate == LOST else leaves, p) for t, p, leaves, fate in self._end if fate != DROPPED]
        data = [(t, p) for t, p in left if t <= now]
        answers = [(sent, ack) for sent, ack in self._last_acks if sent + later <= now]
        return sorted([*self._data(data), *self._answers(answers, later)], key=_time)

    def _shown(
        self,
        opening: list[CapturedPacket],
        begin: list[tuple[float, DataSegment]],
        end: list[tuple[float, DataSegment]],
        later: float,
        until: float,
        count: int,
        apart: tuple[float, float],
    ) -> list[CapturedPacket]:
        """The first and the last packets, data and ACKs in order of time; what lies between is only counted.

        Times are those since the first one, as tcpdump -ttttt prints them. apart: of segments in one skb, s, of the
        sender's and of the receiver's.
        """
        count += len(self._asked)
        within = dict(zip((self.opening.sender, self.opening.receiver), apart, strict=True))
        first = [*self._data(begin), *self._answers(self._first_acks, later), *self._requests(later)]
        first.sort(key=_time)
        if count <= 2 * SHOWN:
            return _from_first([*opening, *skbs((packet for packet in first if packet.t <= until), within)])
        first = skbs((packet for packet in first if packet.t <= until), within)[: SHOWN - len(opening)]
        answers = [(sent, ack) for sent, ack in self._last_acks if sent + later <= until][-SHOWN:]
        requests = [packet for packet in self._requests(later) if packet.t <= until]
        last = [*self._data(end[-_FIRST:]), *self._answers(answers, later), *requests]
        last = skbs(sorted(last, key=_time), within)[-SHOWN:]
        between = max(count - len(first) - len(last), 1)
        return _from_first([*opening, *first, *last], between)

    def _data(self, noted: Iterable[tuple[float, DataSegment]]) -> Iterator[CapturedPacket]:
        o, rtt = self.opening, self._flow.spec.rtt
        ahead = rtt / 2
        for t, packet in noted:
            length = packet.end - packet.seq
            yield CapturedPacket(
                t=t,
                source=o.sender,
                to=o.receiver,
                flags="P." if packet.push else ".",
                seq=packet.seq + 1 + self._numbers[o.sender, o.receiver],
                ack=1 + self._numbers[o.receiver, o.sender] + o.request * self._asked_by(packet.timestamp - rtt),
                window=SCALED_WINDOW if None not in self._agreed() else SYN_ACK_WINDOW,
                length=length,
                options=f"nop,nop,{self._stamps(packet.timestamp, packet.tsecr + ahead, by_sender=True)}",
            )

    def _asked_by(self, time: float) -> int:
        """Requests that the receiver had sent by then."""
        return 1 + bisect_right(self._asked, time, key=itemgetter(0))

    def _answers(self, noted: Iterable[tuple[float, Ack]], later: float) -> Iterator[CapturedPacket]:
        o, shift, ahead = self.opening, self._flow.receiver.window.shift, self._flow.spec.rtt / 2
        for sent, ack in noted:
            base = self._numbers[o.sender, o.receiver] + 1
            yield CapturedPacket(
                t=sent + later,
                source=o.receiver,
                to=o.sender,
                flags=".",
                seq=self._numbers[o.receiver, o.sender] + 1 + o.request * self._asked_by(sent),
                ack=ack.ack + base,
                window=ack.window >> shift,
                options=f"nop,nop,{self._stamps(ack.sent + ahead, ack.echo, by_sender=False)}",
                sacks=tuple((start + base, end + base) for start, end in ack.sacks),
            )

    def _requests(self, later: float) -> Iterator[CapturedPacket]:
        """All but the first, which belongs to the opening."""
        o, half = self.opening, self._flow.spec.rtt / 2
        for number, (sent, expected) in enumerate(self._asked, 1):
            yield CapturedPacket(
                t=sent + later,
                source=o.receiver,
                to=o.sender,
                flags="P.",
                seq=1 + number * o.request + self._numbers[o.receiver, o.sender],
                ack=expected + 1 + self._numbers[o.sender, o.receiver],
                window=self._flow.receiver.window.offered >> self._flow.receiver.window.shift,
                length=o.request,
                options=f"nop,nop,{self._stamps(sent + half, sent, by_sender=False)}",
            )

    def _agreed(self) -> tuple[int | None, int | None]:
        return (None, None) if self.opening.stripped else self.opening.offers

    def _handshake(self, *, at_sender: bool) -> list[CapturedPacket]:
        """SYN, SYN-ACK, and the ACK with the request right behind it."""
        o, spec = self.opening, self._flow.spec
        half = spec.rtt / 2
        began = spec.connect - half - _ASKS
        syn, answered = began + at_sender * half, began + half + (not at_sender) * half
        asked = began + spec.rtt + at_sender * half
        windows = [502 if None not in self._agreed() else SYN_WINDOW] * 2
        there, back = (o.receiver, o.sender), (o.sender, o.receiver)
        plain = f"nop,nop,{self._stamps(began + spec.rtt, began + half, by_sender=False)}"
        rows = [
            (syn, there, "S", 0, None, SYN_WINDOW, 0, self._offer(0, began, not at_sender)),
            (answered, back, "S.", 0, 1, SYN_ACK_WINDOW, 0, self._offer(1, began + half, at_sender)),
            (asked, there, ".", 1, 1, windows[0], 0, plain),
            (asked + _ASKS, there, "P.", 1, 1, windows[1], o.request, plain),
        ]
        return [
            CapturedPacket(
                t=t,
                source=a,
                to=b,
                flags=flags,
                seq=seq + self._numbers[a, b],
                ack=None if ack is None else ack + self._numbers[b, a],
                window=window,
                length=length,
                options=options,
            )
            for t, (a, b), flags, seq, ack, window, length, options in rows[: 4 if o.request else 3]
        ]

    def _offer(self, side: int, sent: float, leaving: bool) -> str:
        """Options of a SYN (0) or SYN-ACK (1), as they leave or as they arrive."""
        o = self.opening
        scale = o.offers[side]
        sack = "sackOK" if o.sack else "nop,nop"
        stamps = self._stamps(sent, sent - self._flow.spec.rtt / 2 if side else None, by_sender=side == 1)
        mss = o.clamped if o.clamped and not leaving else MSS + 12
        words = f"mss {mss},{sack},{stamps}"
        if scale is None:
            return words
        return f"{words},nop,nop,nop,nop" if o.stripped and not leaving else f"{words},nop,wscale {scale}"

    def _stamps(self, value: float, echo: float | None, *, by_sender: bool) -> str:
        """`value` and `echo` are times of the machines' clocks, s."""
        own, peers = _EPOCH_MS[by_sender], _EPOCH_MS[not by_sender]
        return f"TS val {own + int(value * 1000)} ecr {0 if echo is None else peers + int(echo * 1000)}"


def _from_first(packets: list[CapturedPacket], between: int = 0) -> list[CapturedPacket]:
    """With times since the first; `between` packets that nobody sees stand where something is left out."""
    start = packets[0].t
    shown = [replace(packet, t=packet.t - start) for packet in packets]
    return [*shown[:-SHOWN], *shown[-SHOWN:][:1] * between, *shown[-SHOWN:]] if between else shown


def _time(packet: CapturedPacket) -> float:
    return packet.t
