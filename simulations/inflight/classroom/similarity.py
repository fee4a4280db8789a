"""What submissions have in common beyond chance: groups to look at, never verdicts.

What the teacher gave out (start code, words of the question) doesn't count, nor does what many wrote. Students who work
together say the same things; a careful copier isn't found here.

The time grows only linearly with the class: each text is compared only with those that share one of its smallest
fingerprints (one-permutation hashing: Li, Owen and Zhang, 2012), and of these with one from each group.
"""

from __future__ import annotations

import keyword
import re
import tokenize
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inflight.classroom.assignment import Assignment
from inflight.classroom.pieces import pieces
from inflight.classroom.question import Question, canonical

if TYPE_CHECKING:
    from inflight.classroom import shapes

Shingles = frozenset[int]
"""Every run of a few words, each as a number."""

Slices = Generator[float | None, None, list["shapes.Alike"]]

Answered = tuple["shapes.Row", "shapes.RowQuestion"]

_WORDS, _TOKENS = 4, 10
"""How many words of a text, and tokens of code, make a shingle."""

_FEWEST = 12
"""With fewer shingles of their own, nothing can be said about a text."""

_LIKE = 0.5
"""This share of the two texts' shingles in common is worth a look."""

_COMMON = 0.5
"""What half of a class wrote is common knowledge, which differs from a copying group once there are more than this."""
_CLASS = 8

_BINS = 32
"""Fingerprints per text. Two texts with half of their shingles in common share each of these with a chance of a half:
that they share none doesn't happen."""

_LEADERS = 8
"""How many groups with the same fingerprint a text is compared with; more have it by chance."""

_PRIME = (1 << 61) - 1
_BASE = 0x9E3779B97F4A7C15 % _PRIME
"""For the hash of a shingle, that of Karp and Rabin (1987): each follows from the one before."""


def alike(assignment: Assignment, rows: Sequence[shapes.Row]) -> Slices:
    """Groups worth a look, the most alike first. Yields how much of the work is done, from 0 to 1."""
    found = list(_same_trails(rows))
    count = len(assignment.questions)
    for place, question in enumerate(assignment.questions):
        answers = [(row, each) for row in rows for each in row["questions"] if each["id"] == question.id]
        answers = [(row, each) for row, each in answers if each["answer"] is not None]
        yield place / count
        if question.kind in _READ:
            work = _like(question, answers)
            try:
                while True:
                    yield (place + next(work)) / count
            except StopIteration as end:
                found += end.value
        elif question.kind in ("numeric", "curve", "capture"):
            found += _same_wrong(question, answers)
        elif question.kind == "lab":
            found += _same_sessions(question, answers)
    return sorted(found, key=lambda each: (-each["likeness"], each["files"]))


def _group(rows: Sequence[shapes.Row], question: str, likeness: float, reason: str) -> shapes.Alike:
    return {
        "files": [row["file"] for row in rows],
        "students": [row["student"]["id"] for row in rows],
        "question": question,
        "likeness": round(likeness, 3),
        "reason": reason,
    }


def _is_common(count: int, whole: int) -> bool:
    return count > max(_CLASS, _COMMON * whole)


def _same_trails(rows: Sequence[shapes.Row]) -> Iterable[shapes.Alike]:
    for group in _groups(rows, lambda row: row["trail"]):
        if not _is_common(len(group), len(rows)):  # else it is how the page is used
            yield _group(group, "", 1.0, "They did the same things at the same seconds.")


def _same_sessions(question: Question, answers: Sequence[Answered]) -> Iterable[shapes.Alike]:
    """Nobody types the same keys at the same nanoseconds as somebody else."""
    for group in _groups(
        [each for each in answers if each[1]["answer"]["did"]], lambda each: canonical(each[1]["answer"])
    ):
        yield _group([row for row, _ in group], question.id, 1.0, "The same keys at the same nanoseconds.")


def _same_wrong(question: Question, answers: Sequence[Answered]) -> Iterable[shapes.Alike]:
    """The same wrong answer to a question that was posed with different values."""
    wrong = [each for each in answers if each[1]["share"] == 0 and _is_odd(each[1]["answer"])]
    for group in _groups(wrong, lambda each: canonical(each[1]["answer"])):
        # of a capture the file doesn't list what was drawn, and no two students are likely to have the same
        posed = {
            row["student"]["id"] if question.kind == "capture" else canonical(each["values"]) for row, each in group
        }
        if len(posed) > 1 and len(group) <= _CLASS:  # more: a mistake that many make
            said = "The same wrong answer, though the question had different values."
            yield _group([row for row, _ in group], question.id, 1.0, said)


def _posed(row: shapes.Row, each: shapes.RowQuestion) -> str:
    """What is the same if the question was. What is drawn for a capture isn't listed, but two are hardly ever equal."""
    return row["student"]["id"] if each["kind"] == "capture" else canonical(each["values"])


def _is_odd(answer: Any) -> bool:
    """Whether it isn't a number that many would write: it has at least three digits, or is more than a number."""
    if isinstance(answer, dict) and "number" in answer:
        answer = answer["number"] or 0
    return not isinstance(answer, int | float) or len(re.sub(r"^[0.]+|[.]|[0.]+$", "", str(answer))) >= 3


