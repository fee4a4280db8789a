"""Slow transfers: every fault hurts, its remedy helps, what people copy does not, and both ends tell the same."""

from __future__ import annotations

import math
import random
import re
import statistics
from dataclasses import replace
from itertools import pairwise

import pytest
from family_checks import Bench, FamilyChecks, shell_segments, shown

from inflight.incidents.families.transfer import FAMILY
from inflight.incidents.families.transfer.capture import Opening
from inflight.incidents.families.transfer.rated import rated
from inflight.incidents.families.transfer.router import NEIGHBOURS_PORT
from inflight.incidents.families.transfer.setting import EgressQdisc, Neighbour, Policer, TransferSetting
from inflight.incidents.families.transfer.watch import Watch
from inflight.incidents.menu import suggestions
from inflight.incidents.tools import tcpdump
from inflight.incidents.tools.ss import ss
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec

BENCH = Bench(
    FAMILY,
    others={
        # BBR does not take a single loss for congestion; the line stays as bad as it is
        "loss": {"bbr"},
        "cable": {"bbr"},
        "netem": {"bbr"},
        # BBR has no use for ssthresh; its start-up looks at the delivery rate
        "metrics": {"bbr"},
        "tiny-queue": {"bbr"},
        # the message does what clamping does
        "black-hole": {"let-icmp"},
    },
    may={
        # CoDel's target is short for such a path; a longer queue has room for most bursts, and BBR minds no losses
        "neighbour": {"bbr", "router-pfifo", "router-fq-codel"},
        "tiny-queue": {"router-fq-codel"},
        # no overflow, no hole
        "sack": {"router-pfifo", "router-fq-codel"},
    },
)
FAULTS = BENCH.faults
broken, scene = BENCH.broken, BENCH.scene
PLAIN = TransferSetting(rate=50e6, rtt=0.05, queue=230, seconds=4.0)


def goodput(setting: TransferSetting, seed: int = 1) -> float:
    """bit/s."""
    return float(scene(setting, seed).outcome.split()[0]) * 1e6


class TestFamily(FamilyChecks):
    bench = BENCH


# ---- against formulas ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rtt", [0.01, 0.1])
def test_however_small_the_send_buffer_an_skb_goes_once_per_round_trip(rtt):
    """52.3 and 57.8 kB in a round trip of 100 and of 10 ms were measured (recordings C_wmem4k_r100, C_wmem4k_r10)."""
    path = replace(PLAIN, rtt=rtt, rate=1000e6, queue=1000)
    for small in (replace(path, sndbuf=4096), replace(path, wmem=4096)):
        assert 50e3 < goodput(small) / 8 * rtt < 66e3


@pytest.mark.parametrize(("kernel", "share"), [("6.1", 1 / 2), ("6.12", 1448 / (1448 + 960))])
@pytest.mark.parametrize("rcvbuf", [16384, 32768, 65536])
def test_a_small_receive_buffer_goes_once_per_round_trip(rcvbuf, kernel, share):
    """The buffer is doubled, a share of it is window, and a segment is held back (`tcp_init_buffer_space`).

    The share is half of it, and since 6.6 what the payload is of an skb.
    """
    window = share * 2 * rcvbuf
    assert 0.8 < goodput(replace(PLAIN.on(kernel), rcvbuf=rcvbuf)) / (window * 8 / PLAIN.rtt) <= 1.0


def test_without_scaling_it_is_65535_bytes_per_round_trip():
    """RFC 7323 §1.1. Goodput is rounded to 0.1 Mbit/s."""
    for change in ({"stripped": True}, {"scaling": (False, True)}, {"scaling": (True, False)}):
        assert 0.9 < goodput(replace(PLAIN, **change)) / (65535 * 8 / PLAIN.rtt) <= 1.005


@pytest.mark.parametrize("cwnd", [10, 20, 32])
def test_a_locked_window_goes_once_per_round_trip(cwnd):
    assert goodput(replace(PLAIN, cwnd_lock=cwnd)) == pytest.approx(cwnd * 1448 * 8 / 0.05, rel=0.06)


def test_a_rate_is_kept():
    """A full segment takes 1514 bytes of the shaper's tokens, and 1448 of the pacing rate."""
    shaped = replace(PLAIN, shaper=EgressQdisc(rate=8e6, burst=32768, limit=131072))
    assert goodput(shaped) == pytest.approx(8e6 * 1448 / 1514, rel=0.03)
    assert goodput(replace(PLAIN, pacing=8e6)) == pytest.approx(8e6, rel=0.03)
    assert goodput(replace(PLAIN, disk=8e6)) == pytest.approx(8e6, rel=0.05)
    assert goodput(replace(PLAIN, reading=8e6)) == pytest.approx(8e6, rel=0.05)


@pytest.mark.parametrize("p", [0.01, 0.02])
def test_losses_allow_what_mathis_says(p):
    """MSS/RTT · √(3/2p): Mathis et al. 1997. Delayed ACKs and timeouts take some of it."""
    path = replace(PLAIN, algorithm="reno", loss=p)
    most = 1448 * 8 / path.rtt * math.sqrt(1.5 / p)
    assert 0.3 < statistics.median(goodput(path, seed) for seed in range(15)) / most < 1.3


