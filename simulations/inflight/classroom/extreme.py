"""The smallest or largest value of a slider that meets the goals."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from inflight.classroom.figure import Results, Shown, result
from inflight.classroom.form import AssignmentError
from inflight.classroom.goals import Goal, all_met
from inflight.figure.parameters import Slider, Value, plain

_found: OrderedDict[tuple[Any, ...], float] = OrderedDict()
_KEPT = 4096
"""Answers kept: many students have the same path, and a search takes a dozen runs."""

_HALVINGS = 4
"""If neither end of the slider meets the goals, 2⁴ steps over the range are tried."""

_DIGITS = 4
"""Significant digits of an answer on a slider without steps."""


def run_at(shown: Shown, values: Mapping[str, Value], slider: Slider, value: float) -> Results:
    """The run with this value of the slider."""
    return result(shown.id, {**values, slider.name: slider.check(value)})


def just_meets(
    shown: Shown,
    values: Mapping[str, Value],
    slider: Slider,
    goals: Sequence[Goal],
    *,
    smallest: bool,
    fine: Callable[[float], float],
) -> Generator[None, None, float]:
    """The first value from the lower end (`smallest`) or from the upper one that meets all goals, by bisection.

    The value before it, at most `fine` or one step of the slider away, has been run too and doesn't meet them. If
    meeting the goals isn't monotone, there may be another such place; marking also looks at the answer's own run.

    Raises:
        AssignmentError: no value does.
    """
    others = tuple(sorted((name, value) for name, value in values.items() if name != slider.name))
    key = shown.id, others, slider.name, tuple(goals), smallest, fine(1.0), fine(2.0)
    if key not in _found:
        _found[key] = yield from _search(shown, values, slider, goals, smallest, fine)
        if len(_found) > _KEPT:
            _found.popitem(last=False)
    _found.move_to_end(key)
    return _found[key]


def _search(
    shown: Shown,
    values: Mapping[str, Value],
    slider: Slider,
    goals: Sequence[Goal],
    smallest: bool,
    fine: Callable[[float], float],
) -> Generator[None, None, float]:
    def meets_at(value: float) -> Generator[None, None, bool]:
        done = yield from run_at(shown, values, slider, value)
        return all_met(goals, done)

    near, far = (slider.min, slider.max) if smallest else (slider.max, slider.min)
    if (yield from meets_at(near)):
        return near
    if (yield from meets_at(far)):
        misses, meets = near, far
    else:
        misses, meets = near, math.nan
        for place in _places(slider, near, far):
            if (yield from meets_at(place)):
                meets = place
                break
            misses = place
        if math.isnan(meets):
            raise AssignmentError(f"no value of {slider.name} from {plain(near)} to {plain(far)} meets the goals")
    while abs(meets - misses) > fine(meets):
        middle = on_grid(slider, between(slider, misses, meets))
        if middle in (misses, meets):
            break
        if (yield from meets_at(middle)):
            meets = middle
        else:
            misses = middle
    return meets


def _places(slider: Slider, near: float, far: float) -> list[float]:
    """Values between two, evenly spaced on the slider."""
    places = [near, far]
    for _ in range(_HALVINGS):
        middles = [between(slider, a, b) for a, b in pairwise(places)]
        places = [place for pair in zip(places, middles, strict=False) for place in pair] + [far]
    grid = dict.fromkeys(on_grid(slider, place) for place in places[1:-1])
    return [place for place in grid if place not in (near, far)]


def between(slider: Slider, one: float, other: float) -> float:
    """The middle of the slider: halfway or, on a logarithmic scale, the same factor from both."""
    return (one + other) / 2 if slider.scale == "linear" or slider.min <= 0 else math.sqrt(one * other)


def on_grid(slider: Slider, value: float) -> float:
    step = slider.step or (1 if slider.integer else None)
    if step is None:
        value = float(f"{value:.{_DIGITS}g}")
    else:
        value = round(slider.min + round((value - slider.min) / step) * step, 9)
    return min(max(value, slider.min), slider.max)
