"""Find-the-setting, predict-the-curve and incident: marked by the model, and solvable."""

import json
import math
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.classroom import assignment as files
from inflight.classroom import curves
from inflight.classroom.figure import Shown
from inflight.classroom.form import AssignmentError, Form
from inflight.classroom.goals import Goal
from inflight.classroom.kinds.curve import PLACES, share_of
from inflight.classroom.question import AnswerError
from inflight.classroom.search import Axis, search
from inflight.figure.catalogue import find
from inflight.figure.slices import finish
from inflight.incidents.case import open_case
from inflight.incidents.room import ROOM
from inflight.scenes.kernel import USUAL


@cache
def _parsed(text):
    return files.parse(text)


def posed(question, student="ann", key="k"):
    """The question as a student has it."""
    file = {"schema": files.SCHEMA, "id": "one", "title": "One", "key": key, "questions": [{"text": "?", **question}]}
    found = _parsed(json.dumps(file))
    return found.pose(found.questions[0], student)


def marked(one, answer):
    """The mark of an answer as it comes from a page."""
    return finish(one.question.mark(one, one.question.check(one, json.loads(json.dumps(answer)))))


def own(one):
    return finish(one.question.own(one))


def complete(id, values):
    for last in find(id).run(find(id).fill(values)):
        done = last
    return done


# ---- setting ---------------------------------------------------------------------------------------------------------

SETTING = {
    "id": "set",
    "kind": "setting",
    "figure": {"id": "send-buffer", "at": {"rtt": {"of": [40, 80]}, "wmem_max": 4194304, "size": 4, "gso": False}},
    "free": ["sndbuf"],
    "goals": [{"summary": "goodput", "at_least": 10, "at_most": 20}],
}
"""Between 10 and 20 Mbit/s: by the window law of the send buffer, neither the smallest nor autotuning will do."""


@pytest.mark.parametrize("rtt", [40, 80])
def test_a_setting_is_right_if_the_models_own_run_reaches_the_goals(rtt):
    one = posed({**SETTING, "figure": {**SETTING["figure"], "at": {**SETTING["figure"]["at"], "rtt": rtt}}})
    shares = {}
    for sndbuf in (16384, 65536, 131072, 1048576):
        done = complete("send-buffer", {**one.values, "sndbuf": sndbuf})
        goodput = done.summary["goodput"].value
        mark = marked(one, {"sndbuf": sndbuf})
        assert mark.share == (1 if 10 <= goodput <= 20 else 0)
        assert f"{goodput:.3g}" in mark.reason
        shares[sndbuf] = mark.share
    assert set(shares.values()) == {0, 1}


def test_a_paper_calls_the_controls_as_the_figure_does():
    one = posed(SETTING)
    assert one.question.paper(one)["labels"] == {"sndbuf": "Send buffer"}


def test_a_control_that_is_left_alone_stays_as_it_was_drawn():
    one = posed(SETTING)
    assert one.question.check(one, {}) == {"sndbuf": one.values["sndbuf"]}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "must be an object with sndbuf"),
        ([65536], "must be an object with sndbuf"),
        ({"rtt": 1}, "rtt = 1: not free in this question; must be one of sndbuf"),
        ({"sndbuf": 65536, "rate": 1}, "rate = 1: not free"),
        ({"speed": 1}, "'speed'; must be one of sndbuf"),
        ({"sndbuf": -1}, "sndbuf = -1: must be a whole number from"),
        ({"sndbuf": 10**400}, "sndbuf = 1000"),
        ({"sndbuf": float("nan")}, "sndbuf = nan: must be"),
        ({"sndbuf": True}, "sndbuf = True: must be"),
        ({"sndbuf": {"value": 5}}, "must be a whole number"),
        ({"sndbuf": "__import__('os')"}, "must be a whole number"),
    ],
)
def test_only_what_is_free_can_be_set_and_only_within_its_range(answer, said):
    one = posed(SETTING)
    with pytest.raises(AnswerError) as refused:
        one.question.check(one, answer)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("student", ["ann", "ben"])
