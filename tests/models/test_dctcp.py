"""DCTCP: RFC 8257."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.congestion.base import AckSample
from inflight.kernel.congestion.dctcp import Dctcp
from inflight.kernel.congestion.states import CA_EVENT_LOSS, RECOVERY
from inflight.kernel.constants import MSS
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc.codel import CoDel
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.ecn import DctcpReceiver
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.segment import DataSegment


def rounds(dctcp: Dctcp, *shares: float, window: int = 100) -> list[float]:
    """`alpha` as a share after each window of which such a share is marked."""
    found = []
    ack = AckSample()
    dctcp.pkts_acked(ack, 0, slow_path=False)
    dctcp.alpha = 1024
    for number, share in enumerate(shares, 1):
        ack.una, ack.nxt = number * window * MSS, (number + 1) * window * MSS
        ack.delivered += window
        ack.delivered_ce += round(share * window)
        dctcp.pkts_acked(ack, window, slow_path=False)
        found.append(dctcp.alpha / 1024)
    return found


def test_alpha_follows_the_share_that_is_marked() -> None:
    """RFC 8257 §3.3: alpha = alpha·(1 − g) + g·M with g = 1/16; whole numbers of 1/1024 lose less than one each."""
    shares = [0.0, 0.0, 0.5, 1.0, 0.1, 0.0, 0.3]
    wanted, alpha = [], 1.0
    for share in shares:
        alpha = alpha * 15 / 16 + share / 16
        wanted.append(alpha)
    assert rounds(Dctcp(), *shares) == pytest.approx(wanted, abs=len(shares) * 2 / 1024)


def test_without_marks_alpha_comes_to_nothing() -> None:
    assert rounds(Dctcp(), *[0.0] * 200)[-1] == 0


@pytest.mark.parametrize(("share", "left"), [(1.0, 50), (0.5, 75), (0.1, 95), (0.0, 100)])
def test_a_mark_costs_half_of_alpha(share: float, left: int) -> None:
    """RFC 8257 §3.3: cwnd·(1 − alpha / 2)."""
    dctcp = Dctcp()
    rounds(dctcp, *[share] * 200)
    dctcp.cwnd = 100
    dctcp.on_loss(0.0)
    assert dctcp.ssthresh == pytest.approx(left, abs=1)


def test_a_loss_costs_half_whatever_alpha_is() -> None:
    """RFC 8257 §3.5."""
    recovering, timed_out = Dctcp(), Dctcp()
    for dctcp in (recovering, timed_out):
        dctcp.cwnd, dctcp.alpha = 100, 0
        dctcp.on_loss(0.0)
    recovering.set_state(RECOVERY, 0.0, 0)
    timed_out.cwnd_event(CA_EVENT_LOSS, 0.0)
    assert recovering.ssthresh == timed_out.ssthresh == 50


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.floats(1e-6, 5e-3))
def test_acks_with_ece_cover_what_was_marked(marks: list[bool], apart: float) -> None:
    """RFC 8257 §3.2: however ACKs are delayed, the sender can tell how many bytes were marked."""
    clock = Clock()
    acks: list[Ack] = []
    receiver = DctcpReceiver(clock, acks.append, buffer=ReceiveBuffer(), rtt_us=40_000)
    for number, marked in enumerate(marks):
        segment = DataSegment(number * MSS, (number + 1) * MSS, clock.now, 0.0, False)
        segment.ect, segment.cwr = True, False
        (receiver.receive_marked if marked else receiver.receive)(segment)
        for _ in clock.run(clock.now + apart):
            pass
    for _ in clock.run(clock.now + 1):
        pass
    una = told = 0
    for ack in acks:
        if ack.ack > una:
            told += (ack.ack - una) * ack.ece
            una = ack.ack
    assert una == len(marks) * MSS
    assert told == sum(marks) * MSS


def transfer(algorithm: str) -> tuple[float, float]:
    """(Mbit/s, mean queue in packets) over a queue that marks what waits for longer than 1 ms."""
    bell = Dumbbell(
        rate=10e6, qdisc=CoDel(ce_threshold=1e-3), flows=[FlowSpec(algorithm=algorithm, rtt=0.02, ecn=True)]
    )
    assert isinstance(bell.link, Device)
    queue = []
    for tick in range(1, 2000):
        for _ in bell.clock.run(tick * 0.01):
            pass
        queue.append(bell.link.queued())
    return bell.flows[0].sender.una * 8 / bell.clock.now / 1e6, sum(queue) / len(queue)


def test_a_short_queue_costs_reno_the_line_and_dctcp_nothing() -> None:
    """RFC 8257 §1: high throughput over a queue that is kept short. Both run over the same one."""
    (dctcp, waiting), (reno, _) = transfer("dctcp"), transfer("reno")
    assert dctcp > 0.97 * 10 * MSS / (MSS + 66)
    assert waiting < 3
    assert reno < 0.7 * dctcp
