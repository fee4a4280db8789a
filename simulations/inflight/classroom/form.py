"""Reading JSON that somebody else wrote: each field by name, within bounds, and errors that say where."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any, TypeVar

from inflight.classroom.times import time
from inflight.figure.bad_input import BadInput

LONGEST = 20_000
"""Characters of a text."""

_SHOWN = 60
_DIGITS = 7

Word = TypeVar("Word", bound=str)


class AssignmentError(BadInput):
    """An assignment that can't be used; the message says where, what was found and what is allowed."""


class Form:
    """One JSON object, `fields`. `where` is its name in error messages; `done` rejects fields that nobody asked for.

    Raises:
        AssignmentError: from every method, if what it finds is not allowed.
    """

    def __init__(self, value: object, where: str) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise AssignmentError(f"{where} = {shown(value)}: must be an object with named fields")
        self.fields: dict[str, Any] = value
        self._asked: set[str] = set()

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self.fields

    def raw(self, name: str, default: Any = None) -> Any:
        """The field as it is."""
        self._asked.add(name)
        return self.fields.get(name, default)

    def text(self, name: str, default: str | None = None, most: int = LONGEST) -> str:
        """A text of at most `most` characters; without a default, it must be there and not be empty."""
        value = self.raw(name, default)
        if not isinstance(value, str) or len(value) > most or (default is None and not value.strip()):
            raise self.refuse(name, value, f"a text of at most {most} characters")
        return value

    def number(self, name: str, low: float, high: float, default: float | None = None) -> float:
        """A number from `low` to `high`."""
        value = self.raw(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self.refuse(name, value, f"a number from {low:g} to {high:g}")
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.raw(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            raise self.refuse(name, value, f"a whole number from {low} to {high}")
        if not low <= value <= high:
            raise self.refuse(name, value, f"a whole number from {low} to {high}")
        return int(value)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self.raw(name, default)
        if not isinstance(value, bool):
            raise self.refuse(name, value, "true or false")
        return value

    def one_of(self, name: str, allowed: Collection[Word], default: Word | None = None) -> Word:
        """One of a few words."""
        value = self.raw(name, default)
        for word in allowed:
            if word == value:
                return word
        raise self.refuse(name, value, "one of " + ", ".join(allowed))

    def texts(self, name: str, most: int = 100) -> tuple[str, ...]:
        """A list of texts, possibly empty."""
        value = self.raw(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise self.refuse(name, value, f"a list of at most {most} texts")
        for each in value:
            if not isinstance(each, str) or len(each) > LONGEST:
                raise self.refuse(name, each, f"texts of at most {LONGEST} characters")
        return tuple(value)

    def time(self, name: str) -> str:
        """A time in UTC; "" if there is none."""
        text = self.text(name, "", most=40)
        if text and not time(text):
            raise self.refuse(name, text, "a time in UTC such as 2026-11-22T09:00:00.000Z")
        return text

    def form(self, name: str) -> Form:
        """An object."""
        return Form(self.raw(name), f"{self.where}.{name}")

    def forms(self, name: str, most: int, least: int = 1) -> list[Form]:
        """A list of objects."""
        value = self.raw(name, [])
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise self.refuse(name, value, f"a list of {least} to {most} entries")
        return [Form(each, f"{self.where}.{name}[{place}]") for place, each in enumerate(value)]

    def record(self, name: str) -> dict[str, Any]:
        """An object whose fields are data, possibly empty."""
        value = self.raw(name, {})
        if not isinstance(value, dict):
            raise self.refuse(name, value, "an object")
        return value

    def refuse(self, name: str, value: object, allowed: str) -> AssignmentError:
        """The error about a field, to be raised."""
        return AssignmentError(f"{self.where}.{name} = {shown(value)}: must be {allowed}")

    def done(self) -> None:
        """Check that every field was asked for: a misspelt one would otherwise be ignored silently."""
        for name in self.fields:
            if name not in self._asked:
                known = ", ".join(sorted(self._asked))
                raise AssignmentError(f"{self.where}.{name}: there is no such field; the fields are {known}")


def shown(value: object) -> str:
    """A value in a line of an error message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def has_digits(value: object) -> bool:
    """Whether it is a number with more digits than anybody can read off a figure."""
    return (
        isinstance(value, float) and len(f"{abs(value):.17g}".partition("e")[0].replace(".", "").strip("0")) >= _DIGITS
    )


def is_number(value: object) -> bool:
    """Whether it is a finite number and not a truth value."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number of more than 308 digits
        return False
