"""What differs per student: spread and independence over a thousand ids, who is the same student, forms of a draw."""

import itertools
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.classroom.assignment import Assignment, read
from inflight.classroom.draws import Draw, student_id
from inflight.classroom.form import AssignmentError
from inflight.classroom.paper import paper

CRITICAL = {1: 15.14, 2: 18.42, 3: 21.11, 4: 23.51, 5: 25.74, 9: 33.72, 15: 44.26, 23: 57.02}
"""χ² that chance exceeds once in 10,000 times, by degrees of freedom: the tables' values at p = 0.0001."""

RTTS = [20, 40, 80, 160]
RATES = {"from": 10, "to": 100, "step": 10}

NAMES: dict[str, Callable[[int], str]] = {
    "numbered": lambda n: f"student-{n:04d}",
    "matriculation": lambda n: str(3_170_000 + n),
    "mail": lambda n: f"{chr(97 + n % 26)}.{chr(97 + n // 26 % 26)}{n}@example.edu",
}


def assignment(key: str = "spring") -> Assignment:
    figure = {"id": "send-buffer", "at": {"rtt": {"of": RTTS}, "rate": RATES, "sndbuf": {"of": [16384, 65536]}}}
    texts = ("one", "two", "three", "four")
    return read(
        {
            "schema": "inflight.assignment/1",
            "id": "spread",
            "title": "Spread",
            "key": key,
            "questions": [
                {"id": "first", "kind": "text", "text": "{rtt}, {rate}", "figure": figure},
                {"id": "second", "kind": "text", "text": "{rtt}, {rate}", "figure": figure},
                {"id": "pick", "kind": "choice", "text": "?", "choices": [{"text": each} for each in texts]},
                {"id": "sort", "kind": "order", "text": "?", "items": list(texts)},
            ],
        }
    )


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def drawn(whole: Assignment, names: Callable[[int], str]) -> list[dict[tuple[str, str], Hashable]]:
    """What each of a thousand students has, by question and what is drawn."""
    found = []
    for number in range(1000):
        mine: dict[tuple[str, str], Hashable] = {}
        for question in whole.questions:
            of = whole.pose(question, names(number))
            if question.figure:
                mine |= {(question.id, name): of.values[name] for name in question.figure.at}
            else:
                entries = question.paper(of).get("choices") or question.paper(of)["items"]
                mine[question.id, "order"] = tuple(each["place"] for each in entries)
        found.append(mine)
    return found


@pytest.fixture(scope="module", params=NAMES)
def students(request: pytest.FixtureRequest) -> list[dict[tuple[str, str], Hashable]]:
    return drawn(assignment(), NAMES[request.param])


def test_each_value_comes_up_as_often_as_the_others(students: list[dict[tuple[str, str], Hashable]]) -> None:
    values = {"rtt": 4, "rate": 10, "sndbuf": 2, "order": 24}
    for what in students[0]:
        counts = Counter(each[what] for each in students)
        assert len(counts) == values[what[1]]
        assert chi_square(counts.values(), 1000 / len(counts)) < CRITICAL[len(counts) - 1]


def test_what_is_drawn_says_nothing_of_what_else_is_drawn(students: list[dict[tuple[str, str], Hashable]]) -> None:
    """χ² of the table of each two: between questions, and between the parameters of one."""
    few = {("first", "rtt"): 4, ("second", "rtt"): 4, ("first", "sndbuf"): 2, ("second", "sndbuf"): 2}
    first = {("pick", "order"): 4, ("sort", "order"): 4}

    def value(each: dict[tuple[str, str], Hashable], what: tuple[str, str]) -> Hashable:
        return each[what][0] if what in first else each[what]  # type: ignore[index]

    for (one, many), (other, more) in itertools.combinations({**few, **first}.items(), 2):
        table = Counter((value(each, one), value(each, other)) for each in students)
        ones, others = (Counter(value(each, what) for each in students) for what in (one, other))
        found = sum(
            (table[a, b] - ones[a] * others[b] / 1000) ** 2 / (ones[a] * others[b] / 1000) for a in ones for b in others
        )
        assert found < CRITICAL[(many - 1) * (more - 1)], (one, other)


def test_neighbours_are_not_alike(students: list[dict[tuple[str, str], Hashable]]) -> None:
    """Ids that follow each other have the same round trip as often as any two: one time in four."""
    same = sum(a["first", "rtt"] == b["first", "rtt"] for a, b in itertools.pairwise(students))
    found = chi_square([same], 999 / 4) + chi_square([999 - same], 999 * 3 / 4)
    assert found < CRITICAL[1]


def test_another_key_is_another_draw() -> None:
    """Last year's answers are of as much use as anybody's."""
    old, new = (drawn(assignment(key), NAMES["numbered"]) for key in ("spring", "autumn"))
    table = Counter((a["first", "rtt"], b["first", "rtt"]) for a, b in zip(old, new, strict=True))
    assert len(table) == 16
    assert chi_square(table.values(), 1000 / 16) < CRITICAL[15]


# Who is the same student


