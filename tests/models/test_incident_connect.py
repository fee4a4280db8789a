"""Connections that hang or fail: every fault hurts, every remedy helps, what people copy does not."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from family_checks import Bench, FamilyChecks, assert_agrees, run_without_collector, shell_segments

from inflight.figure.slices import finish
from inflight.incidents.families.connect import FAMILY
from inflight.incidents.families.connect.firewall import lost_share
from inflight.incidents.families.connect.model import ConnectWorld

BENCH = Bench(
    FAMILY,
    others={
        # a loose filter asks only whether there is a route; with rules the strict one finds the right one
        "rp-filter": {"policy-routing"},
        # with more places there is no overflow that could abort anything
        "abort": {"raise-backlog"},
        # tcp_tw_reuse takes a port over after a second, with timestamps
        "few-ports": {"tw-reuse"},
        # and so do more ports than the host’s block has
        "scaled-in": {"tw-reuse", "port-range"},
        # the client has IPv4 tried at once, or soon enough
        "ipv6-first": {"reject-six", "happy-eyeballs"},
        # what is forgotten sooner, or not tracked at all, needs fewer entries; this service’s own are too few to matter
        "conntrack-full": {"forget-sooner", "untracked"},
    },
)
FAULTS = BENCH.faults
broken, scene = BENCH.broken, BENCH.scene


class TestFamily(FamilyChecks):
    bench = BENCH
    one_by_one = False


@pytest.mark.parametrize("fault", FAULTS)
def test_the_books_of_both_machines_agree(fault):
    setting = broken(fault, 2)
    client, server, wall = scene(setting, 2).machines
    near, far = client.counters, server.counters
    assert far.get("TcpExtListenDrops", 0) >= far.get("TcpExtListenOverflows", 0)
    assert far["IpInReceives"] - far["IpInDelivers"] == far.get("TcpExtIPReversePathFilter", 0)
    if setting.six:
        assert near["Ip6OutRequests"] == wall.counters["Ip6InReceives"]
    assert far.get("TcpPassiveOpens", 0) <= near["TcpActiveOpens"]
    # nothing is made on the way; the server hears strangers, too, and both have shells
    near_shells, far_shells = (shell_segments(machine) for machine in (client, server))
    assert near["IpInReceives"] - near_shells[0] <= far["IpOutRequests"] - far_shells[1]
    if not setting.flood:
        assert far["IpInReceives"] - far_shells[0] <= near["IpOutRequests"] - near_shells[1]
    for machine in (client, server):
        assert_agrees(machine)
    # the firewall passes on what it has not refused, and hears strangers, too
    refused = wall.counters["IpInReceives"] - wall.counters["IpInDelivers"] - wall.counters["IpForwDatagrams"]
    assert (refused > 0) == (fault in ("syn-filter", "conntrack-full"))
    assert wall.counters["IpForwDatagrams"] >= far["IpInReceives"] - far_shells[0]


def test_the_accept_queue_holds_one_more_than_the_backlog():
    """`sk_acceptq_is_full` asks for "greater than" (include/net/sock.h); measured: Recv-Q 6, Send-Q 5."""
    setting = broken("slow-accept", 3)
    queue = scene(setting, 3).machines[1].listening[0]
    assert (queue.send_q, queue.recv_q) == (setting.backlog, setting.backlog + 1)


def test_somaxconn_cuts_the_backlog_down():
    setting = broken("somaxconn", 4)
    assert scene(setting, 4).machines[1].listening[0].send_q == min(setting.backlog, setting.somaxconn)


def test_ports_that_can_be_had_are_those_of_the_range_over_a_minute():
    """Each connection keeps its port for 60 s, which the timer wheel rounds up by at most 2.048 s (T02, T13)."""
    setting = broken("few-ports", 5)
    low, high = setting.ports
    client = scene(setting, 5).machines[0]
    ports = {each.here for each in client.connections}
    assert len(ports) <= high - low + 1
    assert all(low <= int(port.rpartition(":")[2]) <= high for port in ports)
    spent = 7 * 2 + setting.pause
    assert client.counters["TcpActiveOpens"] / spent == pytest.approx((high - low + 1) / 61, rel=0.15)


def test_the_minute_before_can_be_interrupted_at_every_connection():
    """With most of the ports taken, each looks for a free one for long, and a browser stops Python that is silent."""
    world = ConnectWorld(broken("few-ports", 5), random.Random(5))
    counts = [0, *(len(world.client.connections) for _ in world.past())]
    assert counts[-1] > 100
    assert max(after - before for before, after in pairwise(counts)) == 1


def test_a_dropped_syn_comes_again_after_a_second():
    """TCP_TIMEOUT_INIT (tcp.h); measured: a connect of 1.03 s."""
    packets = [each for each in scene(broken("syn-filter", 6), 6).machines[0].packets if each.flags == "S"]
    first, again = {}, {}
    for each in packets:
        if each.source in first:
            again.setdefault(each.source, each.t - first[each.source])
        else:
            first[each.source] = each.t
    assert again
    assert all(1.0 <= gap < 1.05 for gap in again.values())


def test_strict_reverse_path_answers_no_ping_either():
    setting = broken("rp-filter", 7)
    client, server, wall = scene(setting, 7).machines
    assert client.ping == [None] * 10
    assert None not in wall.ping
    assert server.counters["TcpExtIPReversePathFilter"] == server.counters["IpInReceives"] - shell_segments(server)[0]


def test_strangers_fill_the_half_open_queue():
    """Half-open requests stop at the backlog + 1 (6.1.192), or at 3/4 of tcp_max_syn_backlog + 1 without cookies."""
    setting = broken("syn-flood", 8)
    half_open = [each for each in scene(setting, 8).machines[1].connections if each.state == "SYN-RECV"]
    strangers = setting.max_syn_backlog - (setting.max_syn_backlog >> 2) + 1
    assert len(half_open) <= min(setting.backlog + 1, strangers)
    assert sum(not each.peer.startswith(setting.client) for each in half_open) > 0.8 * len(half_open)


def test_connections_that_find_the_table_full_are_erlangs():
    """Erlang's B for 10 places: published tables (ITU-D Teletraffic Engineering Handbook) have 1% at 4.46 erlang."""
    assert lost_share(10, 4.461) == pytest.approx(0.01, rel=0.01)
    assert lost_share(100, 84.06) == pytest.approx(0.01, rel=0.01)
    assert lost_share(1000, 100.0) == 0
    assert lost_share(262144, 2 * 262144.0) == pytest.approx(0.5, rel=1e-3)


