"""Captures that can be shown to others, written beside the originals."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from pathlib import Path

from inflight import __version__
from inflight.capture.anonymise import Anonymised
from inflight.capture.reading import NotACapture
from inflight.figure.bad_input import BadInput
from inflight.yours.book import CaptureError


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
    for place, (file, new) in enumerate(pairs):
        if new.resolve() in old:
            raise BadInput(f"--anonymise {new}: that is the capture itself; name another file")
        with open(file, "rb") as source:
            try:
                work = Anonymised(source, file.stat().st_size, key=key, since=since)
            except NotACapture as error:
                raise CaptureError(f"{file.name}: {error}") from None
            with open(new, "wb") as target:
                for piece in work.pieces(f"In Flight {__version__}"):
                    target.write(piece)
                    yield (place + work.progress) / len(pairs)
        since = work.since
        dropped = ", ".join(f"{count} {kind}" for kind, count in work.dropped.items())
        said.append(f"{new}: {work.kept:,} packets{f'; left out: {dropped}' if dropped else ''}")
    return said
