"""Compressed files, decompressed piece by piece: a small file that becomes a large one takes time, but no memory.

gzip: RFC 1952. zstd: RFC 8878; CPython has it from 3.14 on, and the page's Python is one of those.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from inflight.capture.reading.trouble import NotACapture

PIECE = 1 << 18
"""Bytes that are read, or made of what was read, at a time."""

GZIP, ZSTD = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"
_GZIP_DATA, _ZSTD_DATA = "gzip data", "zstd data"
_GZIP_BITS = 16 + zlib.MAX_WBITS
_WINDOW_LOG = 23
"""8 MiB, as RFC 8878 §3.1.1.1.2 recommends: all that zstd needs unless it is asked for `--long` or `--ultra`."""

_ZSTD_STEP = 128
"""Bytes that are decompressed at a time: each four of them may be 128 KiB (RFC 8878 §3.1.1.2.3), in all 4 MiB."""

Read = Callable[[int], bytes]
"""At most so many bytes of the file; none at its end."""


class Cut(Exception):
    """A compressed file that is damaged or ends too early; what was in front of that has been handed over.

    field: which data; value: what is wrong with it, as a clause without its subject.
    """

    def __init__(self, field: str, value: str) -> None:
        super().__init__(f"{field} {value}")
        self.field = field


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
            before = expand.copy()
            try:
                piece = expand.decompress(data, PIECE)
            except zlib.error as error:
                yield from _up_to_the_damage(before, data)
                raise Cut(_GZIP_DATA, f"is damaged ({error})") from None
            has_begun = True
            if piece:
                yield piece
            data = expand.unused_data if expand.eof else expand.unconsumed_tail
    if has_begun and not expand.eof:
        raise Cut(_GZIP_DATA, "ends too early")


def _up_to_the_damage(expand: Any, data: bytes) -> Iterator[bytes]:
    """What the call that failed had made already: byte by byte, it is made again."""
    with suppress(zlib.error):
        for at in range(len(data)):
            if piece := expand.decompress(data[at : at + 1]):
                yield piece


def zstd_module() -> Any:
    """Python's own module for zstd, or else the package; None: there is neither."""
    with suppress(ImportError):
        from compression import zstd

        return zstd
    with suppress(ImportError):
        import zstandard

        return zstandard
    return None


_zstd = zstd_module()


def zstd_pieces(read: Read) -> Iterator[bytes]:
    """What is in a zstd file, which can have several frames (RFC 8878 §3.1). Raises Cut, or NotACapture at once."""
    if _zstd is None:
        raise NotACapture(
            "This file is compressed with zstd, and this Python cannot read that. Decompress it (zstd -d FILE), or use "
            "Python 3.14 or newer, or install the package zstandard (pip install zstandard)."
        )
    return _zstd_pieces(read)


def _zstd_pieces(read: Read) -> Iterator[bytes]:
    expand = _zstd_frame()
    has_begun = False
    while data := read(PIECE):
        at = 0
        while at < len(data):
            if expand.eof:
                expand, has_begun = _zstd_frame(), False
            try:
                piece = expand.decompress(data[at : at + _ZSTD_STEP])
            except _zstd.ZstdError as error:
                raise _damaged(error) from None
            has_begun = True
            at = min(at + _ZSTD_STEP, len(data)) - len(expand.unused_data if expand.eof else b"")
            if piece:
                yield piece
    if has_begun and not expand.eof:
        raise Cut(_ZSTD_DATA, "ends too early")


def _zstd_frame() -> Any:
    """What decompresses one frame: both modules have the same methods for it."""
    if hasattr(_zstd, "DecompressionParameter"):
        return _zstd.ZstdDecompressor(options={_zstd.DecompressionParameter.window_log_max: _WINDOW_LOG})
    return _zstd.ZstdDecompressor(max_window_size=1 << _WINDOW_LOG).decompressobj()


def _damaged(error: Exception) -> Cut:
    text = str(error)
    if "memory" in text:  # Frame requires too much memory for decoding
        return Cut(_ZSTD_DATA, "needs a window of more than 8 MiB; compress it without --long and --ultra")
    return Cut(_ZSTD_DATA, f"is damaged ({text})")