def test_a_full_table_loses_as_many_syns_and_first_pings_as_its_load_says():
    setting = broken("conntrack-full", 9)
    client, _, wall = scene(setting, 9).machines
    tried = client.counters["TcpActiveOpens"] + client.counters["TcpExtTCPSynRetrans"]
    lost = 1 - setting.tracked_most / setting.entries
    refused = wall.counters["IpInReceives"] - wall.counters["IpInDelivers"] - wall.counters["IpForwDatagrams"]
    assert refused / tried == pytest.approx(lost, abs=0.06)
    assert None in client.ping
    full = [each.t for each in wall.log if "table full" in each.text]
    assert len(full) <= 10 * ((max(full) - min(full)) // 5 + 1)  # `net_ratelimit`: ten lines in five seconds
    assert any("callbacks suppressed" in each.text for each in wall.log)


def test_what_is_forgotten_sooner_is_what_takes_most_of_the_table():
    setting = broken("conntrack-full", 10)
    ended = BENCH.fixes["forget-ended"].put(setting)
    assert ended.entries > 0.8 * setting.entries > setting.tracked_most
    assert BENCH.fixes["forget-sooner"].put(setting).entries < setting.tracked_most


def test_a_block_of_ports_is_enough_for_a_host_but_not_for_two():
    """4096 ports, each for 60 s and at most 2.048 s more, are 66 connections a second (closing/ports)."""
    setting = broken("scaled-in", 11)
    assert BENCH.healthy(11)[0].offered < 4096 / 62.048 < setting.offered
    spent = 7 * 2 + setting.pause
    opened = scene(setting, 11).machines[0].counters["TcpActiveOpens"]
    assert opened / spent == pytest.approx(4096 / 61, rel=0.15)


def test_over_ipv4_nothing_starts_before_ipv6_was_given_up():
    """SYNs over IPv6 are repeated after a second (TCP_TIMEOUT_INIT), and all are 80 B long (RFC 8200, RFC 9293)."""
    setting = broken("ipv6-first", 12)
    client, _, wall = scene(setting, 12).machines
    tried: dict[str, list[float]] = {}
    for each in client.packets:
        if each.source.startswith("["):
            tried.setdefault(each.source, []).append(each.t)
    old = sorted(each.t for each in client.packets if each.flags == "S" and each.source.startswith("10."))
    assert old
    assert len(old) == len(tried)
    for began, late in zip(sorted(min(times) for times in tried.values()), old, strict=True):
        assert late - began == pytest.approx(setting.six, abs=0.01)
    gaps = [times[1] - times[0] for times in tried.values() if len(times) > 1]
    assert gaps == pytest.approx([1.0] * len(gaps))
    assert wall.counters["Ip6InOctets"] == 80 * wall.counters["Ip6InReceives"]
    waiting = sum(each.state == "SYN-SENT" for each in client.connections)
    assert waiting == pytest.approx(setting.offered * setting.six, rel=0.4)


def test_minutes_later_each_connection_has_sent_one_request():
    """What passed unseen is in the host's counters, and not in those of connections that are new."""
    setting = BENCH.healthy(13)[0]
    first = run_without_collector(FAMILY.run(setting, random.Random(13)))
    assert first.later
    later = finish(first.later(300.0))
    sent = {each.info.bytes_sent for each in later.machines[0].connections if each.info and ":22" not in each.here}
    assert sent <= {0, setting.request, setting.request + 1}
    assert later.machines[0].counters["TcpActiveOpens"] == pytest.approx(314.5 * setting.offered, rel=0.1)


@pytest.mark.parametrize(
    ("written", "helps"),
    [
        *((f"{device}.rp_filter=0", False) for device in ("all", "default", "eth0", "eth1")),
        *((f"{device}.rp_filter=2", device in ("all", "eth0")) for device in ("all", "default", "eth0", "eth1")),
    ],
)
def test_of_several_rp_filters_the_larger_one_counts(written: str, helps: bool) -> None:
    """`IN_DEV_MAXCONF`; what is 1 everywhere isn't switched off by one 0."""
    loose = BENCH.fixes["loose"]
    found = re.fullmatch(loose.typed, f"sysctl -w net.ipv4.conf.{written}")
    assert BENCH.well(loose.valued(*found.groups())(broken("rp-filter", 2)), 2) is helps
