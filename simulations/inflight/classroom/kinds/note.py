"""A note: text, and perhaps a figure to play with. Nothing to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from inflight.classroom.form import Form
from inflight.classroom.question import AnswerError, Answering, Marking, Posed, Question


@dataclass(frozen=True, kw_only=True)
class Note(Question):
    """Something to read between one question and the next."""

    kind = "note"
    MARKED: ClassVar[bool] = False

    @classmethod
    def read(cls, form: Form) -> Self:
        """It has no fields of its own."""
        common = cls.common(form)
        form.done()
        return cls(**common)

    def check(self, posed: Posed, answer: object) -> None:
        """There is no answer to a note."""
        raise AnswerError(f"{self.id} is a note: it has no answer")

    def mark(self, posed: Posed, answer: object) -> Marking:
        """It is never marked."""
        raise NotImplementedError

    def own(self, posed: Posed) -> Answering:
        """There is nothing to answer."""
        yield
        return None

    def say(self, posed: Posed, answer: object) -> str:
        """There is nothing to say."""
        return ""


KIND = Note
