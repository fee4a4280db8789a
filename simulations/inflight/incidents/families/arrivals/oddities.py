"""What looks suspicious when datagrams get lost, and has nothing to do with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Oddity


def _lost_before(s: ArrivalsSetting, rng: random.Random) -> ArrivalsSetting:
    return replace(s, before=rng.randint(20, 400))


def _other_budget(s: ArrivalsSetting, rng: random.Random) -> ArrivalsSetting:
    return replace(s, budget=rng.choice((100, 600, 1200)))


def _other_moderation(s: ArrivalsSetting, rng: random.Random) -> ArrivalsSetting:
    return replace(s, rx_usecs=float(rng.choice((0, 3, 100))))


def _copied_settings(s: ArrivalsSetting, rng: random.Random) -> ArrivalsSetting:
    copied = (("net.core.rmem_default", "33554432"), ("net.ipv4.tcp_rmem", "4096 131072 67108864"))
    return replace(s, extra_sysctls=copied)


ODDITIES: Sequence[Oddity[ArrivalsSetting]] = (_lost_before, _other_budget, _other_moderation, _copied_settings)
