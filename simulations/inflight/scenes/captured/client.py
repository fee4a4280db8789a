"""A client that asks a server (`request_client.py`) as a capture has it: all its connections, from SYN to FIN.

In the model requests, SYNs and the client's FINs are moments; here they are segments, and the server acknowledges them
in what it sends next. As in a picture of single packets (`trace.py`), propagation delay is drawn on both ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import inf, isnan
from operator import attrgetter

from inflight.capture.crossing import Capture, Crossing, End
from inflight.capture.options import of_segment, of_syn
from inflight.kernel.clock import Clock
from inflight.kernel.link import INSTANT
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW, ReceiveWindow
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.captured.wanted import is_wanted, offer
from inflight.scenes.captured.words import ADVERTISED_MSS, ENDS, acknowledgement, comment_on, fated, stamp
from inflight.scenes.request_client import LINGER, Answer, Client

_SIDES = ("server", "client")
PORT = 8000
REQUEST = 100
"""Bytes."""

_SERVER, _CLIENT = End(ENDS[0].address, PORT), End(ENDS[1].address, ENDS[0].port)


def capture_client(client: Client, bell: Dumbbell, spec: FlowSpec, *, fresh: bool) -> None:
    """Offer all that a client and its server say, if somebody wants it; the queue of `bell` is a FIFO.

    spec, fresh: as the client has them.
    """
    if is_wanted():
        heard = _CapturedClient(client, bell, spec, fresh=fresh)
        points = {name: end.address for name, end in zip(_SIDES, (_SERVER, _CLIENT), strict=True)}
        offer(Capture(points, heard.crossings))


class _CapturedClient:
    """Hears the line, and the ACKs of each connection from its first segment on."""

    def __init__(self, client: Client, bell: Dumbbell, spec: FlowSpec, *, fresh: bool) -> None:
        self._client, self._clock, self._spec, self._fresh = client, bell.clock, spec, fresh
        self._delay = bell.link.delay
        self._late = (spec.rtt - bell.link.delay) / 2  # of the client's clock against the one that is drawn, s
        self._of: dict[int, _Connection] = {}  # by the answer that it was opened for
        bell.link.tap = self._packet

    def _packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        arrives = leaves + self._delay + self._late
        opening = len(self._client.answers) - 1 if self._fresh else 0
        if opening not in self._of:
            self._of[opening] = _Connection(self._clock, opening, self._spec, self._late, fresh=self._fresh)
        connection = self._of[opening]
        if sink is self._client:
            connection.syn_ack(now, arrives, fate)
            return
        flow = self._client.answers[-1].flow
        assert flow
        connection.segment(flow, packet, now, arrives, fate)

    def crossings(self) -> Iterator[Crossing]:
        """All of them in order."""
        answers = self._client.answers
        found = [
            crossing
            for opening, connection in self._of.items()
            for crossing in connection.crossings(answers[opening : opening + 1] if self._fresh else answers)
        ]
        return iter(sorted(found, key=attrgetter("sent")))


class _Connection:
    """What is heard of one; `late`: s from the client's clock to the one that is drawn."""

    def __init__(self, clock: Clock, number: int, spec: FlowSpec, late: float, *, fresh: bool) -> None:
        self._clock, self._spec, self._late, self._fresh = clock, spec, late, fresh
        client = _CLIENT._replace(port=_CLIENT.port + 2 * number)
        self._down = partial(Crossing, source=_SERVER, target=client)
        self._up = partial(Crossing, source=client, target=_SERVER)
        self._window = ReceiveWindow(spec.receive, spec.era)
        self._syn_acks: list[tuple[float, float, int]] = []
        self._data: list[Crossing] = []
        self._acks: list[tuple[float, Ack]] = []
        self._flow: Flow | None = None

    def syn_ack(self, now: float, arrives: float, fate: int) -> None:
        """The server's answer to the SYN, for the first time or again."""
        self._syn_acks.append((now, arrives, fate))

    def segment(self, flow: Flow, packet: DataSegment, now: float, arrives: float, fate: int) -> None:
        """Some of an answer, or the server's FIN."""
        if self._flow is None:
            self._flow = flow
            flow.back.tap = self._ack
        total = flow.spec.total
        fin = self._fresh and total is not None and packet.end > total
        crossing = self._down(
            sent=now,
            arrived=arrives,
            flags="A" + "P" * packet.push + "F" * fin,
            seq=packet.seq + 1,
            length=packet.end - packet.seq - fin,
            window=self._window.initial >> self._window.shift,
            options=of_segment(stamps=(stamp(packet.timestamp), stamp(packet.tsecr))),
            comment=comment_on(packet, fate),
        )
        self._data.append(crossing)

    def _ack(self, ack: Ack, _fate: int) -> None:
        self._acks.append((self._clock.now, ack))

    def crossings(self, answers: list[Answer]) -> Iterator[Crossing]:
        """Those of the connection on which these answers came."""
        first = answers[0]
        said = [(first.connected, REQUEST), *((answer.asked, REQUEST) for answer in answers[1:])]
        yield from self._opening(first)
        closed = first.finished + LINGER if self._fresh and first.finished is not None else inf
        if closed <= self._clock.now:
            said.append((closed, 1))
            yield self._fin(said)
        for segment in self._data:
            known = sum(size for time, size in said if time + self._spec.rtt <= segment.sent + INSTANT)
            yield segment._replace(ack=1 + known)
        asked = {answer.asked for answer in answers[1:]}
        for time, ack in self._acks:
            crossing = acknowledgement(self._leaving(time), ack, self._window.shift)
            crossing = crossing._replace(seq=1 + sum(size for when, size in said if when < time))
            # a request on a connection that is there carries an ACK (`receiver.py:ask`)
            yield crossing._replace(flags="AP", length=REQUEST) if time in asked else crossing

    def _leaving(self, time: float) -> Callable[..., Crossing]:
        """What leaves the client at a time of its clock."""
        return partial(self._up, sent=time + self._late, arrived=time + self._spec.rtt)

    def _opening(self, answer: Answer) -> Iterator[Crossing]:
        """Everything up to the first request."""
        spec, window = self._spec, self._window
        wscale = window.shift if spec.receive.scaling else None
        syn = partial(of_syn, mss=ADVERTISED_MSS, sack=spec.options.sack, wscale=wscale)
        offered = min(window.initial, MAX_TCP_WINDOW)
        asked = stamp(answer.asked)
        yield self._leaving(answer.asked)(flags="S", window=offered, options=syn(stamps=(asked, 0)))
        for again, (now, arrives, fate) in enumerate(self._syn_acks):
            comment = fated("sent again: the handshake is not complete" if again else "", fate)
            options = syn(stamps=(stamp(now), asked))
            yield self._down(
                sent=now, arrived=arrives, flags="SA", ack=1, window=offered, options=options, comment=comment
            )
        if not answer.connected:
            return
        heard = [now for now, arrives, _ in self._syn_acks if not isnan(arrives)]
        options = of_segment(stamps=(stamp(answer.connected), stamp(heard[0])))
        scaled = window.initial >> window.shift
        ack = partial(self._leaving(answer.connected), seq=1, ack=1, window=scaled, options=options)
        yield ack(flags="A")
        yield ack(flags="AP", length=REQUEST)

    def _fin(self, said: list[tuple[float, int]]) -> Crossing:
        """The client closes: it has all of the answer, and has said so."""
        time, _ = said[-1]
        _, last = max(((when, ack) for when, ack in self._acks if when <= time), key=lambda heard: heard[1].ack)
        crossing = acknowledgement(self._leaving(time), last, self._window.shift)
        return crossing._replace(flags="AF", seq=1 + sum(size for _, size in said[:-1]))
