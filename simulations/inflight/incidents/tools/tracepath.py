"""`tracepath -n` of the other machine (iputils): each hop, and how large a packet may be on the way there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import cycle

from inflight.incidents.scene import Machine
from inflight.incidents.scene_network import Hop
from inflight.incidents.tools.way import way

MOST_HOPS = 30
PROBES = 3
"""Datagrams that may go unanswered before it tries the next hop."""


class _Why(Enum):
    """Why a host answers."""

    TTL = "the datagram's TTL ended there"
    NARROW = "the datagram is too large for the next link"
    LOST = "the host knows no way on"
    REACHED = "it is the one that was asked for"


@dataclass(frozen=True)
class _Answer:
    """time: s since the probe left."""

    hop: Hop
    time: float
    why: _Why


class _Way:
    """The hops, which answer one probe after the other."""

    def __init__(self, hops: Sequence[Hop]) -> None:
        self._hops = [(each, cycle(each.times or (None,))) for each in hops]

    def asked(self, ttl: int, size: int) -> _Answer | None:
        """The first answer to up to three datagrams."""
        return next(filter(None, (self._probed(ttl, size) for _ in range(PROBES))), None)

    def _probed(self, ttl: int, size: int) -> _Answer | None:
        for place, (hop, times) in enumerate(self._hops, 1):
            why = self._stopped(hop, place, ttl, size)
            if why:
                time = next(times) if hop.address and (hop.tells or why is not _Why.NARROW) else None
                return None if time is None else _Answer(hop, time, why)
        return None

    def _stopped(self, hop: Hop, place: int, ttl: int, size: int) -> _Why | None:
        """A router looks for the way on first, then at the TTL, then at the size (`ip_forward`)."""
        if place == len(self._hops):
            return _Why.REACHED
        if not hop.route:
            return _Why.LOST
        if place == ttl:
            return _Why.TTL
        return _Why.NARROW if hop.mtu < size else None


def tracepath(machine: Machine, most: int = MOST_HOPS) -> str:
    """A line for each answer. The first hop answers twice, since the first datagram was too large for the card."""
    hops = _Way(way(machine))
    size = machine.path_mtu or machine.link.mtu
    lines = [f" 1?: {'[LOCALHOST]':<32} pmtu {size}"]
    for ttl in range(1, most + 1):
        wanted = 2 if ttl == 1 else 1
        while wanted:
            answer = hops.asked(ttl, size)
            if answer is None:
                lines.append(f"{ttl:2}:  no reply")
                break
            line = _line(ttl, answer)
            if answer.why is _Why.NARROW:
                size = answer.hop.mtu
                lines.append(f"{line} pmtu {size}")
                continue
            resume = f"     Resume: pmtu {size}"
            if answer.why is _Why.REACHED:
                return "\n".join([*lines, f"{line} reached", f"{resume} hops {ttl} back {answer.hop.back or ttl}"])
            if answer.why is _Why.LOST:
                return "\n".join([*lines, f"{line} !N", resume])
            lines.append(line + (f" asymm {answer.hop.back:2}" if answer.hop.back not in (None, ttl) else ""))
            wanted -= 1
    return "\n".join([*lines, f"     Too many hops: pmtu {size}", f"     Resume: pmtu {size}"])


def _line(ttl: int, answer: _Answer) -> str:
    whole, micro = divmod(round(answer.time * 1e6), 1000)
    return f"{ttl:2}:  {answer.hop.address:<52}{whole:3}.{micro:03}ms"
