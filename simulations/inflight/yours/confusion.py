"""How much of labelled captures is named right, by where they were taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

from inflight.figure.slices import finish
from inflight.yours.book import Source, read
from inflight.yours.connection.connection import Connection
from inflight.yours.labels import LabelError, Labelled, Score, score
from inflight.yours.limits.judge import intervals
from inflight.yours.limits.words import WORDS
from inflight.yours.told.connection import busier
from inflight.yours.told.sizes import endpoint


@dataclass
class Confusion:
    """Scores: over all, by where the capture was taken; and of each capture."""

    places: dict[str, Score] = field(default_factory=dict)
    captures: dict[tuple[str, str], Score] = field(default_factory=dict)

    def add(self, name: str, place: str, found: Score) -> None:
        """One capture's score."""
        self.captures[name, place] = found
        self.places.setdefault(place, Score()).add(found)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: titles of limits, shares of labelled time, and the matrix in seconds, `truth: {told: s}`."""
        return {
            "limits": {limit.value: words.title for limit, words in WORDS.items()},
            "places": {place: {**_shares(each), "matrix": _matrix(each)} for place, each in self.places.items()},
            "captures": [
                {"name": name, "place": place, **_shares(each)} for (name, place), each in self.captures.items()
            ],
        }

    def as_text(self) -> str:
        """For a terminal: a line for each capture, and the matrix for each place."""
        lines = []
        for (name, place), each in self.captures.items():
            lines.append(f"{name:<32} {place:<9} {_line(each)}")
        for place, each in self.places.items():
            lines.append(f"\nat the {place}: {_line(each)}")
            for truth, row in _matrix(each).items():
                lines.append(
                    f"  {truth:<17} " + ", ".join(f"{limit} {seconds:.2f} s" for limit, seconds in row.items())
                )
        return "\n".join(lines)


def _shares(each: Score) -> dict[str, float]:
    total = each.labelled or 1.0
    return {
        "labelled": round(each.labelled, 3),
        "right": round(each.right / total, 4),
        "wrong": round(each.wrong / total, 4),
        "sure_and_wrong": round(each.sure_and_wrong / total, 4),
        "cannot_tell": round(each.untold / total, 4),
    }


def _line(each: Score) -> str:
    shares = _shares(each)
    return (
        f"{shares['labelled']:8.2f} s labelled, right {100 * shares['right']:5.1f} %, "
        f"wrong {100 * shares['wrong']:5.1f} %, sure and wrong {100 * shares['sure_and_wrong']:5.1f} %"
    )


def _matrix(each: Score) -> dict[str, dict[str, float]]:
    """Rows by what is true, the most often told first."""
    rows: dict[str, dict[str, float]] = {}
    for (truth, told), seconds in sorted(each.matrix.items(), key=lambda item: (item[0][0], -item[1])):
        rows.setdefault(truth.value, {})[told.value] = round(seconds, 2)
    return rows


def hold(labelled: Labelled, confusion: Confusion) -> None:
    """Read each capture of a recording and hold what is told of its flow to the labels."""
    for place, path in labelled.captures.items():
        found = finish(read(Source(str(path), path.name)))
        connection, side = _flow(labelled, found.connections)
        start = labelled.start_ns if labelled.start_ns is not None else connection.start_ns
        told = intervals(connection, side)
        # Labels have the sender's clock. Elsewhere it is seen later, by half of the way there and back.
        away = connection.viewpoint.answers[side]
        shift = (connection.start_ns - start) / 1e9 - (away / 2 if away < inf else 0.0)
        confusion.add(labelled.name, place, score(labelled.labels, told, shift))


def _flow(labelled: Labelled, connections: list[Connection]) -> tuple[Connection, int]:
    """The connection, and the side that is judged."""
    for connection in connections:
        ends = tuple(endpoint(*each) for each in connection.ends)
        if labelled.flow is None:
            return connection, busier(connection)
        if labelled.flow == ends:
            return connection, 0
        if labelled.flow == ends[::-1]:
            return connection, 1
    wanted = f" from {labelled.flow[0]} to {labelled.flow[1]}" if labelled.flow else ""
    raise LabelError(f"{labelled.name}: the capture has no connection{wanted}")
