"""Text from strangers, read into JSON and lines that can do no harm later."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from typing import Any

from inflight.classroom.form import shown
from inflight.classroom.question import canonical

LARGEST = 1_000_000
"""Bytes of a file."""

_DEEPEST = 32
"""How deeply objects and lists may be nested. Python's own limit is deeper, and different in a browser."""

_DIGITS = 25
"""Digits of a whole number; no answer needs as many, and very long ones take very long."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
_REFUSED_NAMES = frozenset({"__proto__", "constructor", "prototype"})
_PART = re.compile(r'"(?:[^"\\]++|\\.)*+(?P<end>"?)|[][{}]', re.DOTALL)
"""A string, or the rest of the text if it has no end, or a bracket. Nothing is tried twice: the time grows linearly
with the length, whatever the text is."""


class SubmissionError(ValueError):
    """A file that isn't a submission of this assignment; the message says why. `student`: id and name, if readable."""

    def __init__(self, message: str, student: tuple[str, str] = ("", "")) -> None:
        super().__init__(message)
        self.student = student


def text_of(data: bytes) -> str | None:
    """A file's text; None if it is larger than a submission, or not UTF-8."""
    try:
        return data.decode() if len(data) <= LARGEST else None
    except UnicodeDecodeError:
        return None


def unread(size: int) -> SubmissionError:
    """The error about a file of that many bytes that `text_of` can't read."""
    if size > LARGEST:
        return SubmissionError(f"The file is larger than {LARGEST // 1_000_000} MB; no submission is.")
    return SubmissionError("The file isn’t UTF-8 text: it was damaged, or it is something else.")


def parsed(text: str) -> dict[str, Any]:
    """The JSON object in a text, with nothing in it that could do harm later."""
    if not text.strip():
        raise SubmissionError("The file is empty.")
    check_whole(text)
    try:
        content = json.loads(
            text, object_pairs_hook=_fields, parse_int=_whole_number, parse_float=_number, parse_constant=_number
        )
    except json.JSONDecodeError as error:
        raise SubmissionError(f"The file isn’t JSON: {error}.") from None
    except RecursionError:
        raise _too_deep() from None
    if not isinstance(content, dict):
        raise SubmissionError(f"The file isn’t a submission: it holds {shown(content)} instead of an object.")
    try:
        canonical(content).encode()
    except UnicodeEncodeError:
        raise SubmissionError("The file contains an invalid character: half of a surrogate pair.") from None
    return content


def check_whole(text: str) -> None:
    """It is neither cut off nor nested too deeply. Checked before parsing, because a parser may fail the hard way."""
    depth = 0
    for part in _PART.finditer(text):
        if part[0][0] == '"':
            if not part["end"]:
                raise _cut_off()
        else:
            depth += 1 if part[0] in "[{" else -1
            if depth > _DEEPEST:
                raise _too_deep()
    if depth > 0:
        raise _cut_off()


def _cut_off() -> SubmissionError:
    return SubmissionError("The file ends in the middle: it was cut off on the way.")


def _too_deep() -> SubmissionError:
    return SubmissionError(f"The file is nested more than {_DEEPEST} deep; no submission is.")


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise SubmissionError(f"The file has the field {shown(name)} twice.")
        if not _NAME.fullmatch(name) or name in _REFUSED_NAMES:
            raise SubmissionError(f"The file has a field {shown(name)}; no submission has one.")
        found[name] = value
    return found


def _whole_number(text: str) -> int:
    if len(text) > _DIGITS:
        raise SubmissionError(f"The file has a number with {len(text)} digits: {shown(text[:20])}…")
    return int(text)


def _number(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise SubmissionError(f"The file has an invalid number: {shown(text)}.")
    return number


def visible(text: str) -> str:
    """The visible characters on one line, for terminals and tables."""
    kinds = ((letter, unicodedata.category(letter)) for letter in text)
    seen = (" " if kind == "Cc" else letter for letter, kind in kinds if kind not in ("Cf", "Cs"))
    return " ".join("".join(seen).split())


def line(text: str, most: int) -> str:
    """One line of at most that many visible characters."""
    return visible(text[: 4 * most])[:most]


def clean(value: Any) -> Any:
    """Without halves of surrogate pairs, which no UTF-8 file can hold."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {clean(name): clean(each) for name, each in value.items()}
        case list():
            return [clean(each) for each in value]
    return value
