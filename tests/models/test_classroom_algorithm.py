"""Write-the-algorithm: the model's run of what the code decided is the code's own run, and nothing else is believed."""

import json
import sys
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.bridge import answers
from inflight.classroom import assignment as files
from inflight.classroom.desk import check, key, paper, runs
from inflight.classroom.form import AssignmentError
from inflight.classroom.kinds.algorithm import LARGEST
from inflight.classroom.question import AnswerError
from inflight.classroom.replay import TraceError, capacity, checked, race, record, replay
from inflight.classroom.sandbox_runs import SANDBOXED, decisions
from inflight.figure.slices import finish
from inflight.reader import sandbox
from inflight.reader.code import ReaderAlgorithm
from inflight.reader.starters import BY_DELAY, FIXED, GENTLE, GREEDY, RENO
from inflight.scenes.algorithm_race import RacePath

CUBIC_LIKE = """
def init(cc):
    cc.top, cc.start = 0, 0

def on_ack(cc, ack):
    if ack.in_recovery:
        cc.cwnd = 77  # does not count
        return
    if cc.cwnd < cc.ssthresh:
        cc.cwnd += ack.acked
        return
    if not cc.start:
        cc.start = ack.now
        cc.top = max(cc.top, cc.cwnd)
    k = (cc.top * 0.3 / 0.4) ** (1 / 3)
    target = 0.4 * (ack.now - cc.start - k) ** 3 + cc.top
    cc.cwnd += max(0.01, min(target - cc.cwnd, cc.cwnd / 2)) * ack.acked / cc.cwnd

def on_loss(cc, now):
    cc.top, cc.start = cc.cwnd, 0
    cc.cwnd *= 0.7

def on_rto(cc, now):
    cc.cwnd = 2.5
"""

DICE = """
import random
dice = random.Random(SEED)

def on_ack(cc, ack):
    if dice.random() < 0.2:
        cc.cwnd = dice.uniform(0, 60)
    if dice.random() < 0.1:
        cc.ssthresh = dice.uniform(0, 60)

def on_loss(cc, now):
    if dice.random() < 0.5:
        cc.ssthresh = dice.uniform(0, 60)

def on_rto(cc, now):
    cc.cwnd = dice.uniform(0, 9)
"""

ON_LOSS_ALONE = "def on_loss(cc, now):\n    cc.ssthresh = 8\n"

CODES = {
    "reno": RENO,
    "cubic-like": CUBIC_LIKE,
    "by delay": BY_DELAY,
    "gentle": GENTLE,
    "fixed": FIXED,
    "greedy": GREEDY,
    "on_loss alone": ON_LOSS_ALONE,
    **{f"dice {seed}": DICE.replace("SEED", str(seed)) for seed in range(4)},
}

TRACKS = {
    "calm": RacePath(rate=5, rtt=40, buffer=20, loss=0, duration=4),
    "lossy": RacePath(rate=5, rtt=40, buffer=60, loss=1, duration=4),
    "timeouts": RacePath(rate=2, rtt=60, buffer=3, loss=25, duration=6),
}


def outcome(run):
    """All that a race can be told by, exactly."""
    link, flows = run.bell.link, [flow.sender for flow in run.bell.flows]
    return (
        (link.sent, link.drops, link.lost),
        [(s.una, s.nxt, s.retransmissions, s.board.delivered, s.recovery.timeouts) for s in flows],
        [(s.congestion.cwnd, s.congestion.ssthresh, s.rtt.srtt_us, s.recovery.entered) for s in flows],
        getattr(run, "mean_rtt", None),
        getattr(run, "score", None),
        getattr(run, "share", None),
    )


@pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside"])
@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("code", CODES)
def test_a_replay_of_what_the_code_decided_is_the_codes_own_run(code, track, beside):
    path = TRACKS[track]
    direct = finish(race(partial(ReaderAlgorithm, CODES[code]), path, "chance", beside))
    made = finish(record(CODES[code], path, "chance", beside))
    travelled = json.loads(json.dumps({"decisions": made}))
    assert outcome(finish(replay(travelled, path, "chance", beside))) == outcome(direct)


def test_the_cases_above_have_losses_timeouts_and_recoveries():
    seen = [outcome(finish(race(partial(ReaderAlgorithm, CUBIC_LIKE), p, "chance", False))) for p in TRACKS.values()]
    (_, drops, _), (_, _, lost), _ = (counts for counts, *_ in seen)
    assert drops
    assert lost
    assert seen[2][1][0][4]  # timeouts


def test_other_chance_makes_another_run():
    path = TRACKS["lossy"]
    made = finish(record(RENO, path, "one", False))
    with pytest.raises(TraceError):
        finish(replay({"decisions": made}, path, "another", False))


# ---- what is not believed --------------------------------------------------------------------------------------------


