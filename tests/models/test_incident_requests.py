"""Slow calls: what is healthy takes what path and size ask for, each fault costs what its closed form says."""

import math
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from experts.requests import read, solve
from family_checks import Bench, FamilyChecks, shell_segments, shown

from inflight.incidents.evidence import pointed
from inflight.incidents.families.requests import FAMILY, LINE
from inflight.incidents.families.requests.model import Calls
from inflight.incidents.families.requests.setting import CALLS, Lookups
from inflight.incidents.menu import suggestions
from inflight.incidents.seen import Pointed, Seen
from inflight.incidents.shell import session

BENCH = Bench(
    FAMILY,
    # One write leaves nothing for Nagle to hold. BBR keeps its own window and ignores tcp_slow_start_after_idle; and it
    # paces, so what is written last still finds an unsent skb to join, which is neither held back nor counted against
    # a full buffer.
    may={
        "client-nagle": {"one-write"},
        "idle-window": {"bbr"},
        "server-nagle": {"bbr"},
        "small-send-buffer": {"bbr"},
        # a name that is known at once needs no server
        "dead-resolver": {"name-cache"},
    },
)
FAULTS = BENCH.faults
healthy, broken, scene = BENCH.healthy, BENCH.broken, BENCH.scene


def called(setting):
    calls = Calls(setting)
    for _ in calls.run():
        pass
    assert len(calls.times) == CALLS
    return calls


class TestFamily(FamilyChecks):
    bench = BENCH


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("oddities", [(0, 1, 2), (3, 4, 5), (6, 7, 8)])
def test_an_expert_is_not_led_astray(fault, oddities):
    plain, rng = healthy(sum(oddities))
    for number in oddities:
        plain = FAMILY.oddities[number](plain, rng)
    found = scene(FAULTS[fault].put(plain, rng), 5)
    assert solve(lambda look: shown(found, look)) == (fault, FAULTS[fault].remedy)


@pytest.mark.parametrize("seed", range(4))
def test_a_healthy_call_takes_a_round_trip_and_the_time_of_the_line(seed):
    """1514 bytes on the wire for 1448 of data; a millisecond for programs, and for the CPU's time of each segment."""
    plain, _ = healthy(seed)
    line = plain.size / 1448 * 1514 * 8 / plain.rate
    assert line <= (LINE + 0.01) * plain.rtt
    assert called(plain).median == pytest.approx(plain.rtt + line, abs=1.3e-3)


# ---- what each fault costs, by sources other than the model ----------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_nagle_and_the_delayed_ack_cost_40_ms_and_a_round_trip(seed):
    """TCP_DELACK_MIN (N04), up to one tick of 4 ms more; and the ACK has to come back."""
    setting = broken("client-nagle", seed)
    extra = called(setting).median - called(healthy(seed)[0]).median
    assert setting.rtt + 0.040 <= extra <= setting.rtt + 0.045


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_nagle_at_the_server_costs_one_round_trip(seed):
    """Minshall's rule: a short segment waits until the short one before it is acknowledged (N02)."""
    setting = broken("server-nagle", seed)
    took = called(setting).median
    assert 2 * setting.rtt < took < 2 * setting.rtt + setting.least


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_forgotten_cork_costs_an_rto(seed):
    """RTO = SRTT + max(4·RTTVAR, 200 ms), from the last ACK on (N12); the timer wheel's steps are 32 ms here."""
    setting = broken("cork", seed)
    found = scene(setting, seed)
    server = found.machines[1]
    rto = next(each.info.rto for each in server.connections if each.here.endswith(f":{setting.ports[1]}"))
    assert rto >= setting.rtt + 0.2
    silence, tail = server.packets[-3:-1]
    assert (silence.length, tail.length > 0) == (0, True)
    assert rto - 0.005 <= tail.t - silence.t <= rto + 0.032 + 0.004


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_slow_start_after_a_pause_costs_its_rounds(seed):
    """The window was halved for each RTO, down to 10 at least, and doubles each round trip (C26)."""
    setting = broken("idle-window", seed)
    data = [each for each in scene(setting, seed).machines[1].packets if each.length > 1000]
    bursts = [math.ceil(data[0].length / 1448)]
    for before, each in pairwise(data):
        if each.t - before.t > 0.3 * setting.rtt:
            bursts.append(0)
        bursts[-1] += math.ceil(each.length / 1448)
    assert len(bursts) >= 3
    assert 10 <= bursts[0] <= setting.size / 1448 / 2
    assert all(before < after <= 2 * before for before, after in pairwise(bursts[:-1]))
    assert called(setting).median == pytest.approx(len(bursts) * setting.rtt, abs=setting.least - setting.rtt + 2e-3)


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_pieces_cost_a_round_trip_each(seed):
    setting = broken("pieces", seed)
    calls = called(setting)
    pieces = math.ceil(setting.size / setting.piece)
    assert calls.median >= pieces * setting.rtt
    assert len(calls.served) == CALLS * pieces
    assert sum(size for _, size in calls.served) == CALLS * setting.size


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_small_window_is_what_comes_per_round_trip(seed):
    """RFC 9293: no more than the window is unacknowledged; half of rb is window (tcp_adv_win_scale 1)."""
    setting = broken("small-window", seed)
    assert called(setting).median >= (math.ceil(setting.size / setting.rcvbuf) - 1) * setting.rtt


