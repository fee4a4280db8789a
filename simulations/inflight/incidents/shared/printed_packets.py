"""Reads what tcpdump has printed as somebody does who looks for a pause: who sent what, and how long after the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inflight.incidents.seen import Seen, Span

_LINE = re.compile(
    r"^ ?(?:[\d-]+ )?(?P<time>\d\d:\d\d:\d\d\.\d{6}) IP6? (?P<source>\S+) > (?P<to>\S+): Flags \[[^]]+\],"
    r"(?: seq (?P<seq>\d+)(?::\d+)?,)?(?: ack (?P<ack>\d+),)? (?P<win>win (?P<window>\d+)),.* "
    r"length (?P<length>\d+)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Row:
    """A TCP segment in a line of its own.

    end, ack: relative to the conversation. window: as printed, at `win`. adjacent: whether the line before it is there.
    after: since the packet before, s; None: that isn’t known. since: whose times say so, this line’s and, unless
    tcpdump has printed differences, the one’s before.
    """

    source: str
    to: str
    end: int
    ack: int
    window: int
    length: int
    adjacent: bool
    after: float | None
    since: tuple[Span, ...]
    win: Span


def rows(seen: Seen) -> list[Row]:
    """Its lines; numbers of a conversation’s first line may be absolute."""
    differences = _prints_differences(seen.typed)
    found: list[Row] = []
    latest: tuple[float, Span, int] | None = None
    for line in _LINE.finditer(seen.text):
        hours, minutes, seconds = line["time"].split(":")
        time, span = 3600 * int(hours) + 60 * int(minutes) + float(seconds), line.span("time")
        adjacent = latest is not None and latest[2] + 1 == line.start()
        after: float | None = time if differences else None
        since: tuple[Span, ...] = (span,)
        if latest and adjacent and not differences:
            after, since = time - latest[0], (latest[1], span)
        first = not any({row.source, row.to} == {line["source"], line["to"]} for row in found)
        length = int(line["length"])
        seq, ack = int(line["seq"] or 0), int(line["ack"] or 0)
        if first:
            seq, ack = 0, 1
        found.append(
            Row(
                source=line["source"],
                to=line["to"],
                end=seq + length,
                ack=ack,
                window=int(line["window"]),
                length=length,
                adjacent=adjacent,
                after=after,
                since=since,
                win=line.span("win"),
            )
        )
        latest = time, span, line.end()
    return found


def _prints_differences(typed: str) -> bool:
    """`-ttt`, maybe among other letters: the time since the line before."""
    return any(re.fullmatch(r"-[a-z]*", word) and word.count("t") == 3 for word in typed.split())
