"""The experiment `pacing`: what it must reproduce (C39), by itself and beside the recordings."""

import json
from pathlib import Path
from typing import Any

import pytest

from inflight.figure.catalogue import find
from inflight.figure.result import Result
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: Any) -> Result:
    pacing = find("pacing")
    *_, result = pacing.run(pacing.fill(values))
    return result


def recorded(name: str) -> dict[str, Any]:
    return json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))["summary"]


def test_a_burst_of_thirty_overflows_a_queue_of_twelve() -> None:
    """Three pass with the shaper's burst, twelve wait; 15 are dropped, the FIN waits for room. Paced, none is."""
    burst, paced = run(), run(pacing=True)
    assert burst.summary["drops"].value == 30 - 3 - 12
    assert paced.summary["drops"].value == 0
    assert burst.summary["transfer_time"].value > 4 * paced.summary["transfer_time"].value
    assert burst.summary["first_spread"].value < 1 < 50 < paced.summary["first_spread"].value


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("A_pacing_iw30_off", {}),
        ("A_pacing_iw30", {"pacing": True}),
        ("A_pacing_reno_off", {"algorithm": "reno", "initcwnd": 10, "size": 1000, "buffer": 30}),
        ("A_pacing_reno", {"algorithm": "reno", "initcwnd": 10, "size": 1000, "buffer": 30, "pacing": True}),
    ],
)
def test_the_queue_drops_what_it_dropped_in_the_recording(name: str, values: dict[str, Any]) -> None:
    assert run(**values).summary["drops"].value == pytest.approx(recorded(name)["bottleneck"]["drops_total"], rel=0.1)


def test_where_a_burst_has_room_pacing_only_costs_time() -> None:
    at_once, paced = run(buffer=100), run(buffer=100, pacing=True)
    assert at_once.summary["drops"].value == paced.summary["drops"].value == 0
    assert at_once.summary["transfer_time"].value < paced.summary["transfer_time"].value / 2


def test_the_first_pace_is_that_of_ten_segments() -> None:
    """However large the initial window is, ten at once and then 20 per round trip: 28 before the first ACK."""
    for initcwnd in (30, 100, 200):
        summary = run(pacing=True, initcwnd=initcwnd, size=300, buffer=100).summary
        assert summary["first_window"].value == pytest.approx(28, abs=2)


def test_the_rate_is_two_windows_per_round_trip_in_slow_start() -> None:
    """C39, and the sysctl that changes it."""
    for ratio in (200, 400):
        result = run(pacing=True, initcwnd=10, size=5, ss_ratio=ratio)
        pace = result["pace"][1]
        assert pace == pytest.approx(ratio / 100 * 10 * 1448 * 8e-3 / 100, rel=0.01)


def test_an_application_that_knows_the_rate_leaves_the_queue_empty() -> None:
    result = run(buffer=10, cap=9, size=2000, initcwnd=10, rtt=40, show=2000)
    assert result.summary["drops"].value == 0
    assert max(result["queue"][20:]) <= 2
    assert result.summary["goodput"].value == pytest.approx(9, rel=0.03)


def test_bbr_paces_unasked() -> None:
    asked, unasked = (run(algorithm="bbr", size=500, buffer=100, pacing=pacing) for pacing in (True, False))
    assert list(asked["sent"]) == list(unasked["sent"])
    assert "paced" in unasked.sentence
