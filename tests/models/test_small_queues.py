"""small-queues: what one flow may have below TCP (`tcp_small_queue_check`), worked by hand, and what that does."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight import bridge
from inflight.figure.catalogue import find
from inflight.kernel.clock import Clock
from inflight.kernel.path.dumbbell import FlowSpec
from inflight.kernel.path.host import SendingHost
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.tcp.autosize import burst_segments
from inflight.kernel.tcp.small_queue import LocalQueue, SmallQueue

TWO_SEGMENTS = 1280 + 2 * 1448  # truesize of an skb of two segments, bytes


def run(preset: str = "", **values: object) -> dict:
    if preset:
        model = find("small-queues").model
        values = {**next(p.values for p in model.presets if p.id == preset), **values}
    return bridge.start("small-queues", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def account(**spec: object) -> SmallQueue:
    return SmallQueue(Clock(), LocalQueue(**spec))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mbit", "truesize", "bound"),
    [
        (1, TWO_SEGMENTS, 8352),  # a millisecond at 1 Mbit/s is 122 bytes: two skbs are more
        (10, TWO_SEGMENTS, 8352),  # 1,250,000 >> 10 = 1220
        (100, TWO_SEGMENTS, 12207),  # 12,500,000 >> 10
        (1000, 65536, 131072),  # 125,000,000 >> 10 = 122,070, less than two of 64 KiB
        (2000, 65536, 244140),  # 250,000,000 >> 10
        (10_000, 65536, 1 << 20),  # 1,220,703: more than tcp_limit_output_bytes
    ],
)
def test_two_skbs_or_a_millisecond_or_the_sysctl(mbit: int, truesize: int, bound: int) -> None:
    assert account().bound(truesize, mbit * 125_000, paced=False) == bound


def test_the_sysctl_is_not_for_paced_flows() -> None:
    """Since 5.0 sk_pacing_status decides; a paced flow has a millisecond, however much that is."""
    assert account().bound(65536, 1_250_000_000, paced=True) == 1_220_703
    assert account(limit=131072).bound(65536, 250_000_000, paced=False) == 131072
    assert account(shift=8).bound(65536, 250_000_000, paced=True) == 976_562


def test_held_back_and_let_go() -> None:
    queue = account()
    calls = []
    queue.restart = lambda: calls.append(queue.allocated)
    queue.charge(4176)
    assert not queue.holds(4176, 0, paced=False, alone=False)  # 4176 < 8352
    queue.charge(4176)
    assert not queue.holds(4176, 0, paced=False, alone=True), "one unacknowledged skb never waits for the driver"
    assert not queue.holds(4176, 0, paced=False, alone=False, again=True), "retransmissions may use twice as much"
    assert queue.holds(4176, 0, paced=False, alone=False)
    queue.free(4176)
    queue.free(4176)
    assert not calls, "not from the destructor, but from a tasklet"
    for _ in queue._clock.run(1):
        pass
    assert calls == [0], "once for all that were freed together"
    queue.charge(4176)
    queue.free(4176)
    for _ in queue._clock.run(2):
        pass
    assert len(calls) == 1, "nobody waited"


def test_off_it_never_holds() -> None:
    queue = account(small=False)
    queue.charge(1 << 30)
    assert not queue.holds(4176, 1e6, paced=False, alone=False)


@pytest.mark.parametrize(
    ("mbit", "rtt_us", "segments"),
    [
        (1, 40_000, 2),  # tcp_min_tso_segs
        (100, 40_000, 8),  # 12,207 / 1448
        (400, 40_000, 33),  # 48,828 / 1448
        (1000, 40_000, 45),  # 122,070, at most 65,215
        (1, 600, 22),  # 122 + 65,215 >> 1
        (1, 100, 45),  # 65,215 whole
    ],
)
def test_a_burst_is_a_millisecond(mbit: int, rtt_us: int, segments: int) -> None:
    """`tcp_tso_autosize`, by hand."""
    assert burst_segments(mbit * 125_000, rtt_us, 1448, 2) == segments


@given(
    rate=st.sampled_from([2e6, 30e6, 400e6]),
    rtt=st.sampled_from([0.001, 0.02, 0.1]),
    limit=st.sampled_from([4096, 131072, 1 << 20]),
    autosize=st.booleans(),
    offload=st.booleans(),
    pacing=st.booleans(),
    length=st.sampled_from([3, 1000]),
)
def test_never_more_below_than_the_limit_and_one_skb(
    rate: float, rtt: float, limit: int, autosize: bool, offload: bool, pacing: bool, length: int
) -> None:
    """And what is charged is what is below: the books agree with the device."""
    host = SendingHost(
        rate=rate,
        qdisc=Pfifo(limit=length),
        flows=[
            FlowSpec(
                algorithm="cubic",
                rtt=rtt,
                offload=offload,
                gso_max_segs=65535 if offload else 1,
                pacing=pacing,
                local=LocalQueue(limit=limit, autosize=autosize),
            )
        ],
        rng=random.Random(1),
    )
    sender = host.flows[0].sender

    class Watched(SmallQueue):
        def charge(self, truesize: int) -> None:
            alone = sender.buffer.skbs_sent <= 2  # this one, and at most one before it
            assert alone or self.allocated < self.bound(truesize, sender.pacing_rate, paced=pacing)
            super().charge(truesize)

    assert sender.small_queue
    queue = Watched(host.clock, sender.small_queue.spec)
    queue.restart, queue.congested = sender.small_queue.restart, sender.small_queue.congested
    sender.small_queue = queue
    for _ in host.clock.run(min(4 * rtt + 3000 * 12112 / rate, 2)):
        pass
    assert sender.una > 0
    payload = queue.allocated - 1280 * (len(host.device.qdisc) + (host.device._on_line is not None))
    assert 0 <= payload <= host.device.below()


@pytest.mark.parametrize("rate", [2, 20, 100, 500])
@pytest.mark.parametrize("rtt", [1, 20, 100])
def test_small_queues_cost_no_throughput(rate: float, rtt: float) -> None:
    """Once the window is large enough, the line is never idle."""
    setting = {"tsq": True, "autosize": True, "rate": rate, "rtt": rtt, "duration": 8 if rate < 50 else 3}
    line = (rate - 98 * 8 / 0.01 * 1e-6) * 1448 / 1514  # the pings have their share
    slow = rate == 500 and rtt == 100  # 60,000 packets end before CUBIC has opened the window
    # an skb more or less is counted, which is some of what a slow line carries
    assert figure(run(**setting), "goodput") == pytest.approx(line, rel=0.02 if rate == 2 else 0.01) or slow


def test_without_them_the_qdisc_fills_to_its_limit() -> None:
    """A full qdisc refuses the next packet; TCP keeps it (`tcp_transmit_skb` fails), so nothing is sent again."""
    result = run("one-packet-per-skb", length=200)
    assert figure(result, "drops") > 0
    assert figure(result, "longest") == pytest.approx(200, abs=3)
    assert figure(result, "retransmissions") == 0
    assert any(value > 200 * 1514 * 8 / 100e6 * 1000 * 0.9 for value in waits(result))


def waits(result: dict) -> list[float]:
    return [row for column in result["tables"]["pings"] if column["name"] == "wait" for row in column["values"]]


def test_a_ping_waits_for_what_is_below() -> None:
    """131 ms at 100 Mbit/s without small queues; two skbs of 64 KB, and then of a millisecond's worth, with them."""
    old, first, now = (run(p) for p in ("linux-3.5", "linux-3.6-small-queues", "linux-6.12-and-small-bursts"))
    assert figure(old, "wait_p50") > 100
    two_skbs = 2 * 45 * 1514 * 8 / 100e6 * 1000
    assert two_skbs / 2 < figure(first, "wait_p50") < two_skbs
    assert figure(now, "wait_p50") < 4
    assert figure(old, "goodput") == pytest.approx(figure(now, "goodput"), rel=0.01)


def test_each_flow_has_a_limit_of_its_own() -> None:
    """Fifty times two skbs of two segments: 200 full packets, 24 ms."""
    result = run("fifty-uploads")
    assert figure(result, "wait_p50") == pytest.approx(200 * 1514 * 8 / 100e6 * 1000, rel=0.02)


def test_a_late_driver_costs_speed_unless_it_asks_for_more() -> None:
    late, told = run("a-driver-that-reports-late"), run("late-and-told-so")
    assert figure(late, "goodput") < 0.7 * 300
    assert figure(told, "goodput") > 0.95 * 300
