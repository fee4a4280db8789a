"""Two folders of recordings against each other. What a kernel did is its own yardstick; the changes are made here."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inflight.cli import main
from inflight.compare.between import Between, between, compare_runs
from inflight.compare.recording import RecordingError, parse

RECORDINGS = Path(__file__).parent / "recordings" / "6.1"
Change = Callable[[Any], None]


def recorded(name: str, change: Change = lambda data: None) -> str:
    data = json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))
    change(data)
    return json.dumps(data)


def held(name: str, *changes: Change, before: int = 1) -> Between:
    """The recording, so many times, against one with each change."""
    unchanged = parse(recorded(name))
    return compare_runs([unchanged] * before, [parse(recorded(name, change)) for change in changes])


def verdict(result: Between, metric: str) -> str:
    [found] = [movement.verdict for movement in result.movements if movement.metric == metric]
    return found


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDINGS.glob("*.json")))
def test_a_recording_has_not_moved_from_itself(name: str) -> None:
    movements = held(name, lambda data: None).movements
    assert {movement.verdict for movement in movements} <= {"within", "shown"}
    assert any(movement.verdict == "within" for movement in movements)


def goodput(factor: float) -> Change:
    def change(data: Any) -> None:
        data["summary"]["flows"][0]["goodput_mbit"] *= factor

    return change


@pytest.mark.parametrize(("factor", "expected"), [(0.96, "within"), (1.04, "within"), (0.94, "moved"), (1.06, "moved")])
def test_a_metric_moves_when_it_leaves_its_bound(factor: float, expected: str) -> None:
    """5% for goodput."""
    result = held("A_reno_b100", goodput(factor))
    assert verdict(result, "goodput") == expected
    assert [m.metric for m in result.movements if m.verdict == "moved"] == ["goodput"] * (expected == "moved")


def last_syn(shift: float) -> Change:
    def change(data: Any) -> None:
        data["results"][5]["syn_s"][-1] += shift
        data["results"][5]["gave_up_s"] += shift

    return change


@pytest.mark.parametrize(("shift", "expected"), [(2.0, "within"), (-2.0, "within"), (4.0, "moved"), (-32.0, "moved")])
def test_a_timer_may_differ_by_what_the_wheel_rounds(shift: float, expected: str) -> None:
    """The last SYN, 32 s after the one before: the wheel's level for that has steps of 512 ticks of 4 ms, 2.048 s."""
    result = held("F_syn_retries", last_syn(shift))
    [row] = [m for m in result.movements if m.metric.startswith("timer #6")]
    assert row.verdict == expected


def test_a_retransmission_more_is_counted() -> None:
    def more(data: Any) -> None:
        data["results"][0]["syn_s"].append(data["results"][0]["gave_up_s"] + 1)

    assert verdict(held("F_syn_retries", more), "count timer #1 1 syn_s") == "moved"


def test_words_are_equal_or_not() -> None:
    def other(data: Any) -> None:
        data["results"][0]["error"] = "EHOSTUNREACH"

    assert verdict(held("F_refused", other), "same #1 closed port error") == "moved"


def test_a_counter_that_is_not_written_down_is_zero() -> None:
    def none(data: Any) -> None:
        del data["results"][0]["counters"]["ListenOverflows"]

    [row] = [m for m in held("F_backlog_spaced", none).movements if m.metric == "counter #1 ListenOverflows"]
    assert (row.after, row.verdict) == ((0.0,), "moved")


def test_what_no_longer_occurs_has_moved() -> None:
    def no_loss(data: Any) -> None:
        data["summary"]["flows"][0]["events"] = []

    assert verdict(held("A_reno_b100", no_loss), "first_loss") == "moved"


def test_few_realisations_prove_nothing() -> None:
    """Random loss: no verdict on few recordings; on five of each their ranges decide."""
    assert verdict(held("B_cubic_r40_p1", goodput(2)), "goodput") == "chance"
    assert verdict(held("B_cubic_r40_p1", *[goodput(2)] * 5, before=4), "goodput") == "chance"
    assert verdict(held("B_cubic_r40_p1", *[goodput(2)] * 5, before=5), "goodput") == "moved"
    assert verdict(held("B_cubic_r40_p1", goodput(0.5), *[goodput(2)] * 4, before=5), "goodput") == "within"


def test_two_kernels_differ_where_the_documentation_says_so() -> None:
    """ip-sysctl: tcp_syn_linear_timeouts (since 6.5) spaces the first SYNs evenly, and leaves SYN-ACKs alone."""
    moved = {result.name: result.moved for result in between(RECORDINGS, RECORDINGS.with_name("7.3"), "F")}
    assert moved["F_syn_retries"]
    assert not moved["F_synack_retries"]


def test_scenarios_that_differ_are_refused() -> None:
    def faster(data: Any) -> None:
        data["scenario"]["net"]["bottleneck"]["rate_mbit"] = 20

    with pytest.raises(RecordingError, match=r"A_reno_b100: .*not of the same scenario"):
        held("A_reno_b100", faster)


def test_a_damaged_recording_is_named() -> None:
    def without(data: Any) -> None:
        del data["summary"]["flows"][0]["goodput_mbit"]

    with pytest.raises(RecordingError, match="A_reno_b100: damaged"):
        held("A_reno_b100", without)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
    names = ("A_reno_b20", "A_reno_b100")
    for name in names:
        (one / f"{name}.json").write_text(recorded(name), encoding="utf-8")
    (other / "A_reno_b100.json").write_text(recorded("A_reno_b100"), encoding="utf-8")
    assert main(["compare", "--between", str(one), str(other)]) == 0
    assert "1 recordings of the same name, 0 moved" in capsys.readouterr().out
    (other / "A_reno_b100.json").write_text(recorded("A_reno_b100", goodput(2)), encoding="utf-8")
    assert main(["compare", "--between", str(one), str(other), "--json"]) == 1
    [entry] = json.loads(capsys.readouterr().out)
    assert entry["name"] == "A_reno_b100"
    assert {"metric", "unit", "before", "after", "room", "verdict"} == set(entry["metrics"][0])
    (other / "A_reno_b100.json").unlink()
    (other / "A_bbr_b20.json").write_text(recorded("A_bbr_b20"), encoding="utf-8")
    assert main(["compare", "--between", str(one), str(other)]) == 2
    assert "no recordings of the same name" in capsys.readouterr().err
    (other / "A_bbr_b20.json").write_text("{", encoding="utf-8")
    assert main(["compare", "--between", str(one), str(other)]) == 2
    assert "not JSON" in capsys.readouterr().err
