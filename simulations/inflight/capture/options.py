"""TCP options as bytes, in the order and with the padding that Linux gives them: `tcp_output.c:tcp_options_write`."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack

_NOP, _MSS, _WINDOW_SCALE, _SACK_PERMITTED, _SACK, _TIMESTAMPS, _FAST_OPEN = 1, 2, 3, 4, 5, 8, 34
_WRAP = 1 << 32

Stamps = tuple[int, int]
"""TSval and TSecr, ms (RFC 7323 §3)."""


def of_syn(*, mss: int, sack: bool, stamps: Stamps | None, wscale: int | None, cookie: bytes | None = None) -> bytes:
    """Of a SYN or a SYN-ACK. wscale: the shift; None: no scaling. cookie: of Fast Open; empty: one is asked for."""
    said = pack("!BBH", _MSS, 4, mss)
    if stamps:
        said += bytes((_SACK_PERMITTED, 2) if sack else (_NOP, _NOP)) + _stamps(stamps)
    elif sack:
        said += bytes((_NOP, _NOP, _SACK_PERMITTED, 2))
    if wscale is not None:
        said += bytes((_NOP, _WINDOW_SCALE, 3, wscale))
    if cookie is not None:
        said += _padded(bytes((_FAST_OPEN, 2 + len(cookie))) + cookie)
    return said


def of_segment(*, stamps: Stamps | None, sacks: Sequence[tuple[int, int]] = ()) -> bytes:
    """Of any other segment. sacks: blocks (first number, number behind the last), the latest first (RFC 2018 §3)."""
    said = bytes((_NOP, _NOP)) + _stamps(stamps) if stamps else b""
    if sacks:
        said += bytes((_NOP, _NOP, _SACK, 2 + 8 * len(sacks)))
        said += b"".join(pack("!II", first % _WRAP, behind % _WRAP) for first, behind in sacks)
    return said


def scale_in(options: bytes) -> int | None:
    """The window scale that the options of a SYN offer; None: none.

    >>> scale_in(of_syn(mss=1460, sack=True, stamps=(1, 0), wscale=7)), scale_in(of_segment(stamps=(1, 2)))
    (7, None)
    """
    place = 0
    while place + 1 < len(options) and options[place]:
        kind, length = options[place], options[place + 1]
        if kind == _WINDOW_SCALE:
            return options[place + 2]
        place += 1 if kind == _NOP else max(length, 2)
    return None


def _stamps(stamps: Stamps) -> bytes:
    value, echo = stamps
    return pack("!BBII", _TIMESTAMPS, 10, value % _WRAP, echo % _WRAP)


def _padded(said: bytes) -> bytes:
    return said + bytes([_NOP]) * (-len(said) % 4)
