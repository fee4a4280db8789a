"""TCP options, as far as reading a connection needs them: RFC 9293 §3.2, RFC 7323, RFC 2018."""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct

_END, _NOP, _MSS, _SCALE, _SACK_PERMITTED, _SACK, _STAMPS, _FAST_OPEN, _MPTCP = 0, 1, 2, 3, 4, 5, 8, 34, 30
_TWO = Struct("!II")
_FAST = b"\x01\x01\x08\x0a"
"""How Linux and most others begin the options of every segment but a SYN: two NOPs and the timestamps."""

Stamps = tuple[int, int]
Sacks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Options:
    """Those of a SYN. mss: bytes; scale: the shift; None: not offered."""

    mss: int | None = None
    scale: int | None = None
    sack: bool = False
    stamps: Stamps | None = None
    fast_open: bool = False
    multipath: bool = False

    @property
    def stamped(self) -> bool:
        """Timestamps are offered."""
        return self.stamps is not None


def of_syn(raw: bytes) -> Options:
    """Those of a SYN or a SYN-ACK; what is malformed or cut ends the list (`tcp_input.c:tcp_parse_options`)."""
    found: dict[int, bytes] = dict(_each(raw))
    mss, scale, stamps = found.get(_MSS, b""), found.get(_SCALE, b""), found.get(_STAMPS, b"")
    return Options(
        mss=int.from_bytes(mss, "big") if len(mss) == 2 else None,
        scale=min(scale[0], 14) if len(scale) == 1 else None,  # RFC 7323 §2.3
        sack=_SACK_PERMITTED in found,
        stamps=_TWO.unpack(stamps) if len(stamps) == 8 else None,
        fast_open=_FAST_OPEN in found,
        multipath=_MPTCP in found,
    )


def of_segment(raw: bytes) -> tuple[Stamps | None, Sacks]:
    """Timestamps (value, echo) and SACK blocks (first number, number behind the last) of any other segment.

    >>> of_segment(bytes.fromhex("0101080a0000000100000002"))
    ((1, 2), ())
    """
    if len(raw) == 12 and raw[:4] == _FAST:
        return _TWO.unpack_from(raw, 4), ()
    stamps: Stamps | None = None
    sacks: Sacks = ()
    for kind, value in _each(raw):
        if kind == _STAMPS and len(value) == 8:
            stamps = _TWO.unpack(value)
        elif kind == _SACK and len(value) % 8 == 0:
            sacks = tuple(_TWO.iter_unpack(value))
    return stamps, sacks


def _each(raw: bytes) -> list[tuple[int, bytes]]:
    found = []
    at, end = 0, len(raw)
    while at < end:
        kind = raw[at]
        if kind == _END:
            break
        if kind == _NOP:
            at += 1
            continue
        if at + 1 >= end or not 2 <= (size := raw[at + 1]) <= end - at:
            break
        found.append((kind, raw[at + 2 : at + size]))
        at += size
    return found
