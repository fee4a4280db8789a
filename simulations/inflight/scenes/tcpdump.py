"""The first segments of a connection as tcpdump would print them: what a ladder shows.

Sequence numbers are relative, as tcpdump's: the SYN is 0, the first byte of data 1. Windows are in bytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from inflight.figure.result import Column, Table
from inflight.kernel.constants import MSS
from inflight.kernel.link import DELIVERED, FATES
from inflight.kernel.path.dumbbell import FlowSpec
from inflight.kernel.sockets.segment import TIMESTAMPS
from inflight.kernel.tcp.receive_window import ReceiveWindow

ROWS = 40
"""A longer ladder is read by nobody."""

SIDES = ("sender", "receiver")
SENDER, RECEIVER = range(2)


class Arrow(NamedTuple):
    """One segment; times in s. `again`: 1 for a retransmission."""

    sent: float
    arrived: float
    side: int
    label: str
    detail: str
    again: int = 0
    fate: int = DELIVERED


def handshake(spec: FlowSpec, way: float) -> Iterator[Arrow]:
    """The three segments that open the connection, `way` s from sender to receiver.

    In the model nothing of it is lost or waits in the queue, and both hosts have the same tcp_rmem.
    """
    window = ReceiveWindow(spec.receive, spec.era)
    options = f"options [mss {MSS + TIMESTAMPS},sackOK,TS,wscale {window.shift}], length 0"
    syn, there, back = spec.connect, spec.connect + way, spec.connect + spec.rtt
    yield Arrow(syn, there, SENDER, "SYN", f"Flags [S], seq 0, {options}")
    yield Arrow(there, back, RECEIVER, "SYN-ACK", f"Flags [S.], seq 0, ack 1, win {window.initial}, {options}")
    yield Arrow(back, back + way, SENDER, "ack 1", "Flags [.], ack 1, length 0")


def data(
    sent: float, arrived: float, seq: int, length: int, again: int, fate: int, push: bool, *, total: int | None
) -> Arrow:
    """A segment of data, or the FIN behind the last of `total` bytes; one that rides on data is not told apart."""
    if seq == total:
        label, detail = "FIN", f"Flags [F.], seq {seq + 1}, ack 1, length 0"
    else:
        label = f"{seq + 1}:{seq + length + 1}"
        detail = f"Flags [{'P.' if push else '.'}], seq {label}, ack 1, length {length}"
    return Arrow(sent, arrived, SENDER, label, detail, again, fate)


def answer(
    sent: float, arrived: float, number: int, window: int, sacks: Sequence[tuple[int, int]], fate: int = DELIVERED
) -> Arrow:
    """An ACK with its SACK blocks, the latest first."""
    label = f"ack {number + 1}"
    blocks = "".join(f"{{{first + 1}:{behind + 1}}}" for first, behind in sacks)
    sack = f", options [sack {len(sacks)} {blocks}]" if blocks else ""
    return Arrow(sent, arrived, RECEIVER, label, f"Flags [.], {label}, win {window}{sack}, length 0", fate=fate)


def segments(arrows: Iterable[Arrow], start: float, sides: tuple[str, str] = SIDES) -> Table:
    """The first `ROWS` arrows in order of time, counted from `start`."""
    rows = sorted(islice(arrows, ROWS), key=attrgetter("sent"))
    return Table(
        [
            Column("sent", "s", "left its host", "time", array("d", [row.sent - start for row in rows])),
            Column("arrived", "s", "reached the other", "time", array("d", [row.arrived - start for row in rows])),
            Column("side", "", "who sends", "time", array("d", [row.side for row in rows]), sides),
            _texts("label", "in short, as tcpdump has it", [row.label for row in rows]),
            _texts("detail", "flags, options and length, as tcpdump has them", [row.detail for row in rows]),
            Column("again", "", "1: a retransmission", "loss", array("d", [row.again for row in rows])),
            Column("fate", "", "what became of it", "loss", array("d", [row.fate for row in rows]), FATES),
        ]
    )


def _texts(name: str, meaning: str, texts: Sequence[str]) -> Column:
    words = list(dict.fromkeys(texts))
    return Column(name, "", meaning, "sequence", array("d", map(words.index, texts)), words)
