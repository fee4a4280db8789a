"""Questions of the page about captures, by name."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inflight.figure.parameters import Value
from inflight.yours.anonymise import copy
from inflight.yours.book import Read, Source, forget, opened
from inflight.yours.replay import desk as replays
from inflight.yours.told.connection import row, told

if TYPE_CHECKING:
    from inflight.yours import shapes
    from inflight.yours.connection.connection import Connection

Files = Sequence[Mapping[str, str]]


def _open(files: Files) -> Generator[float, None, list[Read]]:
    return (yield from opened([Source(each["path"], each["name"]) for each in files]))


def capture_read(files: Files) -> Generator[float, None, shapes.CaptureRead]:
    """What is in the files.

    Raises:
        CaptureError: one of them is no capture.
    """
    return overview((yield from _open(files)))


def overview(found: Sequence[Read]) -> shapes.CaptureRead:
    """Files that were read, with their connections numbered through."""
    rows = [row(number, *each) for number, each in enumerate(connections(found))]
    return {
        "files": [each.head for each in found],
        "connections": rows,
        "left_out": sum(each.left_out for each in found),
    }


def capture_connection(files: Files, id: int) -> Generator[float, None, shapes.ConnectionTold]:
    """All about one connection. id: its place in the list."""
    found = yield from _open(files)
    return told(id, *connections(found)[id])


def connections(found: Sequence[Read]) -> list[tuple[Connection, int, int]]:
    """Those of all files, each with when the first packet of its file came, and the place of that file."""
    return [(each, read.first_ns, place) for place, read in enumerate(found) for each in read.connections]


def capture_replay(
    files: Files, id: int, side: str, changes: Mapping[str, Value]
) -> Generator[float, None, shapes.CaptureReplay]:
    """The model beside the data of one end. side: `client` or `server`. changes: parameters that aren't as captured.

    Raises:
        ParameterError: a change that can't be made.
    """
    found = yield from _open(files)
    connection = [connection for each in found for connection in each.connections][id]
    key = tuple(each["path"] for each in files), id, side
    return (yield from replays.replay(key, connection, ("client", "server").index(side), changes))


def capture_anonymised(file: Mapping[str, str], to: str, key: str) -> Generator[float, None, shapes.AnonymisedCapture]:
    """A copy that can be shown to others. to: where it is put. key: secret, in hexadecimal; the same for two files.

    Raises:
        CaptureError: it is no capture.
    """
    made = yield from copy(Source(file["path"], file["name"]), Path(to), key=bytes.fromhex(key))
    return {"packets": made.kept, "left_out": dict(made.dropped)}


def capture_forgotten() -> Generator[float, None, None]:
    """Nothing of any capture is kept."""
    yield 1.0
    forget()
    replays.forget()


CAPTURED: Mapping[str, Callable[..., Generator[float, None, Any]]] = {
    "capture_read": capture_read,
    "capture_connection": capture_connection,
    "capture_replay": capture_replay,
    "capture_anonymised": capture_anonymised,
    "capture_forgotten": capture_forgotten,
    "replay_alone": replays.replay_alone,
}
