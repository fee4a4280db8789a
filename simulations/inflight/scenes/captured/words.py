"""What all captures have in common: addresses, timestamps, and what only the model knows of a packet."""

from __future__ import annotations

from inflight.capture.crossing import End
from inflight.kernel.constants import MSS
from inflight.kernel.link import DELIVERED, DROPPED, LOST
from inflight.kernel.tcp.segment import REASONS, DataSegment
from inflight.scenes.tcpdump import TIMESTAMPS

ENDS = End("10.1.0.2", 32768), End("10.2.0.2", 5201)
"""Those of the recordings, and iperf3's port."""

ADVERTISED_MSS = MSS + TIMESTAMPS

_FATES = {DROPPED: "dropped: the queue was full", LOST: "lost on the line"}


def comment_on(packet: DataSegment, fate: int) -> str:
    """Why it was sent again, and what became of it."""
    return fated(f"sent again: {REASONS[packet.why]}" if packet.repeat else "", fate)


def fated(comment: str, fate: int) -> str:
    """A comment, and what became of the packet."""
    return comment if fate == DELIVERED else "; ".join(filter(None, (comment, _FATES[fate])))


def stamp(time: float) -> int:
    """A timestamp, ms."""
    return int(time * 1000)
