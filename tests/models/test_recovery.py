"""Loss recovery, ACK by ACK, against numbers of RFCs and of the kernel's packetdrill tests."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Script, numbers

from inflight.kernel.clock import Clock
from inflight.kernel.congestion.states import OPEN
from inflight.kernel.constants import INFINITE_SSTHRESH, MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc.netem import NetemSpec
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.receiver import Receiver
from inflight.kernel.tcp.reordering import Reordering
from inflight.kernel.tcp.segment import DataSegment


def acknowledge_behind_a_hole(script: Script, window: int, *, start: float = 0.1) -> list[int]:
    """Segment 0 is lost, the others of the window arrive; returns how many segments each of the ACKs lets go."""
    return [len(script.ack(0, (1, n), at=start + n * 1e-4)) for n in range(2, window + 1)]


def test_three_duplicate_acks_bring_the_lost_segment_again() -> None:
    """RFC 5681 §3.2; the first two let new data go instead: limited transmit, RFC 3042."""
    script = Script("reno")
    script.write(30)
    assert numbers(script.ack(0, (1, 2), at=0.1)) == [10]
    assert numbers(script.ack(0, (1, 3))) == [11]
    [again] = script.ack(0, (1, 4))
    assert (again.number, again.again) == (0, True)
    assert script.sender.congestion.ssthresh == 5


def test_prr_with_reno_sends_on_alternate_acks() -> None:
    """RFC 6937 §4, the example: "one retransmission or new segment on alternate ACKs" while the window is halved."""
    script = Script("reno", cwnd=50)
    script.write(200)
    sent = acknowledge_behind_a_hole(script, 50)
    assert sent[2] == 1  # the fast retransmission
    assert sent[3:47] == [0, 1] * 22
    assert script.sender.congestion.ssthresh == 25


def test_prr_with_cubic_sends_seven_segments_for_ten_that_arrive() -> None:
    """β = 0.7 (RFC 9438 §4.6): ssthresh / prior cwnd of what is delivered (`tcp_cwnd_reduction`)."""
    script = Script("cubic", cwnd=100)
    script.write(400)
    sent = acknowledge_behind_a_hole(script, 100)
    assert script.sender.congestion.ssthresh == 70
    assert [sum(sent[start : start + 10]) for start in range(3, 93, 10)] == [7] * 9


def test_prr_ends_with_the_window_at_ssthresh() -> None:
    """packetdrill, `fast_recovery/prr-ss-10pkt-lost-1.pkt`: 10 in flight, the first lost, CUBIC: cwnd is 7."""
    script = Script("cubic")
    script.write(30)
    acknowledge_behind_a_hole(script, 10)
    assert numbers(script.ack(12, at=0.2))
    assert script.sender.congestion.cwnd == script.sender.congestion.ssthresh == 7


@pytest.mark.parametrize("segments", [2, 5])
def test_a_tail_loss_probe_leaves_after_two_round_trips(segments: int) -> None:
    """RFC 8985 §7.2: PTO = 2·SRTT; the kernel adds 2 ms, and timers run on ticks of 4 ms."""
    script = Script("reno")
    script.write(segments)
    [probe] = script.at(0.21)
    assert (probe.number, probe.again) == (segments - 1, True)
    assert 0.202 <= probe.time <= 0.210


def test_a_lone_segment_is_probed_later_for_the_sake_of_a_delayed_ack() -> None:
    """With one segment in flight the kernel adds 200 ms to 2·SRTT; here the timeout (100 + 200 ms) is sooner."""
    script = Script("reno")
    script.write(1)
    [probe] = script.at(0.34)
    assert 0.3 <= probe.time <= 0.332  # from 256 ms on the timer wheel rounds up to 32 ms


CLASSIC = TcpOptions(sack=False, rack=False, tlp=False, prr=False)
"""A sender of the nineties: NewReno."""


def test_without_sack_three_duplicates_are_counted() -> None:
    """RFC 6582 §3.2: the third duplicate ACK sends the first segment again, and none before."""
    script = Script("reno", options=CLASSIC)
    script.write(30)
    assert [numbers(script.ack(0, at=0.1 + n * 1e-3)) for n in range(3)] == [[10], [11], [0]]
    assert script.sender.congestion.ssthresh == 5


def test_without_sack_one_hole_is_filled_per_round_trip() -> None:
    """A partial ACK tells of the next hole (RFC 6582 §3.2, step 5); with SACK all holes are known at once."""
    sent = {}
    for name, options in (("newreno", CLASSIC), ("sack", TcpOptions(rack=False, tlp=False, prr=False))):
        script = Script("reno", options=options)
        script.write(10)
        blocks = [(1, 3), (4, 6), (7, 10)] if options.sack else []
        for number in range(7):  # 0, 3 and 6 are lost
            script.ack(0, *blocks, at=0.1 + number * 1e-3)
        again = [segment.number for segment in script.sent if segment.again]
        for una in (3, 6, 10):
            again += numbers(
                [s for s in script.ack(una, *[b for b in blocks if b[0] > una], at=0.2 + una / 100) if s.again]
            )
        sent[name] = again
    assert sent == {"newreno": [0, 3, 6], "sack": [0, 3, 6]}


def test_classic_fast_recovery_is_silent_for_half_a_round_trip() -> None:
    """RFC 5681 §3.2: cwnd = ssthresh + 3 and one more per duplicate: nothing leaves until half the window has come."""
    script = Script("reno", cwnd=50, options=TcpOptions(prr=False))
    script.write(200)
    sent = acknowledge_behind_a_hole(script, 50)
    assert sent[2] == 1
    first = 3 + sent[3:].index(1)
    assert sent[3:first] == [0] * (first - 3)
    assert 23 <= first <= 27
    assert sent[first:] == [1] * len(sent[first:])


def test_three_duplicates_cannot_see_that_a_retransmission_is_lost() -> None:
    """RACK does: what was sent after the retransmission has arrived (RFC 8985 §3). Otherwise only the timer helps."""
    times = {}
    for rack in (True, False):
        script = Script("reno", options=TcpOptions(rack=rack))
        script.write(60)
        for number in range(2, 11):
            script.ack(0, (1, number), at=0.1 + number * 1e-3)
        for number in range(11, 16):  # a round trip later: what was sent in recovery arrives, 0 does not
            script.ack(0, (1, number), at=0.2 + number * 1e-3)
        script.at(1)
        times[rack] = [segment.time for segment in script.sent if segment.number == 0][2]
    assert 0.21 < times[True] < 0.216
    assert times[False] > 0.4


def test_rack_waits_a_quarter_of_the_rtt_for_one_that_may_be_overtaken() -> None:
    """RFC 8985 §6.2 step 4: with fewer than three SACKed, a reordering window of min_rtt / 4."""
    script = Script("reno")
    script.write(3)
    assert script.ack(0, (1, 3), at=0.1) == []
    [again] = script.at(0.2)
    assert again.number == 0
    assert 0.125 <= again.time <= 0.137  # 2 ms more, on a tick of 4 ms


def test_a_segment_that_was_only_overtaken_teaches_rack_to_wait() -> None:
    """Once reordering has been seen, three SACKed segments are no reason to send again (`tcp_rack_reo_wnd`)."""
    script = Script("reno")
    script.write(60)
    script.ack(0, (1, 2), at=0.1)
    script.ack(10, at=0.101)  # 0 came after all, a little late
    assert script.sender.recovery.reordering.seen
    for number in range(12, 18):
        assert all(not segment.again for segment in script.ack(10, (11, number), at=0.2 + number * 1e-4))
    assert script.sender.congestion.cwnd >= 10
    assert numbers([s for s in script.at(0.26) if s.again]) == [10]


def spurious(script: Script) -> None:
    """Segment 0 is overtaken by three others and sent again, although it arrives in the end."""
    script.write(60)
    for number in (2, 3, 4):
        script.ack(0, (1, number), at=0.1 + number * 1e-4)
    assert (script.sent[-1].number, script.sent[-1].again) == (0, True)


def test_a_dsack_takes_the_reduction_back() -> None:
    """RFC 2883, RFC 3708; packetdrill: `sack/…`, undo: the retransmission came twice, so nothing had been lost."""
    script = Script("reno")
    spurious(script)
    script.ack(10, at=0.2)
    assert script.sender.congestion.cwnd == script.sender.congestion.ssthresh == 5
    script.ack(10, (0, 1), at=0.21)
    assert script.sender.congestion.cwnd == 10
    assert script.sender.congestion.ssthresh > 5


def test_a_timestamp_takes_it_back_even_before_that() -> None:
    """Eifel, RFC 3522: the ACK echoes the time of the original, so that was what came."""
    script = Script("reno")
    spurious(script)
    script.ack(10, at=0.11, echo=0.0)
    assert script.sender.congestion.cwnd >= 10
    assert script.sender.congestion.ssthresh == INFINITE_SSTHRESH
    assert script.sender.recovery.state == OPEN


def test_dsacks_make_rack_wait_longer() -> None:
    """RFC 8985 §6.2 step 4: min_rtt/4 more for each round trip with a D-SACK, at most SRTT."""
    reordering = Reordering()
    reordering.found(0, 3 * 1448)
    windows = []
    for round_trip in range(1, 6):
        reordering.dsack_seen = True
        reordering.adapt(sent=round_trip * 0.1 - 0.05, now=round_trip * 0.1)
        windows.append(reordering.window_us(True, 3, 10_000, 8 * 100_000))
    assert windows == [5_000, 7_500, 10_000, 12_500, 15_000]
    reordering.dsack_seen = True
    reordering.adapt(sent=0.49, now=0.51)  # less than a round trip later
    assert reordering.window_us(True, 3, 10_000, 8 * 100_000) == 15_000
    for _ in range(16):
        assert reordering.window_us(True, 3, 10_000, 8 * 100_000) == 15_000
        reordering.recovered()
    assert reordering.window_us(True, 3, 10_000, 8 * 100_000) == 2_500


def test_f_rto_finds_a_timeout_spurious() -> None:
    """RFC 5682 §3.1 step 3.b: two ACKs of data never sent again; the window comes back."""
    script = Script("reno", options=TcpOptions(tlp=False))
    script.write(40)
    [again] = script.at(0.33)
    assert (again.number, again.again) == (0, True)
    assert script.sender.congestion.cwnd == 1
    script.ack(1, at=0.34, echo=again.time)  # as if without timestamps
    script.ack(2, at=0.341, echo=again.time)
    assert script.sender.congestion.cwnd >= 10
    assert script.sender.recovery.state == OPEN


def test_after_a_timeout_the_window_is_one_segment_not_the_initial_window() -> None:
    """C14, RFC 5681 §3.1: the loss window is 1; then slow start up to half of what was."""
    script = Script("reno", options=TcpOptions(tlp=False))
    script.write(40)
    assert numbers(script.at(0.33)) == [0]
    assert (script.sender.congestion.cwnd, script.sender.congestion.ssthresh) == (1, 5)
    assert numbers([s for s in script.ack(1, at=0.43) if s.again]) in ([1], [1, 2], [])


def test_the_timer_backs_off() -> None:
    """RFC 6298 §5.5: each timeout doubles the wait."""
    script = Script("reno", options=TcpOptions(tlp=False))
    script.write(1)
    script.at(12)
    times = [segment.time for segment in script.sent]
    waits = [later - sooner for sooner, later in pairwise(times)]
    assert waits[:5] == pytest.approx([0.3, 0.6, 1.2, 2.4, 4.8], rel=0.125)  # as coarse as the timer wheel


def test_a_probe_that_arrives_twice_costs_nothing_and_one_that_repaired_a_loss_half_the_window() -> None:
    """RFC 8985 §7.4: a D-SACK says that the original had arrived; without it the loss is answered."""
    for dsack, cwnd in ((True, 10), (False, 5)):
        script = Script("reno")
        script.write(10)
        script.ack(9, at=0.1)
        [probe] = script.at(0.5)
        assert probe.number == 9
        if dsack:
            script.ack(10, (9, 10), at=0.51, echo=0.0)
        else:
            script.ack(10, at=0.51)
            script.write(1)
            script.ack(11, at=0.61)
        assert script.sender.congestion.cwnd >= cwnd
        assert (script.sender.congestion.ssthresh < 100) != dsack


def test_the_receiver_reports_what_came_twice() -> None:
    """RFC 2883 §4: the first block is the duplicate; below the ACK, or within the second block."""
    clock = Clock()
    acks: list[Ack] = []
    receiver = Receiver(clock, acks.append, buffer=ReceiveBuffer(), rtt_us=40_000)
    for number in (0, 2, 3, 3, 0):
        receiver.receive(DataSegment(number * MSS, (number + 1) * MSS, 0.0, 0.0, False))
    assert acks[-2].sacks == ((3 * MSS, 4 * MSS), (2 * MSS, 4 * MSS))
    assert acks[-1].sacks == ((0, MSS), (2 * MSS, 4 * MSS))


@given(
    size=st.integers(20_000, 400_000),
    sack=st.booleans(),
    rack=st.booleans(),
    tlp=st.booleans(),
    prr=st.booleans(),
    loss=st.sampled_from([0.0, 0.01, 0.1]),
    reorder=st.sampled_from([0.0, 0.05, 0.5]),
    jitter=st.sampled_from([0.0, 0.001, 0.02]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=60, deadline=None)
def test_every_byte_arrives_whatever_is_lost_or_overtaken(
    size: int, sack: bool, rack: bool, tlp: bool, prr: bool, loss: float, reorder: float, jitter: float, seed: int
) -> None:
    options = TcpOptions(sack=sack, rack=rack, tlp=tlp, prr=prr)
    spec = FlowSpec(algorithm="cubic", rtt=0.04, total=size, options=options)
    way = NetemSpec(delay=0.02, jitter=jitter, reorder=reorder)
    bell = Dumbbell(rate=20e6, limit=30, loss=loss, netem=way, rng=random.Random(seed), flows=[spec])
    flow, board = bell.flows[0], bell.flows[0].sender.board
    for step in range(1, 4000):
        for _ in bell.clock.run(step * 0.25):
            pass
        assert board.in_flight >= 0
        assert 0 <= board.retrans_out <= board.packets_out
        assert 0 <= board.sacked_out + board.lost_out <= board.packets_out
        assert flow.sender.congestion.cwnd >= 1
        if flow.receiver.finished_at is not None and not board.packets_out:
            break
    assert flow.receiver.expected >= size
    assert flow.sender.una == flow.receiver.expected
