"""A setting that meets goals, found by trying: first coarsely everywhere, then more finely around the best."""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass

from inflight.classroom.extreme import between, on_grid
from inflight.classroom.figure import Shown, result
from inflight.classroom.goals import Goal, all_met
from inflight.figure.parameters import Choice, Flag, Parameter, Slider, Value
from inflight.figure.result import Result

RUNS = 120
"""How many runs it makes before it gives up."""

_HALVINGS = 6
_FIRST_STEP = {1: 8, 2: 16}
"""Steps of 64 on a slider, by how many controls are free; with more, only both ends and the middle are tried."""

_KEPT = 3
"""How many of the settings tried it looks at more closely."""


@dataclass(frozen=True)
class Axis:
    """The values of one control that may be tried: `steps` of them in order, then others."""

    values: tuple[Value, ...]
    steps: int

    @classmethod
    def of(cls, parameter: Parameter, value: Value) -> Axis:
        """A slider's values are evenly spaced on its scale; a control that isn't searched keeps its value."""
        match parameter:
            case Slider():
                places = [parameter.min, parameter.max]
                for _ in range(_HALVINGS):
                    middles = [between(parameter, *pair) for pair in itertools.pairwise(places)]
                    places = [*(each for pair in zip(places, middles, strict=False) for each in pair), places[-1]]
                grid = [parameter.check(on_grid(parameter, each)) for each in places]
                return cls((*grid, *parameter.special), len(grid))
            case Choice():
                return cls(tuple(parameter.choices), 0)
            case Flag():
                return cls((False, True), 0)
        return cls((value,), 0)

    def spread(self, step: int) -> Sequence[int]:
        """Places for a first look."""
        return [*range(0, self.steps, step), *range(self.steps, len(self.values))]

    def around(self, place: int, step: int) -> Sequence[int]:
        """A place and its neighbours."""
        if place >= self.steps:
            return [place]
        return [near for near in (place, place - step, place + step) if 0 <= near < self.steps]


def search(
    shown: Shown, values: Mapping[str, Value], free: Sequence[str], goals: Sequence[Goal]
) -> Generator[None, None, dict[str, Value] | None]:
    """Values of the free controls with which all goals are met; None if no run of `RUNS` does."""
    axes = [Axis.of(shown.parameter(name), values[name]) for name in free]
    step = _FIRST_STEP.get(sum(axis.steps > 0 for axis in axes), 32)
    places: Iterable[tuple[int, ...]] = itertools.product(*(axis.spread(step) for axis in axes))
    tried: dict[tuple[Value, ...], tuple[float, tuple[int, ...]]] = {}
    while step:
        for place in places:
            chosen = tuple(axis.values[at] for axis, at in zip(axes, place, strict=True))
            if chosen in tried:
                continue
            if len(tried) == RUNS:
                return None
            setting = dict(zip(free, chosen, strict=True))
            done = yield from result(shown.id, {**values, **setting})
            if all_met(goals, done):
                return setting
            tried[chosen] = math.fsum(shortfall(goal, done) for goal in goals), place
        step //= 2
        best = sorted(tried.values())[:_KEPT]
        places = itertools.chain.from_iterable(
            itertools.product(*(axis.around(at, step) for axis, at in zip(axes, place, strict=True)))
            for _, place in best
        )
    return None


def shortfall(goal: Goal, done: Result) -> float:
    """How far a run misses a goal, as a share of the bound; 1 if it has no value."""
    value = goal.figure(done).value
    if value != value:
        return 1.0
    low = 0 if goal.at_least is None else max(0.0, goal.at_least - value) / (abs(goal.at_least) or 1)
    high = 0 if goal.at_most is None else max(0.0, value - goal.at_most) / (abs(goal.at_most) or 1)
    return min(low + high, 1e15)
