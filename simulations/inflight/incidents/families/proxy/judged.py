"""What users notice: not on average, but in the worst of the last minutes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inflight.incidents.families.proxy.model import Second

SOON = 1.0
"""s: who is answered later notices."""

ENOUGH = 0.99
"""Share of the requests of any minute that must be answered soon."""

MINUTE, MINUTES = 60, 5
"""s of a minute, and how many are looked at: jobs may start as rarely as that."""


@dataclass(frozen=True)
class Span:
    """Requests of some seconds: how many were made, failed and were answered soon; mean, p50, p99: their times, s."""

    requests: int
    failed: int
    soon: int
    mean: float
    p50: float
    p99: float

    @property
    def share(self) -> float:
        """Of those that were answered soon."""
        return self.soon / max(self.requests, 1)


def span(seconds: Sequence[Second]) -> Span:
    """All of them together."""
    took = sorted(each for second in seconds for each in second.took)
    failed = sum(sum(each.failed.values()) for each in seconds)
    answered = sum(count for _, count in took)
    return Span(
        requests=answered + failed,
        failed=failed,
        soon=sum(count for time, count in took if time <= SOON),
        mean=sum(time * count for time, count in took) / max(answered, 1),
        p50=_quantile(took, 0.5, answered),
        p99=_quantile(took, 0.99, answered),
    )


def _quantile(took: Sequence[tuple[float, int]], share: float, answered: int) -> float:
    seen = 0
    for time, count in took:
        seen += count
        if seen >= share * answered:
            return time
    return 0.0


def worst(seconds: Sequence[Second]) -> Span:
    """The minute, of the last ones, in which fewest were answered soon."""
    last = list(seconds)[-MINUTE * MINUTES :]
    minutes = [last[at : at + MINUTE] for at in range(0, len(last) - MINUTE + 1, MINUTE)]
    return min((span(each) for each in minutes), key=lambda each: each.share)
