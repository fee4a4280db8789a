"""Compressed files, decompressed piece by piece: a small file that becomes a large one takes time, but no memory.

gzip: RFC 1952. zstd: RFC 8878; CPython has it from 3.14 on, and the page's Python is one of those.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Any

from inflight.capture.reading.trouble import NotACapture

try:
    from compression import zstd
except ImportError:
    zstd = None
try:
    import zstandard
except ImportError:
    zstandard = None

PIECE = 1 << 18
"""Bytes that are read, or made of what was read, at a time."""

GZIP, ZSTD = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"
_GZIP_BITS = 16 + zlib.MAX_WBITS
_WINDOW_LOG = 23
"""8 MiB, as RFC 8878 §3.1.1.1.2 recommends: all that zstd needs unless it is asked for `--long` or `--ultra`."""

Read = Callable[[int], bytes]
"""At most so many bytes of the file; none at its end."""


class Cut(Exception):
    """A compressed file that is damaged or ends too early; what was in front of that has been handed over."""


def gzip_pieces(read: Read) -> Iterator[bytes]:
    """What is in a gzip file, which can have several members (RFC 1952 §2.2). Raises Cut."""
    expand = zlib.decompressobj(_GZIP_BITS)
    has_begun = False
    while data := read(PIECE):
        while data:
            if expand.eof:
                if not data.startswith(GZIP[: len(data)]):
                    return  # gzip, too, ignores what is behind the last member
                expand, has_begun = zlib.decompressobj(_GZIP_BITS), False
            try:
                piece = expand.decompress(data, PIECE)
            except zlib.error as error:
                raise Cut(f"the gzip data is damaged ({error})") from None
            has_begun = True
            if piece:
                yield piece
            data = expand.unused_data if expand.eof else expand.unconsumed_tail
    if has_begun and not expand.eof:
        raise Cut("the gzip data ends too early")


def zstd_pieces(read: Read) -> Iterator[bytes]:
    """What is in a zstd file, which can have several frames (RFC 8878 §3.1). Raises Cut, or NotACapture at once."""
    if zstd is not None:
        return _zstd_of_python(read)
    if zstandard is not None:
        return _zstd_of_package(read)
    raise NotACapture(
        "This file is compressed with zstd, and this Python cannot read that. Decompress it (zstd -d FILE), or use "
        "Python 3.14 or newer, or install the package zstandard (pip install zstandard)."
    )


def _zstd_of_python(read: Read) -> Iterator[bytes]:
    def fresh() -> Any:
        return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _WINDOW_LOG})

    expand = fresh()
    has_begun = False
    while data := read(PIECE):
        while data or not (expand.eof or expand.needs_input):
            if expand.eof:
                expand, has_begun = fresh(), False
            try:
                piece = expand.decompress(data, PIECE)
            except zstd.ZstdError as error:
                raise _damaged(error) from None
            has_begun = True
            if piece:
                yield piece
            data = expand.unused_data if expand.eof else b""
    if has_begun and not expand.eof:
        raise Cut("the zstd data ends too early")


def _zstd_of_package(read: Read) -> Iterator[bytes]:
    expand = zstandard.ZstdDecompressor(max_window_size=1 << _WINDOW_LOG)
    reader = expand.stream_reader(_File(read), read_size=PIECE, read_across_frames=True)
    try:
        while piece := reader.read(PIECE):
            yield piece
    except zstandard.ZstdError as error:
        raise _damaged(error) from None


class _File:
    """As much of a file as zstandard needs."""

    def __init__(self, read: Read) -> None:
        self.read = read


def _damaged(error: Exception) -> Cut:
    text = str(error)
    if "memory" in text:  # Frame requires too much memory for decoding
        return Cut("the zstd data needs a window of more than 8 MiB; compress it without --long and --ultra")
    return Cut(f"the zstd data is damaged ({text})")
