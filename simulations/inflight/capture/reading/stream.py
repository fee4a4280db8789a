"""A file's bytes in their order, only a few of them in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from re import Pattern

SEARCHED = 1 << 22
"""Bytes behind a damaged place in which the next packet is looked for."""

GIVEN_UP = "rest of the file", f"rest of the file is not read: the next {SEARCHED:,} bytes hold no packet"
"""A note's field and text."""

_AHEAD = 1 << 18
_WIDEST = 32
"""Bytes of what a pattern matches, at most: one may begin at the end of what is in memory."""


class Stream:
    """What is read next, in `data`; it grows at the end and is cut at the front, by whole new objects."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self.data = b""
        self.has_ended = False

    def refill(self, at: int, size: int) -> bool:
        """Drops what is in front of `at`, so that it is at 0, and reads on. Whether there are `size` bytes now."""
        parts = [self.data[at:]]
        have = len(parts[0])
        while have < size:
            piece = next(self._pieces, None)
            if piece is None:
                self.has_ended = True
                break
            parts.append(piece)
            have += len(piece)
        self.data = b"".join(parts)
        return have >= size

    def search(
        self, at: int, pattern: Pattern[bytes], fits: Callable[[bytes, int, bool], bool | None], most: int
    ) -> bool:
        """Looks from `at` on for a place where `pattern` matches and that `fits`; whether it is found, at 0 then.

        If not, and the file has not ended, the search was given up.

        fits(data, place, is_last) is None if it would need to see more; `most` bytes behind a place are always enough.
        """
        left = SEARCHED
        while left > 0:
            begin = at
            for match in pattern.finditer(self.data, at):
                at = match.start()
                verdict = fits(self.data, at, self.has_ended)
                if verdict:
                    self.refill(at, 0)
                    return True
                if verdict is None:
                    break
                at += 1
            else:
                if self.has_ended:
                    return False
                at = max(at, len(self.data) - _WIDEST)
            left -= at - begin
            # More than is needed: or each of the last places would have everything copied.
            self.refill(at, most + _AHEAD)
            at = 0
        return False
