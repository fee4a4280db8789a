"""The same path with one thing changed: what an examiner asks next."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inflight.classroom.figure import Shown, in_words
from inflight.figure.parameters import ParameterError, Slider, Value

_FACTORS = (2.0, 0.5)


@dataclass(frozen=True)
class Variation:
    """`values`: all parameters. said: `the round-trip time were 100 ms instead of 50 ms`."""

    values: Mapping[str, Value]
    said: str


def variations(figure: Shown, values: Mapping[str, Value], rng: random.Random) -> Iterator[Variation]:
    """One of the values that the question sets, doubled or halved, if the figure takes that."""
    found = [(name, factor) for name in sorted(figure.at) for factor in _FACTORS]
    rng.shuffle(found)
    # what is drawn is what the question is about
    for name, factor in sorted(found, key=lambda each: len(figure.at[each[0]].values) == 1):
        slider, value = figure.parameter(name), values[name]
        if not isinstance(slider, Slider) or not isinstance(value, int | float) or value in slider.special or not value:
            continue
        try:
            other = slider.check(value * factor)
        except ParameterError:
            continue
        if slider.min <= other <= slider.max:
            said = f"“{slider.label}” were {in_words(slider, other)} instead of {in_words(slider, value)}"
            yield Variation({**values, name: other}, said)
