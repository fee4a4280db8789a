"""Pacing: when data may leave, and what that does to a queue."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.segment import DataSegment


def departures(until: float, limit: int = 10_000, rate: float | None = None, **flow: object) -> list[tuple[float, int]]:
    """(time, bytes of data) of each burst that leaves the sender, s."""
    bell = Dumbbell(rate=rate, limit=limit, flows=[FlowSpec(**flow)])  # type: ignore[arg-type]
    bursts: list[tuple[float, int]] = []

    def tap(packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        if bursts and bursts[-1][0] == packet.sent:
            bursts[-1] = packet.sent, bursts[-1][1] + packet.end - packet.seq
        else:
            bursts.append((packet.sent, packet.end - packet.seq))

    bell.link.tap = tap
    for _ in bell.clock.run(until):
        pass
    return bursts


@given(
    mbit=st.floats(0.5, 40),
    rtt=st.floats(0.01, 0.2),
    algorithm=st.sampled_from(["reno", "cubic"]),
)
@settings(max_examples=15, deadline=None)
def test_gaps_are_never_shorter_than_the_burst_at_the_rate(mbit: float, rtt: float, algorithm: str) -> None:
    """SO_MAX_PACING_RATE is the only limit here: after the first ten segments nothing leaves sooner.

    A burst that left late is made up for, but by no more than half of its own time.
    """
    rate = mbit * 1e6 / 8
    bursts = departures(2.0, algorithm=algorithm, rtt=rtt, max_pacing_rate=mbit * 1e6)
    sent = 0
    for (start, size), (following, _) in pairwise(bursts):
        if sent >= 10 * MSS:
            assert following - start >= size / rate / 2 - 1e-9
        sent += size
    late = [burst for burst in bursts if burst[0] > 1]
    if len(late) > 2:
        first, last = late[0][0], late[-1][0]
        allowed = rate * (last - first) + 2 * max(size for _, size in late)
        assert sum(size for _, size in late[:-1]) <= allowed


def test_a_paced_flow_sends_at_exactly_the_rate_it_is_given() -> None:
    bursts = departures(3.0, algorithm="cubic", rtt=0.04, max_pacing_rate=8e6)
    late = [burst for burst in bursts if burst[0] > 1]
    sent = sum(size for _, size in late[:-1]) * 8 / (late[-1][0] - late[0][0])
    assert sent == pytest.approx(8e6, rel=0.002)


def test_who_connects_sends_the_first_window_at_twice_ten_segments_per_round_trip() -> None:
    """200% of a window per RTT (C39), and the first pace is that of ten segments whatever initcwnd is.

    Without pacing 20 segments leave within the CPU's time for them. Paced, ten do, and ten more in half an RTT.
    """
    spec = {"algorithm": "reno", "rtt": 0.1, "initcwnd": 20, "total": 20 * MSS}
    at_once = departures(0.19, **spec)
    paced = departures(0.19, **spec, pacing=True)
    assert at_once[-1][0] - at_once[0][0] < 0.002
    assert paced[-1][0] - paced[0][0] == pytest.approx(0.05, rel=0.1)


def test_who_is_connected_to_knows_its_initcwnd_before_the_first_pace() -> None:
    """`tcp_rcv_state_process`: `tcp_init_transfer`, then `tcp_update_pacing_rate`. Ten segments in a quarter RTT."""
    paced = departures(0.19, algorithm="reno", rtt=0.1, initcwnd=20, total=20 * MSS, pacing=True, passive=True)
    assert paced[-1][0] - paced[0][0] == pytest.approx(0.025, rel=0.1)


def test_the_ratios_are_the_sysctls() -> None:
    spec = {"algorithm": "reno", "rtt": 0.1, "initcwnd": 16, "total": 16 * MSS, "pacing": True}
    slow = departures(0.3, **spec, pacing_ratios=(100, 120))
    fast = departures(0.3, **spec, pacing_ratios=(400, 120))
    assert slow[-1][0] - slow[0][0] == pytest.approx(4 * (fast[-1][0] - fast[0][0]), rel=0.1)


def test_a_small_queue_survives_a_large_first_window_if_it_is_paced() -> None:
    """C39: 30 segments at once overflow a queue of 10; at twice the window per RTT they do not."""
    drops = {}
    for pacing in (False, True):
        spec = FlowSpec(algorithm="cubic", rtt=0.1, initcwnd=30, total=30 * MSS, pacing=pacing)
        bell = Dumbbell(rate=10e6, limit=10, flows=[spec])
        for _ in bell.clock.run(2):
            pass
        drops[pacing] = bell.link.drops
    assert drops[False] > 10
    assert drops[True] == 0
