"""What a teacher decides about a class, where no file can be believed and no model knows: `Rules`."""

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
"""What an answer is worth that was given again after its mark had been told."""

SEVERAL: Mapping[shapes.Several, str] = {
    "ask": "none, until the teacher names one",
    "last": "the last by the time that stands in it, which a student can set",
}
"""Which of several files of a student counts."""

MOST = 20_000
"""Files that can be named."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a class is settled.

    Attributes:
        counts: files that count where a student has several.
        due, now: times in UTC as a file has them, "" if there is none. Nothing here reads a clock.
    """

    reopened: shapes.Reopened = "void"
    several: shapes.Several = "ask"
    counts: frozenset[str] = frozenset()
    due: str = ""
    now: str = ""

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """From JSON; what is not there is as above.

        Raises:
            AssignmentError: a field is none, or has what is not allowed.
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
