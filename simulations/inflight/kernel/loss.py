"""What a wire loses: single packets at random, bursts, or those that were chosen."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class GilbertElliott:
    """Losses in bursts, named as `tc … netem loss gemodel p r 1-h 1-k` does (`sch_netem.c:loss_gilb_ell`).

    p, r: probability to go from the good state to the bad one, and back, at each packet. one_minus_h, one_minus_k:
    probability of a loss in the bad state and in the good one. On average p/(p + r) of the packets meet the bad state.
    """

    p: float
    r: float
    one_minus_h: float = 1.0
    one_minus_k: float = 0.0

    @property
    def mean(self) -> float:
        """The share of packets lost in the long run."""
        bad = self.p / (self.p + self.r)
        return bad * self.one_minus_h + (1 - bad) * self.one_minus_k


class Losses:
    """Says of each packet in turn whether it is lost. `lose`: numbers, from 1, of those lost for certain."""

    __slots__ = ("_bad", "_lose", "_model", "_number", "_rate", "_rng")

    def __init__(self, loss: float | GilbertElliott, lose: Collection[int], rng: random.Random) -> None:
        self._model = loss if isinstance(loss, GilbertElliott) else None
        self._rate = 0.0 if isinstance(loss, GilbertElliott) else loss
        self._lose, self._rng = frozenset(lose), rng
        self._number = 0
        self._bad = False

    def next(self) -> bool:
        """Whether the next packet is lost."""
        self._number += 1
        # chance is asked in any case, so that a packet that is lost for certain leaves the fate of the others alone
        unlucky = self._in_state() if self._model else self._rate > 0 and self._rng.random() < self._rate
        return unlucky or self._number in self._lose

    def _in_state(self) -> bool:
        """The state decides, then it may change."""
        model, bad = self._model, self._bad
        assert model
        if self._rng.random() < (model.r if bad else model.p):
            self._bad = not bad
        return self._rng.random() < (model.one_minus_h if bad else model.one_minus_k)
