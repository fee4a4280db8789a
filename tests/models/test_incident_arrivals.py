"""The feed: what is healthy stays healthy, each fault loses datagrams in one place, and folklore helps nobody."""

import random

import pytest

from inflight.incidents.families.arrivals import FAMILY
from inflight.incidents.grade import finish
from inflight.incidents.models.arrivals import BURSTS

SEEDS = range(6)
FAULTS = {fault.id: fault for fault in FAMILY.faults}
FIXES = {fix.id: fix for fix in FAMILY.fixes}

HELPS = {
    "short-ring": {"ring-max", "rules", "rps"},
    "small-rcvbuf": {"rcvbuf", "program"},
    "slow-program": {"program"},
    "short-backlog": {"backlog", "rules", "rps"},
    "busy-stack": {"rules", "rps"},
    "late-interrupt": {"ring-max", "usecs-50"},
    "same-cpu": {"taskset", "ring-max", "program", "rules", "rps"},
}
"""What may help, and why it may: a ring or a reader that bridges the burst, cheaper packets, more CPUs for them."""


def drawn(seed):
    rng = random.Random(seed)
    return FAMILY.draw(rng), rng


def seen(setting, seed):
    return finish(FAMILY.run(setting, random.Random(seed)))


@pytest.mark.parametrize("seed", SEEDS)
def test_healthy_is_well_and_oddities_do_no_harm(seed):
    healthy, rng = drawn(seed)
    assert seen(healthy, seed).well
    for oddity in FAMILY.oddities:
        assert seen(oddity(healthy, rng), seed).well


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_fault_hurts_and_its_remedy_helps(fault, seed):
    healthy, rng = drawn(seed)
    setting = FAULTS[fault].put(healthy, rng)
    assert not seen(setting, seed).well
    assert seen(FIXES[FAULTS[fault].remedy].put(setting), seed).well


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_else_is_tried_does_not_help(fault, seed):
    healthy, rng = drawn(seed)
    setting = FAULTS[fault].put(healthy, rng)
    helps = {fix.id for fix in FAMILY.fixes if seen(fix.put(setting), seed).well}
    assert helps <= HELPS[fault]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_datagram_is_accounted_for(fault):
    healthy, rng = drawn(3)
    receiver = seen(FAULTS[fault].put(healthy, rng), 3).machines[0]
    counters = receiver.counters
    dropped = sum(cpu.dropped for cpu in receiver.softnet)
    sent = BURSTS * healthy.burst
    assert receiver.nic["rx_packets"] + receiver.nic["rx_missed_errors"] == sent
    assert receiver.nic["rx_packets"] - dropped == counters["IpInReceives"]
    waiting = receiver.udp[0].recv_q // 2304
    assert counters["UdpInDatagrams"] + counters["UdpRcvbufErrors"] + waiting == counters["IpInReceives"]


def test_a_small_buffer_holds_93():
    """212992 bytes at 2304 each: 92.4, and one more fits than is over the limit (`__udp_enqueue_schedule_skb`)."""
    healthy, _ = drawn(0)
    rng = random.Random(0)
    setting = FAULTS["small-rcvbuf"].put(healthy, rng)
    while setting.rcvbuf != 212992:
        setting = FAULTS["small-rcvbuf"].put(healthy, rng)
    receiver = seen(setting, 0).machines[0]
    # of each burst the socket takes what it holds and what the program has read meanwhile
    longest = healthy.burst * max(healthy.gap, healthy.driver + healthy.stack)
    at_most = 93 + longest / healthy.read
    assert receiver.counters["UdpInDatagrams"] == pytest.approx(BURSTS * at_most, rel=0.05)
