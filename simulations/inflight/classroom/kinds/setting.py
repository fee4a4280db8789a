"""Find the setting: a few of the figure's controls are free, and the run with the student's values must meet goals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from inflight.classroom.figure import in_words, result
from inflight.classroom.form import AssignmentError, Form, shown
from inflight.classroom.goals import Goal, all_met, read_goals, report
from inflight.classroom.goals import in_words as goals_in_words
from inflight.classroom.question import AnswerError, Answering, Following, Followup, Mark, Marking, Posed, Question
from inflight.classroom.search import search
from inflight.classroom.variation import variations
from inflight.figure.parameters import ParameterError, Value

if TYPE_CHECKING:
    from inflight.classroom import shapes

MOST_FREE = 6
"""Controls that may be free in one question."""


@dataclass(frozen=True, kw_only=True)
class SettingQuestion(Question):
    """An answer is a value for each free control, by name; one that is left out stays as drawn."""

    free: tuple[str, ...]
    goals: tuple[Goal, ...]

    kind = "setting"
    BY_VALUES: ClassVar[bool] = True

    @classmethod
    def read(cls, form: Form) -> Self:
        """`free`: names of parameters; `goals`: bounds on numbers of the summary."""
        found = cls(**cls.common(form), free=form.texts("free", MOST_FREE), goals=read_goals(form))
        form.done()
        figure = found.required()
        names = [each.name for each in figure.experiment.parameters]
        allowed = [name for name in names if name not in {*figure.locked, *figure.hidden}]
        if not found.free:
            raise form.refuse("free", [], "one of " + ", ".join(allowed))
        for name in found.free:
            if name not in allowed or found.free.count(name) > 1:
                raise form.refuse("free", name, "one of " + ", ".join(allowed) + ", each at most once")
        goals_in_words(found.goals, figure)  # the figure has these numbers
        return found

    def is_computable(self) -> bool:
        """Anybody can run the figure."""
        return True

    def paper(self, posed: Posed) -> shapes.SettingPaper:
        """`free`: names of the controls; `labels`: what they are called; `goals` in words."""
        figure = self.required()
        return {
            "free": list(self.free),
            "labels": {name: figure.parameter(name).label for name in self.free},
            "goals": goals_in_words(self.goals, figure),
        }

    def check(self, posed: Posed, answer: object) -> dict[str, Value]:
        """The value of each free control, within its range; no other control may be named."""
        if not isinstance(answer, dict):
            raise AnswerError(f"answer = {shown(answer)}: must be an object with {', '.join(self.free)}")
        for name, value in answer.items():
            if name not in self.free:
                said = f"{name} = {shown(value)}: not free in this question" if self._is_there(name) else shown(name)
                raise AnswerError(f"{said}; must be one of {', '.join(self.free)}")
        figure = self.required()
        try:
            return {
                name: figure.parameter(name).check(answer[name]) if name in answer else posed.values[name]
                for name in self.free
            }
        except ParameterError as error:
            raise AnswerError(str(error)) from None

    def _is_there(self, name: object) -> bool:
        return any(name == parameter.name for parameter in self.required().experiment.parameters)

    def mark(self, posed: Posed, answer: Mapping[str, Value]) -> Marking:
        """All goals or nothing, from a run with these values; the reason says how each one went."""
        done = yield from result(self.required().id, {**posed.values, **answer})
        return Mark(float(all_met(self.goals, done)), f"{report(self.goals, done)}.")

    def own(self, posed: Posed) -> Answering:
        """Values that meet the goals, found by running the model; None if the search finds none."""
        return (yield from search(self.required(), posed.values, self.free, self.goals))

    def follow_up(self, posed: Posed, answer: Mapping[str, Value]) -> Following:
        """Whether the same setting is still good enough on a path that is, say, twice or half as long."""
        figure = self.required()
        for other in variations(figure, posed.values, posed.unforeseen("oral")):
            try:
                done = yield from result(figure.id, {**other.values, **answer})
                said = report(self.goals, done)
            except (AssignmentError, ParameterError):
                continue
            text = (
                f"You set {self.say(posed, answer)}. If {other.said}, would it still meet the goals? "
                "What would you change?"
            )
            return [Followup(text, f"The model, with the same setting: {said}. {posed.text(self.solution)}".rstrip())]
        return []

    def say(self, posed: Posed, answer: Mapping[str, Value]) -> str:
        """Each control with its value."""
        free = [self.required().parameter(name) for name in self.free]
        return ", ".join(f"{each.label}: {in_words(each, answer[each.name])}" for each in free)


KIND = SettingQuestion
