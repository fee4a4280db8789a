"""What a figure draws. Each class describes one kind of picture; a folder of `src/views`, named by its kind, draws it.

An experiment lists its views. The first one is the figure's picture; a drawing that moves (`Pipe`, `Scene`, `Stream`,
`Rounds`, `Cuts`) stays above the others. Columns that a view names are the result's own, or those of its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from string import Formatter
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, cast, get_type_hints

if TYPE_CHECKING:
    from inflight.figure import shapes


@dataclass(frozen=True)
class Lane:
    """One strip of stacked curves: columns that share a y axis. `kind` is line, step, area or points.

    `handles` names parameters, in the lane's unit, that can be dragged as a level on the plot.
    """

    id: str
    title: str
    unit: str
    series: Sequence[str]
    kind: Literal["line", "step", "area", "points"] = "line"
    handles: Sequence[str] = ()


TableName = Annotated[str, "names a table of the result"]


@dataclass(frozen=True)
class View:
    """Common to all: `title` is the word on the button that chooses it."""

    kind: ClassVar[str] = ""

    def as_dict(self) -> shapes.ViewSpec:
        """The schema entry, as `inflight list --json` prints it; `tables` are those that it draws."""
        fields, hints = asdict(self), get_type_hints(type(self), include_extras=True)
        tables = [name for key, name in fields.items() if hints[key] == TableName and name]
        return cast("shapes.ViewSpec", {"kind": self.kind, **fields, "tables": tables})


@dataclass(frozen=True)
class Lanes(View):
    """Stacked curves over the first column."""

    lanes: Sequence[Lane]
    title: str = "Curves"
    kind: ClassVar[str] = "lanes"


@dataclass(frozen=True)
class Pipe(View):
    """Sender's buffer → wire → queue → wire → receiver, with packets and ACKs on their way.

    `packets` and `acks` are tables (see `inflight.scenes.trace`). The other fields name columns that give a level where
    there are no packets (`buffered`, `queue`, `inflight`), and parameters that can be dragged: `limit` is the edge of
    the queue, `sndbuf` that of the send buffer; a packet that is clicked goes into `lose`. `room` names the column of
    the memory that the send buffer may take, twice SO_SNDBUF. `rtt` and `rate` are the parameters that hold the
    round-trip time, ms, and the bottleneck's rate, Mbit/s. `below` is the lane that stands below it.
    """

    below: str
    rtt: str
    rate: str = ""
    queue: str = ""
    inflight: str = ""
    buffered: str = ""
    room: str = ""
    limit: str = ""
    sndbuf: str = ""
    lose: str = ""
    packets: TableName = "packets"
    acks: TableName = "acks"
    title: str = "Packets"
    kind: ClassVar[str] = "pipe"


@dataclass(frozen=True)
class TimeSequence(View):
    """Sequence numbers over time, as tcptrace draws them: data, ACK line, window line, SACKs, retransmissions."""

    packets: TableName = "packets"
    acks: TableName = "acks"
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
    segments: TableName = "segments"
    states: TableName = "states"
    timers: TableName = "timers"
    title: str = "Exchange"
    kind: ClassVar[str] = "ladder"


@dataclass(frozen=True)
class States(View):
    """State machines on the time axis: a row for each side, and room for `rows`. Table: start, end, side, state.

    `stretched`: where milliseconds stand beside minutes, long pauses are drawn only a little longer than short ones.
    """

    states: TableName = "states"
    rows: int = 2
    stretched: bool = False
    title: str = "States"
    kind: ClassVar[str] = "states"


@dataclass(frozen=True)
class Machine(View):
    """TCP's state diagram (RFC 9293 §3.3.2) with the way that each side has gone by the moment of the cursor.

    Table: that of `States`, with the states of one connection in Linux's names. It may have a column `why`, in words:
    what led to the state, where that is not what the diagram says ("timeout"), else "–".
    """

    states: TableName = "states"
    title: str = "State machine"
    kind: ClassVar[str] = "machine"


@dataclass(frozen=True)
class Distribution(View):
    """How often which value, with p50, p95 and p99. `shape` is cdf (the share below) or histogram.

    `column` is one of `table`, or of the result itself if that is "".
    """

    column: str
    table: TableName = ""
    shape: Literal["cdf", "histogram"] = "cdf"
    title: str = "Distribution"
    kind: ClassVar[str] = "distribution"


@dataclass(frozen=True)
class HeatMap(View):
    """A field of values over two columns of `table`: `x`, `y`, and `value` as depth of colour.

    `point` names two parameters, in the units of `x` and `y`, whose place in the field is marked.
    """

    table: TableName
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

    table: TableName
    x: str
    panels: Sequence[str]
    point: str = ""
    title: str = "Sweep"
    kind: ClassVar[str] = "sweep"


@dataclass(frozen=True)
class Bars(View):
    """A bar for each row of `table`: `label` names it (a column with words), `value` is its length."""

    table: TableName
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

    packets: TableName
    slots: str
    title: str = "Ring"
    kind: ClassVar[str] = "ring"


@dataclass(frozen=True)
class Grid(View):
    """`table` as rows and columns of numbers."""

    table: TableName
    title: str = "Table"
    kind: ClassVar[str] = "grid"


@dataclass(frozen=True)
class Verdicts(View):
    """Packets in order of time, and what is said of each twice: by a tool, and by those who know.

    Table: `time` and `until` (of the first and the last packet of a row), `packets` (how many), and with words: `from`
    (who sends them), `packet` (the first), `said`, `truth`, and `judged` with the words right, half the truth,
    misleading, nothing to say. `tool` is what the one who says is called.
    """

    verdicts: TableName = "verdicts"
    tool: str = "Wireshark"
    title: str = "Two verdicts"
    kind: ClassVar[str] = "verdicts"


@dataclass(frozen=True)
class Mapping(View):
    """Columns of boxes, left to right, joined by curves whose width is the load: who serves whom.

    Tables: `nodes` with stage (the column of boxes, in words), name, load and room (NaN: it has no limit; more load
    than room is an overload); `ways` with stage (of the source), source and target (their places within their
    columns), load, handed_on (1: drawn dashed).
    """

    nodes: TableName = "nodes"
    ways: TableName = "ways"
    title: str = "Mapping"
    kind: ClassVar[str] = "mapping"


@dataclass(frozen=True)
class Pool(View):
    """Ports as fields of squares, as they are at the moment of the cursor; below, how many there are of each over time.

    A square is a block of ports, a row of `blocks`: first (its lowest port's number), ports (how many), group (a column
    with words; each group is a field of its own). A row of `table` says what a block holds from `t` on, until its next
    row: block (its row in `blocks`) and, for each state, how many of its ports are in it. `columns` names the states,
    which are columns of the table and of the result; what is in none of them is `free`, a column of the result, and
    `refused` is one that is drawn below them. In the picture a state is called what its column's meaning says.
    """

    table: TableName
    blocks: TableName
    columns: Sequence[str]
    free: str = "free"
    refused: str = "refused"
    title: str = "Ports"
    kind: ClassVar[str] = "pool"


@dataclass(frozen=True)
class Stations(View):
    """Queues in the order a packet meets them, each a box with its level, its counter and what bounds it.

    A row of `table` is a queue. Its columns `place`, `bound`, `counter`, `side` are words; `level` and `count` are the
    names of columns of the result; `limit` is a number (NaN: packets pass it by); `drops` is 1 if it drops what does
    not fit, 0 if it stops the one before; `chapter` is the id of a page of the book.
    """

    table: TableName
    title: str = "Queues"
    kind: ClassVar[str] = "stations"


@dataclass(frozen=True)
class Shown:
    """A line of a screen that is printed only while the column `when` is not 0: a socket that comes and goes."""

    text: str
    when: str


@dataclass(frozen=True)
class Screen:
    """What one command prints, headings included.

    A line is a template as Python's `format` knows it: `{name}`, `{name:>6}`, `{name:<20}`, `{name:.1f}`, where `name`
    is a column of the result; a column with words gives its word. Give a value room for its largest, as lines are laid
    out before there are values. A no-break space (U+00A0) holds together what is one heading: on a narrow screen, what
    lies between blanks that all lines share may go below.
    """

    command: str
    lines: Sequence[str | Shown]


@dataclass(frozen=True)
class Terminal(View):
    """What tools print at the moment of the cursor, and at the end of the run where there is none.

    `watch` names columns whose course stands below it, each by its own greatest value.
    """

    screens: Sequence[Screen]
    watch: Sequence[str] = ()
    title: str = "Terminal"
    kind: ClassVar[str] = "terminal"

    def columns(self) -> set[str]:
        """Names of all columns that it prints or draws."""
        lines = [line for screen in self.screens for line in screen.lines]
        texts = [line.text if isinstance(line, Shown) else line for line in lines]
        printed = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}
        return printed | {line.when for line in lines if isinstance(line, Shown)} | set(self.watch)


@dataclass(frozen=True)
class Routes(View):
    """A server with two uplinks: a packet's way in, its answer's way back, where one of them ends, and by which rule.

    Tables: `places` with place (client, gateway0, gateway1, network0, network1, interface0, interface1, server), name,
    address, note, and side (of the client: 0 or 1 if it is a neighbour in that network, -1 if not); `ways` with way (0
    in, 1 back, 2 the way back that a check asked for) and place, in order, and end (1: the packet goes no further);
    `checks` with step, said and fate (0 passed, 1 it ends here, 2 it did not come so far), at most five of them.
    """

    places: TableName = "places"
    ways: TableName = "ways"
    checks: TableName = "checks"
    title: str = "Routes"
    kind: ClassVar[str] = "routes"


@dataclass(frozen=True)
class Seats(View):
    """A listening socket at the moment of the cursor, with clients, seats and the application; over time below it.

    `clients` names columns that count them by what they believe, in the order of their marks: served, in the accept
    queue, connected to nothing, in connect(), gone, not there yet. Other columns of the result, by their names:
    half_open and half_limit, accept_queue and seats; shut, 1 while a SYN would be dropped; application, with words, the
    first for one that accepts; accepted; believed and established, the connections as clients and server see them; and
    what is dropped: syns_dropped and acks_dropped (together ListenOverflows, `overflows`), full_drops and cookies.
    """

    clients: Sequence[str] = ("served", "queued", "unknown", "connecting", "gone", "to_come")
    title: str = "Seats"
    kind: ClassVar[str] = "seats"


@dataclass(frozen=True)
class Source:
    """Where packets come from. `rate` names the column of how fast, or of how many so far, which gives the colour, too.

    The columns `also` are added to it. A source whose column has no values in a run is not drawn.
    """

    title: str
    rate: str = ""
    also: Sequence[str] = ()


@dataclass(frozen=True)
class Store:
    """A place where something waits: `level` names the column of how much, of which `less` waits elsewhere.

    `limit` names the column or the parameter of how much it holds; without it, it is as large as it ever needs to be.
    `marks` names columns or parameters that are lines across it, `lost` the column that counts what it has refused so
    far, at its mouth or at its `head`. `out` names the column of how fast packets leave it. It is drawn only `where` a
    parameter has one of these values.

    Packets are coloured in the proportions of the columns `shares`, or as many as the column `among` says are that
    one's; where `waited` names the column of how long, ms, the one that leaves has waited, by whether they have waited
    longer than the parameter `target`. In a `line`, each takes as long as the parameter `delay` says, ms. A `tank`
    stands upright. Packets pass below a `bucket`, which pays for them; it drips at the rate of the parameter `drip`,
    Mbit/s. If the parameter `ceil` is above that, it borrows from the next bucket for what comes faster. Packets go on
    to the next pile, or past it to the store that has the column `parent` for its level.
    """

    title: str
    level: str
    limit: str = ""
    marks: Sequence[str] = ()
    lost: str = ""
    shares: Sequence[str] = ()
    shape: Literal["queue", "line", "tank", "bucket"] = "queue"
    less: str = ""
    head: bool = False
    out: str = ""
    where: dict[str, Sequence[str]] = field(default_factory=dict)
    among: str = ""
    waited: str = ""
    target: str = ""
    delay: str = ""
    drip: str = ""
    ceil: str = ""
    parent: str = ""


@dataclass(frozen=True)
class Scene(View):
    """The mechanism as a drawing that moves: sources, places where packets wait, and where they go.

    `stores` stand from left to right in piles, one above the other in each. `out` names the columns of how fast packets
    leave: one for each store of the last pile, or all of them together; a parameter is the rate of a line that is busy
    while something waits. `walker` names the column of how long one of them takes, ms, of which `base` is the
    parameter of the way there and back: one after another is followed through the lowest store of the first pile.
    `behind`: one stands behind what is there at the start, until all that has left. `below` is the lane that stands
    below the drawing. A run is played in `seconds`.
    """

    below: str
    sources: Sequence[Source]
    stores: Sequence[Sequence[Store]]
    sink: str
    out: Sequence[str] = ()
    walker: str = ""
    base: str = ""
    behind: bool = False
    seconds: float = 12
    title: str = "Drawing"
    kind: ClassVar[str] = "scene"


@dataclass(frozen=True)
class Edge:
    """How far a window lets the sender go: `column` says how much it allows beyond what is acknowledged."""

    title: str
    column: str


@dataclass(frozen=True)
class Stream(View):
    """The bytes of a connection in a row, and the windows that slide over them as ACKs come.

    From left to right: what is acknowledged, `inflight`, what may be sent, and what may not; the smallest of `edges`
    is where that begins. `acked` names the column of how fast bytes are acknowledged, Mbit/s, the others are in kB.
    `rtt` is the parameter that holds the round-trip time, ms. `below` is the lane that stands below the drawing.
    """

    below: str
    rtt: str
    acked: str
    inflight: str
    edges: Sequence[Edge]
    title: str = "Window"
    kind: ClassVar[str] = "stream"


@dataclass(frozen=True)
class Rounds(View):
    """What leaves in each round trip, side by side: a square for a segment, which appears when it leaves.

    `value` and `since`, when the first of a round leaves, are columns of `table`, and so is `until`, the time of the
    last one; without a table they are the result's own, and a round lasts until the next. `mark` is a column that is a
    line across the rounds. `below` is the lane that stands below the drawing. A run is played in `seconds`.
    """

    below: str
    value: str
    since: str
    until: str = ""
    mark: str = ""
    table: TableName = ""
    seconds: float = 5
    title: str = "Round by round"
    kind: ClassVar[str] = "rounds"


@dataclass(frozen=True)
class Cut:
    """One place that bytes pass: `column` counts those that have, kB, and each step of it is a packet."""

    title: str
    column: str


@dataclass(frozen=True)
class Cuts(View):
    """The same bytes at several places, one below the other, as they are cut there: each piece is a packet.

    `whole` is what they are called before any cut. `below` is the lane that stands below the drawing. A run is played
    in `seconds`.
    """

    below: str
    whole: str
    rows: Sequence[Cut]
    seconds: float = 5
    title: str = "Packets"
    kind: ClassVar[str] = "cuts"


@dataclass(frozen=True)
class Racer:
    """Who races: `row` is its word in the table of scores; `queue` and `rate` name its columns, and give its colour."""

    row: str
    queue: str
    rate: str


@dataclass(frozen=True)
class Race(View):
    """The same path once for each racer: a pipe with its queue, and the score that it has come to.

    `limit` names the parameter of how many packets each queue holds, `rate` that of the line, Mbit/s. In the table
    `scores` the column `name` is who and `score` what of 100. `below` is the lane that stands below it while a bet is
    open. A run is played in `seconds`.
    """

    below: str
    racers: Sequence[Racer]
    limit: str
    rate: str
    scores: TableName
    name: str
    score: str
    seconds: float = 12
    title: str = "Race"
    kind: ClassVar[str] = "race"