@pytest.mark.parametrize("patience", [5.0, 1.0])
def test_a_dead_name_server_costs_what_the_resolver_waits_for_it(patience):
    """resolv.conf(5): `timeout`, 5 s unless set; then it asks the next."""
    plain, _ = healthy(2)
    setting = replace(plain, lookups=Lookups(patience=patience))
    assert called(setting).median == pytest.approx(called(plain).median + patience, abs=2e-3)
    questions = [each for each in scene(setting, 2).machines[0].packets if "A? " in each.datagram]
    assert questions[1].t - questions[0].t == pytest.approx(patience)
    assert len({each.to for each in questions}) == 2
    client = scene(setting, 2).machines[0]
    for filter_, kinds in (("udp port 53", {"A?", "1/0/0"}), ("tcp port 53", set())):
        printed = session.run(f"tcpdump -n -i eth0 {filter_}", client, [client], {}).text.splitlines()
        assert {word for line in printed for word in line.split() if word in ("A?", "1/0/0", "Flags")} == kinds


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_forgotten_connection_costs_the_client_its_patience_and_a_new_one(seed):
    """The server sees nothing of what was sent in vain, and never learns that the connection is dead."""
    setting = broken("forgotten", seed)
    fresh = called(replace(healthy(seed)[0], fresh=True)).median
    assert called(setting).median == pytest.approx(setting.patience + fresh, abs=5e-3)
    client, server, _ = scene(setting, seed).machines
    vain = {each.source for each in client.packets if each.t < setting.patience - 0.1}
    assert not vain & {each.source for each in server.packets}
    assert vain < {each.peer for each in server.connections if each.state == "ESTAB"}


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_shaper_sets_the_pace(seed):
    setting = broken("old-shaper", seed)
    wire = setting.size / 1448 * 1514
    took = called(setting).median
    assert took == pytest.approx(setting.rtt + (wire - setting.shaper.burst) * 8 / setting.shaper.rate, rel=0.05)


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_new_connection_costs_its_handshake_and_slow_start(seed):
    """One round trip for the SYN; then ten segments, and twice as many each time (RFC 6928)."""
    setting = broken("new-connections", seed)
    rounds = math.ceil(math.log2(setting.size / 1448 / 10 + 1))
    took = called(setting).median
    assert (1 + rounds) * setting.rtt - 0.02 <= took <= (1 + rounds) * setting.rtt + setting.least


# ---- what only times show --------------------------------------------------------------------------------------------

