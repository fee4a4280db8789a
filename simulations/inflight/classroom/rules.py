"""What a teacher decides about a class when no file can be believed and no model knows: `Rules`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from inflight.classroom.form import Form

if TYPE_CHECKING:
    from inflight.classroom import shapes

REOPENED: Mapping[shapes.Reopened, str] = {
    "void": "is worth nothing",
    "count": "counts like any other",
}
"""What an answer is worth if it was given again after its mark was known."""

SEVERAL: Mapping[shapes.Several, str] = {
    "ask": "none, until the teacher names one",
    "last": "the last one, by the time in the file, which a student can set",
}
"""Which of a student's several files counts."""

MOST = 20_000
"""How many files can be named."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a class is settled.

    Attributes:
        counts: the files that count if a student has several.
        due, now: times in UTC in the form of files, "" if there is none. Nothing here reads a clock.
    """

    reopened: shapes.Reopened = "void"
    several: shapes.Several = "ask"
    counts: frozenset[str] = frozenset()
    due: str = ""
    now: str = ""

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """From JSON; missing fields are as above.

        Raises:
            AssignmentError: an unknown field, or one with a value that is not allowed.
        """
        form = Form(dict(fields), "rules")
        found = cls(
            reopened=form.one_of("reopened", REOPENED, "void"),
            several=form.one_of("several", SEVERAL, "ask"),
            counts=frozenset(form.texts("counts", MOST)),
            due=form.time("due"),
            now=form.time("now"),
        )
        form.done()
        return found


USUAL = Rules()
