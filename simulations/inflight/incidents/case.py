"""A case: what a seed and a level stand for, on a kernel. Everything about it follows from these."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from inflight.figure.bad_input import BadInput
from inflight.incidents.families import families
from inflight.incidents.fault import Family, Fault, Fix, Run, Setting
from inflight.incidents.kernels import RELEASES
from inflight.scenes.kernel import USUAL


@dataclass(frozen=True)
class Difficulty:
    """How hard it is. suspects: how many causes to choose from (0: all). oddities: how many, from and to."""

    number: int
    name: str
    about: str
    suspects: int
    oddities: tuple[int, int]


LEVELS: Mapping[int, Difficulty] = {
    level.number: level
    for level in (
        Difficulty(1, "First week", "Four suspects, and nothing odd that turns out to be harmless.", 4, (0, 0)),
        Difficulty(2, "On call", "More suspects, and one or two false leads.", 0, (1, 2)),
        Difficulty(
            3, "Three in the morning", "All suspects, including the rare ones, and more false leads.", 0, (2, 3)
        ),
    )
}


ON_LINUX = 4
"""The level that has no models: a real kernel, in the page."""


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


Offered = TypeVar("Offered", bound=_HasId)

SEEDS = 2**31
"""Seeds are whole numbers from 0 to one less than this."""


class CaseError(BadInput):
    """An unknown seed, level, family, kernel, cause or fix; the message lists the known ones."""


@dataclass(frozen=True, eq=False)
class Case(Generic[Setting]):
    """One incident. `healthy` is the setting before the fault was put in, and `setting` is the one that runs.

    `suspects` and `fixes` are in the order in which they are offered.
    """

    seed: int
    level: Difficulty
    family: Family[Setting]
    fault: Fault[Setting]
    suspects: Sequence[Fault[Setting]]
    fixes: Sequence[Fix[Setting]]
    healthy: Setting
    setting: Setting

    @property
    def kernel(self) -> str:
        """Of all machines, one of `RELEASES`."""
        return self.setting.kernel

    @property
    def began(self) -> float:
        """When somebody was called, s since midnight: office hours at first, and nights at the highest level."""
        return _began(self.seed, self.level)

    @property
    def complaint(self) -> str:
        """What somebody tells you about it."""
        return self.family.complaint(self.healthy)

    def run(self, fix: Fix[Setting] | None = None) -> Run:
        """The model with the fault, and with a fix if one is given; the same random draws either way."""
        setting = self.setting if fix is None else fix.put(self.setting)
        return self.family.run(setting, random.Random(self.seed))

    def suspect(self, id: str) -> Fault[Setting]:
        """The suspect with that id."""
        return _one_of(self.suspects, id, "cause")

    def fix(self, id: str) -> Fix[Setting]:
        """The fix with that id."""
        return _one_of(self.fixes, id, "fix")


def _began(seed: int, level: Difficulty) -> float:
    hours = (9, 17) if level.number < max(LEVELS) else (1, 5)
    return random.Random(f"clock {seed}").uniform(hours[0] * 3600, hours[1] * 3600) // 1


def _one_of(offered: Sequence[Offered], id: str, what: str) -> Offered:
    for each in offered:
        if each.id == id:
            return each
    raise CaseError(f"{what} {id!r}: must be one of " + ", ".join(each.id for each in offered))


@lru_cache(maxsize=32)
def open_case(seed: int, level: int = 1, family: str = "", kernel: str = USUAL) -> Case[Any]:
    """The case of a seed; without a family, the seed chooses that as well.

    The fault is drawn last and evenly, so neither the complaint nor the list of suspects gives it away. It is the same
    one on every kernel.

    Raises:
        CaseError: there is no such seed, level, family or kernel.
    """
    if not 0 <= seed < SEEDS:
        raise CaseError(f"seed {seed}: must be a whole number from 0 to {SEEDS - 1}")
    if level == ON_LINUX:
        raise CaseError(
            f"level {ON_LINUX} runs on a real kernel, in the page only: "
            f"open the incident room there with ?seed={seed}&level={ON_LINUX}"
        )
    if level not in LEVELS:
        raise CaseError(f"level {level}: must be one of " + ", ".join(f"{n} ({LEVELS[n].name})" for n in LEVELS))
    known = families()
    if family and family not in known:
        raise CaseError(f"family {family!r}: must be one of " + ", ".join(known))
    if kernel not in RELEASES:
        raise CaseError(f"kernel {kernel!r}: must be one of " + ", ".join(RELEASES))
    rng = random.Random(f"{level} {seed}")
    drawn = rng.choice(list(known))
    return _draw(seed, LEVELS[level], known[family or drawn], kernel, rng)


def _draw(seed: int, level: Difficulty, family: Family[Setting], kernel: str, rng: random.Random) -> Case[Setting]:
    setting = family.at(family.draw(rng).on(kernel), _began(seed, level))
    for oddity in rng.sample(list(family.oddities), rng.randint(*level.oddities)):
        setting = oddity(setting, rng)
    possible = [fault for fault in family.faults if fault.level <= level.number]
    suspects = rng.sample(possible, min(level.suspects or len(possible), len(possible)))
    fault = rng.choice(suspects)
    fixes = rng.sample(list(family.fixes), len(family.fixes))
    return Case(seed, level, family, fault, suspects, fixes, setting, fault.put(setting, rng))
