"""slow-start: the rounds that arithmetic and Linux count."""

import json
from pathlib import Path

import pytest

from inflight import bridge
from inflight.kernel.constants import MSS
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: object) -> dict:
    return bridge.start("slow-start", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def rounds(result: dict) -> list[float]:
    """Segments sent in each round."""
    return result["tables"]["rounds"][1]["values"]


@pytest.mark.parametrize(("initcwnd", "sent"), [(3, [3, 6, 12, 24, 48, 7]), (10, [10, 20, 40, 30]), (20, [20, 40, 40])])
def test_a_hundred_segments(initcwnd: int, sent: list[int]) -> None:
    assert rounds(run(initcwnd=initcwnd, size=100 * MSS / 1000)) == sent


@pytest.mark.parametrize(("initcwnd", "count"), [(3, 6), (10, 4), (30, 3)])
def test_the_round_trips_of_a_hundred_segments(initcwnd: int, count: int) -> None:
    """C09. With 30 the receive window of 64 KB, not cwnd, decides how many leave in the second round."""
    assert figure(run(initcwnd=initcwnd, size=100 * MSS / 1000), "rounds") == count


@pytest.mark.parametrize("acks", ["each", "second", "burst"])
def test_the_window_doubles_however_many_acks_come(acks: str) -> None:
    """C03 and C23: 10, 20, 40 …, with an ACK for each segment or one for a burst of tens."""
    result = run(initcwnd=10, size=3000, rate=1000, buffer=5000, rtt=50, acks=acks)
    assert rounds(result)[:6] == [10, 20, 40, 80, 160, 320]


def test_acks_are_as_few_as_asked_for() -> None:
    each, second, burst = (
        figure(run(initcwnd=10, size=3000, rate=1000, buffer=5000, rtt=50, acks=acks), "acks")
        for acks in ("each", "second", "burst")
    )
    assert each > second > 5 * burst


def test_reno_doubles_once_too_often_and_hystart_does_not() -> None:
    """C15: the window of Reno reaches twice what fits, CUBIC's stops on the way, and switched off it is like Reno's."""
    path = {"initcwnd": 10, "size": 1000, "rate": 10, "buffer": 80}
    reno, cubic, off = (run(**path, **how) for how in ({"algorithm": "reno"}, {}, {"hystart": False}))
    fits = 100 * 10e3 / 8 / 1514 + 80
    assert figure(reno, "slow_start_peak") == pytest.approx(2 * fits, rel=0.1)
    assert figure(reno, "drops") > 100
    assert figure(off, "drops") > 100
    assert figure(cubic, "drops") == 0
    assert figure(cubic, "slow_start_peak") < fits


def test_a_larger_initial_window_can_be_the_slower_one() -> None:
    """C09's limit: a burst into a queue that is too short for it."""
    path = {"size": 40, "rate": 10, "buffer": 8}
    assert figure(run(initcwnd=30, **path), "time") > 2 * figure(run(initcwnd=4, **path), "time")


@pytest.mark.parametrize("name", ["D_initcwnd_r100_50M", "D_initcwnd_r40_50M"])
@pytest.mark.parametrize("initcwnd", [1, 3, 10, 30, 50])
def test_the_times_are_those_of_linux(name: str, initcwnd: int) -> None:
    """Within 5 % (or 2 ms) of what was recorded, for 10 kB to 1 MB."""
    recording = json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))
    net = recording["scenario"]["net"]
    for case in recording["results"]:
        if case["initcwnd"] == initcwnd:
            ours = run(
                initcwnd=initcwnd,
                size=case["size"] / 1000,
                rtt=net["senders"][0]["rtt_ms"],
                rate=net["bottleneck"]["rate_mbit"],
                buffer=int(net["bottleneck"]["qdisc"].split()[-1]),
            )
            assert figure(ours, "time") == pytest.approx(case["time_ms"][1], rel=0.05, abs=2), case["id"]
