"""What looks suspicious when requests fail or wait, and does no harm."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.fault import Oddity


def _few_reuses(s: ProxySetting, rng: random.Random) -> ProxySetting:
    """Connections are kept, but not for long: thousands in TIME-WAIT, and ports for many more."""
    return replace(s, reuses=rng.choice((8, 10, 12)))


def _short_pauses(s: ProxySetting, rng: random.Random) -> ProxySetting:
    """A collector that stops the program for a moment."""
    return replace(s, pause=(rng.choice((0.1, 0.2)), s.pause[1]))


def _high_limit(s: ProxySetting, rng: random.Random) -> ProxySetting:
    """A limit that nobody reaches, not even with all reports at once."""
    return replace(s, limit=float(rng.randrange(4_000, 6_001, 500)))


def _short_fin(s: ProxySetting, rng: random.Random) -> ProxySetting:
    """A short tcp_fin_timeout, which doesn’t apply to TIME-WAIT."""
    return replace(s, tcp_fin_timeout=rng.choice((5, 10, 15)))


def _more_reports(s: ProxySetting, rng: random.Random) -> ProxySetting:
    """Twice as many agents; the queue takes them."""
    return replace(s, jobs=2 * s.jobs)


def _shells(s: ProxySetting, rng: random.Random) -> ProxySetting:
    """Somebody has been logged in for days."""
    return replace(s, shells=tuple(float(rng.randrange(4000, 300000)) for _ in range(3)))


ODDITIES: Sequence[Oddity[ProxySetting]] = (
    _few_reuses,
    _short_pauses,
    _high_limit,
    _short_fin,
    _more_reports,
    _shells,
)
