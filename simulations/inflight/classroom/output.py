"""Files that are written completely or not at all: the old one stays until the new one is complete."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol


class Journal(Protocol):
    """Where results go as they come, and the text at the end."""

    def note(self, line: str) -> None:
        """One result. If the machine fails, these are left next to the file, in `.NAME.….part`."""

    def put(self, text: str) -> None:
        """The whole file."""


class _Direct:
    """For anything that isn't a file: a terminal, a pipe."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note(self, line: str) -> None:
        pass

    def put(self, text: str) -> None:
        self._path.write_text(text, encoding="utf-8", newline="")


class _Beside:
    def __init__(self, path: Path, part: Path) -> None:
        self._path, self._part = path, part
        self._file = part.open("w", encoding="utf-8", errors="replace", newline="")

    def note(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()

    def put(self, text: str) -> None:
        self._file.seek(0)
        self._file.truncate()
        self._file.write(text)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.replace(self._path)

    def end(self) -> None:
        self._file.close()
        self._part.unlink(missing_ok=True)


@contextmanager
def journal(path: Path) -> Iterator[Journal]:
    """A file in the making. Whatever happens, nothing half-written is left.

    Raises:
        OSError: it can't be written; raised before anything else is done.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder: the table needs the name of a file")
        yield _Direct(path)
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(f"{path} cannot be written: permission denied")
    try:
        handle, part = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror or error}") from None
    os.close(handle)
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(part, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask)
    beside = _Beside(path, Path(part))
    try:
        yield beside
    finally:
        beside.end()


def check_place(place: Path) -> None:
    """Check that files for students can be written there: an archive if its name says so, else a new or empty folder.

    Raises:
        OSError: they can't.
    """
    if place.suffix.lower() == ".zip":
        with journal(place):
            return
    place.mkdir(parents=True, exist_ok=True)
    if any(place.iterdir()):
        raise FileExistsError(f"{place} is not empty: these files need their own folder, or a .zip")


def write_all(place: Path, files: Iterable[Mapping[str, str]]) -> None:
    """Write files with `name` and `text` into a folder or an archive. Names that lead elsewhere are just names."""
    if place.suffix.lower() == ".zip":
        part = place.with_name(f".{place.name}.part")
        try:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                for each in files:
                    archive.writestr(zipfile.ZipInfo(each["name"], (1980, 1, 1, 0, 0, 0)), each["text"])
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
        return
    for each in files:
        parts = [part for part in each["name"].split("/") if part not in ("", ".", "..")]
        path = place.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(each["text"], encoding="utf-8")