@pytest.mark.parametrize(
    "spellings",
    [
        ["ada", "Ada", " ADA\n", "ada\u200b", "\ufeffada", "ａｄａ"],
        ["ada lovelace", "Ada  Lovelace", "\tada\u00a0lovelace ", "ada\u2003LOVELACE"],
        ["josé", "jose\u0301", "JOSÉ", "JOSE\u0301"],
        ["weiß", "WEISS", "WEIẞ", "weiss"],
        ["ΐ", "\u03b9\u0308\u0301", "\u03aa\u0301", "\u0399\u0308\u0301"],
        ["ﬁona", "FIONA"],
        ["각", "\u1100\u1161\u11a8"],
    ],
)
def test_one_student_however_the_id_is_typed(spellings: list[str]) -> None:
    whole = assignment()
    assert len({student_id(each) for each in spellings}) == 1
    assert len({json.dumps(paper(whole, each)) for each in spellings}) == 1


def test_other_students() -> None:
    different = ["ada", "ada1", "ad a", "adá", "a-da", "01", "1", "0001"]
    assert len({student_id(each) for each in different}) == len(different)


@given(st.text())
def test_an_id_in_its_plain_form_stays_as_it_is(text: str) -> None:
    plain = student_id(text)
    assert student_id(plain) == plain
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert student_id(unicodedata.normalize(form, text)) == plain  # type: ignore[arg-type]
    assert plain == plain.strip()


def test_half_a_character_is_an_id_like_any_other() -> None:
    """JSON can hold half of a surrogate pair; nothing is drawn for it that could not be drawn again."""
    whole = assignment()
    assert paper(whole, "\ud800") == paper(whole, "\ud800 ")


# Forms of a draw


@pytest.mark.parametrize(
    ("given", "values"),
    [
        (80, (80,)),
        (0.5, (0.5,)),
        ("cubic", ("cubic",)),
        (True, (True,)),
        ({"of": [10, 100]}, (10, 100)),
        ({"of": ["reno"]}, ("reno",)),
        ({"of": [False, True]}, (False, True)),
        ({"from": 20, "to": 60, "step": 20}, (20, 40, 60)),
        ({"from": 20, "to": 59, "step": 20}, (20, 40)),
        ({"from": 0, "to": 0.3, "step": 0.1}, (0, 0.1, 0.2, 0.3)),
        ({"from": -1, "to": 1, "step": 0.5}, (-1, -0.5, 0, 0.5, 1)),
        ({"from": 7, "to": 7, "step": 3}, (7,)),
    ],
)
def test_forms_of_a_draw(given: Any, values: tuple[Any, ...]) -> None:
    found = Draw.read(given, "at.x").values
    assert found == values
    # 20, not 20.0: values stand in texts and in fingerprints
    assert [type(each) for each in found] == [type(each) for each in values]


@pytest.mark.parametrize(
    ("given", "field", "value", "allowed"),
    [
        (None, "at.x", "None", "a value, or an object"),
        ([1, 2], "at.x", "[1, 2]", "a value, or an object"),
        ({"of": []}, "at.x.of", "[]", "a list of 1 to 1000 values"),
        ({"of": 5}, "at.x.of", "5", "a list of 1 to 1000 values"),
        ({"of": list(range(1001))}, "at.x.of", "[0, 1", "a list of 1 to 1000 values"),
        ({"of": [1, None]}, "at.x.of", "None", "a value"),
        ({"of": [[1]]}, "at.x.of", "[1]", "a value"),
        ({"of": [1], "step": 1}, "at.x.step", "", "there is no such field"),
        ({"from": 1, "to": 5}, "at.x.step", "None", "a number"),
        ({"from": 1, "step": 1}, "at.x.to", "None", "a number"),
        ({}, "at.x.from", "None", "a number"),
        ({"from": "1", "to": 5, "step": 1}, "at.x.from", "'1'", "a number"),
        ({"from": 1, "to": float("inf"), "step": 1}, "at.x.to", "inf", "a number"),
        ({"from": 1, "to": float("nan"), "step": 1}, "at.x.to", "nan", "a number"),
        ({"from": 1, "to": 5, "step": 0}, "at.x.step", "0", "a number"),
        ({"from": 1, "to": 5, "step": -1}, "at.x.step", "-1", "a number"),
        ({"from": 1, "to": 10**400, "step": 1}, "at.x.to", "1000", "a number"),
        ({"from": 1, "to": 1001, "step": 1}, "at.x.step", "1", "a step that makes 1 to 1000 values"),
        ({"from": 20, "to": 15, "step": 10}, "at.x.step", "10", "a step that makes 1 to 1000 values from 20 to 15"),
        ({"from": 1, "to": 5, "step": 1, "off": 2}, "at.x.off", "", "there is no such field"),
    ],
)
def test_what_is_no_draw(given: Any, field: str, value: str, allowed: str) -> None:
    with pytest.raises(AssignmentError) as caught:
        Draw.read(given, "at.x")
    said = str(caught.value)
    assert said.startswith(field)
    assert value in said
    assert allowed in said


@given(st.integers(-1000, 1000), st.integers(1, 50), st.integers(0, 200), st.sampled_from([1, 10, 1000]))
def test_steps_are_those_of_whole_numbers(low: int, step: int, count: int, divisor: int) -> None:
    """In tenths and thousandths too: 0.1 + 0.2 is 0.3."""
    high = low + step * count
    found = Draw.read({"from": low / divisor, "to": high / divisor, "step": step / divisor}, "x").values
    assert found == tuple(each / divisor for each in range(low, high + 1, step))
