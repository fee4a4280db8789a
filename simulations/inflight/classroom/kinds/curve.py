"""Predict the curve: a column of the figure's run, drawn before it is seen.

Drawn heights are at evenly spaced places over the run's x axis. Up to 5% off earns full marks, 25% or more none, with a
straight line in between; `curves.py` says how far off a curve is.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from inflight.classroom.curves import distance, filled, resample
from inflight.classroom.figure import Shown, result
from inflight.classroom.form import AssignmentError, Form, has_digits, is_number, shown
from inflight.classroom.question import AnswerError, Answering, Following, Followup, Mark, Marking, Posed, Question
from inflight.classroom.variation import variations
from inflight.figure.parameters import ParameterError
from inflight.figure.result import Column, Result
from inflight.figure.slices import finish

if TYPE_CHECKING:
    from inflight.classroom import shapes

PLACES = 33
"""How many heights an answer has."""

GIVEN_PLACES = 129
"""How many heights each curve on the paper has."""

FULL, NONE = 0.05, 0.25
"""Off by this share of the range: full points, and none."""

HIGHEST = 1e15

_ROOM = (1.3, 1.6, 2.0)
"""How much higher than the curve the axis is, drawn at random: its end says little about where the curve is."""

_NICE = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)


@dataclass(frozen=True, kw_only=True)
class Curve(Question):
    """An answer is `{"values": [heights, null where nothing was drawn]}`.

    Attributes:
        column: what is to be drawn. given: columns that the paper shows.
    """

    column: str
    given: tuple[str, ...]

    kind = "curve"
    BY_VALUES: ClassVar[bool] = True

    @classmethod
    def read(cls, form: Form) -> Self:
        """`column`, a name; `given`, a list of names."""
        found = cls(**cls.common(form), column=form.text("column", most=100), given=form.texts("given", 10))
        form.done()
        figure = found.required()
        if figure.show == "always":
            raise AssignmentError(
                f"{form.where}.figure.show = 'always': the figure shows the curve; must be after or never"
            )
        known = _drawable(figure)
        for field, name in (("column", found.column), *(("given", name) for name in found.given)):
            if name not in known:
                raise form.refuse(field, name, "one of " + ", ".join(known))
        if found.column in found.given:
            raise form.refuse("given", found.column, "columns other than the one to be drawn")
        return found

    def is_computable(self) -> bool:
        """Anybody can run the figure."""
        return True

    def paper(self, posed: Posed) -> shapes.CurvePaper:
        """`places`, `column` with its label, unit and range of the axis, `x` likewise, and the curves in `given`.

        A given curve has its heights at evenly spaced places, from one end of the x axis to the other.
        """
        done = finish(result(self.required().id, posed.values))
        x, column = done.columns[0], self._column(done, self.column)
        low, high = _ends(done)
        return {
            "places": PLACES,
            "column": {**_named(column), **self._axis(posed, column.values)},
            "x": {**_named(x), "from": low, "to": high},
            "given": [self._shown(done, name) for name in self.given],
        }

    def _shown(self, done: Result, name: str) -> shapes.CurveShown:
        column = self._column(done, name)
        return {**_named(column), "values": _heights(done, column, GIVEN_PLACES)}

    def _axis(self, posed: Posed, values: Sequence[float]) -> shapes.Ends:
        known = [value for value in values if value == value]
        room = posed.chance("axis").choice(_ROOM)
        low, high = _round_up(-min(known) * room), _round_up(max(known) * room)
        return {"from": -low if low else 0.0, "to": high or 1.0}

    def _column(self, done: Result, name: str) -> Column:
        """The column, if it has a curve.

        Raises:
            AssignmentError: it has no values at this setting.
        """
        for column in done.columns:
            if column.name == name and len(done) > 1 and any(math.isfinite(value) for value in column.values):
                return column
        raise AssignmentError(
            f"question {self.id}: column {name} has no values at this setting of {self.required().id}"
        )

    def check(self, posed: Posed, answer: object) -> dict[str, list[float | None]]:
        """As many heights as there are places, not all of them null."""
        values = answer.get("values") if isinstance(answer, dict) else None
        if not isinstance(answer, dict) or set(answer) != {"values"} or not isinstance(values, list):
            raise AnswerError(f"answer = {shown(answer)}: must be an object with `values`")
        if len(values) != PLACES:
            raise AnswerError(f"values has {len(values)} heights: must be {PLACES}")
        for value in values:
            if value is not None and not (is_number(value) and abs(value) <= HIGHEST):
                raise AnswerError(f"values has {shown(value)}: must be a number up to {HIGHEST:g}, or null")
        if all(value is None for value in values):
            raise AnswerError("values has no height: must have at least one")
        return {"values": values}

    def mark(self, posed: Posed, answer: Mapping[str, list[float | None]]) -> Marking:
        """By the distance from the run's own curve."""
        truth = yield from self._truth(posed)
        off = distance(filled(answer["values"]), truth)
        return Mark(share_of(off), f"Your curve is off by {_percent(off)}% of the range, on average.")

    def own(self, posed: Posed) -> Answering:
        """The run's own curve."""
        return {"values": (yield from self._truth(posed))}

    def is_exact(self, posed: Posed, answer: Mapping[str, list[float | None]]) -> Generator[None, None, bool]:
        """A quarter of the heights that are just the run's; nobody draws those by hand."""
        truth = yield from self._truth(posed)
        same = sum(has_digits(mine) and mine == its for mine, its in zip(answer["values"], truth, strict=True))
        return 4 * same >= PLACES

    def _truth(self, posed: Posed) -> Generator[None, None, list[float]]:
        done = yield from result(self.required().id, posed.values)
        return _heights(done, self._column(done, self.column), PLACES)

    def follow_up(self, posed: Posed, answer: Mapping[str, list[float | None]]) -> Following:
        """How the curve would run on a path that is, say, twice or half as long."""
        truth = yield from self._truth(posed)
        for other in variations(self.required(), posed.values, posed.unforeseen("oral")):
            try:
                there = yield from self._truth(replace(posed, values=other.values))
            except (AssignmentError, ParameterError):
                continue
            text = f"Your curve runs {self.say(posed, answer)}. How would it run if {other.said}?"
            if there == truth:
                continue
            instead, asked = (self.say(posed, {"values": list(each)}) for each in (there, truth))
            said = f"The model: {instead}; in the original question, {asked}."
            return [Followup(text, f"{said} {posed.text(self.solution)}".rstrip())]
        return []

    def say(self, posed: Posed, answer: Mapping[str, list[float | None]]) -> str:
        """Where it begins and ends, and between which heights it runs."""
        drawn = [value for value in answer["values"] if value is not None]
        first, last, low, high = (f"{value:.3g}" for value in (drawn[0], drawn[-1], min(drawn), max(drawn)))
        return f"from {first} to {last}, between {low} and {high}"


