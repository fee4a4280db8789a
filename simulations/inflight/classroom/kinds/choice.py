"""Choice: one or several of a few texts, in a different order for each student.

An answer names a text by its place, counted in an order that the texts themselves give (`neutral`): the order in which
the teacher wrote them down, often with the right one first, is nowhere in what students get.

Either the teacher says which one is right or, with `best`, the model finds out: each choice is a setting of the figure,
and the one that wins on this student's path is right. A model can mark that with the student's file as well, so it
needs no seal. Any choice within 5% of the best is right, too. A path on which that holds for all choices makes no
question, and trying the assignment out says so.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from inflight.classroom.figure import Shown, result
from inflight.classroom.form import AssignmentError, Form, is_number, shown
from inflight.classroom.question import (
    AnswerError,
    Answering,
    Following,
    Followup,
    Mark,
    Marking,
    Posed,
    Question,
    digest,
    quoted,
    sealed,
)
from inflight.classroom.variation import variations
from inflight.figure.parameters import ParameterError, Value
from inflight.figure.result import Figure
from inflight.figure.words import significant, with_unit

if TYPE_CHECKING:
    from inflight.classroom import shapes

TIE = 0.05
"""A choice this close to the best, as a share of it, wins as well: nobody would choose between them."""


@dataclass(frozen=True)
class Best:
    """What decides between settings: the highest or lowest value of a number in the summary."""

    summary: str
    most: bool

    @classmethod
    def read(cls, form: Form, figure: Shown) -> Best:
        """`{"summary": "goodput", "most": true}`."""
        best = cls(form.text("summary", most=100), form.flag("most", True))
        form.done()
        figure.output(best.summary)
        return best

    def winners(self, values: list[float]) -> list[int]:
        """Places of the best and of those just as good; a choice without a value (NaN) never wins."""
        there = [value for value in values if math.isfinite(value)]
        if not there:
            return []
        best = max(there) if self.most else min(there)
        return [place for place, value in enumerate(values) if abs(value - best) <= TIE * abs(best)]


@dataclass(frozen=True, kw_only=True)
class ChoiceQuestion(Question):
    """An answer is a list of places, ascending.

    Attributes:
        choices: the texts.
        right_places: places of the right ones; empty in the public part, and if the model decides.
        many: whether several may be picked.
        why: what is said about each once it is marked; empty in the public part.
        at: the setting of each. best: what decides between them; None: the teacher does.
    """

    choices: tuple[str, ...]
    right_places: tuple[int, ...]
    many: bool
    why: tuple[str, ...]
    at: tuple[Mapping[str, Value], ...]
    best: Best | None

    kind = "choice"
    BY_VALUES: ClassVar[bool] = True

    @classmethod
    def read(cls, form: Form) -> Self:
        """`choices`: `{"text", "right", "why"}`; `many`: several may be right. Or `{"text", "at", "why"}`, `best`."""
        entries = in_neutral_order(form.forms("choices", 12, 2))
        texts = tuple(each.text("text", most=1000) for each in entries)
        for text in texts:
            if texts.count(text) > 1:
                raise form.refuse("choices", text, "a text that no other choice has")
        common = cls.common(form)
        many, modelled = form.flag("many"), form.has("best")
        if modelled:
            if many:
                raise form.refuse("many", many, "false when `best` decides")
            if not common["figure"]:
                raise AssignmentError(f"{form.where}.best: needs a figure, in the question's field `figure`")
            at = tuple(_setting(each, common["figure"]) for each in entries)
            best: Best | None = Best.read(form.form("best"), common["figure"])
            right: tuple[int, ...] = ()
        else:
            at, best = tuple({} for _ in entries), None
            right = tuple(place for place, each in enumerate(entries) if each.flag("right"))
        why = tuple(each.text("why", "", most=2000) for each in entries)
        for each in entries:
            each.done()
        form.done()
        if not many and len(right) > 1:
            wrong = [texts[place] for place in right]
            raise form.refuse("choices", wrong, "one right choice, unless `many` is true")
        return cls(**common, choices=texts, right_places=right, many=many, why=why, at=at, best=best)

    @classmethod
    def open_part(cls, fields: Any) -> dict[str, Any]:
        """The texts of the choices, and the settings they stand for."""
        entries = sorted(fields["choices"], key=lambda each: digest(each["text"]))
        keep = ("text", "at")
        choices = [{name: each[name] for name in keep if name in each} for each in entries]
        return {**super().open_part(fields), "choices": choices}

    def withheld(self) -> dict[str, Any]:
        """Only the texts: neither what decides between them nor what they stand for."""
        found = {name: value for name, value in self.public.items() if name != "best"}
        return {**found, "choices": [{"text": each["text"]} for each in self.public["choices"]]}

    def right(self) -> Any | None:
        """The places of the right ones."""
        return list(self.right_places) or None

    def paper(self, posed: Posed) -> shapes.ChoicePaper:
        """`choices`: `{"place", "text"}` in this student's order; `many`."""
        places = list(range(len(self.choices)))
        posed.chance("order").shuffle(places)
        return {
            "many": self.many,
            "choices": [{"place": place, "text": posed.text(self.choices[place])} for place in places],
        }

    def check(self, posed: Posed, answer: object) -> list[int]:
        """A list of places, just one unless `many`."""
        last = len(self.choices) - 1
        if not isinstance(answer, list) or not all(
            is_number(each) and each == int(each) and 0 <= each <= last for each in answer
        ):
            raise AnswerError(f"answer = {shown(answer)}: must be a list of places from 0 to {last}")
        places = sorted({int(each) for each in answer})
        if not self.many and len(places) != 1:
            raise AnswerError(f"answer = {shown(answer)}: must be exactly one place")
        return places

    def mark(self, posed: Posed, answer: list[int]) -> Marking:
        """A single choice is right or not. Of several, each right pick earns a point, each wrong one costs one."""
        if self.best:
            return (yield from self._mark_modelled(posed, self.best, answer[0]))
        yield
        if not self.right_places:
            return sealed(posed, answer, in_part=self.many)
        right, picked = set(self.right_places), set(answer)
        share = max(0.0, (len(right & picked) - len(picked - right)) / len(right))
        said = " ".join(posed.text(self.why[place]) for place in answer if self.why[place])
        word = "Right." if share == 1 else "Partly right." if share else "Not right."
        return Mark(share, f"{word} {said}".rstrip())

    def _mark_modelled(self, posed: Posed, best: Best, place: int) -> Marking:
        found = yield from self._outcomes(posed, best)
        winners = best.winners([each.value for each in found])
        if not winners:
            return Mark(None, "The model has no value for any of these, so your teacher will mark it.")
        mine, word = found[place], "Right." if place in winners else "Not right."
        top = _said(found[_first(best, winners, found)])
        said = f"{mine.label}: {_said(mine)} with your choice, {top} at best."
        return Mark(float(place in winners), f"{word} {said} {posed.text(self.why[place])}".rstrip())

    def _outcomes(self, posed: Posed, best: Best) -> Generator[None, None, list[Figure]]:
        """The result of each choice on this student's path."""
        figure = self.required()
        output = figure.output(best.summary)
        blank = Figure(math.nan, output.unit, output.label)
        found = []
        for at in self.at:
            done = yield from result(figure.id, {**posed.values, **at})
            found.append(done.summary.get(best.summary, blank))
        return found

    def own(self, posed: Posed) -> Answering:
        """The right places; for a modelled question, the best one.

        Raises:
            AssignmentError: no choice is better than the others.
        """
        if not self.best:
            yield
            return self.right()
        found = yield from self._outcomes(posed, self.best)
        winners = self.best.winners([each.value for each in found])
        if not winners:
            raise AssignmentError(f"no choice has a value for {self.best.summary}")
        if len(winners) == len(found):
            said = ", ".join(_said(each) for each in found)
            raise AssignmentError(f"all choices are within {TIE:.0%} of the best ({said})")
        return [_first(self.best, winners, found)]

    def accepted(self, posed: Posed, answer: list[int]) -> Answering:
        """For a modelled question, the places of all choices as good as the best."""
        if not self.best:
            yield
            return None
        found = yield from self._outcomes(posed, self.best)
        return self.best.winners([each.value for each in found])

    def follow_up(self, posed: Posed, answer: list[int]) -> Following:
        """What speaks against another choice or, if the model decides, which choice would win elsewhere."""
        mine = self.say(posed, answer)
        if self.best:
            for other in variations(self.required(), posed.values, posed.unforeseen("oral")):
                there = replace(posed, values=other.values)
                try:
                    winner = yield from self.own(there)
                except (AssignmentError, ParameterError):
                    continue
                text = f"You chose {quoted(mine)} Which would you choose if {other.said}?"
                return [
                    Followup(text, f"The model: {quoted(self.say(there, winner))} {posed.text(self.solution)}".rstrip())
                ]
        others = [place for place in range(len(self.choices)) if place not in answer]
        if not others:
            return []
        wrong = [place for place in self.right_places if place in others]
        place = posed.unforeseen("oral").choice(wrong or others)
        text = f"You chose {quoted(mine)} What speaks for “{posed.text(self.choices[place])}”, and what against it?"
        word = "It is right." if place in self.right_places else "It is not right." if self.right_places else ""
        parts = word, posed.text(self.why[place]), posed.text(self.solution)
        return [Followup(text, " ".join(part for part in parts if part))]

    def say(self, posed: Posed, answer: list[int]) -> str:
        """The texts picked."""
        return "; ".join(posed.text(self.choices[place]) for place in answer)


def in_neutral_order(entries: list[Form]) -> list[Form]:
    """Sorted by a hash of their texts, which gives nothing away."""
    return sorted(entries, key=lambda each: digest(each.text("text", most=1000)))


def _setting(entry: Form, figure: Shown) -> Mapping[str, Value]:
    """The field `at` of a choice, checked by the figure."""
    at = entry.record("at")
    if not at:
        raise entry.refuse("at", at, "an object with values of the figure, because `best` compares settings")
    try:
        filled = figure.fill(at)
    except ParameterError as error:
        raise AssignmentError(f"{entry.where}.at: {error}") from None
    return {name: filled[name] for name in at}


def _first(best: Best, winners: list[int], found: list[Figure]) -> int:
    """The place of the very best."""
    return (max if best.most else min)(winners, key=lambda place: found[place].value)


def _said(figure: Figure) -> str:
    return with_unit(significant(figure.value), figure.unit) if math.isfinite(figure.value) else "no value"


KIND = ChoiceQuestion
