"""What a Ladder and a States view draw, from the record of a run: segments as tcpdump prints them, states, timers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from inflight.figure.result import Column, Table
from inflight.kernel.link import DELIVERED, LOST
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.states import CLOSED
from inflight.kernel.sockets.wire import Passage
from inflight.scenes.tcpdump import Arrow, segments

_ORDER = "SFRP"


def flags_of(segment: Segment) -> str:
    """As tcpdump writes them: `[S.]`, `[F.]`, `[.]`."""
    letters = "".join(letter for letter in _ORDER if letter in segment.flags)
    return f"[{letters}{'.' if segment.acks else ''}]"


def options_of(options: SynOptions) -> str:
    """The options of a SYN, as tcpdump writes them."""
    words = [f"mss {options.mss}"]
    words += ["sackOK"] * options.sack + ["TS"] * options.timestamps
    if options.wscale is not None:
        words.append(f"wscale {options.wscale}")
    if options.cookie is not None:
        words.append(f"tfo {'cookie ' + options.cookie.hex() if options.cookie else 'cookiereq'}")
    return f", options [{','.join(words)}]"


def label_of(segment: Segment, seq: int, ack: int) -> str:
    """A segment in a word or two. seq, ack: relative to the first number of either side."""
    if segment.syn:
        return ("SYN-ACK" if segment.acks else "SYN") + (f" + {segment.length} B" if segment.length else "")
    if segment.rst:
        return "RST"
    if segment.fin:
        return "FIN" + (f" + {segment.length} B" if segment.length else "")
    if segment.probe:
        return "probe"
    return f"{seq}:{seq + segment.length}" if segment.length else f"ack {ack}"


def detail_of(segment: Segment, seq: int, ack: int) -> str:
    """A segment as a line of tcpdump; the window in bytes."""
    shown = segment.length or segment.syn or segment.fin or segment.rst or segment.probe
    span = f"{seq}:{seq + segment.length}" if segment.length else f"{seq}"
    text = f"Flags {flags_of(segment)}" + (f", seq {span}" if shown else "")
    text += f", ack {ack}" if segment.acks else ""
    text += f", win {segment.window}" + (options_of(segment.options) if segment.options else "")
    return f"{text}, length {segment.length}"


def ladder(passages: Iterable[Passage], sides: tuple[str, str], hosts: tuple[str, str], start: float = 0.0) -> Table:
    """The table `segments` of a Ladder. sides: the words; hosts: the addresses they stand for; times from `start`."""
    first: dict[Address, int] = {}

    def relative(host: Address, number: int) -> int:
        return number - first.get(host, 0)

    def arrows() -> Iterable[Arrow]:
        for passage in passages:
            segment = passage.segment
            if segment.syn:
                first[segment.source] = segment.seq
            elif segment.acks:
                first.setdefault(segment.source, 0)
            seq, ack = relative(segment.source, segment.seq), relative(segment.target, segment.ack)
            yield Arrow(
                passage.sent,
                passage.arrived,
                hosts.index(segment.source.host),
                label_of(segment, seq, ack),
                detail_of(segment, seq, ack),
                int(segment.again),
                DELIVERED if passage.arrived == passage.arrived else LOST,
            )

    return segments(arrows(), start, sides)


def states(
    logs: Iterable[Log],
    sides: Sequence[str],
    side_of: Callable[[str, int, Address], int | None],
    until: float,
    start: float = 0.0,
    *,
    closed: bool = False,
) -> Table:
    """The table `states` of a States view, a row for each time spent in a state.

    side_of: which row of the picture an end (host, port, peer) belongs to; None: to none. closed: say CLOSE as well.
    """
    rows: list[tuple[float, float, int, str]] = []
    last: dict[int, tuple[float, str]] = {}

    def end(side: int, time: float) -> None:
        if side in last:
            since, state = last.pop(side)
            if time > since and (closed or state != CLOSED):
                rows.append((since - start, time - start, side, state))

    changes = sorted((change for log in logs for change in log.states), key=lambda change: change.time)
    for change in changes:
        side = side_of(change.host, change.port, change.peer)
        if side is None or change.time > until:
            continue
        if side in last and last[side][1] == change.state:
            continue
        end(side, change.time)
        last[side] = (change.time, change.state)
    for side in list(last):
        end(side, until)
    rows.sort()
    words = list(dict.fromkeys(state for *_, state in rows))
    return Table(
        [
            Column("start", "s", "from", "time", array("d", [row[0] for row in rows])),
            Column("end", "s", "to", "time", array("d", [row[1] for row in rows])),
            Column("side", "", "who", "time", array("d", [row[2] for row in rows]), tuple(sides)),
            Column("state", "", "state", "sequence", array("d", [words.index(row[3]) for row in rows]), words),
        ]
    )


def timers(
    logs: Iterable[Log],
    sides: Sequence[str],
    side_of: Callable[[str, int, Address], int | None],
    start: float = 0.0,
    most: int = 60,
) -> Table:
    """The table `timers` of a Ladder: those that fired, from when they were set."""
    found = sorted((fired for log in logs for fired in log.fired), key=lambda fired: fired.end)
    rows = [
        (fired.start - start, fired.end - start, side, fired.name)
        for fired in found
        if (side := side_of(fired.host, fired.port, fired.peer)) is not None
    ]
    rows = list(islice(rows, most))
    words = list(dict.fromkeys(name for *_, name in rows))
    return Table(
        [
            Column("start", "s", "set", "time", array("d", [row[0] for row in rows])),
            Column("end", "s", "fired", "time", array("d", [row[1] for row in rows])),
            Column("side", "", "who", "time", array("d", [row[2] for row in rows]), tuple(sides)),
            Column("name", "", "timer", "time", array("d", [words.index(row[3]) for row in rows]), words),
        ]
    )