@pytest.mark.parametrize(
    "question",
    [
        SETTING,
        {  # a narrow goal on a logarithmic slider
            **SETTING,
            "goals": [{"summary": "goodput", "at_least": 14, "at_most": 16}],
        },
        {  # a choice and a number, two goals against each other
            "id": "aqm",
            "kind": "setting",
            "figure": {"id": "bufferbloat", "at": {"rtt": {"of": [20, 40]}, "duration": 5}},
            "free": ["buffer", "qdisc"],
            "goals": [{"summary": "p99", "at_most": 100}, {"summary": "used", "at_least": 80}],
        },
    ],
    ids=["one", "narrow", "two"],
)
def test_the_models_own_setting_is_accepted(question, student):
    one = posed(question, student)
    answer = own(one)
    assert set(answer) == set(question["free"])
    assert marked(one, answer).share == 1, one.question.say(one, answer)


def test_goals_that_no_setting_reaches_have_no_answer():
    assert own(posed({**SETTING, "goals": [{"summary": "goodput", "at_least": 1000}]})) is None


def test_the_search_looks_closer_where_it_nearly_met_the_goals():
    """What is asked for is met at one of the 65 steps of the slider, and at none of the nine that are tried first."""
    figure = Shown.read(
        Form({"id": "send-buffer", "at": {"rtt": 40, "wmem_max": 4194304, "size": 4, "gso": False}}, "figure")
    )
    axis = Axis.of(figure.parameter("sndbuf"), 16384)
    assert axis.steps == 65
    values = figure.fill({"rtt": 40, "wmem_max": 4194304, "size": 4, "gso": False})
    place = 29
    before, there, behind = (
        complete(figure.id, {**values, "sndbuf": axis.values[at]}).summary["goodput"].value
        for at in range(place - 1, place + 2)
    )
    assert before < there < behind
    goal = Goal("goodput", (before + there) / 2, (there + behind) / 2)
    assert finish(search(figure, values, ["sndbuf"], [goal])) == {"sndbuf": axis.values[place]}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"free": []}, "must be one of sndbuf"),
        ({"free": ["speed"]}, "free = 'speed'"),
        ({"free": ["sndbuf", "sndbuf"]}, "free = 'sndbuf'"),
        ({"figure": {**SETTING["figure"], "locked": ["sndbuf"]}}, "free = 'sndbuf'"),
        ({"figure": {**SETTING["figure"], "hidden": ["sndbuf"]}}, "free = 'sndbuf'"),
        ({"goals": []}, "1 to 6 entries"),
        ({"goals": [{"summary": "speed", "at_least": 1}]}, "speed"),
        ({"goals": [{"summary": "goodput"}]}, "at_least, at_most or both"),
        ({"tolerance": 5}, "there is no such field"),
        ({"figure": {"id": "your-algorithm"}, "free": ["rate"]}, "it takes code"),
    ],
)
def test_a_teachers_slip_in_a_setting_is_told(fields, said):
    with pytest.raises(AssignmentError, match=said):
        posed({**SETTING, **fields})


def test_a_setting_needs_a_figure():
    with pytest.raises(AssignmentError, match="needs a figure"):
        posed({name: value for name, value in SETTING.items() if name != "figure"})


# ---- curves ----------------------------------------------------------------------------------------------------------

HEIGHTS = st.floats(-1e6, 1e6)
CURVES = st.lists(HEIGHTS, min_size=PLACES, max_size=PLACES)


def test_warping_worked_out_by_hand():
    """The first four are those that `tests/figure/bet-score.test.ts` holds the page's measure to."""
    assert curves.dtw([2, 0, 1, 1, 2, 4, 2, 1, 2, 0], [1, 1, 2, 4, 2, 1, 2, 0], 10) == 2  # published: README of `dtw`
    assert curves.dtw([0, 1, 3], [0, 2, 3], 3) == 1
    assert curves.dtw([0, 5, 1, 1], [5, 0, 1, 2], 0) == 11
    assert [curves.dtw([0, 0, 4, 0, 0, 0], [0, 0, 0, 4, 0, 0], band) for band in (0, 1, 5)] == [8, 0, 0]
    assert curves.dtw([0, 0, 1, 1], [0, 1, 1, 1], 1) == 0
    assert curves.dtw([0, 0, 1, 1], [0, 1, 1, 1], 0) == 1
    assert curves.dtw([0, 0, 0, 1], [0, 1, 1, 1], 1) == 1
    assert curves.dtw([0, 0, 0, 1], [0, 1, 1, 1], 2) == 0
    assert curves.dtw([1, 2, 3], [2, 3, 4], 1) == 2  # 1 with 2, 2 with 2, 3 with 3, 3 with 4
    assert curves.dtw([5], [5, 6, 7], 0) == 3  # the band is as wide as the lengths differ


