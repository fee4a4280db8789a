"""Classic ECN: RFC 3168 §6.1."""

from itertools import pairwise

import pytest

from inflight.kernel.clock import Clock
from inflight.kernel.congestion.states import CWR, LOSS, RECOVERY
from inflight.kernel.constants import HEADERS, MSS
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc.codel import CoDel
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.ecn import EcnOutlet, EcnReceiver
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.transfer import loss_in_words


def transfer(algorithm: str = "reno", *, ecn: bool = True, until: float = 20.0, loss: float = 0.0) -> Dumbbell:
    spec = FlowSpec(algorithm=algorithm, rtt=0.04, ecn=ecn)
    bell = Dumbbell(rate=10e6, qdisc=CoDel(ecn=True), loss=loss, flows=[spec])
    for _ in bell.clock.run(until):
        pass
    return bell


@pytest.mark.parametrize("algorithm", ["reno", "cubic"])
def test_with_ecn_nothing_is_dropped_or_sent_again(algorithm: str) -> None:
    bell = transfer(algorithm)
    assert isinstance(bell.link, Device)
    assert bell.link.marks > 5
    assert bell.link.drops == bell.flows[0].sender.retransmissions == 0
    assert bell.flows[0].sender.una * 8 / 20 > 8.4e6


def test_without_ecn_the_same_queue_drops() -> None:
    bell = transfer(ecn=False)
    assert isinstance(bell.link, Device)
    assert bell.link.marks == 0
    assert bell.link.drops > 5


def test_the_window_is_reduced_once_per_round_trip() -> None:
    """RFC 3168 §6.1.2: not more often than once per window of data, and as after a loss."""
    entered = transfer().flows[0].sender.recovery.entered
    assert len(entered) > 3
    assert {state for _, state, *_ in entered} == {CWR}
    assert all(later[0] - earlier[0] >= 0.04 for earlier, later in pairwise(entered))
    assert all(ssthresh == max(2, cwnd // 2) for _, _, cwnd, ssthresh, _ in entered)
    assert "ECN" in loss_in_words(entered[0])[2]
    assert loss_in_words(entered[0])[1] == "mark"


def test_losses_are_still_losses() -> None:
    states = {state for _, state, *_ in transfer(loss=0.0005).flows[0].sender.recovery.entered}
    assert states & {RECOVERY, LOSS}
    assert CWR in states


def test_the_receiver_echoes_until_it_is_told_of_the_reduction() -> None:
    """RFC 3168 §6.1.3."""
    clock = Clock()
    acks: list[Ack] = []
    receiver = EcnReceiver(clock, acks.append, buffer=ReceiveBuffer(), rtt_us=40_000)

    def segment(number: int, cwr: bool = False) -> DataSegment:
        made = DataSegment(number * MSS, (number + 1) * MSS, 0.0, 0.0, False)
        made.ect, made.cwr = True, cwr
        return made

    receiver.receive(segment(0))
    receiver.receive_marked(segment(1))
    receiver.receive(segment(2))
    receiver.receive_marked(segment(3))
    receiver.receive(segment(4, cwr=True))
    receiver.receive_marked(segment(5, cwr=True))
    assert [ack.ece for ack in acks] == [False, True, True, True, False, True]


class Notes:
    """Keeps ECT and CWR of what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[bool, bool]] = []

    def send(self, packet: DataSegment, size: int, sink: object, later: float) -> None:
        self.sent.append((packet.ect, packet.cwr))


def test_only_new_data_may_be_marked_and_the_first_says_cwr() -> None:
    """RFC 3168 §6.1.5: retransmissions are not ECT; §6.1.2: CWR on the first new data after the reduction."""
    notes = Notes()
    outlet = EcnOutlet(notes)
    bell = transfer(until=0.0)
    outlet.recovery = recovery = bell.flows[0].sender.recovery
    receiver = bell.flows[0].receiver
    data, again = DataSegment(0, MSS, 0.0, 0.0, False), DataSegment(0, MSS, 0.0, 0.0, False)
    again.retransmitted = True
    recovery.untold = True
    outlet.send(again, MSS + HEADERS, receiver, 0.0)
    outlet.send(data, MSS + HEADERS, receiver, 0.0)
    outlet.send(data, MSS + HEADERS, receiver, 0.0)
    outlet.send(data, HEADERS, receiver, 0.0)  # a FIN
    assert notes.sent == [(False, False), (True, True), (True, False), (False, False)]


def test_ecn_and_plain_flows_share_one_fq_codel_evenly() -> None:
    flows = [FlowSpec(algorithm="cubic", rtt=0.02, connect=0.2 * n, ecn=n % 2 == 0) for n in range(4)]
    bell = Dumbbell(rate=10e6, qdisc=FqCodel(), flows=flows)
    for _ in bell.clock.run(20):
        pass
    acked = [flow.sender.una for flow in bell.flows]
    assert max(acked) < 1.1 * min(acked)
    assert bell.flows[0].sender.retransmissions == 0 < bell.flows[1].sender.retransmissions
