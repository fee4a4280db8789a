"""What differs per student: a value for each parameter, drawn from those that the teacher allows."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inflight.classroom.form import AssignmentError, Form, shown
from inflight.figure.parameters import Value

MOST = 1000
"""How many values one draw may choose from."""


@dataclass(frozen=True)
class Draw:
    """The values that one parameter may get, all equally likely."""

    values: tuple[Value, ...]

    @classmethod
    def read(cls, value: object, where: str) -> Draw:
        """A plain value, `{"of": [10, 100]}`, or `{"from": 20, "to": 200, "step": 10}` with its end included.

        Raises:
            AssignmentError: it is none of these.
        """
        if not isinstance(value, dict):
            return cls((_plain(value, where),))
        form = Form(value, where)
        if form.has("of"):
            listed = form.raw("of")
            if not isinstance(listed, list) or not 1 <= len(listed) <= MOST:
                raise form.refuse("of", listed, f"a list of 1 to {MOST} values")
            drawn = cls(tuple(_plain(each, f"{where}.of") for each in listed))
        else:
            low, high = form.number("from", -1e12, 1e12), form.number("to", -1e12, 1e12)
            step = form.number("step", 1e-9, 1e12)
            count = int((high - low) / step + 1e-9) + 1
            if high < low or count > MOST:
                raise form.refuse("step", step, f"a step that makes 1 to {MOST} values from {low:g} to {high:g}")
            drawn = cls(tuple(_tidy(low + place * step) for place in range(count)))
        form.done()
        return drawn


def _plain(value: object, where: str) -> Value:
    if isinstance(value, bool | int | float | str):
        return value
    raise AssignmentError(f"{where} = {shown(value)}: must be a value, or an object with `of`, or `from`, `to`, `step`")


def _tidy(number: float) -> Value:
    """0.1 + 0.2 should be 0.3."""
    number = round(float(number), 9)
    return int(number) if number.is_integer() else number


def read_draws(record: Mapping[str, Any], where: str) -> dict[str, Draw]:
    """Draws by the name of their parameter."""
    return {name: Draw.read(value, f"{where}.{name}") for name, value in record.items()}


def chance(*words: str) -> random.Random:
    """A source of chance named by these words: the same in every Python (the seed goes through SHA-512)."""
    return random.Random("\n".join(words).encode("utf-8", "surrogatepass"))


def student_id(text: str) -> str:
    """An id as it counts: case, spaces around it, invisible characters and Unicode's several spellings don't."""
    text = visible(text)
    for form in ("NFD", "NFKC", "NFKC"):  # as in Unicode's compatibility caseless matching (D146)
        text = unicodedata.normalize(form, text).casefold()
    return visible(unicodedata.normalize("NFKC", text))


def visible(text: str) -> str:
    """A text on one line, without invisible characters: control characters, direction marks, halves of a pair."""
    kept = (each for each in text if each.isspace() or unicodedata.category(each) not in {"Cc", "Cf", "Cs"})
    return " ".join("".join(kept).split())
