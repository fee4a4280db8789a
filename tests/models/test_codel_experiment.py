"""codel: the control law, by the RFC's square root and by the kernel's integers, and what it does to senders."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.codel.tables import schedule
from inflight.kernel.qdisc.codel import INVERSE_ONE, gap, kernel_gap, newton_step, ticks


def run(**values: object) -> dict:
    return bridge.start("codel", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str, table: str = "") -> list[float]:
    columns = result["tables"][table] if table else result["columns"]
    return next(c["values"] for c in columns if c["name"] == name)


PACKET = 1514 * 8 / 10e3
"""ms on the line of 10 Mbit/s: drops happen when a packet leaves."""


def test_the_law_of_the_rfc() -> None:
    """Q16: 0, +100, +171, +228, +278 ms: the sums of 100/√n."""
    assert schedule(0.1, 5, exact=True) == pytest.approx([0, 100, 170.7, 228.4, 278.4], abs=0.1)
    sums = [sum(100 / math.sqrt(n) for n in range(1, drop)) for drop in range(1, 200)]
    assert schedule(0.1, 199, exact=True) == pytest.approx(sums, abs=0.3)


def test_the_law_of_the_kernel() -> None:
    """codel_impl.h by hand: 1/√2 becomes (3 - 2)/2 = 0.5, then 1/√3 from 0.5: 0.5/2 · (3 - 3/4) = 0.5625."""
    assert schedule(0.1, 5, exact=False) == pytest.approx([0, 100, 150, 206.2, 255.0], abs=0.1)


def test_linux_catches_up_with_the_root() -> None:
    """After a dozen drops a step of Newton's is as good as the root, so the lead of 23 ms stays what it is."""
    exact, linux = (schedule(0.1, 100, which) for which in (True, False))
    lead = [a - b for a, b in zip(exact, linux, strict=True)]
    assert lead[4] == pytest.approx(23.4, abs=0.2)
    assert lead[99] == pytest.approx(lead[12], abs=3)


@given(count=st.integers(1, 1 << 16), interval=st.floats(0.001, 2))
def test_both_gaps_are_the_interval_over_a_root(count: int, interval: float) -> None:
    """Once the kernel's inverse has been brought near, count by count as drop follows drop."""
    length = ticks(interval)
    exact = gap(length, count)
    assert exact * exact * count <= length * length < (exact + 1) ** 2 * count
    inverse, few = INVERSE_ONE, min(count, 400)
    for step in [*range(1, few), few, few, few, few]:
        inverse = newton_step(inverse, step)
    assert kernel_gap(length, inverse) == pytest.approx(length / math.sqrt(few), rel=0.02, abs=1)


@given(inverse=st.integers(0, INVERSE_ONE), count=st.integers(0, (1 << 32) - 1))
def test_a_root_stays_one_of_16_bits_whatever_happens(inverse: int, count: int) -> None:
    """`rec_inv_sqrt` is a u16: a batch of drops may add 64 to the count at once, and one step cannot follow that."""
    for _ in range(5):
        inverse = newton_step(inverse, count)
        assert 0 <= inverse <= INVERSE_ONE


@pytest.mark.parametrize(("law", "times"), [("rfc", [100, 170.7, 228.4, 278.4]), ("linux", [100, 150, 206.2, 255])])
def test_a_queue_that_stays_drops_at_these_times(law: str, times: list[float]) -> None:
    result = run(law=law)
    here = column(result, "here", "drops")
    assert here[0] == 0
    for seen, due in zip(here[1:5], times, strict=True):
        assert due <= seen <= due + PACKET
    assert column(result, "rfc", "drops")[1:5] == pytest.approx([100, 170.7, 228.4, 278.4], abs=0.1)
    assert column(result, "linux", "drops")[1:5] == pytest.approx([100, 150, 206.2, 255], abs=0.1)
    assert column(result, "count", "drops")[:5] == [1, 2, 3, 4, 5]


def test_the_first_drop_comes_an_interval_after_the_target_was_passed() -> None:
    result = run(duration=1)
    t, sojourn = column(result, "t"), column(result, "sojourn")
    passed = next(time for time, wait in zip(t, sojourn, strict=True) if wait is not None and wait >= 5)
    assert figure(result, "first") == pytest.approx(1000 * passed + 100, abs=2 * PACKET)


def test_the_wait_grows_until_enough_is_dropped() -> None:
    """A tenth of 826 packets a second: interval/√count has to be a tenth of a second over 8.26, so count is 68."""
    result = run()
    sojourn, count, t = (column(result, name) for name in ("sojourn", "count", "t"))
    peak = max(range(len(t)), key=lambda row: sojourn[row] or 0)
    assert count[peak] == pytest.approx(68, abs=4)
    assert t[peak] == pytest.approx(0.19 + 2 * 0.1 * math.sqrt(68), abs=0.3)  # the top is flat


def test_the_two_laws_are_told_apart_by_their_drops() -> None:
    result = run(duration=0.6)
    t, linux, rfc = (column(result, name) for name in ("t", "linux", "rfc"))
    first = figure(result, "first") / 1000
    row = next(row for row, time in enumerate(t) if time > first + 0.160)
    assert (linux[row], rfc[row]) == (3, 2)
    assert linux == column(run(duration=0.6, law="rfc"), "linux")


def test_the_clock_runs_down_to_each_drop() -> None:
    """Just after the second drop there are 50 ms left on Linux, 71 by the RFC."""
    for law, left in (("linux", 50), ("rfc", 70.7)):
        result = run(law=law, duration=0.6)
        t, until = column(result, "t"), column(result, "until")
        second = (figure(result, "first") + 100) / 1000
        row = next(row for row, time in enumerate(t) if time > second + 0.003)
        assert until[row] == pytest.approx(left - 1000 * (t[row] - second), abs=2 * PACKET)


def test_a_tcp_flow_listens() -> None:
    result = run(load="tcp", duration=10)
    assert 3 < figure(result, "caught") < 20
    assert figure(result, "worst") < 60
    assert figure(result, "throughput") > 9.3


def test_ecn_marks_tcp_and_drops_udp() -> None:
    marked = run(load="tcp", duration=5, ecn=True)
    assert {event["kind"] for event in marked["events"]} == {"mark"}
    assert {event["kind"] for event in run(ecn=True)["events"]} == {"loss"}
    assert run(ecn=True)["sentence"] == run()["sentence"]


def test_twice_too_much_is_for_the_limit() -> None:
    result = run(overload=200)
    assert figure(result, "too_many") > figure(result, "caught") > 0
    assert figure(result, "worst") == pytest.approx(1000 * PACKET * 0.9, rel=0.03)  # 1000 packets, law's holes in it


def test_below_the_target_nothing_happens() -> None:
    assert figure(run(overload=99), "caught") == 0
    assert figure(run(target=100, duration=1), "caught") == 0


def test_states_follow_each_other_without_a_gap() -> None:
    states = run()["tables"]["states"]
    start, end, _, state = (c["values"] for c in states)
    assert start[0] == 0
    assert end[-1] == 4
    assert start[1:] == end[:-1]
    assert state[:3] == [0, 1, 2]
