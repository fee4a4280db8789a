"""What fills a payload: it depends on the place in the stream alone, so that what is sent again is the same."""

from __future__ import annotations

from functools import lru_cache

from inflight.capture.checksum import summed

_TEXT = b"In Flight carries these bytes only to fill a segment. "
_FILLER = _TEXT * ((1 << 16) // len(_TEXT) + 2)


def filler(place: int, length: int) -> bytes:
    """The bytes from `place` on, of which there are at most 64 KiB."""
    start = place % len(_TEXT)
    return _FILLER[start : start + length]


def sum_of_filler(place: int, length: int) -> int:
    """The sum of these bytes, for a checksum."""
    return _sum_of(place % len(_TEXT), length)


@lru_cache(maxsize=1 << 14)
def _sum_of(start: int, length: int) -> int:
    """There are few of them: the payload repeats itself."""
    return summed(_FILLER[start : start + length])
