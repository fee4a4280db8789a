"""Numeric: a number, with a tolerance that the paper states.

The question asks for one of

- a number in the figure's summary at the drawn values: `{"summary": "goodput"}`;
- the smallest or largest value of a slider that meets some goals: `{"smallest": "sndbuf", "goals": […]}`;
- a number that the teacher knows: `{"value": 250, "unit": "kB"}`. Students get only the unit.

The model marks the first two, with the student's file as well; the third can be marked only with the value. There is no
seal, because a seal is for one number and a tolerance allows many.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from inflight.classroom.extreme import just_meets, run_at
from inflight.classroom.figure import Shown, result
from inflight.classroom.form import AssignmentError, Form, has_digits, is_number, shown
from inflight.classroom.goals import Goal, all_met, in_words, read_goals, report
from inflight.classroom.question import AnswerError, Answering, Following, Followup, Mark, Marking, Posed, Question
from inflight.classroom.variation import variations
from inflight.figure.parameters import ParameterError, Slider, plain
from inflight.figure.words import significant, with_unit

if TYPE_CHECKING:
    from inflight.classroom import shapes

_SLACK = 1e-9
"""Added to the tolerance: 110 is within 10% of 100, whatever the last bit of a product says."""

_FINE = 20
"""A search ends once it knows the value to a twentieth of the tolerance."""


@dataclass(frozen=True)
class Tolerance:
    """How far an answer may be off: a share of the right one, or an amount. `percent` of 0 is 0."""

    percent: float = 0
    plus_minus: float = 0

    @classmethod
    def read(cls, form: Form) -> Tolerance:
        """`{"percent": 5}` or `{"plus_minus": 0.2}`.

        Raises:
            AssignmentError: it is neither.
        """
        if form.has("plus_minus"):
            found = cls(plus_minus=form.number("plus_minus", 0, 1e15))
        else:
            found = cls(percent=form.number("percent", 0, 100))
        form.done()
        return found

    def of(self, right: float) -> float:
        """How much that is."""
        return max(self.plus_minus, abs(right) * self.percent / 100)

    def allows(self, right: float, answer: float) -> bool:
        """Whether the answer is near enough."""
        return abs(answer - right) <= self.of(right) * (1 + _SLACK)

    def in_words(self, unit: str) -> str:
        """`within 5%`, `within ± 0.2 ms`."""
        if self.plus_minus:
            return f"within ± {with_unit(plain(self.plus_minus), unit)}"
        return f"within {plain(self.percent)}%" if self.percent else "exact"


@dataclass(frozen=True)
class Read:
    """A number of the summary."""

    summary: str


@dataclass(frozen=True)
class Extreme:
    """The first value of a slider, from below (`smallest`) or from above, that meets the goals."""

    slider: Slider
    smallest: bool
    goals: tuple[Goal, ...]


@dataclass(frozen=True)
class Known:
    """The teacher's value; None in the public part. meets: goals in words, if the rest is revealed later."""

    value: float | None
    unit: str
    meets: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Numeric(Question):
    """An answer is a finite number, in the unit that the paper states."""

    ask: Read | Extreme | Known
    tolerance: Tolerance

    kind = "numeric"
    BY_VALUES: ClassVar[bool] = True

    @classmethod
    def read(cls, form: Form) -> Self:
        """`ask` (see above) and `tolerance`: 5% by default."""
        common = cls.common(form)
        tolerance = Tolerance.read(form.form("tolerance")) if form.has("tolerance") else Tolerance(percent=5)
        ask = _read_ask(form.form("ask"), common["figure"])
        form.done()
        return cls(**common, ask=ask, tolerance=tolerance)

    @classmethod
    def open_part(cls, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Everything but the teacher's value."""
        found = super().open_part(fields)
        ask = fields.get("ask")
        if isinstance(ask, dict):
            found["ask"] = {name: each for name, each in ask.items() if name != "value"}
        return found

    def withheld(self) -> dict[str, Any]:
        """Only the words of what is asked."""
        unit, goals = self._unit(), self._goals()
        return {**self.public, "ask": {"unit": unit, **({"meets": goals} if goals else {})}}

    def is_told(self) -> bool:
        """Not if it is the teacher's own number, which no student's page has."""
        return not isinstance(self.ask, Known)

    def paper(self, posed: Posed) -> shapes.NumericPaper:
        """`unit`, `tolerance` in words, `goals` in words (none, unless a value of a slider is asked for)."""
        unit = self._unit()
        return {"unit": unit, "tolerance": self.tolerance.in_words(unit), "goals": self._goals()}

    def _goals(self) -> list[str]:
        match self.ask:
            case Extreme(goals=goals):
                return in_words(goals, self.required())
            case Known(meets=meets):
                return list(meets)
        return []

    def check(self, posed: Posed, answer: object) -> float:
        """A finite number."""
        if not is_number(answer):
            raise AnswerError(f"answer = {shown(answer)}: must be a number")
        assert isinstance(answer, int | float)
        return answer

    def mark(self, posed: Posed, answer: float) -> Marking:
        """Within the tolerance or not. A slider's value is also run: one that is better than the model's own counts."""
        if isinstance(self.ask, Extreme):
            return (yield from self._mark_extreme(posed, self.ask, answer))
        right = yield from self._right(posed)
        if right is None:
            return Mark(None, "It will be marked once your teacher has it.")
        if not math.isfinite(right):
            return Mark(None, "The model has no value here, so your teacher will mark it.")
        if self.tolerance.allows(right, answer):
            return Mark(1.0, "Right.")
        wide = f", {self.tolerance.in_words(self._unit())}" if self.tolerance.of(right) else ""
        return Mark(0.0, f"Not right: the value isn’t {self.say(posed, answer)}{wide}.")

    def _mark_extreme(self, posed: Posed, ask: Extreme, answer: float) -> Marking:
        try:
            ask.slider.check(answer)
        except ParameterError as error:
            return Mark(0.0, f"{error}.")
        if not ask.slider.min <= answer <= ask.slider.max:  # a value with a meaning of its own: 0 for "autotuned"
            meaning = ask.slider.special[answer]
            return Mark(0.0, f"{ask.slider.name} = {plain(answer)}: that means {meaning}, it isn’t a size.")
        try:
            right = yield from self._extreme(posed, ask)
        except AssignmentError as error:
            return Mark(None, f"The model has no answer here, so your teacher will mark it: {error}.")
        done = yield from run_at(self.required(), posed.values, ask.slider, answer)
        met = all_met(ask.goals, done)
        said = report(ask.goals, done)
        beyond = answer < right if ask.smallest else answer > right
        if self.tolerance.allows(right, answer) or (met and beyond):
            return Mark(1.0, f"Right{'' if met else ', within the tolerance'}. {said}.")
        if not met:
            return Mark(0.0, f"Not right: it doesn’t meet the goals. {said}.")
        other = "a smaller" if ask.smallest else "a larger"
        return Mark(0.0, f"Not right: it meets the goals, but {other} value does too. {said}.")

    def own(self, posed: Posed) -> Answering:
        """The model's number, to four digits if the tolerance leaves room for that.

        Raises:
            AssignmentError: the model has none.
        """
        right = yield from self._right(posed)
        if isinstance(self.ask, Read) and right is not None and not math.isfinite(right):
            raise AssignmentError(f"summary = {self.ask.summary!r}: the run has no value for it here")
        if right is None or isinstance(self.ask, Known) or right == int(right):
            return right
        rounded = float(f"{right:.4g}")
        return rounded if self.tolerance.allows(right, rounded) else right

    def is_exact(self, posed: Posed, answer: float) -> Generator[None, None, bool]:
        """A number that is exactly the run's."""
        return isinstance(self.ask, Read) and has_digits(answer) and answer == (yield from self._right(posed))

    def accepted(self, posed: Posed, answer: float) -> Answering:
        """The range of numbers within the tolerance of the right one."""
        right = yield from self._right(posed)
        if right is None:
            return None
        wide = self.tolerance.of(right) * (1 + _SLACK)
        return [right - wide, right + wide]

    def follow_up(self, posed: Posed, answer: float) -> Following:
        """What the number would be on a path that is twice or half as long, say."""
        if isinstance(self.ask, Known):
            return []
        figure = self.required()
        for other in variations(figure, posed.values, posed.unforeseen("oral")):
            there = replace(posed, values=other.values)
            try:
                before, after = (yield from self._right(posed)), (yield from self._right(there))
            except (AssignmentError, ParameterError):
                continue
            if before is None or after is None or not math.isfinite(before + after):
                continue
            if self.tolerance.allows(before, after):
                continue
            said = f"You answered {self.say(posed, answer)}. What would it be if {other.said}, and why?"
            values = f"{significant(after)} instead of {significant(before)} {self._unit()}".rstrip()
            return [Followup(said, f"The model: {values}. {posed.text(self.solution)}".rstrip())]
        return []

    def say(self, posed: Posed, answer: float) -> str:
        """The number with its unit."""
        return f"{plain(answer)} {self._unit()}".rstrip()

    def _unit(self) -> str:
        match self.ask:
            case Read(summary):
                return self.required().output(summary).unit
            case Extreme(slider):
                return slider.unit
            case Known(unit=unit):
                return unit

    def _right(self, posed: Posed) -> Generator[None, None, float | None]:
        """The right value; None if it isn't known, NaN if the run has no such value."""
        match self.ask:
            case Read(summary):
                done = yield from result(self.required().id, posed.values)
                return done.summary[summary].value if summary in done.summary else math.nan
            case Extreme() as ask:
                return (yield from self._extreme(posed, ask))
            case Known(value):
                return value

    def _extreme(self, posed: Posed, ask: Extreme) -> Generator[None, None, float]:
        return (
            yield from just_meets(
                self.required(),
                posed.values,
                ask.slider,
                ask.goals,
                smallest=ask.smallest,
                fine=lambda value: self.tolerance.of(value) / _FINE,
            )
        )


def _read_ask(form: Form, figure: Shown | None) -> Read | Extreme | Known:
    asked = [name for name in ("summary", "smallest", "largest", "value") if form.has(name)]
    if len(asked) > 1:
        raise AssignmentError(f"{form.where}: must have only one of summary, smallest, largest, value; it has {asked}")
    ask: Read | Extreme | Known
    if not asked or asked == ["value"]:
        value = form.number("value", -1e15, 1e15) if asked else None
        ask = Known(value, form.text("unit", "", most=40), form.texts("meets", 6))
    elif not figure:
        raise AssignmentError(f"{form.where}.{asked[0]}: needs a figure, in the question's field `figure`")
    elif asked == ["summary"]:
        ask = Read(form.text("summary", most=100))
        figure.output(ask.summary)
    else:
        ask = Extreme(_slider(form, asked[0], figure), asked == ["smallest"], read_goals(form))
        in_words(ask.goals, figure)
    form.done()
    return ask


def _slider(form: Form, field: str, figure: Shown) -> Slider:
    """The slider whose value is asked for."""
    name = form.text(field, most=100)
    sliders = [each for each in figure.experiment.parameters if isinstance(each, Slider)]
    for slider in sliders:
        if slider.name == name and name not in figure.at:
            return slider
    free = ", ".join(slider.name for slider in sliders if slider.name not in figure.at)
    raise form.refuse(field, name, f"a slider of {figure.id} that the question does not set: {free}")


KIND = Numeric