def dropped(machine) -> list[int]:
    return [each.dropped for each in machine.qdiscs]


@pytest.mark.parametrize("rate", [10e6, 20e6])
def test_a_policer_drops_without_a_queue_and_lets_nothing_above_its_rate_pass(rate):
    found = scene(replace(PLAIN, policer=Policer(rate=rate, burst=32768)))
    router = found.machines[2]
    assert float(found.outcome.split()[0]) * 1e6 < rate * 1448 / 1514
    assert dropped(router)[0] == 0 < dropped(router)[1]
    assert max(router.ping) < PLAIN.rtt + 0.002
    unresponsive = scene(replace(PLAIN, policer=Policer(rate=rate, burst=32768), algorithm="bbr"))
    assert float(unresponsive.outcome.split()[0]) * 1e6 == pytest.approx(rate * 1448 / 1514, rel=0.05)


def test_a_neighbour_leaves_what_it_does_not_take():
    """What both got is what the line carries at most; with a queue for each flow, its bursts hurt only itself."""
    neighbour = Neighbour(period=0.5, packets=460)
    found = scene(replace(PLAIN, neighbour=neighbour, algorithm="reno"))
    router = found.machines[2]
    port = router.packets[0].source.split(":")[1]
    assert {each.source.rpartition(":")[2] for each in router.packets} >= {port, str(NEIGHBOURS_PORT)}
    load = neighbour.packets * 1514 * 8 / neighbour.period
    assert router.nic["tx_bytes"] * 8 / PLAIN.seconds <= PLAIN.rate
    assert goodput(replace(PLAIN, neighbour=neighbour, algorithm="bbr")) > PLAIN.rate - 1.2 * load
    assert field(scene(replace(PLAIN, neighbour=neighbour, fair=True)).machines[1], "retrans")[1] < 40


@pytest.mark.parametrize("mtu", [1280, 1400, 1476])
def test_a_tunnel_lets_nothing_pass_but_what_fits(mtu):
    """RFC 2923 §2.1: the handshake works, data hang; clamping leaves 40 bytes for headers, and 12 are timestamps."""
    hole = replace(PLAIN, tunnel=mtu)
    client, server, _ = scene(hole).machines
    assert field(client, "bytes_received") == 0
    assert field(server, "cwnd") == 1
    repeats = [each for each in server.packets if each.length == 1448][-3:]
    assert len({each.seq for each in repeats}) == 1
    first, second = (after.t - before.t for before, after in pairwise(repeats))
    assert second == pytest.approx(2 * first, rel=0.06)
    for change, pmtu, syn in (({"clamped": True}, 1500, mtu - 40), ({"icmp": True}, mtu, 1460)):
        _, server, _ = scene(replace(hole, **change)).machines
        assert (field(server, "mss"), field(server, "pmtu")) == (mtu - 52, pmtu)
        assert f"mss {syn}," in server.packets[0].options
        assert goodput(replace(hole, **change)) > 0.9 * PLAIN.carries
    found = scene(hole)
    assert all("100% packet loss" in shown(found, f"ping-M@{place}") for place in range(3))
    assert f"Frag needed and DF set (mtu = {mtu})" in shown(scene(replace(hole, icmp=True)), "ping-M@0")


# ---- both ends tell the same story -----------------------------------------------------------------------------------


def field(machine, name: str):
    """Of the transfer's connection."""
    return getattr(machine.connections[-1].info, name)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_can_be_compared_agrees(fault):
    for seed in range(2):
        setting = broken(fault, seed)
        client, server, _ = scene(setting, seed).machines
        sent, repeated = field(server, "bytes_sent"), field(server, "bytes_retrans")
        assert field(server, "bytes_acked") <= field(client, "bytes_received") <= sent - repeated
        assert field(client, "data_segs_in") <= field(server, "data_segs_out")
        assert field(server, "segs_in") <= field(client, "segs_out")
        assert client.connections[-1].recv_q <= field(client, "bytes_received")
        unacknowledged = sent - repeated - field(server, "bytes_acked")
        assert server.connections[-1].send_q == unacknowledged + field(server, "notsent")
        assert server.counters["TcpRetransSegs"] == field(server, "retrans")[1]
        split = sum(server.counters[f"TcpExtTCP{name}"] for name in ("FastRetrans", "SlowStartRetrans", "Timeouts"))
        assert split <= server.counters["TcpRetransSegs"]
        for machine, there in ((client, server), (server, client)):
            assert machine.peer == machine.connections[-1].peer.split(":")[0]
            assert machine.nic["tx_packets"] >= field(machine, "segs_out") - field(machine, "notsent") // 1448
            assert machine.packets[0].flags == "S"
            assert machine.packets[0].t == 0
            assert all(a.t <= b.t for a, b in pairwise(machine.packets[:30]))
            assert there.connections[-1].here == machine.connections[-1].peer


