"""What a figure draws. Each class describes one kind of picture; `src/views` has a file of the same name that draws it.

An experiment lists its views. The first one is the figure's picture; a `Pipe` is a strip above whichever is chosen.
Columns that a view names are the result's own, or those of the table that the view names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Lane:
    """One strip of stacked curves: columns that share a y axis. `kind` is line, step, area or points.

    `handles` names parameters, in the lane's unit, that can be dragged as a level on the plot.
    """

    id: str
    title: str
    unit: str
    series: Sequence[str]
    kind: str = "line"
    handles: Sequence[str] = ()


_TABLES = {"acks", "nodes", "packets", "segments", "states", "table", "timers", "ways"}
"""Fields that name a table."""


@dataclass(frozen=True)
class View:
    """Common to all: `title` is the word on the button that chooses it."""

    kind: ClassVar[str] = ""

    def as_dict(self) -> dict[str, Any]:
        """The schema entry, as `inflight list --json` prints it; `tables` are those that it draws."""
        fields = asdict(self)
        return {
            "kind": self.kind,
            **fields,
            "tables": [name for key, name in fields.items() if key in _TABLES and name],
        }


@dataclass(frozen=True)
class Lanes(View):
    """Stacked curves over the first column."""

    lanes: Sequence[Lane]
    title: str = "Curves"
    kind: ClassVar[str] = "lanes"


@dataclass(frozen=True)
class Pipe(View):
    """Sender's buffer → wire → queue → wire → receiver, with packets and ACKs on their way.

    `packets` and `acks` are tables (see `inflight.trace`). The other fields name columns that give a level where
    there are no packets (`buffered`, `queue`, `inflight`), and parameters that can be dragged: `limit` is the edge of
    the queue, `sndbuf` that of the send buffer; a packet that is clicked goes into `lose`. `room` names the column of
    the memory that the send buffer may take, twice SO_SNDBUF. `rtt` and `rate` are the parameters that hold the
    round-trip time, ms, and the bottleneck's rate, Mbit/s.
    """

    rtt: str
    rate: str = ""
    queue: str = ""
    inflight: str = ""
    buffered: str = ""
    room: str = ""
    limit: str = ""
    sndbuf: str = ""
    lose: str = ""
    packets: str = "packets"
    acks: str = "acks"
    title: str = "Pipe"
    kind: ClassVar[str] = "pipe"


@dataclass(frozen=True)
class TimeSequence(View):
    """Sequence numbers over time, as tcptrace draws them: data, ACK line, window line, SACKs, retransmissions."""

    packets: str = "packets"
    acks: str = "acks"
    title: str = "Sequence numbers"
    kind: ClassVar[str] = "sequence"


@dataclass(frozen=True)
class Ladder(View):
    """An exchange between two hosts: segments as slanted arrows, time downwards, states and timers at the sides.

    Tables: `segments` with sent, arrived (NaN: lost), side (who sends), label, detail, again (1: a retransmission),
    fate; `states` with start, end, side, state; `timers`, those that fired, with start (armed), end, side, name.
    `sides` names the hosts, left to right; a column `side` holds an index into them.
    """

    sides: Sequence[str] = ("sender", "receiver")
    segments: str = "segments"
    states: str = "states"
    timers: str = "timers"
    title: str = "Exchange"
    kind: ClassVar[str] = "ladder"


@dataclass(frozen=True)
class States(View):
    """State machines on the time axis: a row for each side. Table: start, end, side, state."""

    states: str = "states"
    title: str = "States"
    kind: ClassVar[str] = "states"


@dataclass(frozen=True)
class Distribution(View):
    """How often which value, with p50, p95 and p99. `shape` is cdf (the share below) or histogram.

    `column` is one of `table`, or of the result itself if that is "".
    """

    column: str
    table: str = ""
    shape: str = "cdf"
    title: str = "Distribution"
    kind: ClassVar[str] = "distribution"


@dataclass(frozen=True)
class HeatMap(View):
    """A field of values over two columns of `table`: `x`, `y`, and `value` as depth of colour.

    `point` names two parameters, in the units of `x` and `y`, whose place in the field is marked.
    """

    table: str
    x: str
    y: str
    value: str
    point: Sequence[str] = ()
    title: str = "Map"
    kind: ClassVar[str] = "heatmap"


@dataclass(frozen=True)
class LogLog(View):
    """Columns over the first one, `series`, all in one unit; both axes in powers of ten."""

    series: Sequence[str]
    title: str = "Curves"
    kind: ClassVar[str] = "loglog"


@dataclass(frozen=True)
class Sweep(View):
    """What comes of a setting: `panels`, columns of `table`, one above the other over its column `x`, in powers of ten.

    `point` names the parameter that stands on that axis: the reader's own value is marked.
    """

    table: str
    x: str
    panels: Sequence[str]
    point: str = ""
    title: str = "Sweep"
    kind: ClassVar[str] = "sweep"


@dataclass(frozen=True)
class Bars(View):
    """A bar for each row of `table`: `label` names it (a column with words), `value` is its length."""

    table: str
    label: str
    value: str
    title: str = "Bars"
    kind: ClassVar[str] = "bars"


@dataclass(frozen=True)
class Slots(View):
    """A queue as slots over time: `queue` is the column that counts, `limit` the parameter that bounds it."""

    queue: str
    limit: str
    title: str = "Queue"
    kind: ClassVar[str] = "slots"


@dataclass(frozen=True)
class Ring(View):
    """A transmit ring: its descriptors in a circle, those that hold a packet filled, and below it the wire over time.

    `packets` is a table in the order they leave: queued (gets its descriptor), start and end (on the wire), freed (its
    descriptor is free again), in the unit of the result's first column; size, and flow, a column with words. `slots` is
    the parameter that says how many descriptors there are.
    """

    packets: str
    slots: str
    title: str = "Ring"
    kind: ClassVar[str] = "ring"


@dataclass(frozen=True)
class Grid(View):
    """`table` as rows and columns of numbers."""

    table: str
    title: str = "Table"
    kind: ClassVar[str] = "grid"


@dataclass(frozen=True)
class Mapping(View):
    """Columns of boxes, left to right, joined by curves whose width is the load: who serves whom.

    Tables: `nodes` with stage (the column of boxes, in words), name, load and room (NaN: it has no limit; more load
    than room is an overload); `ways` with stage (of the source), source and target (their places within their
    columns), load, handed_on (1: drawn dashed).
    """

    nodes: str = "nodes"
    ways: str = "ways"
    title: str = "Mapping"
    kind: ClassVar[str] = "mapping"


@dataclass(frozen=True)
class Stations(View):
    """Queues in the order a packet meets them, each a box with its level, its counter and what bounds it.

    A row of `table` is a queue. Its columns `place`, `bound`, `counter`, `side` are words; `level` and `count` are the
    names of columns of the result; `limit` is a number (NaN: packets pass it by); `drops` is 1 if it drops what does
    not fit, 0 if it stops the one before; `chapter` is the id of a page of the book.
    """

    table: str
    title: str = "Queues"
    kind: ClassVar[str] = "stations"
