"""The files that were handed in: named one by one, in folders, or in the archives that learning platforms give out.

Everything found gets a row, and the total is bounded. The page keeps the same contract in its own code
(`src/classroom/grade/intake`): the limits, what is read from an archive, and the wording.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from inflight.classroom.untrusted import LARGEST
from inflight.figure.bad_input import BadInput

MOST = 20_000
"""Files, in all and in one archive; more is a mistake, or an archive made to do harm."""

WHOLE = 200_000_000
"""Bytes of an archive, and of everything that is read, unpacked."""

_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What browsers can unpack, too."""

_ENCRYPTED = 0x1
"""Flag of an entry (APPNOTE.TXT §4.4.4)."""

_UTF8 = 0x800
"""Flag of an entry whose name is UTF-8."""

_OVERHEAD = 1000
"""Bytes that deflate may need on top: no program comes near it."""

_SPECIAL = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class CollectError(BadInput):
    """Something that was named can't be read."""


@dataclass(frozen=True)
class Handed:
    """A file: its content, or nothing if it is too large; its size in bytes. `wrong`: why it can't be read."""

    name: str
    data: bytes = b""
    size: int = 0
    wrong: str = ""


def collect(paths: Sequence[Path]) -> list[Handed]:
    """All files in the order given; those in folders and archives by name, without any that begin with a dot.

    Each has its own name, which can be written anywhere: the second of two `a.json` is `a.json (2)`.

    Raises:
        CollectError: a path does not exist, or there are too many files.
    """
    found: list[Handed] = []
    room = _Room()
    for path in paths:
        if not os.path.lexists(path):
            raise CollectError(f"{_said(path)}: there is no such file or folder")
        for each in _within(path, room):
            found.append(each)
            if len(found) > MOST:
                raise CollectError(f"{_said(path)}: with this, there are more than {MOST} files")
    return list(_distinct(found))


def _distinct(found: Iterable[Handed]) -> Iterator[Handed]:
    taken: dict[str, int] = {}
    for each in found:
        name = each.name
        while name in taken:
            taken[each.name] += 1
            name = f"{each.name} ({taken[each.name]})"
        taken[name] = 1
        yield each if name == each.name else replace(each, name=name)


def _said(path: Path) -> str:
    """Its name as text: file systems have names that aren't text."""
    return os.fsencode(path).decode("utf-8", "replace")


def _within(path: Path, room: _Room) -> Iterator[Handed]:
    if path.is_dir():
        for each in sorted(each for each in path.rglob("*") if not _is_hidden(each.relative_to(path).parts)):
            if each.is_symlink():
                yield Handed(_said(each), wrong="It is a link to somewhere else.")
            elif not each.is_dir():
                yield from _file(each, room)
    else:
        yield from _file(path, room)


def _file(path: Path, room: _Room) -> Iterator[Handed]:
    try:
        found = path.stat()
    except OSError as error:
        yield Handed(_said(path), wrong=f"It cannot be read: {error.strerror or error}.")
        return
    if not stat.S_ISREG(found.st_mode):
        kind = _SPECIAL.get(stat.S_IFMT(found.st_mode), "not a file")
        yield Handed(_said(path), wrong=f"It is {kind}, so it is not read.")
        return
    try:
        if path.suffix.lower() == ".zip":
            yield from _archive(path, found.st_size, room)
            return
        with path.open("rb") as file:
            yield _read(_said(path), file, room)
    except OSError as error:
        yield Handed(_said(path), wrong=f"It cannot be read: {error.strerror or error}.")


class _Room:
    """How much may still be read, bytes."""

    def __init__(self) -> None:
        self._left = WHOLE

    def take(self, size: int) -> bool:
        """Whether there is room for it; if so, the room is taken."""
        if size > self._left:
            return False
        self._left -= size
        return True


_DAMAGED = "It cannot be unpacked: it is damaged."

_FULL = f"It has not been read: all files together are larger than {WHOLE // 1_000_000} MB."


def _archive(path: Path, size: int, room: _Room) -> Iterator[Handed]:
    """Each file in it; an archive inside it is a file like any other. An archive without any gets a row itself."""
    name = _said(path)
    if size > WHOLE:
        yield Handed(name, wrong=f"The archive is larger than {WHOLE // 1_000_000} MB.")
        return
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [each for each in archive.infolist() if not each.filename.endswith("/")]
            entries = [each for each in entries if not _is_hidden(PurePosixPath(_inner(each)).parts)]
            if not entries:
                yield Handed(name, wrong="The archive contains no files.")
            elif len(entries) > MOST:
                yield Handed(name, wrong=f"The archive contains {len(entries)} files; at most {MOST} are allowed.")
            else:
                for entry in sorted(entries, key=_inner):
                    yield _member(archive, entry, f"{name}/{_inner(entry)}", room)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        yield Handed(name, wrong="The archive cannot be read: it isn’t a .zip file, or it is damaged.")


def _inner(entry: zipfile.ZipInfo) -> str:
    """Its name within the archive. Some programs (macOS's) write UTF-8 without saying so."""
    if entry.flag_bits & _UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode()
    except UnicodeError:
        return entry.filename


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, room: _Room) -> Handed:
    if entry.flag_bits & _ENCRYPTED:
        return Handed(name, wrong="It cannot be unpacked: it is encrypted.")
    if entry.compress_type not in _PACKED:
        way = f"it is packed with method {entry.compress_type} instead of deflate"
        return Handed(name, wrong=f"It cannot be unpacked: {way}.")
    if entry.file_size > LARGEST:
        return Handed(name, size=entry.file_size)
    if not room.take(entry.file_size):
        return Handed(name, wrong=_FULL)
    if entry.compress_size > 2 * entry.file_size + _OVERHEAD:
        return Handed(name, wrong=_DAMAGED)
    try:
        with archive.open(entry) as file:
            data = file.read(LARGEST + 1)  # to its end, where the checksum is checked
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        return Handed(name, wrong=_DAMAGED)
    if len(data) != entry.file_size:
        return Handed(name, wrong=_DAMAGED)
    return Handed(name, data, len(data))


def _read(name: str, file: BinaryIO, room: _Room) -> Handed:
    """No more than a submission may have, whatever size is claimed."""
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        return Handed(name, size=len(data))
    return Handed(name, data, len(data)) if room.take(len(data)) else Handed(name, wrong=_FULL)


def _is_hidden(parts: Sequence[str]) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in parts)