def _groups(items: Iterable[Any], key: Callable[[Any], str]) -> Iterable[list[Any]]:
    """Items that share their key with another, unless it is empty."""
    groups: dict[str, list[Any]] = defaultdict(list)
    for each in items:
        if name := key(each):
            groups[name].append(each)
    return (group for group in groups.values() if len(group) > 1)


@dataclass(eq=False)
class _Text:
    """What several wrote, word for word: `own` is the part that counts."""

    own: Shingles
    rows: list[shapes.Row]


class _Union:
    """Texts that are alike, and what is like them: disjoint sets, with the least likeness in each."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))
        self._least = [1.0] * count

    def root(self, place: int) -> int:
        while self._parent[place] != place:
            self._parent[place] = place = self._parent[self._parent[place]]
        return place

    def join(self, one: int, other: int, likeness: float) -> None:
        one, other = sorted((self.root(one), self.root(other)))
        self._parent[other] = one
        self._least[one] = min(self._least[one], self._least[other], likeness)

    def groups(self) -> Iterable[tuple[list[int], float]]:
        """Members, and the least likeness by which one was found."""
        members: dict[int, list[int]] = defaultdict(list)
        for place in range(len(self._parent)):
            members[self.root(place)].append(place)
        return ((group, self._least[root]) for root, group in members.items())


def _like(question: Question, answers: Sequence[Answered]) -> Generator[float, None, list[shapes.Alike]]:
    """Texts, or code, whose own part is mostly another's as well."""
    split, size = _READ[question.kind]
    given = shingles(split("\n".join((question.text, getattr(question, "code", "")))), size)
    # Equal texts count once: copies don't make anything common knowledge.
    written: dict[Shingles, list[shapes.Row]] = defaultdict(list)
    for place, (row, each) in enumerate(answers):
        written[shingles(split(str(each["answer"])), size) - given].append(row)
        yield 0.6 * place / len(answers)
    count: Counter[int] = Counter()
    for own in written:
        count.update(own)
        yield 0.6
    common = frozenset(each for each, times in count.items() if _is_common(times, len(written)))
    texts = []
    for own, rows in written.items():
        if len(left := own - common) >= _FEWEST:
            texts.append(_Text(left, rows))
        yield 0.7
    union = _Union(len(texts))
    for done in _compared(texts, union):
        yield 0.7 + 0.3 * done
    what = "code, whatever its names" if question.kind == "algorithm" else "words in the same order"
    found = []
    for group, likeness in union.groups():
        rows = [row for place in group for row in texts[place].rows]
        if len(rows) > 1 and not _is_common(len(rows), len(answers)):
            said = f"{likeness:.0%} of it is the same {what}, not counting what was given out and what many wrote."
            found.append(_group(rows, question.id, likeness, said))
    return found


def _compared(texts: Sequence[_Text], union: _Union) -> Generator[float, None, None]:
    buckets: dict[int, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        seen: set[int] = set()
        for fingerprint in _fingerprints(text.own):
            bucket = buckets[fingerprint]
            for other in bucket:
                if other in seen or union.root(other) == union.root(place):
                    continue
                seen.add(other)
                common = len(text.own & texts[other].own)
                likeness = common / (len(text.own) + len(texts[other].own) - common)
                if likeness >= _LIKE:
                    union.join(place, other, likeness)
            if len(bucket) < _LEADERS and all(union.root(other) != union.root(place) for other in bucket):
                bucket.append(place)
        yield place / len(texts)


def _fingerprints(own: Shingles) -> Iterable[int]:
    """The smallest shingle in each of a few bins."""
    least: dict[int, int] = {}
    for each in own:
        place = each % _BINS
        if each < least.get(place, _PRIME):
            least[place] = each
    return least.values()


def shingles(words: Sequence[str], size: int) -> Shingles:
    """Every run of `size` words."""
    first, value = pow(_BASE, size, _PRIME), 0
    numbers = [zlib.crc32(word.encode("utf-8", "surrogatepass")) + 1 for word in words]
    found = set()
    for place, number in enumerate(numbers):
        value = (value * _BASE + number) % _PRIME
        if place >= size:
            value = (value - numbers[place - size] * first) % _PRIME
        if place >= size - 1:
            found.add(value)
    return frozenset(found)


def words(text: str) -> list[str]:
    """A text's words, without case and punctuation."""
    return re.findall(r"\w+", text.casefold())


def tokens(code: str) -> list[str]:
    """Code as its tokens, without comments and layout; any name, text or number is as good as another.

    >>> tokens("x = 1  # one") == tokens("window=27")
    True
    """
    found: list[str] = []
    try:
        for each in pieces(code):
            match each.type:
                case tokenize.NAME:
                    found.append(each.string if keyword.iskeyword(each.string) else "name")
                case tokenize.NUMBER | tokenize.STRING:
                    found.append("value")
                case tokenize.OP:
                    found.append(each.string)
                case tokenize.INDENT | tokenize.DEDENT:
                    found.append(tokenize.tok_name[each.type])
    except ValueError:
        return words(code)  # not Python, but still somebody's
    return found


_READ: dict[str, tuple[Callable[[str], list[str]], int]] = {"text": (words, _WORDS), "algorithm": (tokens, _TOKENS)}