def test_places_between_samples_worked_out_by_hand():
    assert curves.resample([0, 2, 4], [0, 10, 0], 0, 4, 5) == [0, 5, 10, 5, 0]
    assert curves.resample([1, 2], [3, 5], 0, 4, 5) == [3, 3, 5, 5, 5]  # level beyond the ends
    assert curves.resample([0, 1, 2], [0, math.nan, 4], 0, 2, 3) == [0, 2, 4]
    assert curves.resample([0, 1, 1, 2], [0, 0, 8, 8], 0, 2, 5) == [0, 0, 0, 8, 8]  # a step
    assert all(math.isnan(y) for y in curves.resample([0, 1], [math.nan] * 2, 0, 1, 3))
    assert curves.filled([None, 1, None, 3, None]) == [1, 1, 2, 3, 3]
    assert curves.filled([None, None, 7]) == [7, 7, 7]


@given(CURVES)
def test_a_curve_is_no_distance_from_itself(heights):
    assert curves.distance(heights, heights) == 0


@settings(max_examples=40)
@given(CURVES, CURVES)
def test_warping_is_symmetric_and_never_more_than_no_warping(one, other):
    width = curves.dtw(one, other, 1)
    assert width == pytest.approx(curves.dtw(other, one, 1))
    assert width <= math.fsum(abs(a - b) for a, b in zip(one, other, strict=True)) * (1 + 1e-12)
    assert curves.dtw(one, other, 2) <= width * (1 + 1e-12)


@settings(max_examples=40)
@given(CURVES.filter(lambda heights: max(heights) - min(heights) > 1), st.floats(0.001, 1000), st.floats(-1e3, 1e3))
def test_the_distance_has_no_unit_and_a_level_error_is_its_share_of_the_range(heights, factor, level):
    scaled = [factor * height for height in heights]
    off = [height + 1 for height in heights]
    assert curves.distance([factor * height for height in off], scaled) == pytest.approx(curves.distance(off, heights))
    extent = max(heights) - min(heights)
    straight = [level + place * extent for place in range(PLACES)]
    # this line climbs by `extent` from place to place: warping cannot make up for a hundredth of it
    assert curves.distance([y + extent / 100 for y in straight], straight) == pytest.approx(
        0.01 / (PLACES - 1), rel=1e-6
    )


def test_a_shift_by_one_place_of_33_is_free_and_by_three_is_not():
    wave = [math.sin(place / 3) for place in range(PLACES + 3)]
    assert curves.distance(wave[1 : PLACES + 1], wave[:PLACES]) < 0.02  # the ends cannot be warped away
    assert curves.distance(wave[3:], wave[:PLACES]) > 0.1
    step = [0.0] * 16 + [1.0] * 17
    assert curves.distance([0.0] * 17 + [1.0] * 16, step) == 0
    assert curves.distance([0.0] * 19 + [1.0] * 14, step) == pytest.approx(2 / PLACES)


def test_points_fall_straight_from_five_to_twenty_five_percent():
    assert [share_of(off) for off in (0, 0.05, 0.25, 0.4, 1e300)] == [1, 1, 0, 0, 0]
    assert share_of(0.15) == pytest.approx(0.5)
    assert share_of(0.1) == pytest.approx(0.75)


CURVE = {
    "id": "cur",
    "kind": "curve",
    "points": 4,
    "figure": {"id": "congestion-window", "at": {"rtt": {"of": [20, 40, 80]}}, "show": "after"},
    "column": "cwnd",
    "given": ["queue"],
}


def test_the_runs_own_curve_gets_all_points_and_a_level_one_is_marked_by_its_distance():
    one = posed(CURVE)
    answer = own(one)
    assert marked(one, answer).share == 1
    heights = answer["values"]
    extent = max(heights) - min(heights)
    assert marked(one, {"values": [y + 0.04 * extent for y in heights]}).share == 1
    assert marked(one, {"values": [y + 2 * extent for y in heights]}).share == 0
    assert 0 <= marked(one, {"values": [0.0] * PLACES}).share < 0.2


