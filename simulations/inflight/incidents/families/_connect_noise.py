"""What looks suspicious and does no harm, with connections that hang."""

from __future__ import annotations

import random
from dataclasses import replace

from inflight.incidents.models.connect_setting import Setting


def _harmless_flood(s: Setting, rng: random.Random) -> Setting:
    """SYN cookies answer it."""
    return replace(s, flood=float(rng.randrange(60, 110, 10)))


def _old_advice(s: Setting, rng: random.Random) -> Setting:
    """With SYN cookies it does not count."""
    return replace(s, max_syn_backlog=rng.choice((64, 128)))


def _strict_but_right(s: Setting, rng: random.Random) -> Setting:
    """Answers leave where questions came in."""
    return replace(s, rp_filter=1)


def _some_loss(s: Setting, rng: random.Random) -> Setting:
    """A retransmission now and then: so few that hardly a SYN is among them."""
    return replace(s, loss=rng.choice((4e-4, 6e-4)))


def _shells(s: Setting, rng: random.Random) -> Setting:
    """Somebody is logged in, and a debug port listens with a tiny backlog."""
    return replace(s, idle=tuple(float(rng.randrange(300, 90000)) for _ in range(2)), debug_port=True)


def _short_fin(s: Setting, rng: random.Random) -> Setting:
    """It is not for TIME-WAIT."""
    return replace(s, fin_timeout=float(rng.choice((5, 10, 15))))


ODDITIES = (_harmless_flood, _old_advice, _strict_but_right, _some_loss, _shells, _short_fin)
