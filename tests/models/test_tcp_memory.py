"""tcp-memory: what becomes of many sockets that each want their own limit."""

import json
import re

import pytest

from inflight import bridge
from inflight.experiments.tcp_memory.host import SEGMENT, SKB
from inflight.kernel.tcp.memory import pages


def run(**values: object) -> dict:
    return bridge.start("tcp-memory", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str) -> list[float]:
    return next(c["values"] for c in result["columns"] if c["name"] == name)


def shares(result: dict) -> list[float]:
    return result["tables"]["shares"][1]["values"]


def test_pages_are_not_bytes() -> None:
    """W44: 177120 pages are 691.9 MiB, 725 MB."""
    result = run(low=88560, middle=118080, high=177120)
    assert figure(result, "limit_bytes") == pytest.approx(691.9, abs=0.05)
    assert figure(result, "limit_bytes") * 1.048576 == pytest.approx(725, abs=1)
    assert figure(result, "entered") == figure(result, "refused") == 0
    assert figure(result, "peak") == pytest.approx(60 * 6 * 256, rel=0.01)


@pytest.mark.parametrize("fill", ["readers", "fixed"])
@pytest.mark.parametrize("high", [24576, 20000, 60000])
def test_nobody_gets_past_the_third_but_for_one_piece_each(fill: str, high: int) -> None:
    piece = pages(SEGMENT if fill == "readers" else SKB) + 1
    assert figure(run(fill=fill, high=high), "peak") <= high + 60 * piece


def test_pressure_begins_above_the_second_and_ends_below_the_first() -> None:
    """W43, in a run; and all 60 connections are there, because nobody refuses a handshake."""
    result = run()
    began, ended = [
        (event["t"], int(re.search(r"(\d+) pages", event["text"])[1]))
        for event in result["events"]
        if event["kind"] == "pressure"
    ]
    assert began[1] > 16384
    assert ended[1] < 12288
    rows = zip(column(result, "t"), column(result, "pages"), strict=True)
    assert min(count for t, count in rows if began[0] <= t < ended[0]) >= 12288
    assert min(shares(result)) > 0


def test_data_are_dropped_or_writers_sleep() -> None:
    """W43: above tcp_mem[2] what is received is dropped, what is written waits."""
    readers, writers = run(), run(fill="fixed")
    assert figure(readers, "dropped") > 0 == figure(writers, "dropped")
    assert figure(readers, "refused") > 0 < figure(writers, "refused")


@pytest.mark.parametrize("fill", ["readers", "fixed"])
def test_first_come_first_served(fill: str) -> None:
    """No memory is taken back: who came late finds none."""
    result = run(fill=fill)
    assert shares(result)[0] > 20 * shares(result)[-1]


def test_autotuning_stops_above_the_first() -> None:
    """W15, W43: send buffers that the kernel sizes stay below tcp_mem[1], those of SO_SNDBUF do not."""
    tuned, fixed = run(fill="writers"), run(fill="fixed")
    assert 12288 < figure(tuned, "peak") < 16384
    assert figure(tuned, "entered") == 0
    assert figure(fixed, "peak") > 24576
    assert figure(run(fill="writers", connections=1000), "entered") == 1  # their first buffers alone are too much


def test_under_pressure_nobody_grows_past_the_average() -> None:
    """Readers that are slow, but read: after a while none has more than its share of tcp_mem[2]."""
    result = run(slow=100, resume=60, duration=30)
    share = 24576 * 4.096 / 60
    assert column(result, "most")[-1] < 1.1 * share
    assert figure(result, "throughput") == pytest.approx(60 * 0.1 * 8, rel=0.3)  # the pace of the readers


def test_a_single_connection_with_a_small_buffer_is_left_alone() -> None:
    result = run(connections=1, buffer=65536, fill="writers", spread=0)
    assert figure(result, "peak") <= pages(65536 + SKB)
    assert figure(result, "refused") == 0


@pytest.mark.parametrize("fill", ["readers", "writers", "fixed"])
def test_thresholds_in_any_order(fill: str) -> None:
    """The kernel does not look whether they ascend, and neither does the model."""
    for low, middle, high in ((100, 100, 100), (4_000_000, 100, 100), (20000, 10000, 5000)):
        result = run(fill=fill, low=low, middle=middle, high=high, connections=20)
        assert figure(result, "peak") > 0
