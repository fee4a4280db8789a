"""The tables of `tc … netem distribution`, as iproute2's generators make them: 4096 values, 8192 for one jitter.

A packet's delay is looked up at a place drawn at random, so a table is the inverse of a distribution function. All of
it is done with sums, products and quotients, which give the same bits everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

SCALE = 8192
"""NETEM_DIST_SCALE: the value of one jitter."""

SIZE = 4096
"""Values in each of iproute2's tables."""

_LEAST, _MOST = -32768, 32767  # they have 16 bits
_STEP = 1 / 32768  # of the integral, in standard deviations
_GRID = 0.00005  # iproute2 tries these, and takes the last that does not reach too far
_INVERSE_ROOT_OF_2_PI = 0.3989422804014327


def _normal() -> list[float]:
    """In standard deviations, where the distribution function reaches (4n + ½)/16384, for each n (`normal.c`).

    The density is integrated by Simpson's rule, from 0 down to −4.2. From one step to the next it changes by a factor
    that itself changes by a constant one. What lies above the median is found at the same distance below it.
    """
    table = [0.0] * SIZE
    square = _STEP * _STEP
    factor = 1 - square / 2 + square * square / 8  # exp(−step²/2)
    shrinks = factor * factor
    density, at, reached = _INVERSE_ROOT_OF_2_PI, 0.0, 0.5
    for n in range(SIZE // 2 - 1, -1, -1):
        for mirrored, wanted in ((True, (4 * n + 3.5) / 16384), (False, (4 * n + 0.5) / 16384)):
            while True:
                middle = density * factor
                end = middle * factor * shrinks
                area = (density + 4 * middle + end) * (_STEP / 3)
                if reached - area <= wanted:
                    break
                factor *= shrinks * shrinks
                density, at, reached = end, at + 2 * _STEP, reached - area
            distance = at + 2 * _STEP * ((reached - wanted) / area)
            table[SIZE - 1 - n if mirrored else n] = distance if mirrored else -distance
    return [value // _GRID * _GRID for value in table]


def _root(value: float) -> float:
    """The cube root of `value`, 1 or more, by Newton's method."""
    root = value if value < 8 else value / 4
    for _ in range(60):
        better = root - (root - value / (root * root)) / 3
        if better >= root:
            break
        root = better
    return root


def _pareto(share: float) -> float:
    """With exponent 3, shifted and stretched to a mean of 0 and a deviation near 1 (`pareto.c`), in 8192ths."""
    return min((_root(1 / share) - 1.5) * (4 / 3) * SCALE, _MOST)


def _clipped(values: Sequence[float]) -> tuple[int, ...]:
    return tuple(max(_LEAST, min(_MOST, round(value))) for value in values)


def _normal_table() -> tuple[int, ...]:
    return _clipped([value * SCALE for value in _normal()])


def _pareto_table() -> tuple[int, ...]:
    return _clipped([_pareto(n / SIZE) for n in range(SIZE, 0, -1)])


def _paretonormal_table() -> tuple[int, ...]:
    """A quarter of a normal, three of a Pareto distribution (`paretonormal.c`)."""
    mixed = []
    for n, normal in enumerate(_normal()):
        value = round(normal * SCALE) + 3 * round(_pareto((65536 - 16 * n) / 65536))
        mixed.append(value // 4 if value >= 0 else -(-value // 4))
    return _clipped(mixed)


_TABLES: dict[str, Callable[[], tuple[int, ...]]] = {
    "normal": _normal_table,
    "pareto": _pareto_table,
    "paretonormal": _paretonormal_table,
}

DISTRIBUTIONS = ("uniform", *_TABLES)
"""What `distribution` may be."""


@cache
def table(distribution: str) -> tuple[int, ...] | None:
    """The values to draw from; None: `uniform`, which needs none.

    Raises:
        ValueError: there is no such distribution.
    """
    if distribution == "uniform":
        return None
    if distribution not in _TABLES:
        raise ValueError(f"distribution {distribution!r}: there is none; known are " + ", ".join(DISTRIBUTIONS))
    return _TABLES[distribution]()
