"""dual-queue: who gets how much, against recordings of Linux 7.3 and RFC 9332."""

import json
from math import sqrt

import pytest

from inflight import bridge
from inflight.figure.catalogue import find


def run(preset: str, **more: object) -> dict[str, float]:
    values = dict(find("dual-queue").preset(preset).values) | more
    found = bridge.start("dual-queue", json.dumps(values)).result()
    return {name: figure["value"] for name, figure in found["summary"].items()}


def test_in_one_queue_dctcp_leaves_cubic_little() -> None:
    """L_dctcp_cubic_codel: 8.38 and 1.12 Mbit/s."""
    got = run("One queue", rate=10)
    assert got["l4s_each"] == pytest.approx(8.38, rel=0.1)
    assert got["classic_each"] == pytest.approx(1.12, abs=0.6)


@pytest.mark.parametrize(
    ("preset", "l4s", "classic", "wait"),
    [
        ("Two queues, coupled", 21.2, 17.0, 13.2),
        ("Two of each", 9.93, 9.18, 15.0),
        ("Too slow a line", 1.66, 7.82, 14.5),
    ],
)
def test_the_dual_queue_shares_as_on_linux(preset: str, l4s: float, classic: float, wait: float) -> None:
    """L_dualpi2_both, L_dualpi2_2_2, L_dualpi2_both_10M, which run for longer and begin with DCTCP alone."""
    got = run(preset, duration=12)
    assert got["l4s_each"] == pytest.approx(l4s, rel=0.2)
    assert got["classic_each"] == pytest.approx(classic, rel=0.2)
    assert got["classic_call"] == pytest.approx(wait, abs=2.5)


def test_a_call_waits_for_the_classic_queue_or_for_almost_nothing() -> None:
    got = run("Two queues, coupled")
    assert got["l4s_call"] < 1
    assert got["classic_call"] == pytest.approx(15, abs=2)  # the target
    assert run("Two queues, coupled", target=5)["classic_call"] == pytest.approx(5, abs=1.5)


def test_the_probabilities_are_coupled() -> None:
    """RFC 9332 §2.1: p_C = (p_CL / k)². A mean of squares is at least the square of the mean."""
    for coupling in (1, 2):
        got = run("Two of each", coupling=coupling)
        root = sqrt(got["squared"] / 100)
        assert got["coupled"] / 100 / coupling <= root < 2 * got["coupled"] / 100 / coupling


def test_a_smaller_coupling_is_better_for_l4s() -> None:
    shares = [run("Two queues, coupled", coupling=coupling)["l4s_each"] for coupling in (1, 2, 4)]
    assert shares == sorted(shares, reverse=True)


def test_a_queue_for_each_is_fair_unless_the_threshold_marks_cubic() -> None:
    without, marked = run("A queue for each"), run("A queue for each", ecn=True)
    assert without["classic_each"] == pytest.approx(without["l4s_each"], rel=0.1)
    assert marked["classic_each"] < 0.5 * without["classic_each"]
