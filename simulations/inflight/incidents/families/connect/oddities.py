"""What looks suspicious when connections hang, and does no harm."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.connect.setting import STRICT, ConnectSetting
from inflight.incidents.fault import Oddity


def _harmless_flood(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    """A flood that SYN cookies deal with."""
    return replace(s, flood=float(rng.randrange(60, 110, 10)))


def _old_advice(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    """A limit that doesn't matter while SYN cookies are on."""
    return replace(s, max_syn_backlog=rng.choice((64, 128)))


def _strict_but_right(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    """Strict rp_filter, but answers leave by the card that the questions came in through."""
    return replace(s, rp_filters=STRICT)


def _some_loss(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    """A retransmission now and then, but so few that almost none of them is a SYN."""
    return replace(s, loss=rng.choice((4e-4, 6e-4)))


def _shells(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    """Somebody is logged in, and a debug port listens with a tiny backlog."""
    return replace(s, idle=tuple(float(rng.randrange(300, 90000)) for _ in range(2)), debug_port=True)


def _short_fin(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    """A short tcp_fin_timeout, which doesn't apply to TIME-WAIT."""
    return replace(s, fin_timeout=float(rng.choice((5, 10, 15))))


ODDITIES: Sequence[Oddity[ConnectSetting]] = (
    _harmless_flood,
    _old_advice,
    _strict_but_right,
    _some_loss,
    _shells,
    _short_fin,
)
