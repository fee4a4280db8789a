"""netem's dice: shares as 32-bit integers, correlated with the throw before, and three ways to lose packets."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from inflight.kernel.loss import GilbertElliott

ALL = 0xFFFFFFFF
"""Certainty, as the kernel has it."""


def share(value: float) -> int:
    """`value`, 0 to 1, as `tc` hands it to the kernel (`q_netem.c:get_percent`).

    Raises:
        ValueError: it is not a share.
    """
    if not 0 <= value <= 1:
        raise ValueError(f"netem {value:g}: a share is between 0 and 1")
    return round(value * ALL)


def throw(rng: random.Random) -> int:
    """32 random bits (`get_random_u32`)."""
    return int(rng.random() * 4294967296.0)


class Dice:
    """Numbers of 32 bits, each `correlation` of the one before and the rest new (`get_crandom`)."""

    __slots__ = ("_last", "_rho", "_rng")

    def __init__(self, rng: random.Random, correlation: float = 0.0) -> None:
        self._rng, self._rho = rng, share(correlation)
        self._last = throw(rng) if self._rho else 0

    def throw(self) -> int:
        """The next number. Correlated ones lie closer to the middle: that is how the kernel has them."""
        value = int(self._rng.random() * 4294967296.0)
        if not self._rho:
            return value
        rho = self._rho + 1
        self._last = value * ((1 << 32) - rho) + self._last * rho >> 32
        return self._last


class Chance:
    """Something that happens to a share of the packets."""

    __slots__ = ("_dice", "share")

    def __init__(self, rng: random.Random, probability: float, correlation: float = 0.0) -> None:
        self.share = share(probability)
        self._dice = Dice(rng, correlation)

    def strikes(self) -> bool:
        """Whether it happens to the next packet; where it never does, no dice are thrown."""
        return self.share > 0 and self.share >= self._dice.throw()


class Loss(Protocol):
    """Says of each packet in turn whether it is lost."""

    def strikes(self) -> bool: ...


class Bursts:
    """`loss gemodel`: the state may change, then the one it was in decides (`loss_gilb_ell`)."""

    __slots__ = ("_bad", "_good_loss", "_h", "_p", "_r", "_rng")

    def __init__(self, rng: random.Random, model: GilbertElliott) -> None:
        self._rng = rng
        self._p, self._r = share(model.p), share(model.r)
        self._h, self._good_loss = ALL - share(model.one_minus_h), share(model.one_minus_k)
        self._bad = False

    def strikes(self) -> bool:
        """Whether the next packet is lost."""
        bad = self._bad
        if throw(self._rng) < (self._r if bad else self._p):
            self._bad = not bad
        value = throw(self._rng)
        return value > self._h if bad else value < self._good_loss


@dataclass(frozen=True)
class FourStates:
    """`loss state P13 P31 P32 P23 P14`: chances to go from one state to another, at each packet.

    State 1: nothing is lost. 2: packets that pass within a burst. 3: those lost within a burst. 4: one that is lost by
    itself. What is left out is as `tc` has it: bursts hold nothing but losses.
    """

    p13: float
    p31: float | None = None
    p32: float = 0.0
    p23: float = 1.0
    p14: float = 0.0

    @property
    def mean(self) -> float:
        """The share of packets lost in the long run: how often the chain is in the states 3 and 4."""
        p31 = 1 - self.p13 if self.p31 is None else self.p31
        one = self.p23 * p31
        if not one:
            return 1.0 if self.p13 else 0.0
        three, two = self.p13 * self.p23, self.p13 * self.p32
        four = one * self.p14
        return (three + four) / (one + two + three + four)


class Chain:
    """`loss state` (`loss_4state`)."""

    __slots__ = ("_p13", "_p14", "_p23", "_p31", "_p32", "_rng", "_state")

    def __init__(self, rng: random.Random, model: FourStates) -> None:
        self._rng = rng
        self._p13, self._p14, self._p23 = share(model.p13), share(model.p14), share(model.p23)
        self._p31 = ALL - self._p13 if model.p31 is None else share(model.p31)
        self._p32 = share(model.p32)
        self._state = 1

    def strikes(self) -> bool:
        """Whether the next packet is lost."""
        value, state = throw(self._rng), self._state
        if state == 1:
            if value < self._p14:
                self._state = 4
            elif value < self._p13 + self._p14:
                self._state = 3
        elif state == 2:
            if value < self._p23:
                self._state = 3
        elif state == 3:
            if value < self._p32:
                self._state = 2
            elif value < self._p31 + self._p32:
                self._state = 1
        else:
            self._state = 1
        # having come into state 4, or into 3, or stayed there, is a loss; having come out of them is none
        return self._state >= 3
