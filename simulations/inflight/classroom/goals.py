"""What a setting has to reach: bounds on numbers in a figure's summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inflight.classroom.figure import Shown
from inflight.classroom.form import AssignmentError, Form
from inflight.figure.result import Figure, Output, Result
from inflight.figure.words import significant, with_unit


@dataclass(frozen=True)
class Goal:
    """One number in the summary, with a bound on either side or both."""

    summary: str
    at_least: float | None
    at_most: float | None

    @classmethod
    def read(cls, form: Form) -> Goal:
        """`{"summary": "goodput", "at_least": 95}`.

        Raises:
            AssignmentError: no bound, or none that is a number.
        """
        bounds = {name: form.number(name, -1e15, 1e15) if form.has(name) else None for name in ("at_least", "at_most")}
        goal = cls(form.text("summary", most=100), bounds["at_least"], bounds["at_most"])
        form.done()
        if goal.at_least is None and goal.at_most is None:
            raise AssignmentError(f"{form.where}: needs at_least, at_most or both")
        return goal

    def figure(self, result: Result) -> Figure:
        """The number it is about.

        Raises:
            AssignmentError: the figure has no such number.
        """
        return number(result, self.summary)

    def is_met(self, result: Result) -> bool:
        """Whether the run reaches it; a missing number (NaN) reaches nothing."""
        value = self.figure(result).value
        low = self.at_least is None or value >= self.at_least
        high = self.at_most is None or value <= self.at_most
        return value == value and low and high

    def in_words(self, figure: Figure | Output) -> str:
        """`Utilisation: at least 95%`."""
        bounds = ((self.at_least, "at least"), (self.at_most, "at most"))
        said = " and ".join(
            f"{word} {with_unit(f'{bound:g}', figure.unit)}" for bound, word in bounds if bound is not None
        )
        return f"{figure.label}: {said}"


def number(result: Result, summary: str) -> Figure:
    """A number in the summary.

    Raises:
        AssignmentError: the figure has none with that name.
    """
    if summary not in result.summary:
        raise AssignmentError(f"summary = {summary!r}: must be one of " + ", ".join(result.summary))
    return result.summary[summary]


def all_met(goals: Sequence[Goal], result: Result) -> bool:
    """Whether the run reaches all of them."""
    return all(goal.is_met(result) for goal in goals)


def report(goals: Sequence[Goal], result: Result) -> str:
    """Each goal with the run's result: `Mean queue delay: at most 5 ms — yours: 12 ms, missed`."""
    said = []
    for goal in goals:
        figure = goal.figure(result)
        value = with_unit(significant(figure.value), figure.unit) if figure.value == figure.value else "nothing"
        said.append(f"{goal.in_words(figure)} — yours: {value}, {'met' if goal.is_met(result) else 'missed'}")
    return "; ".join(said)


def in_words(goals: Sequence[Goal], shown: Shown) -> list[str]:
    """Each as a paper states it, before anything has run: `Goodput: at least 95 Mbit/s`.

    Raises:
        AssignmentError: the figure has no such number.
    """
    return [goal.in_words(shown.output(goal.summary)) for goal in goals]


def read_goals(form: Form) -> tuple[Goal, ...]:
    """The field `goals`: one to six of them."""
    return tuple(Goal.read(each) for each in form.forms("goals", 6))
