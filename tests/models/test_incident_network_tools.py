"""The printers for links, firewalls and paths against what the tools printed on Linux 6.1 (`tests/golden`)."""

import re
import statistics
from dataclasses import replace

import golden
import golden_network
import pytest
from golden import machine, text

from inflight.incidents.scene import TcQdisc
from inflight.incidents.scene_network import Conntrack, Hop, Link
from inflight.incidents.tools import conntrack, ethtool_features, mtr
from inflight.incidents.tools.link import link
from inflight.incidents.tools.ping import sized
from inflight.incidents.tools.routes import route_to_peer
from inflight.incidents.tools.tracepath import tracepath


def each_state(tool):
    return pytest.mark.parametrize("state", golden.states(tool))


@each_state("ip-link")
def test_link(state):
    printed = text("ip-link", state)
    card, counters, mac, root = golden_network.link(printed)
    assert link(machine(link=card, nic=counters, macs=[mac], qdiscs=[TcQdisc(kind=root)])) == printed


@pytest.mark.parametrize("state", ["earlier", "later"])
def test_link_counts_what_the_card_counts(state):
    """`ip -s link` and `ethtool -S`, asked one after the other under traffic: the second is a few packets ahead."""
    ours = golden_network.link(text("ip-link", state))[1]
    cards = dict(re.findall(r"(\w+): (\d+)", text("ethtool-S", state)))
    for name, count in ours.items():
        assert count <= int(cards[name]) <= count + max(40, 0.02 * count), name


@each_state("conntrack-L")
def test_entries_of_the_firewall(state):
    printed = text("conntrack-L", state)
    listed = [golden_network.tracked(line) for line in printed.splitlines()[:-1]]
    assert conntrack.entries(machine(conntrack=Conntrack(entries=listed))) == printed


@pytest.mark.parametrize(
    ("state", "chosen"),
    [("state", {"protocol": "tcp", "state": "TIME_WAIT"}), ("tcp", {"protocol": "tcp"}), ("dport", {"dport": 8080})],
)
def test_entries_that_are_asked_for(state, chosen):
    """Among all that were in the table half a minute before: what doesn't fit is left out."""
    printed = text("conntrack-L-chosen", state)
    fit = [golden_network.tracked(line) for line in printed.splitlines()[:-1]]
    before = [golden_network.tracked(line) for line in text("conntrack-L", "full").splitlines()[:-1]]
    others = {
        "state": [each for each in before if each.state != "TIME_WAIT"],
        "tcp": [each for each in before if each.protocol != "tcp"],
        "dport": [each for each in before if each.original.dport != 8080],
    }[state]
    assert others
    assert conntrack.entries(machine(conntrack=Conntrack(entries=[*others, *fit])), **chosen) == printed


@each_state("conntrack-C")
def test_how_many_entries(state):
    printed = text("conntrack-C", state)
    assert conntrack.count(machine(conntrack=Conntrack(count=int(printed)))) == printed


@each_state("conntrack-S")
def test_what_the_firewall_counts(state):
    printed = text("conntrack-S", state)
    assert conntrack.per_cpu(machine(conntrack=golden_network.counted_per_cpu(printed))) == printed


@each_state("conntrack-limits")
def test_limits_of_the_firewall(state):
    printed = text("conntrack-limits", state)
    count, most = map(int, re.findall(r"= (\d+)", printed))
    assert conntrack.limits(machine(conntrack=Conntrack(count=count, most=most))) == printed


@each_state("ethtool-k")
def test_offloads(state):
    printed = text("ethtool-k", state)
    on = {name: value == "on" for name, value in re.findall(r"^\t?([\w-]+): (on|off)", printed, re.M)}
    assert ethtool_features.offloads(machine(offloads=on)) == printed


def test_driver():
    assert ethtool_features.driver(machine()) == text("ethtool-i", "e1000e")


