"""idle-restart: what Linux did after a pause, and what it costs."""

import json
from pathlib import Path

import pytest

from inflight import bridge
from inflight.kernel.congestion import algorithms
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: object) -> dict:
    return bridge.start("idle-restart", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str) -> list[float | None]:
    return next(c["values"] for c in result["columns"] if c["name"] == name)


@pytest.mark.parametrize("decay", [True, False])
@pytest.mark.parametrize("gap", [1.0, 1.5, 2.0, 3.0, 30.0])
def test_the_answers_take_as_long_as_on_linux(gap: float, decay: bool) -> None:
    """1 MB on 100 Mbit/s and 100 ms: each of four answers within 5% of the recording."""
    recording = json.loads((RECORDINGS / "D_idle_gaps_r100.json").read_text(encoding="utf-8"))
    [case] = (c for c in recording["results"] if c["gap"] == gap and f"ssai={int(decay)}" in c["id"])
    ours = run(gap=gap, slow_start_after_idle=decay)["tables"]["answers"][1]["values"]
    assert ours == pytest.approx(case["time_ms"], rel=0.05)


def test_reads_of_4_mb_on_a_short_fast_path() -> None:
    """C29: a new connection is slowest, a kept one saves the handshake, without the decay half of it is left."""
    path = {"rate": 1000, "rtt": 9, "size": 4000, "requests": 3, "buffer": 5000}
    new, kept, warm = (
        figure(run(**path, **how), "later") for how in ({"connection": "new"}, {}, {"slow_start_after_idle": False})
    )
    assert warm == pytest.approx(43, abs=1.5)
    assert new == pytest.approx(kept + 9, abs=1.5)
    assert kept > 2 * warm
    # the times that are told, 102 ms for a kept connection, fit an initial window of three: one round more than of ten
    assert figure(run(**path, initcwnd=3), "later") == pytest.approx(102, rel=0.1)


def test_the_window_that_a_request_would_find_falls_by_halves() -> None:
    """C26: a staircase of halves, one step in each RTO, down to ten; ss shows the old window all the while."""
    result = run()
    rows = zip(column(result, "t"), column(result, "usable"), column(result, "cwnd"), strict=True)
    pause = [(usable, cwnd) for t, usable, cwnd in rows if t is not None and 0.95 < t < 9.9]
    assert {cwnd for _, cwnd in pause} == {701}
    assert list(dict.fromkeys(usable for usable, _ in pause)) == [701, 350, 175, 87, 43, 21, 10]


def test_an_own_connection_control_is_not_touched() -> None:
    """Every algorithm that Linux lets decide by itself, such as BBR, keeps its window over the pause."""
    for name, algorithm in algorithms().items():
        if algorithm.rules_recovery:
            result = run(algorithm=name, requests=2)
            assert figure(result, "found") == figure(result, "known") > 10