def test_a_forged_list_is_worth_what_its_windows_are():
    """The window of 200 that it claims to have chosen is the run of a window of 200."""
    path = TRACKS["calm"]
    code = "def init(cc):\n    cc.cwnd = 200\n    cc.ssthresh = 100\n\ndef on_loss(cc, now):\n    cc.ssthresh = 100\n"
    direct = finish(race(partial(ReaderAlgorithm, code), path, "x", False))
    made = finish(record(code, path, "x", False))
    forged = [1, 190, 100 - 0x7FFFFFFF, sum(made[::3]) - 1, 0, 0]
    claims = {"decisions": forged, "score": 100, "goodput": 1e9, "share": 100}
    run = finish(replay(claims, path, "x", False))
    assert outcome(run) == outcome(direct)
    assert run.score < 60  # a full queue all the time


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 50), st.integers(-40, 60), st.integers(-40, 60)), max_size=30),
    st.booleans(),
)
def test_no_list_gets_more_through_than_the_line_can_carry(runs, beside):
    """Whatever stands there is refused, or makes a run that the line allows."""
    path = replace(TRACKS["lossy"], duration=1)
    made = [number for run in runs for number in run] + [1, 0, 100 - 0x7FFFFFFF] + [2000, 0, 0]
    try:
        run = finish(replay({"decisions": made}, path, "x", beside))
    except TraceError:
        return
    assert sum(flow.sender.una for flow in run.bell.flows) <= (capacity(path) + 3) * 1448


WRONG = {
    "nothing": None,
    "a text": "hello",
    "a number": 7,
    "a list": [1, 2, 3],
    "empty": {},
    "no list": {"decisions": {"0": 1}},
    "not in threes": {"decisions": [1, 0]},
    "texts": {"decisions": ["1", "0", "0"]},
    "truth values": {"decisions": [True, 0, 0]},
    "fractions": {"decisions": [1.0, 0, 0]},
    "nested": {"decisions": [[1, 0, 0], [1, 0, 0], [1, 0, 0]]},
    "not finite": {"decisions": [1, float("nan"), float("inf")]},
    "huge": {"decisions": [1, 10**4000, 0]},
    "endless": {"decisions": [10**18, 0, 0]},
    "no times": {"decisions": [0, 0, 0]},
    "less than no times": {"decisions": [-5, 0, 0]},
    "too many": {"decisions": [1, 0, 0] * 100_000},
    "too short": {"decisions": [3, 0, 0]},
    "nothing decided": {"decisions": []},
    "too long": {"decisions": [4000, 0, 0]},
    "window below 1": {"decisions": [1, -10, 0, 4000, 0, 0]},
    "window too large": {"decisions": [1, 1_000_000, 0, 4000, 0, 0]},
    "threshold too large": {"decisions": [1, 0, 1, 4000, 0, 0]},
    "an error that is none": {"error": 5, "decisions": [5]},
    "an error": {"error": "line 3: NameError\n\x1b[31m" + "x" * 5000},
}


@pytest.mark.parametrize("trace", WRONG.values(), ids=WRONG)
def test_what_can_be_no_list_of_decisions_is_refused_in_a_line(trace):
    path = TRACKS["calm"]
    with pytest.raises(TraceError) as refused:
        finish(replay(trace, path, "x", False))
    text = str(refused.value)
    assert text.isprintable()
    assert 10 < len(text) < 500


def test_a_window_may_not_be_set_where_the_connection_sets_it():
    """In `on_loss` only the threshold is the code's."""
    path = replace(TRACKS["lossy"], loss=5)
    made = finish(record("def on_loss(cc, now):\n    cc.ssthresh = 8\n", path, "x", False))
    place = next(i for i in range(0, len(made), 3) if made[i + 2])  # the loss
    made[place + 1] = 30
    with pytest.raises(TraceError, match="sets cwnd where only ssthresh"):
        finish(replay({"decisions": made}, path, "x", False))


def test_a_list_is_looked_at_before_it_is_run():
    with pytest.raises(TraceError, match="100000 decisions came back"):
        checked({"decisions": [1, 0, 0] * 100_000}, TRACKS["calm"])


# ---- the sandbox's side ----------------------------------------------------------------------------------------------

PATH = {"rate": 5.0, "rtt": 40.0, "buffer": 20, "loss": 0.0, "duration": 1.0}


def finish_asked(asked: answers.Asked) -> None:
    while not asked.step(50):
        pass


@pytest.fixture
def shut(monkeypatch):
    """The doors, shut for one test."""
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    sandbox.shut()


def test_students_code_is_refused_where_the_doors_are_open():
    with pytest.raises(PermissionError):
        finish(decisions("def on_ack(cc, ack): pass", PATH, "x"))
    with pytest.raises(KeyError):
        finish_asked(answers.ask("decisions", "{}"))


