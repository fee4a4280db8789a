"""What two submissions have in common that chance does not give: hints to look, never verdicts.

What the teacher gave out (start code, words of the question) counts for nobody, nor what many wrote. Whoever works with
others says the same things; whoever copies with care is not found here.
"""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from inflight.classroom.assignment import Assignment
from inflight.classroom.question import Question, canonical

if TYPE_CHECKING:
    from inflight.classroom import shapes

Shingles = frozenset[tuple[str, ...]]
"""Every few words that stand in a row."""

MOST = 200
"""Pairs that are listed, the likest first."""

_WORDS, _TOKENS = 4, 10
"""Words of a text, and tokens of code, that make a shingle."""

_FEWEST = 12
"""Shingles of one's own below which nothing can be said."""

_LIKE = 0.5
"""Of all shingles of two, so many in common are worth a look."""

_COMMON = 0.25
"""What a quarter of a class wrote is common knowledge; told from a group that copies once there are more than this."""
_CLASS = 8


def alike(assignment: Assignment, rows: Sequence[shapes.Row]) -> list[shapes.Alike]:
    """Pairs worth a look."""
    found = list(_same_trails(rows))
    for question in assignment.questions:
        answers = [(row, each) for row in rows for each in row["questions"] if each["id"] == question.id]
        answers = [(row, each) for row, each in answers if each["answer"] is not None]
        if question.kind in _READ:
            found += _like(question, answers)
        elif question.kind in ("numeric", "curve"):
            found += _same_wrong(question, answers)
    return sorted(found, key=lambda each: (-each["likeness"], each["files"]))[:MOST]


def _pair(one: shapes.Row, other: shapes.Row, question: str, likeness: float, reason: str) -> shapes.Alike:
    return {
        "files": (one["file"], other["file"]),
        "students": (one["student"]["id"], other["student"]["id"]),
        "question": question,
        "likeness": round(likeness, 3),
        "reason": reason,
    }


def _same_trails(rows: Sequence[shapes.Row]) -> Iterator[shapes.Alike]:
    for group in _groups(rows, lambda row: row["trail"]):
        if len(group) > _CLASS:  # then it is how the page is used
            continue
        for one, other in combinations(group, 2):
            yield _pair(one, other, "", 1.0, "They did the same things at the same seconds.")


def _same_wrong(question: Question, answers: Sequence[tuple[shapes.Row, shapes.RowQuestion]]) -> Iterator[shapes.Alike]:
    """The same wrong answer to a question that was posed with different values."""
    wrong = [each for each in answers if each[1]["share"] == 0 and _is_odd(each[1]["answer"])]
    for group in _groups(wrong, lambda each: canonical(each[1]["answer"])):
        if len(group) > 3:  # a mistake that suggests itself
            continue
        for (one, first), (other, second) in combinations(group, 2):
            if first["values"] != second["values"]:
                said = "The same wrong answer, though the question had different values."
                yield _pair(one, other, question.id, 1.0, said)


def _is_odd(answer: Any) -> bool:
    """Whether it is no number that many would write: three digits at least, or more than a number."""
    return not isinstance(answer, int | float) or len(re.sub(r"^[0.]+|[.]|[0.]+$", "", str(answer))) >= 3


def _groups(items: Iterable[Any], key: Callable[[Any], str]) -> Iterator[list[Any]]:
    """Items that have the same key, which is not empty, with another."""
    groups: dict[str, list[Any]] = defaultdict(list)
    for each in items:
        if name := key(each):
            groups[name].append(each)
    return (group for group in groups.values() if len(group) > 1)


def _like(question: Question, answers: Sequence[tuple[shapes.Row, shapes.RowQuestion]]) -> Iterator[shapes.Alike]:
    """Texts, or code, of which most of what is one's own is also the other's."""
    split, size = _READ[question.kind]
    given = shingles(split("\n".join((question.text, getattr(question, "code", "")))), size)
    own = [shingles(split(str(each["answer"])), size) - given for _, each in answers]
    own = _without_common(own)
    for (place, mine), (other, yours) in combinations(enumerate(own), 2):
        if min(len(mine), len(yours)) < _FEWEST:
            continue
        likeness = len(mine & yours) / len(mine | yours)
        if likeness >= _LIKE:
            what = "code, whatever its names" if question.kind == "algorithm" else "words in the same order"
            said = f"{likeness:.0%} of it is the same {what}. What was given out, and what many wrote, does not count."
            yield _pair(answers[place][0], answers[other][0], question.id, likeness, said)


def _without_common(own: Sequence[Shingles]) -> list[Shingles]:
    count = Counter(each for mine in own for each in mine)
    most = max(_CLASS, _COMMON * len(own))
    common = frozenset(each for each, times in count.items() if times > most)
    return [mine - common for mine in own]


def shingles(words: Sequence[str], size: int) -> Shingles:
    """Every `size` words that stand in a row."""
    return frozenset(tuple(words[place : place + size]) for place in range(len(words) - size + 1))


def words(text: str) -> list[str]:
    """A text's words, without case and punctuation."""
    return re.findall(r"\w+", text.casefold())


def tokens(code: str) -> list[str]:
    """Code as its tokens, without comments and layout, each name, text and number as good as any other.

    >>> tokens("x = 1  # one") == tokens("window=27")
    True
    """
    found: list[str] = []
    try:
        for each in tokenize.generate_tokens(io.StringIO(code).readline):
            match each.type:
                case tokenize.NAME:
                    found.append(each.string if keyword.iskeyword(each.string) else "name")
                case tokenize.NUMBER | tokenize.STRING:
                    found.append("value")
                case tokenize.OP:
                    found.append(each.string)
                case tokenize.INDENT | tokenize.DEDENT:
                    found.append(tokenize.tok_name[each.type])
    except (tokenize.TokenError, SyntaxError, ValueError):
        return words(code)  # not Python, and still somebody's
    return found


_READ: dict[str, tuple[Callable[[str], list[str]], int]] = {"text": (words, _WORDS), "algorithm": (tokens, _TOKENS)}
