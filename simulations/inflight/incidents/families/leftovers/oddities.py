"""What looks suspicious when sockets pile up, and does no harm."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.leftovers.setting import LeftoversSetting
from inflight.incidents.fault import Oddity


def _monitored(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    """A few hundred sockets in TIME-WAIT, a minute each: connections that the server itself opened and closed."""
    return replace(s, monitoring=rng.uniform(2.0, 4.0))


def _eager_keepalive(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    """It applies only to sockets with SO_KEEPALIVE, and not if the program has set a time of its own."""
    return replace(s, tcp_keepalive_time=float(rng.choice((60, 120, 600))))


def _short_fin(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    """Sockets in FIN-WAIT-2 that were closed go even sooner."""
    return replace(s, tcp_fin_timeout=float(rng.choice((5, 10, 15, 30))))


def _few_buckets(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    """Copied from somewhere; there are never that many."""
    return replace(s, tcp_max_tw_buckets=rng.choice((4096, 5000)), tcp_max_orphans=rng.choice((3276, 4096, 8192)))


def _reuse(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    """It affects only connections that this host opens."""
    return replace(s, tcp_tw_reuse=1)


def _shells(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    """Somebody has been logged in for days."""
    return replace(s, shells=tuple(float(rng.randrange(4000, 300000)) for _ in range(3)))


ODDITIES: Sequence[Oddity[LeftoversSetting]] = (_monitored, _eager_keepalive, _short_fin, _few_buckets, _reuse, _shells)