PAUSES = [fault for fault, each in FAULTS.items() if callable(each.telltales.get("tcpdump"))]


def pauses(setting, seed: int, fault: str, typed: str) -> list[Pointed | None]:
    """What is found on client and server in the packets of the last call, as these options print them."""
    found = scene(setting, seed)
    telltale = FAULTS[fault].telltales["tcpdump"]
    seen = [(place, session.run(typed, found.machines[place], found.machines, {}).text) for place in range(2)]
    return [pointed(telltale, Seen(("tcpdump",), place, text, typed)) for place, text in seen]


@pytest.mark.parametrize("fault", PAUSES)
@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_pause_is_there_with_the_fault_however_times_are_printed_and_gone_with_the_fix(fault, seed):
    """A difference is one field; of other times it takes two. Without times there is nothing to see."""
    setting = broken(fault, seed)
    fixed = BENCH.fixes[FAULTS[fault].remedy].put(setting)
    differences = pauses(setting, seed, fault, "tcpdump -nttt -i eth0")
    for typed in ("tcpdump -n -i eth0", "tcpdump -n -tttt -i eth0", "tcpdump -n -ttttt -i eth0"):
        times = pauses(setting, seed, fault, typed)
        assert [each and each.said for each in times] == [each and each.said for each in differences]
        assert any(times)
        for one, other in zip(times, differences, strict=True):
            assert one is None or len(one.spans) == len(other.spans) + 1
        assert not any(pauses(fixed, seed, fault, typed))
    assert not any(pauses(fixed, seed, fault, "tcpdump -nttt -i eth0"))
    assert not any(pauses(setting, seed, fault, "tcpdump -nt -i eth0"))


@pytest.mark.parametrize(
    ("fault", "least", "most"),
    [
        # what the setting says that the program takes
        ("slow-server", lambda s: s.work, lambda s: s.work + 0.001),
        # TCP_RTO_MIN and what the timer wheel adds, and, at the client, the way of the ACK and of the data
        ("cork", lambda s: 0.2, lambda s: 0.2 + 2 * s.rtt + 0.04),
        ("server-nagle", lambda s: s.rtt - LINE * s.rtt, lambda s: s.rtt * 1.1),
        ("idle-window", lambda s: s.rtt - LINE * s.rtt, lambda s: s.rtt * 1.1),
        ("small-window", lambda s: s.rtt - LINE * s.rtt, lambda s: s.rtt * 1.1),
    ],
)
@pytest.mark.parametrize("seed", [0, 3, 5])
def test_the_sentence_says_how_long_it_waits(fault, least, most, seed):
    setting = broken(fault, seed)
    for each in filter(None, pauses(setting, seed, fault, "tcpdump -nttt -i eth0")):
        told = int(re.findall(r"(\d+) ms", each.said)[-1]) / 1000
        assert least(setting) - 0.001 <= told <= most(setting) + 0.001


@pytest.mark.parametrize(("fault", "place", "takes"), [("slow-client", 0, "digest"), ("slow-server", 1, "work")])
@pytest.mark.parametrize("seed", [0, 3, 5])
def test_strace_shows_the_time_that_a_program_keeps_to_itself(fault, place, takes, seed):
    """And what it reads and writes is what the call needs."""
    setting = broken(fault, seed)
    found = scene(setting, seed).machines[place]
    typed = next(each.on(found) for each in suggestions(found) if each.id == "strace")
    text = session.run(typed, found, [found], {}).text
    told = pointed(FAULTS[fault].telltales[f"strace@{place}"], Seen(("strace",), place, text, typed))
    assert abs(int(re.findall(r"(\d+) ms", told.said)[0]) / 1000 - getattr(setting, takes)) < 0.0011
    read, written = (
        sum(int(each) for each in re.findall(rf"{call}\(11, .* = (\d+)", text)) for call in ("read", "write")
    )
    assert (read, written) == ((setting.size, setting.asked) if place == 0 else (setting.asked, setting.size))


