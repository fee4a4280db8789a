"""A connection that talks both ways, and one who listens at both ends: segments, timers, and what is held back.

The model has the whole propagation delay on the way from the server, as the laboratory has, and the server's clock is
half a round trip behind in the picture: so each way takes half of it, and no host can tell the difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import attrgetter

from inflight.figure.result import Column, Table
from inflight.kernel.clock import Clock
from inflight.kernel.constants import MSS
from inflight.kernel.link import INSTANT, Inlet, Link
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.duplex import DuplexSocket, Handshake, SocketSpec, pair
from inflight.kernel.tcp.retransmit_timer import PROBE, REORDER, RTO
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.sender import Sender
from inflight.scenes.captured.talk import Heard, captured_talk
from inflight.scenes.captured.wanted import offer
from inflight.scenes.tcpdump import ROWS, Arrow, segments

UNBOUNDED = 1 << 30
"""Packets: nothing is dropped here."""

SIDES = ("client", "server")
CLIENT, SERVER = range(2)

DELAYED_ACK, CORK, PERSIST = "delayed ACK", "cork timer", "persist timer"
TIMERS = (DELAYED_ACK, CORK, PERSIST, RTO, PROBE, REORDER)

FREE, NAGLE, CORKED, MORE, CARD, WINDOW = range(6)
HOLDS = ("", "held by Nagle", "corked", "more to come", "waits for the card", "waits for ACKs")
"""Why bytes that were written have not been sent."""


@dataclass(frozen=True)
class Fired:
    """A timer that ran from `armed` to `fired`, s as drawn, at `side`."""

    armed: float
    fired: float
    side: int
    name: str


class Conversation:
    """Both ends, `client` and `server`, `rtt` s apart; each way carries `rate` bit/s (None: any rate).

    `through` puts something between the client and its line, a network card for example. Times that are given out are
    those that are drawn, s.
    """

    def __init__(
        self,
        clock: Clock,
        rtt: float,
        client: SocketSpec,
        server: SocketSpec,
        *,
        rate: float | None = None,
        through: Callable[[Link], Inlet] | None = None,
    ) -> None:
        self.clock = clock
        out = Link(clock, rate=rate, limit=UNBOUNDED, burst=1514)
        back = Link(clock, rate=rate, limit=UNBOUNDED, burst=1514, delay=rtt)
        self._shift = (back.delay - out.delay) / 2
        """s from the server's clock to the one that is drawn."""
        self._heard: list[Heard] = []
        self.fired: list[Fired] = []
        self.client, self.server = pair(clock, through(out) if through else out, back, client, server)
        self.back = back
        self.on_event: Callable[[], None] | None = None
        """Is called after each thing that happens."""
        self._cards = client.tx_done is not None, server.tx_done is not None
        self._levels: list[list[tuple[float, int, int]]] = [[], []]  # of each side: time, unsent, unacknowledged
        self._holds: list[list[tuple[float, int]]] = [[(0.0, FREE)], [(0.0, FREE)]]
        for side, (socket, link) in enumerate(((self.client, out), (self.server, back))):
            link.tap = partial(self._packet, side, link.delay)
            socket.receiver.on_timer = partial(self._timer, side, DELAYED_ACK)
            socket.sender.recovery.on_timer = partial(self._timer, side)
            socket.sender.persist.on_fire = partial(self._persist, side, socket.sender)

    def run(self, until: float, done: Callable[[], bool]) -> Iterator[None]:
        """Advance to `until`, or until it is `done`; pauses often."""
        for number, _ in enumerate(self.clock.run(until, 1)):
            self._look(CLIENT, self.client)
            self._look(SERVER, self.server)
            if self.on_event:
                self.on_event()
            if done():
                return
            if not number & 255:
                yield

    # ---- listening -----------------------------------------------------------------------------------------------

    def _drawn(self, side: int) -> float:
        return self._shift if side == SERVER else 0.0

    def _packet(
        self,
        side: int,
        delay: float,
        packet: DataSegment | Ack | Handshake,
        now: float,
        leaves: float,
        fate: int,
        sink: object,
    ) -> None:
        arrives = leaves + delay + self._drawn(1 - side)
        self._heard.append((now + self._drawn(side), arrives, side, packet, fate))

    def _timer(self, side: int, name: str, armed: float) -> None:
        shift = self._drawn(side)
        self.fired.append(Fired(armed + shift, self.clock.now + shift, side, name))

    def _persist(self, side: int, sender: Sender, armed: float) -> None:
        self._timer(side, CORK if sender.nagle.corked else PERSIST, armed)

    def _look(self, side: int, socket: DuplexSocket) -> None:
        sender, now = socket.sender, self.clock.now + self._drawn(side)
        levels, level = self._levels[side], (sender.buffer.unsent, sender.nxt - sender.una)
        if not levels or levels[-1][1:] != level:
            levels.append((now, *level))
        holds, why = self._holds[side], held_by(sender, card=self._cards[side])
        if why != holds[-1][1]:
            holds.append((now, why))

    # ---- what was heard, from `begin` to `end` -------------------------------------------------------------------

    def arrows(self, begin: float, end: float) -> list[Arrow]:
        """All segments that were sent then, in order of time."""
        rows = [
            _arrow(sent, arrived, side, packet, fate)
            for sent, arrived, side, packet, fate in self._heard
            if begin - INSTANT <= sent < end
        ]
        return sorted(rows, key=attrgetter("sent"))

    def data_segments(self, side: int, begin: float, end: float) -> list[int]:
        """The payloads, bytes, that a side sent then."""
        return [
            packet.end - packet.seq
            for sent, _, sender, packet, _ in self._heard
            if sender == side and isinstance(packet, DataSegment) and packet.end > packet.seq and begin <= sent < end
        ]

    def timers(self, begin: float, end: float) -> list[Fired]:
        """Those that fired then."""
        return [timer for timer in self.fired if begin <= timer.fired < end]

    def holds(self, begin: float, end: float) -> list[tuple[float, float, int, int]]:
        """(from, to, side, why) for all the time in which written bytes were held back."""
        spans = []
        for side in (CLIENT, SERVER):
            last = self.clock.now + self._drawn(side)
            for (start, why), (stop, _) in pairwise([*self._holds[side], (last, FREE)]):
                start, stop = max(start, begin), min(stop, end)
                if why != FREE and stop - start > INSTANT:
                    spans.append((start, stop, side, why))
        return sorted(spans)

    def held(self, side: int, why: int, begin: float, end: float) -> float:
        """S for which a side's bytes were held back for that reason."""
        return sum(stop - start for start, stop, whose, what in self.holds(begin, end) if (whose, what) == (side, why))

    def levels(self, begin: float, end: float) -> Iterator[tuple[float, int, int, int, int]]:
        """Steps: time since `begin`, then bytes unsent and unacknowledged at the client, and at the server."""
        state = [(0, 0), (0, 0)]
        changes = sorted((t, side, level) for side in (CLIENT, SERVER) for t, *level in self._levels[side])
        late = [(t, side, level) for t, side, level in changes if begin < t < end]
        for t, side, (unsent, unacked) in changes:
            if t <= begin:
                state[side] = unsent, unacked
        yield 0.0, *state[CLIENT], *state[SERVER]
        for t, side, (unsent, unacked) in late:
            state[side] = unsent, unacked
            yield t - begin, *state[CLIENT], *state[SERVER]
        yield end - begin, *state[CLIENT], *state[SERVER]

    def tables(self, begin: float, end: float) -> dict[str, Table]:
        """`segments`, `states` and `timers` of a ladder, as far as it is drawn; times are counted from `begin`."""
        offer(captured_talk(self._heard, (self.client, self.server), SIDES))
        arrows = self.arrows(begin, end)
        if len(arrows) > ROWS:
            end = arrows[ROWS].sent
        holds = [(start, stop, side, why - 1) for start, stop, side, why in self.holds(begin, end)]
        timers = [(each.armed, each.fired, each.side, TIMERS.index(each.name)) for each in self.timers(begin, end)]
        return {
            "segments": segments(arrows, begin, SIDES),
            "states": _spans("state", "why bytes that were written have not left", "unsent", HOLDS[1:], holds, begin),
            "timers": _spans("name", "which timer", "rto", TIMERS, timers, begin),
        }


