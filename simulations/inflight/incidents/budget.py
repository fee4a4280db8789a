"""Users, and how much outage they were promised at most."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inflight.incidents.case import Case
from inflight.incidents.fault import Setting

OBJECTIVE = 0.999
MONTH = 30 * 86_400.0
"""s."""

BUDGET = MONTH * (1 - OBJECTIVE)
"""43 min 12 s a month in which nothing works for anybody, or longer for fewer."""

SIZES = (120, 400, 1_200, 3_500, 9_000, 25_000)


@dataclass(frozen=True)
class Promise:
    """users: people who depend on it; spent: of the month’s budget, before the call, s."""

    users: int
    spent: float

    def left(self, outage: float) -> float:
        """What remains after that much more, s; negative: overspent."""
        return BUDGET - self.spent - outage


def promise(case: Case[Setting]) -> Promise:
    """Of a case: how many there are doesn’t depend on the fault."""
    rng = random.Random(f"users {case.seed}")
    return Promise(round(rng.choice(SIZES) * rng.uniform(0.8, 1.25) / 10) * 10, BUDGET * rng.uniform(0.05, 0.35))
