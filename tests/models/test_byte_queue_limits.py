"""byte-queue-limits: what the limit settles at, and what the ring would have held."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge


def run(**values: object) -> dict:
    return bridge.start("byte-queue-limits", json.dumps(values)).result()


def figures(**values: object) -> dict[str, float]:
    return {name: figure["value"] for name, figure in run(**values)["summary"].items()}


def column(result: dict, name: str) -> list[float]:
    return next(column["values"] for column in result["columns"] if column["name"] == name)


def test_a_ring_of_full_packets() -> None:
    """Q04: 256 · 1500 = 384,000 B, 614 ms at 5 Mbit/s."""
    found = figures(size=1500)
    assert found["ring"] == found["mean"] == 384_000
    assert found["ring_time"] == pytest.approx(614.4)


def test_two_packets_of_1506_bytes() -> None:
    """Q04: 3,012 B, 4.8 ms: twice what one completion brings, a frame of 1492 + 14 bytes."""
    found = figures(bql="on")
    assert found["limit"] == 3012
    assert found["limit_time"] == pytest.approx(4.8, abs=0.05)


@pytest.mark.parametrize("size", [64, 590, 1514, 9014])
def test_it_is_two_packets_whatever_their_size(size: int) -> None:
    """As long as the driver hears of each before the next one has left."""
    late = 0.9 * size * 8e-3 / 5
    assert figures(bql="on", size=size, jitter=late, stress=late, duration=3)["limit"] == 2 * size


def test_the_ring_holds_one_packet_more_than_the_limit() -> None:
    """The check comes after the packet."""
    result = run(bql="on")
    assert max(column(result, "bytes")) == 3012 + 1506


def test_the_limit_grows_when_the_wire_starves_and_shrinks_by_slack() -> None:
    result = run(bql="on", stress=20, duration=9)
    rows = list(zip(column(result, "t"), column(result, "limit"), column(result, "idle"), strict=True))
    before = max(limit for t, limit, _ in rows if t < 3)
    busy = max(limit for t, limit, _ in rows if 3 < t < 6)
    after = [limit for t, limit, _ in rows if t > 7.7]
    assert before == 3012
    # 20 ms of 5 Mbit/s are 12.5 kB: that much has to be there when the driver hears nothing
    assert busy > 12_500
    assert max(after) == 3012
    calm = [idle for t, _, idle in rows if t > 7.7]
    assert calm[-1] - calm[0] < 0.5
    # it does not shrink before slack has been watched for a second
    assert all(limit >= 12_500 for t, limit, _ in rows if 6 < t < 6.9)


def test_hold_time_says_when() -> None:
    """Half a second instead of one: it is down again half a second earlier."""

    def down(hold: float) -> float:
        result = run(bql="on", stress=20, duration=9, hold=hold)
        rows = zip(column(result, "t"), column(result, "limit"), strict=True)
        return next(t for t, limit in rows if t > 6 and limit <= 3012)

    # slack of the calm time only: a whole hold_time after one that began in the busy time
    assert 6 + 0.5 <= down(500) < down(1000) <= 6 + 2


def test_a_bound_below_the_need_starves_the_wire() -> None:
    """A ring of at most 3012 B, 4.8 ms, while the driver is late by 5 ms in the mean."""
    bound = figures(bql="on", jitter=10, stress=10, limit_max=3000)
    free = figures(bql="on", jitter=10, stress=10)
    assert bound["idle_share"] > 20
    assert free["idle_share"] < 1


def test_limit_min_is_held() -> None:
    assert figures(bql="on", limit_min=50_000)["limit"] == 50_000


@given(
    st.floats(1, 100),
    st.integers(64, 9000),
    st.integers(1, 300),
    st.floats(0, 5),
    st.integers(0, 50_000),
    st.integers(1000, 100_000),
)
@settings(max_examples=15, deadline=None)
def test_neither_bound_is_passed(rate: float, size: int, ring: int, jitter: float, least: int, most: int) -> None:
    values = {"rate": rate, "size": size, "ring": ring, "jitter": jitter, "limit_min": least, "limit_max": most}
    result = run(bql="on", duration=0.5, **values)
    limits = column(result, "limit")
    assert all(min(least, most) <= limit <= most for limit in limits)
    assert all(held <= min(most + size, ring * size) for held in column(result, "bytes"))
