"""Curves that are compared: heights at evenly spaced places, and how far apart two of them are.

The measure is the one the page uses for bets (`src/memory/bets/curve.ts`, `dtw.ts`, `score.ts`): the mean vertical
distance after each curve may be warped along the axis by up to 5% of it, as a share of the truth's range.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

BAND = 0.05
"""How many pieces of the axis a curve's features may be too far left or right at no cost."""


def resample(xs: Sequence[float], ys: Sequence[float], low: float, high: float, count: int) -> list[float]:
    """Heights at `count` evenly spaced places, with straight lines between the samples and level beyond them.

    Samples without a height (NaN) are left out; if there are none at all, every height is NaN.
    """
    known = [(x, y) for x, y in zip(xs, ys, strict=True) if y == y]
    if not known:
        return [math.nan] * count
    heights: list[float] = []
    after = 0
    for place in range(count):
        x = low + (high - low) * place / (count - 1)
        while after < len(known) and known[after][0] < x:
            after += 1
        x1, y1 = known[min(after, len(known) - 1)]
        x0, y0 = known[max(after - 1, 0)]
        if x <= x0:
            heights.append(y0)
        elif x >= x1 or x0 == x1:
            heights.append(y1)
        else:
            heights.append(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    return heights


def filled(sketch: Sequence[float | None]) -> list[float]:
    """A curve with only some places drawn: straight lines between them, level before and after."""
    known = [(place, height) for place, height in enumerate(sketch) if height is not None]
    last = len(sketch) - 1
    return resample([place for place, _ in known], [height for _, height in known], 0, last, last + 1)


def dtw(one: Sequence[float], other: Sequence[float], band: int) -> float:
    """Dynamic time warping within a Sakoe–Chiba band (Sakoe and Chiba, 1978, symmetric, unweighted).

    The least sum of |one[i] − other[j]| over all ways to walk through both curves together, never backwards, never more
    than `band` places apart.
    """
    width = max(band, abs(len(one) - len(other)))
    above = [0.0] + [math.inf] * len(other)
    for i, height in enumerate(one, 1):
        row = [math.inf] * (len(other) + 1)
        for j in range(max(1, i - width), min(len(other), i + width) + 1):
            row[j] = abs(height - other[j - 1]) + min(above[j], above[j - 1], row[j - 1])
        above = row
    return above[-1]


def distance(given: Sequence[float], truth: Sequence[float]) -> float:
    """How far a curve is from the true one, both at the same places: a share of the truth's range."""
    # a level curve has no range, so its height is the measure
    extent = max(truth) - min(truth) or abs(max(truth)) or 1
    return dtw(given, truth, int(BAND * len(truth))) / len(truth) / extent
