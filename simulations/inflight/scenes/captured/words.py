"""What all captures have in common: addresses, timestamps, and what only the model knows of a packet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inflight.capture.crossing import Crossing, End
from inflight.capture.options import of_segment
from inflight.kernel.constants import MSS
from inflight.kernel.link import DELIVERED, DROPPED, LOST
from inflight.kernel.sockets.segment import TIMESTAMPS
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.segment import REASONS, DataSegment

ENDS = End("10.1.0.2", 32768), End("10.2.0.2", 5201)
"""Those of the recordings, and iperf3's port."""

ADVERTISED_MSS = MSS + TIMESTAMPS

_FATES = {DROPPED: "dropped: the queue was full", LOST: "lost on the line"}
_BY_QDISC = {DROPPED: "dropped by the queueing discipline"}  # which may have other reasons


def ends_of(place: int, *, apart: bool = False) -> tuple[End, End]:
    """Those of one of several flows, by its place in the figure, from 0; `apart`: each sender is a host of its own."""
    sender, receiver = ENDS
    network, _, host = sender.address.rpartition(".")
    address = f"{network}.{int(host) + place}" if apart else sender.address
    return End(address, sender.port + 2 * place), End(receiver.address, receiver.port + place)


def comment_on(packet: DataSegment, fate: int) -> str:
    """Why it was sent again, and what became of it."""
    return fated(f"sent again: {REASONS[packet.why]}" if packet.repeat else "", fate)


def fated(comment: str, fate: int, *, by_qdisc: bool = False) -> str:
    """A comment, and what became of the packet."""
    fates = _BY_QDISC if by_qdisc else _FATES
    return comment if fate == DELIVERED else "; ".join(filter(None, (comment, fates[fate])))


def stamp(time: float) -> int:
    """A timestamp, ms."""
    return int(time * 1000)


def points_of(sides: Sequence[str]) -> dict[str, str]:
    """The hosts at both ends, by what a figure calls them."""
    return {side: end.address for side, end in zip(sides, ENDS, strict=True)}


def acknowledgement(crossing: Callable[..., Crossing], ack: Ack, shift: int) -> Crossing:
    """A bare ACK. crossing: knows its times and its ends; shift: the window scale of the end that sends it."""
    return crossing(
        flags="A" + "E" * ack.ece,
        seq=1,
        ack=ack.ack + 1,
        window=ack.window >> shift,
        options=of_segment(
            stamps=(stamp(ack.sent), stamp(ack.echo)),
            sacks=[(first + 1, behind + 1) for first, behind in ack.sacks],
        ),
    )
