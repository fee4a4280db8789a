"""Text: a few sentences for the teacher to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from inflight.classroom.form import Form, shown
from inflight.classroom.question import AnswerError, Answering, Mark, Marking, Posed, Question

if TYPE_CHECKING:
    from inflight.classroom import shapes

LONGEST = 10_000
"""Characters that a teacher may allow."""

WHY = "-why"
"""What the id of a reason ends with."""

_LONGEST_ID = 40 - len(WHY)


@dataclass(frozen=True, kw_only=True)
class Text(Question):
    """An answer is a text of at most `most` characters."""

    most: int

    kind = "text"
    BY_HAND: ClassVar[bool] = True

    @classmethod
    def read(cls, form: Form) -> Self:
        """`most`: characters, 2000 by default."""
        common = cls.common(form)
        most = form.whole("most", 1, LONGEST, 2000)
        form.done()
        return cls(**common, most=most)

    def is_told(self) -> bool:
        """A person reads it."""
        return False

    def paper(self, posed: Posed) -> shapes.TextPaper:
        """`most`."""
        return {"most": self.most}

    def check(self, posed: Posed, answer: object) -> str:
        """A text that is not too long; spaces around it don't count."""
        if not isinstance(answer, str):
            raise AnswerError(f"answer = {shown(answer)}: must be a text")
        text = answer.strip()
        if len(text) > self.most:
            raise AnswerError(f"answer has {len(text)} characters: must be at most {self.most}")
        return text

    def mark(self, posed: Posed, answer: str) -> Marking:
        """An empty one is worth nothing; any other is for the teacher to mark."""
        yield
        return Mark(None, "Your teacher will read it.") if answer else Mark(0.0, "You wrote nothing.")

    def own(self, posed: Posed) -> Answering:
        """No model writes it."""
        yield
        return None

    def say(self, posed: Posed, answer: str) -> str:
        """The text."""
        return answer


def reason(form: Form, of: Question) -> Text:
    """The text that follows a question with the field `reason`: `text`, `points`, `most`, `solution`, `marking`.

    Raises:
        AssignmentError: the field is malformed, or there is nothing to answer in the question.
    """
    asked = form.form("reason")
    if not of.MARKED:
        raise form.refuse("reason", asked.fields, "left out, because there is nothing to answer")
    if len(of.id) > _LONGEST_ID:
        raise form.refuse("id", of.id, f"at most {_LONGEST_ID} characters long if the question asks for a reason")
    found = Text(
        id=f"{of.id}{WHY}",
        text=asked.text("text", "Give your reason: how did you come to this answer?"),
        points=asked.number("points", 0, 1000, 1),
        attempts=0,
        figure=None,
        solution=asked.text("solution", ""),
        marking=asked.text("marking", ""),
        public={},
        beside=of.id,
        most=asked.whole("most", 1, LONGEST, 1000),
    )
    asked.done()
    return found


KIND = Text
