"""fair-queueing: the call's round trip against recordings of Linux 6.1, and against what the queue must add."""

import json

import pytest

from inflight import bridge
from inflight.figure.catalogue import find


def run(**values: object) -> dict:
    return bridge.start("fair-queueing", json.dumps(values)).result()


def preset(name: str) -> dict:
    return run(**find("fair-queueing").preset(name).values)


def figures(result: dict) -> dict[str, float]:
    return {name: figure["value"] for name, figure in result["summary"].items()}


def table(result: dict, name: str) -> dict[str, list[float]]:
    return {column["name"]: column["values"] for column in result["tables"][name]}


@pytest.mark.parametrize(
    ("values", "p50", "p99", "queue"),
    [
        ({"qdisc": "pfifo", "limit": 100, "flows": 1}, 114.33, 128.08, 86.4),
        ({"qdisc": "sfq", "limit": 127, "flows": 1}, 20.73, 21.32, 107.2),
        ({"qdisc": "sfq", "limit": 127, "flows": 4}, 24.36, 24.95, 117.4),
        ({"qdisc": "fq", "limit": 10_000, "flows": 4}, 20.73, 21.32, 345.2),
        ({"qdisc": "codel", "limit": 1000, "flows": 4}, 30.93, 38.58, 10.5),
        ({"qdisc": "fq_codel", "limit": 10_240, "flows": 4}, 20.75, 21.54, 9.3),
        ({"qdisc": "pie", "limit": 1000, "flows": 4}, 34.90, 46.24, 14.2),
        ({"qdisc": "red", "limit": 264, "flows": 4}, 46.73, 52.70, 24.6),
        ({"qdisc": "cake", "flows": 4}, 20.71, 21.98, 6.5),
    ],
)
def test_as_recorded(values: dict, p50: float, p99: float, queue: float) -> None:
    """Probe round trip and mean queue of the recordings H_*: 10 Mbit/s, 20 ms, 25 s."""
    got = figures(run(rate=10, rtt=20, duration=25, **values))
    assert got["p50"] == pytest.approx(p50, rel=0.05, abs=1)
    assert got["p99"] == pytest.approx(p99, rel=0.15)
    assert got["mean_queue"] == pytest.approx(queue, rel=0.1, abs=1.5)
    assert got["goodput"] == pytest.approx(9.48, rel=0.02)


def test_127_packets_at_5_mbit() -> None:
    """Q02: 127 full packets are 308 ms. But a pfifo counts packets, and some of them are the call's own.

    A wait of w has 100·w of them in the queue: w = (127 - 100·w)·2.4224 ms + 100·w·0.1696 ms, which is 251 ms.
    """
    result = run()
    longest = max(table(result, "calls")["delay"])
    assert longest == pytest.approx(20 + 251, rel=0.04)
    assert 20 + 0.6 * 251 < figures(result)["p50"] < longest


def test_with_a_queue_of_its_own_it_waits_for_one_packet() -> None:
    """Q02: one quantum of 1514 bytes at 5 Mbit/s is 2.4 ms, half of that on average."""
    got = figures(preset("A queue for each"))
    assert 20 < got["p50"] < 20 + 2.43
    assert got["p99"] <= 20 + 2 * 2.43
    assert got["lost"] == 0


@pytest.mark.parametrize("qdisc", ["sfq", "fq", "fq_codel", "cake"])
def test_uploads_share_evenly_where_each_has_a_queue(qdisc: str) -> None:
    assert figures(run(qdisc=qdisc, flows=4, duration=20, limit=400))["jain"] > 0.99


def test_the_table_adds_up() -> None:
    result = run(qdisc="sfq", flows=3)
    rows, got = table(result, "flows"), figures(result)
    assert sum(rows["queue"]) == pytest.approx(got["mean_queue"])
    assert sum(rows["drops"]) == got["drops"]
    assert sum(rows["goodput"][:3]) == pytest.approx(got["goodput"])
    assert sum(rows["queue"][:3]) > 0.95 * got["mean_queue"]


@pytest.mark.parametrize("limit", [10, 20, 50, 1000])
def test_red_can_be_made_for_every_limit(limit: int) -> None:
    assert figures(run(qdisc="red", limit=limit, duration=2))["goodput"] > 1
