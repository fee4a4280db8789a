"""A comparison with a kernel's recording, in JSON. TypeScript's types are made from these."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType

from inflight.figure.shapes import Shape, StoredColumn

MetricVerdict = TypeAliasType("MetricVerdict", Literal["ok", "known", "bad", "shown"])
MovementVerdict = TypeAliasType("MovementVerdict", Literal["within", "moved", "chance", "shown"])


class Metric(Shape):
    metric: str
    unit: str
    model: float
    kernel: float
    error: float
    """Relative: 0.03 is 3%."""
    bound: float | None
    """null: shown, not judged."""
    verdict: MetricVerdict
    spread: list[float]
    """What the model's runs gave, in order."""


class Judged(Shape):
    name: str
    reason: str
    """Set where the scenario cannot be run; '' otherwise."""
    metrics: list[Metric]


class Comparison(Judged):
    model: list[StoredColumn]
    kernel: list[StoredColumn]


class Movement(Shape):
    metric: str
    unit: str
    before: list[float]
    """What the recordings gave, in order; empty: it does not occur in them."""
    after: list[float]
    room: float | None
    """How far apart is near enough, in the unit; null: shown, not judged."""
    verdict: MovementVerdict


class Between(Shape):
    """One scenario, recorded on two kernels."""

    name: str
    kernels: list[str]
    """What `uname -r` said."""
    metrics: list[Movement]
