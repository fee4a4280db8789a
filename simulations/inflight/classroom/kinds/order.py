"""Order: lines to be put in order (a Parsons problem), perhaps with some that don't belong.

Every student gets them in a different order. An answer names them by their place in neutral order (`choice.py`), so
what students get says neither which come first nor which don't belong.

Lines in the right order relative to each other earn part of the points: the longest rising subsequence, as Parsons
problems are usually marked, less one for each line that doesn't belong, as a share of all that do. Below half it is
worth nothing, because any order gets some of it right by luck.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from inflight.classroom.form import Form, is_number, shown
from inflight.classroom.question import (
    AnswerError,
    Answering,
    Following,
    Followup,
    Mark,
    Marking,
    Posed,
    Question,
    neutral,
    quoted,
    sealed,
)

if TYPE_CHECKING:
    from inflight.classroom import shapes

MOST = 30
"""The most lines, and lines that don't belong."""

_WORTH = 0.5
"""The least share that is worth something."""


@dataclass(frozen=True, kw_only=True)
class Order(Question):
    """An answer is a list of places, from first to last.

    Attributes:
        items: all texts, in neutral order. keep: how many belong.
        right_places: those that belong, in order; empty in the public part.
    """

    items: tuple[str, ...]
    keep: int
    right_places: tuple[int, ...]

    kind = "order"
    BY_VALUES: ClassVar[bool] = True

    @classmethod
    def read(cls, form: Form) -> Self:
        """`items` in the right order, and `distractors`; in the public part, all of them are `items`, with `keep`."""
        items, distractors = _lines(form, "items", 2, 2 * MOST), _lines(form, "distractors", 0, MOST)
        for text in items + distractors:
            if (items + distractors).count(text) > 1:
                raise form.refuse("items", text, "a text that no other line has")
        neutrally = neutral([*items, *distractors])
        keep = form.whole("keep", 2, len(items), len(items))
        right = () if form.has("keep") else tuple(neutrally.index(text) for text in items)
        common = cls.common(form)
        form.done()
        return cls(**common, items=tuple(neutrally), keep=keep, right_places=right)

    @classmethod
    def open_part(cls, fields: Mapping[str, Any]) -> dict[str, Any]:
        """All lines in neutral order, and how many belong."""
        found = super().open_part(fields)
        lines = [*fields["items"], *found.pop("distractors", [])]
        return {**found, "items": neutral(lines), "keep": fields.get("keep", len(fields["items"]))}

    def right(self) -> Any | None:
        """The places in order."""
        return list(self.right_places) or None

    def paper(self, posed: Posed) -> shapes.OrderPaper:
        """`items`: `{"place", "text"}` in this student's order; `keep`, if some don't belong."""
        places = list(range(len(self.items)))
        posed.chance("order").shuffle(places)
        lines: list[shapes.Placed] = [{"place": place, "text": posed.text(self.items[place])} for place in places]
        paper: shapes.OrderPaper = {"items": lines}
        if self.keep < len(lines):
            paper["keep"] = self.keep
        return paper

    def check(self, posed: Posed, answer: object) -> list[int]:
        """A list of places, each at most once."""
        last = len(self.items) - 1
        allowed = f"must be a list of places from 0 to {last}, each at most once"
        if (
            not isinstance(answer, list)
            or not 1 <= len(answer) <= last + 1
            or not all(is_number(each) and each == int(each) and 0 <= each <= last for each in answer)
        ):
            raise AnswerError(f"answer = {shown(answer)}: {allowed}")
        places = [int(each) for each in answer]
        if len(set(places)) < len(places):
            raise AnswerError(f"answer = {shown(answer)}: {allowed}")
        return places

    def mark(self, posed: Posed, answer: list[int]) -> Marking:
        """See above; the seal knows only the right order."""
        yield
        if not self.right_places:
            return sealed(posed, answer, in_part=True)
        ranks = [self.right_places.index(place) for place in answer if place in self.right_places]
        strange = len(answer) - len(ranks)
        ordered = rising(ranks)
        share = (ordered - strange) / self.keep
        if share == 1:
            return Mark(1.0, "Right.")
        said = f"{ordered} of {self.keep} are in the right order"
        if strange:
            said += f", and {strange} {'don’t' if strange > 1 else 'doesn’t'} belong"
        if share < _WORTH:
            return Mark(0.0, f"Not right: {said}.")
        return Mark(share, f"Partly right: {said}.")

    def own(self, posed: Posed) -> Answering:
        """The right order."""
        yield
        return self.right()

    def follow_up(self, posed: Posed, answer: list[int]) -> Following:
        """Why one line comes before the next."""
        yield
        if len(answer) < 2:
            return []
        place = posed.unforeseen("oral").randrange(len(answer) - 1)
        first, second = (posed.text(self.items[each]) for each in answer[place : place + 2])
        right = f"The right order: {quoted(self.say(posed, list(self.right_places)))}" if self.right_places else ""
        text = f"You put “{first.rstrip('.')}” before {quoted(second)} Why? Could it be the other way round?"
        return [Followup(text, f"{right} {posed.text(self.solution)}".strip())]

    def say(self, posed: Posed, answer: list[int]) -> str:
        """The lines, one after the other."""
        return " → ".join(posed.text(self.items[place]) for place in answer)


def rising(numbers: Sequence[int]) -> int:
    """The length of the longest subsequence that rises.

    >>> rising([3, 1, 2, 5, 4])
    3
    """
    ends: list[int] = []  # the smallest last number of a subsequence of each length
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)


def _lines(form: Form, name: str, least: int, most: int) -> list[str]:
    lines = form.texts(name, most)
    for line in lines:
        if not line.strip() or len(line) > 1000:
            raise form.refuse(name, line, "lines of 1 to 1000 characters")
    if len(lines) < least:
        raise form.refuse(name, list(lines), f"a list of {least} to {most} texts")
    return list(lines)


KIND = Order
