"""A question: what all kinds have in common, and the contract that each kind fulfils (`kinds/`)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from inflight.classroom.draws import chance
from inflight.classroom.figure import Shown, refuse_code, units
from inflight.classroom.form import AssignmentError, Form
from inflight.figure.parameters import Value

if TYPE_CHECKING:
    from inflight.classroom import shapes

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""Ids of questions and assignments: they appear in addresses, file names and the columns of a spreadsheet."""

_PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")


class AnswerError(ValueError):
    """An answer that can't be marked; the message says what was found and what is allowed."""


@dataclass(frozen=True)
class Mark:
    """share: of the points, 0 to 1; None: the teacher marks it. reason: why, in a sentence or two."""

    share: float | None
    reason: str


@dataclass(frozen=True)
class Followup:
    """What students can be asked about their answer, and what the model says about it."""

    text: str
    answer: str


def quoted(text: str) -> str:
    """A text as its own sentence, in quotation marks."""
    text = text.strip()
    return f"“{text}”" if text.endswith(("?", "!")) else f"“{text.rstrip('.')}.”"


Following = Generator[None, None, list[Followup]]

Marking = Generator[None, None, Mark]
"""Marking is done in slices, because a model may have to run for it."""

Answering = Generator[None, None, Any]


@dataclass(frozen=True, kw_only=True)
class Posed:
    """A question as one student has it.

    Attributes:
        values: all parameters of its figure, as drawn.
        words: what random draws follow from; the assignment's key comes first.
        hidden: what hidden paths follow from; empty if the teacher's secret isn't known.
        traces: what came back from the sandbox for `Question.runs`, in that order; None: they haven't been run.
    """

    question: Question
    values: Mapping[str, Value] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    hidden: str = ""
    traces: Sequence[Mapping[str, Any] | str] | None = None

    def chance(self, what: str) -> Any:
        """A separate source of chance for each purpose, the same whenever the question is posed again."""
        return chance(*self.words, what)

    def unforeseen(self, what: str) -> Any:
        """The same, but one that no student can know if the teacher's secret is there."""
        return chance(self.hidden, what) if self.hidden else self.chance(what)

    def text(self, template: str) -> str:
        """A text with the drawn values in place of `{rtt}` and so on."""
        shown = self.question.figure
        said = units(shown, self.values) if shown else {}
        return _PLACEHOLDER.sub(lambda found: said.get(found[1], found[0]), template)


