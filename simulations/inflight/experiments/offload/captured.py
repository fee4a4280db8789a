"""What tcpdump shows of the experiment `offload`: large skbs at the sender, merged packets at the receiver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import nan

from inflight.capture.crossing import Capture, Crossing
from inflight.capture.options import of_segment
from inflight.experiments.offload.stages import Received, SentSkb, Wire, WireFrame
from inflight.kernel.tcp.receive_window import ReceiveBuffer, ReceiveWindow
from inflight.scenes.captured.wanted import offer
from inflight.scenes.captured.words import ENDS, points_of
from inflight.scenes.tcpdump import RECEIVER, SENDER, SIDES


def capture_layers(wire: Wire, sent: Sequence[SentSkb], train: Sequence[WireFrame], got: Received) -> None:
    """Offer both, if somebody wants it and it is IPv4: it listens above TSO and GRO, where a host's tcpdump does."""
    if not wire.ipv6:
        offer(Capture(points_of(SIDES), lambda: [*_sent(wire, sent), *_received(wire, train, got)]))


def _segment(wire: Wire, stamp: int, *, push: bool) -> partial[Crossing]:
    window = ReceiveWindow(ReceiveBuffer())
    return partial(
        Crossing,
        source=ENDS[SENDER],
        target=ENDS[RECEIVER],
        flags="AP" if push else "A",
        ack=1,
        window=window.initial >> window.shift,
        options=of_segment(stamps=(stamp, 0) if wire.timestamps else None),
    )


def _sent(wire: Wire, sent: Sequence[SentSkb]) -> Iterator[Crossing]:
    seq = 1
    for skb in sent:
        yield _segment(wire, skb.stamp, push=skb.push)(sent=skb.at, arrived=nan, seq=seq, length=skb.payload)
        seq += skb.payload


def _received(wire: Wire, train: Sequence[WireFrame], got: Received) -> Iterator[Crossing]:
    seq, behind = 1, 0
    for packet in got.packets:
        behind += packet.count
        newest = train[behind - 1]
        segment = _segment(wire, newest.stamp, push=newest.push)
        yield segment(sent=nan, arrived=packet.at, seq=seq, length=packet.payload)
        seq += packet.payload
