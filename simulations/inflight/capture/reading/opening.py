"""A file of bytes, opened as the kind of capture that it is."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import BinaryIO

from inflight.capture.reading.compressed import GZIP, PIECE, ZSTD, Cut, gzip_pieces, zstd_pieces
from inflight.capture.reading.container import Container
from inflight.capture.reading.pcap import MAGICS, Pcap
from inflight.capture.reading.pcapng import MAGIC, Pcapng
from inflight.capture.reading.stream import Stream
from inflight.capture.reading.trouble import NotACapture, Notes

_ALLOWED = "Allowed are pcap and pcapng, as they are or compressed with gzip or zstd."
_KNOWN = {
    b"PK\3\4": "a ZIP archive: unpack it first",
    b"BZh": "compressed with bzip2: unpack it first",
    b"\xfd7zXZ\0": "compressed with xz: unpack it first",
    b"\x04\x22\x4d\x18": "compressed with LZ4: unpack it first",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive: unpack it first",
    b"snoop\0\0\0": "a capture of snoop: Wireshark can save it as pcapng",
    b"GMBU": "a capture of Network Monitor: Wireshark can save it as pcapng",
    b"RTSS": "a capture of Network Monitor: Wireshark can save it as pcapng",
    b"%PDF": "a PDF",
    b"\x7fELF": "a program",
}


class Opened:
    """What is in a file, and what is noted of it. Raises NotACapture if its first bytes are none of the formats'."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size
        self._seen = 0
        self._trouble: Cut | None = None
        self.notes = Notes()
        self.container = self._container()

    @property
    def progress(self) -> float:
        """The share of the file that has been read, 0 to 1: of its compressed bytes, if it is compressed."""
        return min(self._seen / self._size, 1.0) if self._size > 0 else 1.0

    def end(self, number: int) -> int:
        """All packets have been read, and that was the last one that could be used. How many there are."""
        count = max(number, self.container.skipped)
        if self._trouble is not None:
            self.notes.add(count + 1, self._trouble.field, str(self._trouble))
        return count

    def _container(self) -> Container:
        start = self._file.read(PIECE)
        self._seen = len(start)
        stream = Stream(self._whole(self._pieces(start)))
        stream.refill(0, 24)
        magic = stream.data[:4]
        if magic in MAGICS:
            return Pcap(stream, self.notes)
        if magic == MAGIC:
            return Pcapng(stream, self.notes)
        if self._trouble is not None:
            raise NotACapture(f"This file cannot be unpacked: its {self._trouble}.")
        raise NotACapture(_refusal(stream.data[:24]))

    def _pieces(self, start: bytes) -> Iterator[bytes]:
        """The file's content, unpacked if it is compressed; its first bytes have been read already."""
        waiting = [start]

        def read(size: int) -> bytes:
            if waiting:
                return waiting.pop()
            piece = self._file.read(size)
            self._seen += len(piece)
            return piece

        if start.startswith(GZIP):
            return gzip_pieces(read)
        if start.startswith(ZSTD):
            return zstd_pieces(read)
        return iter(lambda: read(PIECE), b"")

    def _whole(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        try:
            yield from pieces
        except Cut as trouble:
            self._trouble = trouble


def _refusal(start: bytes) -> str:
    """Why the file is no capture, and what would be."""
    if not start:
        return f"The file is empty. {_ALLOWED}"
    for magic, what in _KNOWN.items():
        if start.startswith(magic):
            return f"This is no capture that is read here; it is {what}. {_ALLOWED}"
    said = start[:12].hex(" ")
    if all(chr(byte) in string.printable for byte in start):
        said += f" (“{start[:12].decode().strip()}”: it is text)"
    return f"This is no capture: its first bytes are {said}. {_ALLOWED}"
