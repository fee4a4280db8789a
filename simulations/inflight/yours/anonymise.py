"""Captures that can be shown to others, written beside the originals."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from pathlib import Path

from inflight import __version__
from inflight.capture.anonymise import Anonymised
from inflight.capture.reading import NotACapture
from inflight.figure.bad_input import BadInput
from inflight.yours.book import CaptureError, Source


def copy(source: Source, new: Path, *, key: bytes, since: int | None = None) -> Generator[float, None, Anonymised]:
    """Write a capture anew; yields how much is done, 0 to 1. key, since: as in `Anonymised`.

    Raises:
        CaptureError: it is no capture.
    """
    path = Path(source.path)
    with open(path, "rb") as old:
        try:
            made = Anonymised(old, path.stat().st_size, key=key, since=since)
        except NotACapture as error:
            raise CaptureError(f"{source.name}: {error}") from None
        with open(new, "wb") as target:
            for piece in made.pieces(f"In Flight {__version__}"):
                target.write(piece)
                yield made.progress
    return made


def anonymise(pairs: Sequence[tuple[Path, Path]]) -> Generator[float, None, list[str]]:
    """Write each capture anew; the same address gets the same new one in all of them, and they keep a common clock.

    Yields how much is done, 0 to 1, and returns a sentence for each.

    Raises:
        CaptureError: a file is no capture.
        BadInput: a new file is one of the captures.
    """
    key, since = os.urandom(32), None
    old = {file.resolve() for file, _ in pairs}
    said = []
    for file, new in pairs:
        if new.resolve() in old:
            raise BadInput(f"--anonymise {new}: that is the capture itself; name another file")
        made = yield from copy(Source(str(file), file.name), new, key=key, since=since)
        since = made.since
        dropped = ", ".join(f"{count} {kind}" for kind, count in made.dropped.items())
        said.append(f"{new}: {made.kept:,} packets{f'; left out: {dropped}' if dropped else ''}")
    return said