def test_what_a_qdisc_or_a_card_drops_is_what_is_missing():
    client, server, _ = scene(broken("netem", 1), 1).machines
    (netem,) = server.qdiscs
    lost = field(server, "data_segs_out") + 1 - netem.packets
    assert 0 < netem.dropped < lost  # an skb counts as one (`netem_enqueue`), and has several segments at times
    assert field(client, "data_segs_in") <= field(server, "data_segs_out") - lost
    client, server, _ = scene(broken("cable", 1), 1).machines
    damaged = client.nic["rx_crc_errors"]
    assert 0 < damaged <= field(server, "data_segs_out") - field(client, "data_segs_in")
    client, server, _ = scene(broken("loss", 1), 1).machines
    assert not client.nic["rx_errors"]
    assert not any(qdisc.dropped for qdisc in server.qdiscs)


def test_a_stripped_option_leaves_and_does_not_arrive():
    client, server, _ = scene(broken("stripped", 2), 2).machines
    assert "wscale" in client.packets[0].options
    assert "wscale" not in server.packets[0].options
    assert "wscale" not in server.packets[1].options
    for place, scaling in enumerate(((False, True), (True, False))):
        machines = scene(replace(PLAIN, scaling=scaling)).machines[:2]
        assert machines[place].sysctls["net.ipv4.tcp_window_scaling"] == "0"
        for machine in machines:
            assert ("wscale" in machine.packets[0].options) == scaling[0]
            assert "wscale" not in machine.packets[1].options
            assert "wscale" not in ss(machine, ["-tinmop"]).splitlines()[-1]


def test_tcpdump_shows_as_many_packets_as_there_were():
    """As many skbs as IP has seen, without those of the shell."""
    for machine in scene(PLAIN).machines[:2]:
        text = tcpdump.packets(machine.packets)
        left_out = int(re.search(r"# (\d+) packets left out", text)[1])
        shown = len(text.splitlines()) - 1
        skbs = machine.counters["IpInReceives"] + machine.counters["IpOutRequests"] - sum(shell_segments(machine))
        assert abs(left_out + shown - skbs) <= 3


def test_a_sender_hands_down_skbs_and_a_slow_line_brings_single_segments():
    """Recorded (`golden/tcpdump/sender`): 2896 and 4344 bytes at 10 Mbit/s; two at least (`tcp_min_tso_segs`)."""
    client, server, _ = scene(PLAIN).machines
    sent = [packet.length for packet in server.packets if packet.length > 1000]
    assert max(sent) > 1448
    assert all(length % 1448 == 0 for length in sent[:20])
    assert statistics.median(p.length for p in client.packets[-30:] if p.length) == 1448
    assert server.counters["IpOutRequests"] < server.counters["TcpOutSegs"] + server.counters["TcpRetransSegs"]


def test_every_command_of_the_menu_prints_something():
    found = scene(PLAIN)
    for place, machine in enumerate(found.machines):
        for each in suggestions(machine):
            # tc says nothing where there is no filter
            assert shown(found, f"{each.id}@{place}").strip() or each.id == "tc-filter"


@pytest.mark.parametrize("algorithm", ["cubic", "reno", "bbr"])
def test_watching_changes_nothing(algorithm):
    """A flow that is watched sends what it would have sent unwatched."""
    sent = []
    for watched in (False, True):
        spec = FlowSpec(algorithm=rated(algorithm) if watched else algorithm, rtt=0.04)
        bell = Dumbbell(rate=20e6, limit=60, flows=[spec], loss=0.001, rng=random.Random(4))
        if watched:
            Watch(bell.flows[0], bell.link, Opening(sender="10.0.0.1:80", receiver="10.0.0.2:40000"))
        for _ in bell.clock.run(2.0):
            pass
        sender = bell.flows[0].sender
        sent.append((sender.nxt, sender.una, sender.retransmissions, sender.congestion.cwnd))
    assert sent[0] == sent[1]


def test_a_later_request_is_seen_on_both_hosts_and_acknowledged_by_the_data_that_follow():
    spec = FlowSpec(algorithm="cubic", rtt=0.04, connect=0.02, passive=True, total=14_480)
    bell = Dumbbell(rate=20e6, flows=[spec])
    flow = bell.flows[0]
    watch = Watch(flow, bell.link, Opening(sender="10.0.0.1:80", receiver="10.0.0.2:40000", request=100))
    for _ in bell.clock.run(1.0):
        pass
    watch.capture.ask()
    flow.receiver.ask(14_480)
    assert flow.sender.writer
    bell.clock.at(1.04, lambda: flow.sender.writer.write(14_480))
    for _ in bell.clock.run(2.0):
        pass
    for packets in (watch.capture.at_sender(), watch.capture.at_receiver()):
        requests = [packet for packet in packets if packet.length == 100]
        began = packets[0].seq
        assert [packet.seq - began for packet in requests] == [1, 101]
        for packet in packets:
            if packet.length > 100:
                assert packet.ack - began == (201 if packet.t > requests[1].t else 101)
    assert watch.sending().info.bytes_received == watch.receiving().info.bytes_sent == 200
