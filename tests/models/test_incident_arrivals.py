"""The feed: what is healthy stays healthy, each fault loses datagrams in one place, and folklore helps nobody."""

import random

import pytest
from family_checks import Bench, FamilyChecks

from inflight.incidents.families.arrivals import FAMILY
from inflight.incidents.families.arrivals.model import BURSTS

BENCH = Bench(
    FAMILY,
    # What may help, and why it may: a ring or a reader that bridges the burst, cheaper packets, more CPUs for them.
    may={
        "short-ring": {"rules", "rps"},
        "small-rcvbuf": {"program"},
        "short-backlog": {"rules", "rps"},
        "busy-stack": {"rps"},
        "late-interrupt": {"ring-max"},
        "same-cpu": {"ring-max", "program", "rules", "rps"},
        # neither is enough by itself
        "livelock": {"rules", "rps"},
    },
)
FAULTS = BENCH.faults
healthy, broken, scene = BENCH.healthy, BENCH.broken, BENCH.scene


class TestFamily(FamilyChecks):
    bench = BENCH


@pytest.mark.parametrize("fault", FAULTS)
def test_every_datagram_is_accounted_for(fault):
    plain, rng = healthy(3)
    receiver, sender, router = scene(FAULTS[fault].put(plain, rng), 3).machines
    counters = receiver.counters
    dropped = sum(cpu.dropped for cpu in receiver.softnet)
    sent = BURSTS * plain.burst
    others = counters["TcpInSegs"]
    came = receiver.nic["rx_packets"] - receiver.nic["rx_broadcast"] - others
    assert sender.counters["UdpOutDatagrams"] == sent
    strays = router.counters["IpForwDatagrams"] - sent
    assert (strays > 0) == (fault == "livelock")
    sent += strays
    in_ring = sent - came - receiver.nic["rx_missed_errors"]
    assert 0 <= in_ring <= (plain.ring if strays else 0)
    assert came - dropped == counters["IpInReceives"] - others
    waiting = receiver.udp[0].recv_q // 2304
    read = counters["UdpInDatagrams"] + counters["UdpNoPorts"]
    assert read + counters["UdpRcvbufErrors"] + waiting == counters["IpInReceives"] - others


def test_a_small_buffer_holds_93():
    """212992 bytes at 2304 each: 92.4, and one more fits than is over the limit (`__udp_enqueue_schedule_skb`)."""
    plain, _ = healthy(0)
    rng = random.Random(0)
    setting = FAULTS["small-rcvbuf"].put(plain, rng)
    while setting.rcvbuf != 212992:
        setting = FAULTS["small-rcvbuf"].put(plain, rng)
    receiver = scene(setting, 0).machines[0]
    # of each burst the socket takes what it holds and what the program has read meanwhile
    longest = plain.burst * max(plain.gap, plain.driver + plain.stack)
    at_most = 93 + longest / plain.read
    assert receiver.counters["UdpInDatagrams"] == pytest.approx(BURSTS * at_most, rel=0.05)


def test_a_filter_costs_nothing_in_the_card_only():
    """The flood still comes through the router; UDP throws away what the card lets in, and says so once a second."""
    setting = BENCH.broken("livelock", 1)
    before, after = scene(setting, 1).machines, scene(BENCH.fixes["card-filter"].put(setting), 1).machines
    assert before[0].counters["UdpNoPorts"] > 5 * before[0].counters["UdpInDatagrams"]
    assert before[0].counters["IcmpOutDestUnreachs"] == 6
    assert after[0].counters["UdpNoPorts"] == 0
    assert after[2].counters["IpForwDatagrams"] > 5 * after[1].counters["UdpOutDatagrams"]
    assert before[0].cpus[0].idle < 2 < after[0].cpus[0].idle


@pytest.mark.parametrize(
    ("fault", "reasons"),
    [
        ("short-ring", set()),
        ("slow-program", {"SOCKET_RCVBUFF"}),
        ("short-backlog", {"CPU_BACKLOG"}),
        ("livelock", {"NO_SOCKET"}),
    ],
)
def test_the_kernel_says_why_it_threw_a_packet_away_and_the_card_does_not(fault, reasons):
    """`enum skb_drop_reason`; what is lost in the ring has never been a packet of the kernel's."""
    receiver = scene(BENCH.broken(fault, 1), 1).machines[0]
    assert {reason for reason, _ in receiver.drops} == reasons
    assert all(count > 1000 for count in receiver.drops.values())