# ---- numbers that a reader can compare -------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [None, *FAULTS])
def test_both_machines_tell_the_same_story(fault):
    plain, rng = healthy(4)
    setting = FAULTS[fault].put(plain, rng) if fault else plain
    found = scene(setting, 4)
    client, server, firewall = found.machines
    passed = sum(firewall.counters[name] for name in ("IpForwDatagrams", "IpInDelivers"))
    refused = firewall.counters["IpInReceives"] - passed
    assert (refused > 0) == (fault == "forgotten")
    near, far = (shell_segments(machine) for machine in (client, server))
    # frames, where GRO has put several into one skb; without the answers of name servers
    frames = client.counters["IpExtInNoECTPkts"] - client.counters.get("UdpInDatagrams", 0)
    assert frames - near[0] == server.counters["TcpOutSegs"] - far[1]
    sent = client.counters["TcpOutSegs"] + client.counters.get("TcpRetransSegs", 0) - refused
    assert sent - near[1] == server.counters["IpExtInNoECTPkts"] - far[0]
    for each in (client, server):
        answers = each.counters.get("UdpInDatagrams", 0)
        assert each.counters["TcpInSegs"] == each.counters["IpInReceives"] - answers
    assert client.counters["TcpActiveOpens"] == server.counters["TcpPassiveOpens"] - 1
    assert server.counters.get("TcpRetransSegs", 0) == 0
    here = [each for each in client.connections if each.peer.endswith(f":{setting.ports[1]}")]
    if fault == "new-connections":
        assert {each.state for each in here} == {"TIME-WAIT"}
        assert len(here) == CALLS == client.counters["TcpExtTW"]
    else:
        (mine,) = here
        (theirs,) = (each for each in server.connections if each.peer == mine.here)
        calls = 1 if fault == "forgotten" else CALLS
        assert mine.info.bytes_received == theirs.info.bytes_acked == theirs.info.bytes_sent == calls * setting.size
        assert theirs.info.bytes_received == mine.info.bytes_sent == mine.info.bytes_acked - 1
        assert mine.info.data_segs_in == theirs.info.data_segs_out
        assert theirs.info.data_segs_in == mine.info.data_segs_out
        assert mine.info.wscale == theirs.info.wscale[::-1]
    ends = {each.source for each in server.packets}
    for machine, other in ((client, server), (server, client)):
        arrived = [sum(each.length for each in seen.packets if each.source in ends) for seen in (machine, other)]
        assert arrived[0] == arrived[1]
        assert [each.t for each in machine.packets] == sorted(each.t for each in machine.packets)


@pytest.mark.parametrize("fault", FAULTS)
def test_acks_follow_what_they_acknowledge(fault):
    """On either machine nothing is acknowledged there before it has been seen."""
    for machine in scene(broken(fault, 6), 6).machines[:2]:
        ends: dict[str, int] = {}
        for each in machine.packets:
            if each.seq is not None:
                ends[each.source] = each.seq + max(each.length, "F" in each.flags, "S" in each.flags)
            if each.to in ends and each.ack is not None:
                assert each.ack <= ends[each.to]


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "slow-client"])
def test_tcpdump_shows_the_time_that_the_log_tells(fault):
    """From the first packet of the last call to its last byte; the log rounds to milliseconds.

    But for the client that goes on with an answer when it has all of it.
    """
    found = scene(broken(fault, 7), 7)
    told = int(re.findall(r"in (\d+) ms", shown(found, "log@0"))[-1])
    last = [each for each in read(shown(found, "tcpdump@0")) if not each.client and each.length][-1]
    assert 1000 * last.t == pytest.approx(told, abs=1)


def test_delayed_acks_count_on_the_server_for_that_fault_only():
    counted = {fault: scene(broken(fault, 2), 2).machines[1].counters["TcpExtDelayedACKs"] for fault in FAULTS}
    assert counted.pop("client-nagle") >= CALLS - 1
    assert max(counted.values()) <= 1