@each_state("tracepath")
def test_tracepath(state):
    """`unreached` was asked with -m 8, and has a last host that says nothing."""
    printed = text("tracepath", state)
    first = re.search(r"LOCALHOST\] +pmtu (\d+)", printed)
    assert first
    shown = machine(hops=[*golden_network.hops(printed), *[Hop()] * ("Too many hops" in printed)])
    if "!N" in printed:
        shown.hops = [*shown.hops, Hop()]
    shown.link = replace(shown.link, mtu=int(first[1]))
    assert tracepath(shown, most=8 if state == "unreached" else 30) == printed


@each_state("ip-route-get")
def test_what_is_remembered_of_a_path(state):
    printed = text("ip-route-get", state)
    words = printed.split()
    shown = machine(peer=words[0], routes=[f"default via {words[2]} dev eth0"], addresses=[words[6]])
    if learnt := re.search(r"expires (\d+)sec mtu (\d+)", printed):
        shown.path_mtu_expires, shown.path_mtu = map(int, learnt.groups())
    assert route_to_peer(shown) == printed


@each_state("mtr")
def test_mtr(state):
    printed = text("mtr", state)
    started = printed.split()[1]
    name = printed.splitlines()[1].split()[1]
    assert mtr.printed(golden_network.rows(printed), name, started) == printed


def test_mtr_sums_up_the_answers():
    times = [0.0412, None, 0.0398, 0.0521, None]
    answered = [each * 1000 for each in times if each is not None]
    shown = machine(hops=[Hop(address="10.20.1.1", times=times), Hop(), Hop()], clock=50531)
    row, silent = mtr.mtr(shown, probes=5).splitlines()[2:]
    words = row.split()
    assert words[2:4] == ["40.0%", "5"]
    expected = (answered[-1], statistics.mean(answered), min(answered), max(answered), statistics.stdev(answered))
    assert list(map(float, words[4:])) == pytest.approx(expected, abs=0.051)
    assert silent.split() == ["2.|--", "???", "100.0", "5", "0.0", "0.0", "0.0", "0.0", "0.0"]


@each_state("ping-M")
def test_ping_that_may_not_be_cut(state):
    """What the way is like follows from what is known of it (tests/golden/README.md), the times from the answers."""
    printed = text("ping-M", state)
    size, peer = int(re.findall(r"\) (\d+)\(", printed)[0]), printed.split()[1]
    sent = int(re.findall(r"(\d+) packets", printed)[0])
    times = dict(re.findall(r"icmp_seq=(\d+) ttl=60(?: time=([\d.]+))?", printed))
    hops = [Hop(address=each, mtu=9000) for each in ("10.20.1.1", "172.16.0.2", "172.16.1.2", "172.16.2.2", peer)]
    hops[0] = replace(hops[0], mtu=1500)
    if state in ("frag-needed", "known", "fits", "frag-needed-twice", "black-hole", "below-the-hole"):
        hops[1] = replace(hops[1], mtu=1400, tells="hole" not in state)
    if state == "unreachable":
        hops[2] = replace(hops[2], route=False)
    mtu = {"own-mtu": 1400, "jumbo": 9000}.get(state, 1500)
    shown = machine(
        peer=peer,
        hops=hops,
        link=Link(mtu=mtu),
        path_mtu=1400 if state in ("known", "fits") else 0,
        ping=[float(times[str(n)] or 0) / 1000 if str(n) in times else None for n in range(1, sent + 1)],
    )

    def without(lines: str) -> str:
        return re.sub(r"time \d+ms|= [\d./]+ ms", "…", lines)

    assert without(sized(shown, size, sent)) == without(printed).rstrip()


def test_the_usual_way_leads_through_the_router():
    """A machine whose scene says nothing about hops; the last one answers and is silent when ping is."""
    times = [0.0405, None, 0.0411]
    shown = machine(peer="10.30.4.8", routes=["default via 10.20.1.1 dev eth0"], ping=times, clock=50531)
    assert [line.split()[1:3] for line in mtr.mtr(shown, probes=3).splitlines()[2:]] == [
        ["10.20.1.1", "0.0%"],
        ["10.30.4.8", "33.3%"],
    ]
    assert tracepath(shown).splitlines()[-2:] == [
        " 2:  10.30.4.8                                            40.500ms reached",
        "     Resume: pmtu 1500 hops 2 back 2",
    ]
