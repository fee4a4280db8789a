"""Sockets that pile up: every fault makes a ramp, every remedy ends it, sysctls from a list of tips do not."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from family_checks import Bench, FamilyChecks, assert_agrees, run_without_collector

from inflight.figure.slices import finish
from inflight.incidents.families.leftovers import FAMILY

BENCH = Bench(
    FAMILY,
    others={
        # a program that closes whatever has been silent closes what it has forgotten, too
        "close-wait": {"idle-request"},
        # closed instead of shut down, FIN-WAIT-2 ends after tcp_fin_timeout; or the peer's FIN comes
        "fin-wait-2": {"client-closes", "idle-request"},
        "late-keepalive": {"so-keepalive"},
        # keepalive keeps the firewall from forgetting: then the peer's FIN comes, and nobody has to give up
        "orphans": {"so-keepalive"},
        "pool-leak": {"idle-request"},
    },
)
FAULTS = BENCH.faults
broken, scene = BENCH.broken, BENCH.scene


class TestFamily(FamilyChecks):
    bench = BENCH
    one_by_one = False

    def test_twice_the_time_is_twice_the_leftovers(self, fault):
        """It does not level off."""
        for seed in self.seeds:
            at_end, in_use, at_half = map(int, re.findall(r"\d+", scene(broken(fault, seed), seed).outcome))
            assert at_end - in_use > 1.5 * (at_half - in_use) > 0, f"seed {seed}"


def states(machine) -> Counter[str]:
    return Counter(each.state for each in machine.connections)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_books_of_both_machines_agree(fault):
    server, client, firewall = scene(broken(fault, 2), 2).machines
    near, far = server.counters, client.counters
    assert near["TcpPassiveOpens"] == far["TcpActiveOpens"]
    arrived = near["IpInReceives"] + far["IpInReceives"]
    sent = near["IpOutRequests"] + far["IpOutRequests"]
    # what the firewall drops has left, and does not arrive
    assert abs(firewall.counters["IpForwDatagrams"] - arrived) <= 4
    dropped = sum("dropped" in each.text for each in firewall.log)
    assert dropped <= sent - arrived
    assert (dropped > 0) == (fault in ("dead-peers", "late-keepalive", "orphans"))
    for machine in (server, client):
        assert_agrees(machine)
        assert machine.counters["IpInReceives"] == machine.counters["TcpInSegs"]
        assert machine.counters["IpOutRequests"] == machine.counters["TcpOutSegs"] + machine.counters.get(
            "TcpRetransSegs", 0
        )


def test_shutdown_has_no_limit_and_close_has_tcp_fin_timeout():
    """T04: tcp_close() sets a timer, shutdown() none. The peer is in CLOSE-WAIT for each of them."""
    setting = broken("fin-wait-2", 3)
    server, client, _ = scene(setting, 3).machines
    waiting = [each for each in server.connections if each.state == "FIN-WAIT-2"]
    assert all(each.process and not each.timer for each in waiting)
    assert len(waiting) == states(client)["CLOSE-WAIT"] > 100
    server, client, _ = scene(BENCH.fixes["server-close"].put(setting), 3).machines
    waiting = [each for each in server.connections if each.state == "FIN-WAIT-2"]
    assert all(not each.process and each.timer.startswith("timewait") for each in waiting)
    # the client's program still forgets; its sockets are not the server's any more
    assert states(client)["CLOSE-WAIT"] > 100


def test_keepalive_takes_close_wait_from_the_list_but_not_the_descriptors():
    """The peer's host answers with a RST once its FIN-WAIT-2 is over; a file descriptor is closed by close() alone."""
    setting = broken("close-wait", 4)
    before, after = scene(setting, 4), scene(BENCH.fixes["so-keepalive"].put(setting), 4)
    assert states(after.machines[0])["CLOSE-WAIT"] < 0.1 * states(before.machines[0])["CLOSE-WAIT"]
    files = [re.search(r"open_files=(\d+)", each.machines[0].log[-1].text)[1] for each in (before, after)]
    assert files[0] == files[1]


def test_a_peer_that_is_gone_is_in_one_table_only():
    server, client, _ = scene(broken("dead-peers", 5), 5).machines
    known = {each.here for each in client.connections}
    serving = [each for each in server.connections if each.state == "ESTAB"]
    lost = [each for each in serving if each.peer not in known]
    assert len(lost) > 100
    assert all(each.info.lastrcv > 900 and not each.timer for each in lost)


def test_orphans_of_the_default_last_for_some_hundred_seconds():
    """T06: 0 stands for 8, which is a time of 0.2 · (2⁹ - 1) = 102.2 s, taken at the next timeout; high values last."""
    setting = broken("orphans", 6)
    gone = scene(BENCH.fixes["orphan-retries"].put(setting), 6).machines[0]
    per_second = 1 / setting.gaps[0]
    assert states(gone)["FIN-WAIT-1"] <= 3 * 102.2 * per_second + 3
    kept = scene(setting, 6).machines[0]
    orphans = [each for each in kept.connections if each.state == "FIN-WAIT-1"]
    assert len(orphans) > 100
    assert all(each.send_q == 1 and not each.process for each in orphans)


def test_what_was_never_accepted_has_no_process():
    """T01: closed by the peer while still in the accept queue; Recv-Q has the request, and one for the FIN."""
    setting = broken("never-accepted", 7)
    server = scene(setting, 7).machines[0]
    forgotten = [each for each in server.connections if each.state == "CLOSE-WAIT"]
    queue = next(each for each in server.listening if each.here.endswith(f":{setting.ports[2]}"))
    assert {each.process for each in forgotten} == {""}
    assert {each.recv_q for each in forgotten} == {setting.request + 1}
    assert len(forgotten) <= queue.recv_q <= len(forgotten) + 1


def test_a_change_of_a_sysctl_starts_nothing_again():
    """A keepalive timer that runs keeps its time (`tcp_keepalive_timer` sets the next); a restart closes everything."""
    setting = broken("late-keepalive", 1)
    for fix, stays in (("keepalive-time", True), ("so-keepalive", False)):
        first = run_without_collector(BENCH.family.run(setting, random.Random(1)))
        established = {each.peer for each in first.machines[0].connections if each.state == "ESTAB"}
        changed = finish(first.change(BENCH.fixes[fix].put(setting)))
        assert changed.well
        later = finish(changed.later(300.0)).machines[0]
        left = {each.peer for each in later.connections if each.state == "ESTAB"} & established
        assert (len(left) > 0.9 * len(established)) == stays
        assert any("subscriptions" in each.text for each in later.log if each.t >= 0) != stays


def test_the_firewall_lists_what_both_ends_still_agree_on():
    """A dead peer's connection is in the server's table only; what nothing has passed for so long isn't listed."""
    setting = broken("dead-peers", 3)
    server, client, firewall = scene(setting, 3).machines
    listed = {(each.original.sport, each.original.dport): each for each in firewall.conntrack.entries}
    ends = {each.peer: each for each in server.connections if each.state == "ESTAB"}
    known = {each.here for each in client.connections if each.state == "ESTAB"}
    for peer in ends.keys() - known:
        assert (int(peer.rpartition(":")[2]), setting.ports[0]) not in listed
    assert all(0 <= each.timeout <= setting.firewall for each in listed.values())
    assert 0 < sum(each.state == "ESTABLISHED" for each in listed.values()) < 0.5 * len(ends)
