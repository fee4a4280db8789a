"""What a reader is asked to predict before a figure shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, cast

from inflight.figure.parameters import Value

if TYPE_CHECKING:
    from inflight.figure import shapes


@dataclass(frozen=True, kw_only=True)
class Bet:
    """Common to all. `at` is the setting it is about: a preset's name, or values (the others keep their default)."""

    id: str
    question: str
    at: str | Mapping[str, Value] = field(default_factory=dict)
    kind: ClassVar[str] = ""

    def as_dict(self, values: Mapping[str, Value]) -> shapes.Bet:
        """The schema entry; `values` is what `at` stands for."""
        rest = {name: value for name, value in self.__dict__.items() if name != "at"}
        return cast("shapes.Bet", {"kind": self.kind, **rest, "values": dict(values)})


@dataclass(frozen=True, kw_only=True)
class ValueBet(Bet):
    """One number of the summary, on a slider from `min` to `max` in that number's unit.

    On a logarithmic scale the factor off counts, on a linear one (where 0 is possible) the share of the range.
    """

    summary: str
    min: float
    max: float
    scale: Literal["linear", "log10"] = "log10"
    kind: ClassVar[str] = "value"


@dataclass(frozen=True, kw_only=True)
class CurveBet(Bet):
    """The curve of one column that a lane draws. The other columns stay out of sight too, but for those in `given`."""

    column: str
    given: Sequence[str] = ()
    kind: ClassVar[str] = "curve"
