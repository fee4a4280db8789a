"""Recordings in a folder, or packed in an archive."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from lzma import LZMAError
from pathlib import Path

from inflight.compare.recording import Recording, RecordingError, parse


def load(source: Path, family: str | None = None) -> list[Recording]:
    """All recordings of a folder and its archives, or of one archive (`.tar.xz`), by name, or those of one family.

    Raises:
        RecordingError: there is none, or a file is damaged.
    """
    texts = _in_folder(source) if source.is_dir() else _in_archive(source)
    found = [parse(text, where) for where, text in sorted(texts, key=lambda each: Path(each[0]).name)]
    chosen = [recording for recording in found if family in (None, recording.family)]
    if not chosen:
        which = f" of family {family}" if family else ""
        raise RecordingError(f"{source}: no recordings{which}")
    return chosen


def _in_folder(folder: Path) -> Iterator[tuple[str, str]]:
    for path in folder.glob("*.json"):
        yield str(path), path.read_text(encoding="utf-8")
    for path in folder.glob("*.tar.xz"):
        yield from _in_archive(path)


def _in_archive(archive: Path) -> Iterator[tuple[str, str]]:
    if not archive.is_file():
        raise RecordingError(f"{archive}: no such folder or archive")
    try:
        with tarfile.open(archive) as members:
            for member in members:
                if member.name.endswith(".json") and (file := members.extractfile(member)):
                    yield f"{archive}/{member.name}", file.read().decode()
    except (tarfile.TarError, LZMAError, EOFError, UnicodeDecodeError) as error:
        raise RecordingError(f"{archive}: damaged, or not a tar archive ({error})") from None
