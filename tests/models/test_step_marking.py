"""step-marking: what a threshold costs each sender, by the arithmetic of their cuts and by recordings of Linux 7.3."""

import json
from pathlib import Path

import pytest

from inflight import bridge
from inflight.compare.files import load
from inflight.scenes.transfer import most

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "7.3"


def run(**values: object) -> dict[str, float]:
    found = bridge.start("step-marking", json.dumps(values)).result()
    return {name: figure["value"] for name, figure in found["summary"].items()}


@pytest.mark.parametrize(("sender", "cut"), [("reno", 50), ("cubic", 30)])
def test_a_mark_costs_reno_half_and_cubic_three_tenths(sender: str, cut: float) -> None:
    """RFC 5681 eq. 4, RFC 9438 §4.6; both in whole segments."""
    assert run()[f"{sender}_cut"] == pytest.approx(cut, abs=3)


@pytest.mark.parametrize("threshold", [1, 5, 10, 20])
def test_reno_uses_what_its_sawtooth_leaves(threshold: float) -> None:
    """A window, in shares of the path, climbs evenly from half of 1 + q to all of it; above 1 it fills the line."""
    low, high = (1 + threshold / 20) / 2, 1 + threshold / 20
    used = ((1 - low) * (1 + low) / 2 + high - 1) / (high - low)
    got = run(rate=20, rtt=20, threshold=threshold)
    # less where a mark comes just behind CWR and halves what is halved already
    assert 100 * used - 12 < got["reno_used"] < 100 * used + 3
    assert got["cubic_used"] > got["reno_used"] - 2


def test_three_sevenths_are_enough_for_cubic() -> None:
    """0.7 · (BDP + queue) = BDP. What a threshold lets wait is at least what the mark comes after."""
    got = run(rate=20, rtt=20, threshold=20 * 3 / 7 * 1.3)
    assert got["cubic_used"] > 96
    assert got["reno_used"] < 98


@pytest.mark.parametrize("threshold", [1, 2, 5, 10])
def test_dctcp_waits_for_the_threshold_and_keeps_the_line(threshold: float) -> None:
    got = run(threshold=threshold)
    assert got["dctcp_used"] > 97
    assert got["dctcp_wait"] == pytest.approx(threshold, abs=0.7)
    assert got["dctcp_cut"] < 10


def test_all_that_a_threshold_below_one_packet_lets_through_is_a_packet_alone() -> None:
    """1.2 ms a packet, 1 ms: of two that come together, the second is marked."""
    assert run(rate=10, threshold=1)["reno_used"] < 40


@pytest.mark.parametrize("sender", ["reno", "cubic", "dctcp"])
def test_goodput_as_on_linux(sender: str) -> None:
    [recording] = [each for each in load(RECORDINGS, "L") if each.name == f"L_{sender}_ce1ms"]
    goodput = recording.summary["flows"][0]["goodput_mbit"]
    used = run(rate=10, rtt=20, threshold=1, duration=10)[f"{sender}_used"]
    assert used * most(10) / 100 == pytest.approx(goodput, rel=0.1)
