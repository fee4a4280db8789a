"""The files that were handed in: named one by one, in folders, or in the archives that learning platforms give out."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from inflight.classroom.untrusted import LARGEST
from inflight.figure.bad_input import BadInput

MOST = 20_000
"""Files; more is a slip of the finger, or an archive made to do harm."""


class CollectError(BadInput):
    """Something that was named cannot be read."""


@dataclass(frozen=True)
class Handed:
    """A file: what is in it, cut where no submission goes on, and its size in bytes. `wrong`: why it cannot be read."""

    name: str
    data: bytes = b""
    size: int = 0
    wrong: str = ""


def collect(paths: Sequence[Path]) -> list[Handed]:
    """All files in the order given; of folders and archives by name, without what begins with a dot.

    Raises:
        CollectError: a path does not exist, or there are too many files.
    """
    found = []
    for path in paths:
        for each in _within(path):
            found.append(each)
            if len(found) > MOST:
                raise CollectError(f"{path}: with it there are more than {MOST} files")
    return found


def _within(path: Path) -> Iterator[Handed]:
    if path.is_dir():
        inside = sorted(each for each in path.rglob("*") if not _is_hidden(each.relative_to(path).parts))
        for each in inside:
            if each.is_symlink():
                yield Handed(str(each), wrong="It is a link to somewhere else.")
            elif each.is_file():
                yield from _file(each)
    elif path.is_file():
        yield from _file(path)
    else:
        raise CollectError(f"{path}: there is no such file or folder")


def _file(path: Path) -> Iterator[Handed]:
    try:
        if path.suffix.lower() == ".zip":
            yield from _archive(path)
            return
        with path.open("rb") as file:
            yield _read(str(path), file, path.stat().st_size)
    except OSError as error:
        yield Handed(str(path), wrong=f"It cannot be read: {error.strerror or error}.")


def _archive(path: Path) -> Iterator[Handed]:
    """Each file in it; an archive within is a file like any other."""
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in sorted(archive.infolist(), key=lambda each: each.filename):
                if not entry.is_dir() and not _is_hidden(PurePosixPath(entry.filename).parts):
                    yield _member(archive, entry, f"{path}/{entry.filename}")
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        yield Handed(str(path), wrong=f"The archive cannot be read: {error}.")


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> Handed:
    # An encrypted one is a RuntimeError; a damaged one one of several.
    try:
        with archive.open(entry) as file:
            return _read(name, file, entry.file_size)  # type: ignore[arg-type]
    except Exception as error:
        return Handed(name, wrong=f"It cannot be taken from the archive: {error}.")


def _read(name: str, file: BinaryIO, size: int) -> Handed:
    """No more than a submission may have, whatever size is claimed."""
    data = file.read(LARGEST + 1)
    return Handed(name, data[:LARGEST], max(size, len(data)) if len(data) > LARGEST else len(data))


def _is_hidden(parts: Sequence[str]) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in parts)