def test_the_heights_are_those_of_the_run_at_evenly_spaced_places():
    one = posed(CURVE)
    done = complete("congestion-window", one.values)
    times, windows = done["t"], done["cwnd"]
    heights = own(one)["values"]
    assert (heights[0], heights[-1]) == (windows[0], windows[-1])
    for place in (5, 16, 29):
        at = times[0] + (times[-1] - times[0]) * place / 32
        around = [y for x, y in zip(times, windows, strict=True) if abs(x - at) <= times[1] - times[0]]
        assert min(around) <= heights[place] <= max(around)


def test_what_was_not_drawn_runs_straight_between_what_was():
    one = posed(CURVE)
    sparse = [10.0 if place == 0 else 42.0 if place == 32 else None for place in range(PLACES)]
    straight = [10.0 + place for place in range(PLACES)]
    assert marked(one, {"values": sparse}) == marked(one, {"values": straight})


def test_the_paper_of_a_curve_has_axes_that_hold_it_and_what_is_given():
    tops = set()
    for student in ("ann", "ben", "cleo", "dan", "eve", "fay"):
        one = posed(CURVE, student)
        sheet = one.question.paper(one)
        heights = own(one)["values"]
        assert sheet["places"] == PLACES == len(heights)
        assert sheet["column"]["unit"] == "segments"
        assert sheet["column"]["from"] == 0
        top = sheet["column"]["to"]
        assert 1.3 * max(heights) <= top
        done = complete("congestion-window", one.values)
        assert (sheet["x"]["from"], sheet["x"]["to"]) == (done["t"][0], done["t"][-1])
        assert [each["name"] for each in sheet["given"]] == ["queue"]
        assert max(sheet["given"][0]["values"]) <= max(done["queue"])
        assert "values" not in sheet["column"]
        tops.add(top / max(heights))
        assert json.loads(json.dumps(sheet)) == sheet
    assert len(tops) > 3  # the end of the axis says little of where the curve is


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "an object with `values`"),
        ([1.0] * PLACES, "an object with `values`"),
        ({"values": [1.0] * PLACES, "share": 1}, "an object with `values`"),
        ({"values": "1" * PLACES}, "an object with `values`"),
        ({"values": [1.0] * 32}, "values has 32 heights: must be 33"),
        ({"values": [None] * PLACES}, "no height"),
        ({"values": [float("nan")] * PLACES}, "a number up to"),
        ({"values": [float("inf")] * PLACES}, "a number up to"),
        ({"values": [1e300] * PLACES}, "a number up to"),
        ({"values": [10**400] * PLACES}, "a number up to"),
        ({"values": [True] * PLACES}, "a number up to"),
        ({"values": ["5"] * PLACES}, "a number up to"),
        ({"values": [[1]] * PLACES}, "a number up to"),
    ],
)
def test_a_curve_that_cannot_be_marked_is_refused(answer, said):
    one = posed(CURVE)
    with pytest.raises(AnswerError, match=said):
        one.question.check(one, answer)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"column": "speed"}, "column = 'speed'"),
        ({"column": "t"}, "column = 't'"),
        ({"given": ["cwnd"]}, "columns other than the one"),
        ({"given": ["speed"]}, "given = 'speed'"),
        ({"figure": {**CURVE["figure"], "show": "always"}}, "the figure shows the curve"),
    ],
)
def test_a_teachers_slip_in_a_curve_is_told(fields, said):
    with pytest.raises(AssignmentError, match=said):
        posed({**CURVE, **fields})


def test_a_column_without_values_at_the_drawn_setting_is_told():
    """Nothing is lost within a second on a line this fast, so there is no threshold yet."""
    at = {"algorithm": "reno", "rate": 1000, "rtt": 100, "buffer": 5000, "duration": 1}
    one = posed({**CURVE, "column": "ssthresh", "figure": {"id": "congestion-window", "at": at, "show": "after"}})
    with pytest.raises(AssignmentError, match="no values at this setting"):
        own(one)


INCIDENT = {"id": "inc", "kind": "incident", "points": 10, "family": "transfer", "level": 1}
ALGORITHM = {"id": "alg", "kind": "algorithm", "goals": [{"measure": "score", "at_least": 60}]}

# ---- all of them ----------------------------------------------------------------------------------------------------

