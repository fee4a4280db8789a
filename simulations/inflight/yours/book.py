"""Captures that have been read: their connections, and what is said of each file."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from inflight.capture.reading import CaptureFile, NotACapture
from inflight.figure.bad_input import BadInput
from inflight.figure.slices import part
from inflight.yours.connection.connection import Connection
from inflight.yours.connection.table import Connections
from inflight.yours.told.connection import in_order

if TYPE_CHECKING:
    from inflight.yours import shapes


class CaptureError(BadInput):
    """A file that is no capture; the message names it and what is allowed."""


class Source(NamedTuple):
    """A file to read, and what its reader calls it."""

    path: str
    name: str


@dataclass(frozen=True)
class Read:
    """A file that was read to its end."""

    head: shapes.CaptureHead
    connections: list[Connection]
    first_ns: int
    left_out: int


def read(source: Source) -> Generator[float, None, Read]:
    """Read a capture; yields how much is done, 0 to 1.

    Raises:
        CaptureError: the file is no capture.
        OSError: it can't be read.
    """
    size = Path(source.path).stat().st_size
    with open(source.path, "rb") as file:
        try:
            capture = CaptureFile(file, size)
        except NotACapture as error:
            raise CaptureError(f"{source.name}: {error}") from None
        connections = Connections()
        segments, first, last = 0, 0, 0
        for batch in capture.segments():
            connections.take(batch)
            if batch:
                segments += len(batch)
                first, last = first or batch[0].time, batch[-1].time
            yield capture.progress
    connections.finish()
    head: shapes.CaptureHead = {
        "name": source.name,
        "packets": capture.packets,
        "segments": segments,
        "other": dict(capture.other),
        "seconds": max(0, last - first) / 1e9,
        "notes": [str(note) for note in capture.notes],
        "notes_left_out": capture.notes_left_out,
    }
    return Read(head, in_order(connections), first, connections.left_out)


_KEPT = 2
_read: OrderedDict[tuple[Source, ...], list[Read]] = OrderedDict()


def opened(sources: Sequence[Source]) -> Generator[float, None, list[Read]]:
    """The files, read now or, if they were among the last that were read, before."""
    key = tuple(sources)
    if key not in _read:
        found = []
        for place, source in enumerate(sources):
            before, each = place / len(sources), 1 / len(sources)
            found.append((yield from part(read(source), before, each)))
        while len(_read) >= _KEPT:
            _read.popitem(last=False)
        _read[key] = found
    _read.move_to_end(key)
    return _read[key]


def forget() -> None:
    """Keep nothing of what was read."""
    _read.clear()