def test_behind_shut_doors_there_is_nothing_else_to_ask(shut):
    for question in ("assignment", "key", "check", "incident"):
        with pytest.raises(KeyError):
            finish_asked(answers.ask(question, "{}"))
    asked = answers.ask("decisions", json.dumps({"code": CUBIC_LIKE, "path": PATH, "seed": "x"}))
    finish_asked(asked)
    assert json.loads(asked.text())["decisions"]
    assert set(SANDBOXED) == {"decisions"}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def on_ack(cc, ack):\n    cc.cwnd = 1 / 0", "line 2: ZeroDivisionError"),
        ("def on_ack(cc, ack)\n    pass", "line 1: SyntaxError"),
        ("import js", "js cannot be imported"),
        ("x = 1", "there is nothing to run"),
        ("def on_ack(cc, ack):\n    raise SystemExit", "line 2: SystemExit"),
        (
            "import contextlib\nsys = contextlib.suppress.__init__.__globals__['sys']\n\ndef on_ack(cc, ack):\n"
            "    frame = sys._getframe()\n"
            "    while frame:\n"
            "        if 'link' in frame.f_locals: frame.f_locals['link'].sent = None\n"
            "        if hasattr(frame.f_locals.get('self'), '_heap'): frame.f_locals['self']._heap.clear()\n"
            "        frame = frame.f_back\n",
            "the run broke off",
        ),
    ],
)
def test_what_goes_wrong_in_the_code_comes_back_as_a_message(shut, code, said):
    assert said in finish(decisions(code, PATH, "x"))["error"]


def test_code_that_throws_dice_decides_the_same_twice(shut):
    code = "import random\n\ndef on_ack(cc, ack):\n    cc.cwnd = random.uniform(1, 30)\n"
    assert finish(decisions(code, PATH, "x")) == finish(decisions(code, PATH, "x"))
    assert finish(decisions(code, PATH, "x")) != finish(decisions(code, PATH, "y"))


# ---- the question ----------------------------------------------------------------------------------------------------

QUESTION = {
    "id": "alg",
    "kind": "algorithm",
    "text": "Write one.",
    "points": 10,
    "path": {"rate": {"of": [2, 5]}, "rtt": {"from": 20, "to": 60, "step": 10}, "buffer": 60, "duration": 4},
    "shown": 1,
    "hidden": 2,
    "goals": [{"measure": "score", "at_least": 60}, {"measure": "utilisation", "at_least": 80}],
}


def text(secret="s", **fields):
    """An assignment with this question."""
    return json.dumps(
        {
            "schema": files.SCHEMA,
            "id": "one",
            "title": "One",
            "key": "k",
            **({"secret": secret} if secret else {}),
            "questions": [{**QUESTION, **fields}],
        }
    )


def sandboxed(file, student, code):
    """What the sandbox would come to, by the code itself."""
    asked = finish(runs(file, student, "alg", code))["runs"]
    return [
        {"decisions": finish(record(run["code"], RacePath(**run["path"]), run["seed"], run["beside"]))} for run in asked
    ]


def marked(file, code, traces, student="ann"):
    return finish(check(file, student, "alg", code, traces))


def test_the_share_is_that_of_the_paths_on_which_all_goals_are_met():
    assert marked(text(), BY_DELAY, sandboxed(text(), "ann", BY_DELAY))["share"] == 1
    found = marked(text(), RENO, sandboxed(text(), "ann", RENO))
    assert found["share"] == 0
    assert found["reason"].count("missed") == found["reason"].count("Score") == 3  # fast enough, but a full queue
    honest, poor = sandboxed(text(), "ann", BY_DELAY), sandboxed(text(), "ann", RENO)
    mixed = marked(text(), BY_DELAY, [honest[0], poor[1], {"error": "line 1: it broke"}])
    assert mixed["share"] == pytest.approx(1 / 3)
    assert mixed["points"] == 3.33
    assert "line 1: it broke" in mixed["reason"]


@pytest.mark.parametrize("traces", [[], [None] * 3, [{"decisions": [1, 0, 0]}] * 3, "text", 5, {}])
def test_what_comes_back_from_the_sandbox_crashes_nothing(traces):
    assert marked(text(), RENO, traces)["share"] == 0


def test_code_that_was_not_run_has_no_mark():
    assert marked(text(), RENO, None)["share"] is None