@dataclass(frozen=True, kw_only=True)
class Question:
    """Common to all kinds.

    Attributes:
        text: with `{parameter}` for what was drawn; `code` in backticks.
        attempts: how often it may be checked if feedback comes at once; 0: without limit.
        solution, marking: for the teacher only.
        public: the JSON that students get, without what gives the answer away.
        beside: the question whose reason this is; "": it isn't a reason.
    """

    id: str
    text: str
    points: float
    attempts: int
    figure: Shown | None
    solution: str
    marking: str
    public: Mapping[str, Any]
    beside: str = ""

    kind: ClassVar[shapes.Kind]
    SECRET: ClassVar[frozenset[str]] = frozenset()
    """Fields of the kind that are the answer."""
    MARKED: ClassVar[bool] = True
    """Whether there is anything to answer."""
    FIGURE: ClassVar[bool] = True
    """Whether it may have a figure."""
    BY_HAND: ClassVar[bool] = False
    """Whether a person has to read every answer: then no model has its own."""
    BY_VALUES: ClassVar[bool] = False
    """Whether the right answer follows from the drawn values alone: then it is worked out once for equal values."""

    @classmethod
    def read(cls, form: Form) -> Self:
        """The question that a teacher's file, or its public part, describes.

        Raises:
            AssignmentError: it isn't a question.
        """
        raise NotImplementedError

    @classmethod
    def common(cls, form: Form) -> dict[str, Any]:
        """The fields that all kinds have; a kind reads its own, then calls `form.done()`."""
        form.raw("kind")
        id = form.text("id", most=40)
        if not ID.fullmatch(id):
            raise form.refuse("id", id, "lower-case letters, digits and hyphens")
        shown = Shown.read(form.form("figure")) if form.has("figure") else None
        if shown and cls.kind != "algorithm":
            refuse_code(shown)
        found = {
            "id": id,
            "text": form.text("text"),
            "points": form.number("points", 0, 1000, 1 if cls.MARKED else 0),
            "attempts": form.whole("attempts", 0, 100, 0),
            "figure": shown,
            "solution": form.text("solution", ""),
            "marking": form.text("marking", ""),
        }
        form.text("seal", "", most=64)
        form.raw("reason")
        if shown and not cls.FIGURE:
            raise AssignmentError(f"{form.where}.figure: a question of kind {cls.kind} has none")
        return {**found, "public": cls.open_part(form.fields)}

    @classmethod
    def open_part(cls, fields: Mapping[str, Any]) -> dict[str, Any]:
        """What students may see of the JSON; a kind that hides part of a field overrides this."""
        found = {name: value for name, value in fields.items() if name not in {"solution", "marking", *cls.SECRET}}
        if isinstance(asked := found.get("reason"), dict):
            found["reason"] = {name: value for name, value in asked.items() if name not in ("solution", "marking")}
        return found

    def withheld(self) -> dict[str, Any]:
        """The part of `public` that nobody can mark an answer with, if the key is revealed later."""
        return dict(self.public)

    def is_computable(self) -> bool:
        """Whether the right answer follows from what a student is shown, even without being told what decides."""
        return False

    def text_for_all(self) -> str:
        """The text if nothing is drawn: `[Round-trip time]` in place of `{rtt}`."""
        shown = self.figure
        labels = {each.name: f"[{each.label}]" for each in shown.experiment.parameters} if shown else {}
        return _PLACEHOLDER.sub(lambda found: labels.get(found[1], found[0]), self.text)

    def required(self) -> Shown:
        """The figure, for kinds that need one.

        Raises:
            AssignmentError: there is none.
        """
        if not self.figure:
            raise AssignmentError(f"question {self.id}: kind {self.kind} needs a figure")
        return self.figure

    def right(self) -> Any | None:
        """The one right answer of a question that no model marks, if it is known: a seal is made from it."""
        return None

    def is_told(self) -> bool:
        """Whether a student's page can mark an answer: by a model, or by a seal."""
        return self.MARKED

    def paper(self, posed: Posed) -> Mapping[str, object]:
        """What the student sees of the kind's own fields, in JSON."""
        return {}

    def check(self, posed: Posed, answer: object) -> Any:
        """The answer in its plain form.

        Raises:
            AnswerError: it isn't an answer to this question.
        """
        raise NotImplementedError

    def mark(self, posed: Posed, answer: Any) -> Marking:
        """Mark a checked answer; without the solution, by the seal or not at all (share None)."""
        raise NotImplementedError

    def is_exact(self, posed: Posed, answer: Any) -> Generator[None, None, bool]:
        """Whether it is the model's own value to more digits than a figure shows."""
        yield
        return False

    def own(self, posed: Posed) -> Answering:
        """The model's own answer, for the key; None: a person has to write it."""
        raise NotImplementedError

    def is_the_books(self, answer: Any) -> bool:
        """Whether it is what the book or the teacher gave out."""
        return False

    def accepted(self, posed: Posed, answer: Any) -> Answering:
        """What else is as right as the model's own `answer`, if `mark` can't be run; None: nothing, or unknown."""
        yield

    def follow_up(self, posed: Posed, answer: Any) -> Following:
        """What an examiner can ask about a checked answer, best first; `oral.py` has what fits any answer."""
        yield
        return []

    def say(self, posed: Posed, answer: Any) -> str:
        """A checked answer in words, for a key and for the teacher's table."""
        raise NotImplementedError

    def runs(self, posed: Posed, answer: Any) -> list[dict[str, Any]]:
        """What has to be run in the sandbox before `mark`: arguments for `sandbox_runs.decisions`, in JSON."""
        return []

    def transcript(self, answer: Any) -> Mapping[str, Any] | None:
        """What has to be replayed on the book's Linux before `mark`; what comes of it is the only one of its traces."""
        return None


def canonical(value: object) -> str:
    """JSON that is the same for the same content, whichever program wrote it: sorted, without spaces, 1.0 as 1."""
    return json.dumps(_tidy(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _tidy(value: object) -> object:
    match value:
        case float() if value.is_integer() and abs(value) < 2**53:
            return int(value)
        case dict():
            return {str(name): _tidy(each) for name, each in value.items()}
        case list() | tuple():
            return [_tidy(each) for each in value]
    return value


def digest(*parts: str) -> str:
    """SHA-256 of some texts, hexadecimal."""
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def seal(key: str, question: str, right: object) -> str:
    """It lets a page say "right" without holding the answer; anybody can try all answers, and the docs say so."""
    return digest("seal", key, question, canonical(right))[:32]


def neutral(texts: Iterable[str]) -> list[str]:
    """Texts in an order that gives nothing away: that of a hash of each."""
    return sorted(texts, key=digest)


def sealed(posed: Posed, answer: object, in_part: bool = False) -> Mark:
    """The mark of an answer if only the seal is known, or not even that.

    in_part: an answer that isn't right may still earn a share, which the seal can't tell.
    """
    mark = posed.question.public.get("seal")
    if not mark:
        return Mark(None, "It will be marked once your teacher has it.")
    key = posed.words[0]
    if seal(key, posed.question.id, answer) == mark:
        return Mark(1.0, "Right.")
    if in_part:
        return Mark(None, "Not right, or only partly: your teacher’s file tells what it is worth.")
    return Mark(0.0, "Not right.")
