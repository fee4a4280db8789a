"""The firewall on the path: which new connections it refuses, and what somebody sees who looks there.

It tracks connections. How full its table is follows from everybody's traffic, of which the model has only a little: a
loss system, in which an entry is a server and a connection that finds none free is lost (Erlang's B formula).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from inflight.incidents.families.connect.setting import ConnectSetting
from inflight.kernel.sockets.segment import Segment

_TOKENS = 5.0
"""Of the limit on new connections: its burst (`xt_limit`)."""

INTERVAL, BURST = 5.0, 10
"""s, and the lines that the kernel logs in that time at most (`net_ratelimit_state`)."""


@lru_cache(maxsize=64)
def lost_share(places: int, load: float) -> float:
    """Share of the connections that find no place: Erlang's B, which doesn't depend on how long each stays.

    >>> round(lost_share(1, 1.0), 3), round(lost_share(2, 1.0), 3)
    (0.5, 0.2)
    """
    inverse = 1.0
    for place in range(1, places + 1):
        inverse = 1 + inverse * place / load
        if inverse > 1e9:
            return 0.0
    return 1 / inverse


@dataclass
class Firewall:
    """What it decides about each packet to the server, and remembers of those that it refused.

    over: SYNs above the limit on new connections; full: those that found no entry. Each with its time, s.
    """

    setting: ConnectSetting
    now: float
    rng: random.Random
    over: list[tuple[float, Segment]] = field(default_factory=list)
    full: list[tuple[float, Segment]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._tokens = _TOKENS
        s = self.setting
        self.lost = lost_share(s.tracked_most, s.entries)

    def refuses(self, segment: Segment, now: float) -> bool:
        """Only SYNs: the others belong to connections that it knows."""
        if not segment.syn:
            return False
        if not self.setting.untracked and self.lost and self.rng.random() < self.lost:
            self.full.append((now, segment))
            return True
        limit = self.setting.new_limit
        if not limit:
            return False
        self._tokens = min(_TOKENS, self._tokens + (now - self.now) * limit)
        self.now = now
        if self._tokens >= 1:
            self._tokens -= 1
            return False
        self.over.append((now, segment))
        return True

    @property
    def count(self) -> int:
        """Entries: as many as it may have if some find none, or as everybody's traffic needs."""
        return self.setting.tracked_most if self.lost else round(self.setting.entries)


def full_table(times: Sequence[float], others: float) -> list[tuple[float, str]]:
    """What the kernel logs of packets dropped at these times, and of those of `others` a second (`net_ratelimit`)."""
    lines: list[tuple[float, str]] = []
    begins, written, suppressed = -INTERVAL, 0, 0
    for time in times:
        if time - begins >= INTERVAL:
            if suppressed:
                more = suppressed + round(others * (time - begins))
                lines.append((time, f"kernel: net_ratelimit: {more} callbacks suppressed"))
            begins, written, suppressed = time, 0, 0
        if written < BURST:
            written += 1
            lines.append((time, "kernel: nf_conntrack: nf_conntrack: table full, dropping packet"))
        else:
            suppressed += 1
    return lines


def above_limit(segment: Segment) -> str:
    """What the rule of the limit logs of a SYN (`nf_log_syslog.c`)."""
    source, target = segment.source, segment.target
    return (
        f"kernel: new-limit: IN=eth1 OUT=eth0 SRC={source.host} DST={target.host} LEN=60 TOS=0x00 PREC=0x00 TTL=63 "
        f"ID={source.port * 7919 % 65536} DF PROTO=TCP SPT={source.port} DPT={target.port} WINDOW=64240 RES=0x00 SYN "
        "URGP=0"
    )