def held_by(sender: Sender, *, card: bool = False) -> int:
    """Why written bytes have not been sent, as in `tcp_output.c:tcp_write_xmit`; `card`: there is one to wait for."""
    unsent = sender.buffer.unsent
    if not unsent:
        return FREE
    if unsent < sender.mss:
        if sender.nagle.corked:
            return CORKED
        if sender.nagle.holds(sender.board.packets_out, sender.una):
            return NAGLE
        if sender.congestion.cwnd > sender.board.in_flight and sender.window_end - sender.nxt >= unsent:
            # neither a rule nor a window forbids it: autocorking, or the writer has promised more (MSG_MORE)
            return CARD if card and sender.board.packets_out else MORE
    return WINDOW


def _arrow(sent: float, arrived: float, side: int, packet: DataSegment | Ack | Handshake, fate: int) -> Arrow:
    if isinstance(packet, Handshake):
        label, flags = ("SYN-ACK", "S.") if packet.answer else ("SYN", "S")
        ack = ", ack 1" if packet.answer else ""
        return Arrow(sent, arrived, side, label, f"Flags [{flags}], seq 0{ack}, options [mss {MSS + 12},sackOK,TS]")
    if isinstance(packet, Ack):
        label = f"ack {packet.ack + 1}"
        return Arrow(sent, arrived, side, label, f"Flags [.], {label}, win {packet.window}, length 0", 0, fate)
    length = packet.end - packet.seq
    seq = f"{packet.seq + 1}:{packet.end + 1}" if length else str(packet.seq + 1)
    ack = f", ack {packet.ack.ack + 1}, win {packet.ack.window}" if packet.ack else ""
    detail = f"Flags [{'P.' if packet.push else '.'}], seq {seq}{ack}, length {length}"
    return Arrow(sent, arrived, side, seq if length else "probe", detail, int(packet.repeat), fate)


def _spans(
    name: str,
    meaning: str,
    quantity: str,
    words: tuple[str, ...],
    rows: list[tuple[float, float, int, int]],
    begin: float,
) -> Table:
    """What lasts."""
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    starts, ends, sides, values = columns
    return Table(
        [
            Column("start", "s", "began", "time", array("d", [t - begin for t in starts])),
            Column("end", "s", "ended", "time", array("d", [t - begin for t in ends])),
            Column("side", "", "whose", "time", array("d", sides), SIDES),
            Column(name, "", meaning, quantity, array("d", values), words),
        ]
    )