def test_hidden_paths_are_the_teachers():
    teachers, public = text(), json.dumps(files.parse(text()).public)
    asked, open_ = (finish(runs(file, "ann", "alg", RENO))["runs"] for file in (teachers, public))
    assert len(asked) == 3
    assert open_ == asked[:1]
    other = finish(runs(text("another secret"), "ann", "alg", RENO))["runs"]
    assert other[0] == asked[0]
    assert other[1:] != asked[1:]
    found = marked(public, BY_DELAY, sandboxed(public, "ann", BY_DELAY))
    assert found["share"] == 1
    assert "2 hidden paths follow" in found["reason"]
    sheet = finish(paper(public, "ann"))["questions"][0]
    assert len(sheet["paths"]) == 1
    assert sheet["hidden"] == 2
    assert sheet == finish(paper(teachers, "ann"))["questions"][0]
    assert sheet["paths"][0]["rtt"] == asked[0]["path"]["rtt"]


def test_paths_differ_within_a_paper_and_between_students():
    drawn = [finish(runs(text(), str(student), "alg", RENO))["runs"] for student in range(30)]
    for asked in drawn:
        paths = [json.dumps(run["path"]) for run in asked]
        assert len(set(paths)) == 3
    assert len({json.dumps(asked[0]["path"]) for asked in drawn}) > 5  # of ten
    assert len({run["seed"] for asked in drawn for run in asked}) == 90


def test_the_keys_algorithm_is_accepted_and_what_cannot_be_solved_has_none():
    for least, goals in (
        (2, [{"measure": "score", "at_least": 70}, {"measure": "delay", "at_most": 1.4}]),
        (5, [{"measure": "delay", "at_most": 1.7}, {"measure": "share", "at_least": 40}]),
    ):
        file = text(goals=goals, path={**QUESTION["path"], "rate": {"of": [least, 5]}, "loss": 1})
        answer = finish(key(file, "ann"))["key"]["alg"]["answer"]
        asked = finish(runs(file, "ann", "alg", answer))["runs"]
        found = marked(file, answer, [finish(decisions(**run)) for run in asked])
        assert found["share"] == 1, found["reason"]
    nobody = text(goals=[{"measure": "score", "at_least": 100}])
    assert finish(key(nobody, "ann"))["key"]["alg"]["answer"] is None


def test_measures_of_a_window_that_is_worked_out_by_hand():
    """Five segments in flight on an empty path of 200 ms: 25 segments a second; and nothing waits, nothing is lost."""
    code = "def init(cc):\n    cc.cwnd = 5\n\ndef on_ack(cc, ack):\n    cc.cwnd = 5\n"
    path = {"rate": 5, "rtt": 200, "buffer": 60, "duration": 20}
    share = 100 * 25 * 1514 * 8 / 5e6  # 6.06%
    for goals, met in (
        ([{"measure": "utilisation", "at_least": 0.93 * share, "at_most": share}], 1),  # the first round trips
        ([{"measure": "utilisation", "at_least": share * 1.01}], 0),
        ([{"measure": "delay", "at_least": 1, "at_most": 1.01}], 1),
        ([{"measure": "loss", "at_most": 0}], 1),
        ([{"measure": "score", "at_least": 0.93 * share, "at_most": share}], 1),
    ):
        file = text(goals=goals, path=path, hidden=0)
        assert marked(file, code, sandboxed(file, "ann", code))["share"] == met, goals


def test_what_is_sent_again_is_what_was_lost():
    file = text(
        goals=[{"measure": "loss", "at_least": 2, "at_most": 4}], path={**QUESTION["path"], "loss": 3}, hidden=0
    )
    code = (
        "def on_ack(cc, ack):\n    if not ack.in_recovery: cc.cwnd = 10\n\ndef on_loss(cc, now):\n    cc.ssthresh = 10"
    )
    assert marked(file, code, sandboxed(file, "ann", code))["share"] == 1


@pytest.mark.parametrize("answer", ["", "  \n", "x" * 20_001, None, 5, ["def on_ack"]])
def test_an_answer_is_a_text(answer):
    with pytest.raises(AnswerError, match="Python text"):
        finish(runs(text(), "ann", "alg", answer))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"path": {"speed": 5}}, r"path\.speed: there is no such field"),
        ({"path": {"rate": {"of": [5, 5000]}}}, "rate = 5000: must be a number from 0.5 to 1000 Mbit/s"),
        ({"path": {"buffer": 2.5}}, "whole number"),
        ({"path": {"rate": {"of": [5, 900]}, "duration": {"of": [2, 20]}}}, f"must be at most {LARGEST}"),
        ({"shown": 0, "hidden": 0}, "shown = 0"),
        ({"goals": []}, "1 to 6 entries"),
        ({"goals": [{"measure": "speed", "at_least": 1}]}, "one of score, utilisation, delay, loss, share"),
        ({"goals": [{"measure": "score"}]}, "at_least, at_most or both"),
        ({"paths": {}}, "there is no such field"),
    ],
)
def test_a_teachers_slip_is_told(fields, said):
    with pytest.raises(AssignmentError, match=said):
        files.parse(text(**fields))