def share_of(off: float) -> float:
    """What a curve that is off by this share of the range is worth."""
    return min(1.0, max(0.0, (NONE - off) / (NONE - FULL)))


def _percent(off: float) -> str:
    return f"{100 * off:.1f}" if off < 10 else "more than 1000"


def _drawable(figure: Shown) -> list[str]:
    """Columns with numbers, from a run that has just begun."""
    columns = next(figure.experiment.run(next(figure.possibilities()))).columns
    return [column.name for column in columns[1:] if not column.words]


def _named(column: Column) -> shapes.CurveColumn:
    head = column.head()
    return {"name": head["name"], "label": head["meaning"], "unit": head["unit"], "quantity": head["quantity"]}


def _ends(done: Result) -> tuple[float, float]:
    x = done.columns[0].values
    return x[0], x[-1]


def _heights(done: Result, column: Column, count: int) -> list[float]:
    """Heights at evenly spaced places, from one end of the x axis to the other."""
    # NaN is "no value"; infinity isn't a height either
    values = [value if math.isfinite(value) else math.nan for value in column.values]
    return resample(done.columns[0].values, values, *_ends(done), count)


def _round_up(value: float) -> float:
    """The next number that an axis can end with: 1, 1.5, 2, 3 … times a power of ten."""
    if value <= 0:
        return 0.0
    # the power of ten from the number's own digits: no logarithm, so every machine agrees
    exponent = int(f"{value:e}".partition("e")[2])
    for nice in _NICE:
        end = float(f"{nice}e{exponent}")
        if end >= value:
            return end
    return float(f"1e{exponent + 1}")


KIND = Curve