FIELDS = ("values", "sndbuf", "rtt", "cause", "fix", "asked", "share", "")

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize("question", [SETTING, CURVE, INCIDENT, ALGORITHM], ids=lambda question: question["kind"])
@settings(max_examples=60, deadline=None)
@given(answer=JSON)
def test_any_answer_is_taken_or_refused_in_words(question, answer):
    one = posed(question)
    said = ""
    try:
        said = one.question.say(one, one.question.check(one, answer))
    except AnswerError as error:
        said = str(error)
    assert said
    assert len(said) < 1000


# ---- incident --------------------------------------------------------------------------------------------------------


def wrong(offered, right):
    return next(each.id for each in offered if each.id != right)


def test_an_incident_is_worth_sixty_for_the_cause_and_forty_for_a_fix_that_helps():
    one = posed(INCIDENT)
    case = one.question.case(one)
    right = own(one)
    assert right["cause"] == case.fault.id
    whole = marked(one, right)
    assert whole.share == 1
    other = wrong(case.suspects, case.fault.id)
    assert marked(one, {**right, "cause": other}).share == pytest.approx(0.4)
    harmless = next(fix.id for fix in case.fixes if not finish(case.run(fix)).well)
    assert marked(one, {**right, "fix": harmless}).share == pytest.approx(0.6)
    assert marked(one, {**right, "cause": other, "fix": harmless}).share == 0


def test_the_room_comes_to_the_same_verdict():
    one = posed(INCIDENT)
    sheet, right = one.question.paper(one), own(one)
    lines = [":suspects", f":cause {right['cause']}", f":fix {right['fix']}"]
    told = finish(ROOM["debrief"](sheet["seed"], sheet["level"], sheet["family"], USUAL, lines))
    assert next(each["got"] for each in told["score"] if each["name"] == "fix") > 0
    assert told["after"] in marked(one, right).reason


def test_what_was_asked_is_the_students_word_and_earns_nothing():
    one = posed(INCIDENT)
    right = own(one)
    mark = marked(one, {**right, "asked": ["web-1# nstat", "what nobody types", "web-1# nstat"]})
    assert mark.share == 1
    assert "you typed 3 lines" in mark.reason


def test_students_have_other_cases_and_one_student_the_same_again():
    seeds = [
        posed(INCIDENT, str(student)).question.paper(posed(INCIDENT, str(student)))["seed"] for student in range(50)
    ]
    assert len(set(seeds)) == 50
    assert one_seed("ann") == one_seed(" ANN ")
    assert one_seed("ann") != one_seed("ann", key="another")


def one_seed(student, key="k"):
    one = posed(INCIDENT, student, key)
    return one.question.paper(one)["seed"]


def test_the_paper_names_the_case_that_is_marked_also_where_the_seed_chooses_the_family():
    found = set()
    for student in range(12):
        one = posed({**INCIDENT, "family": "", "level": 2}, str(student))
        sheet = one.question.paper(one)
        shown = open_case(sheet["seed"], sheet["level"], sheet["family"])
        case = one.question.case(one)
        assert (shown.fault.id, shown.setting) == (case.fault.id, case.setting)
        found.add(sheet["family"])
    assert len(found) > 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "an object with cause, fix and asked"),
        ({"cause": "x"}, "an object with cause, fix and asked"),
        ({"cause": "x", "fix": "y", "points": 10}, "an object with cause, fix and asked"),
        ({"cause": "gremlins", "fix": "y"}, "cause 'gremlins': must be one of"),
        ({"cause": ["a"], "fix": "y"}, "cause = "),
        ({"cause": "x" * 10_000, "fix": "y"}, "cause = "),
        ({"cause": None, "fix": None}, "cause = None"),
    ],
)
def test_an_answer_names_what_is_offered(answer, said):
    one = posed(INCIDENT)
    with pytest.raises(AnswerError, match=said) as refused:
        one.question.check(one, answer)
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize("asked", [5, "ss-tin", [5], [None], ["x"] * 401, {"0": "ss-tin"}])
def test_what_was_typed_is_a_list_of_lines(asked):
    one = posed(INCIDENT)
    with pytest.raises(AnswerError, match="asked = "):
        one.question.check(one, {**own(one), "asked": asked})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"family": "gremlins"}, "family = 'gremlins'"),
        ({"level": 0}, "from 1 to 3"),
        ({"level": 4}, "from 1 to 3"),
        ({"seed": 5}, "there is no such field"),
    ],
)
def test_a_teachers_slip_in_an_incident_is_told(fields, said):
    with pytest.raises(AssignmentError, match=said):
        posed({**INCIDENT, **fields})
