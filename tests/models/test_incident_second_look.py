"""A second look differs from the first wherever the real one would, and nowhere else: every fault, machine, program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
import second_look as look
from calls import begin
from golden import counted
from second_look import Check

from inflight.figure.slices import finish
from inflight.incidents.call import Call
from inflight.incidents.case import open_case
from inflight.incidents.families import families
from inflight.incidents.menu import MENU
from inflight.incidents.scene import Machine
from inflight.incidents.shell import session
from inflight.incidents.shell.programs import PROGRAMS

MINUTE = 60.0

EXPECTED: Mapping[str, Check] = {
    "date": look.clock,
    "hostname": look.stays,
    "uname -r": look.stays,
    "uptime": look.uptime,
    "top -b -n 1": look.uptime,
    "cat app.log": look.log,
    "journalctl -n 200": look.log,
    "dmesg": look.log,
    "ss -tinmopa": look.sockets,
    "ss -tinmop": look.sockets,
    "ss -tanop": look.sockets,
    "ss -lntp": look.sockets,
    "ss -unamp": look.datagrams,
    "ss -s": look.varies,
    "cat /proc/net/sockstat": look.varies,
    "cat /proc/net/netstat": look.counted(look.netstat),
    "nstat -az": look.counted(counted),
    "ip -s link show dev eth0": look.link_counted,
    "ethtool -S eth0": look.counted(look.card),
    "tc -s qdisc show dev eth0": look.qdiscs_counted,
    "tc -s filter show dev eth0 egress": look.policed,
    "cat /proc/net/softnet_stat": look.counted(look.softnet),
    "conntrack -S": look.counted(look.tracked),
    "conntrack -C": look.varies,
    "conntrack -L": look.entries,
    "ethtool -g eth0": look.stays,
    "ethtool -c eth0": look.stays,
    "ethtool -k eth0": look.stays,
    "ethtool -i eth0": look.stays,
    # the table's count is no setting
    "sysctl -a | grep -v nf_conntrack_count": look.stays,
    "ip route show table all": look.stays,
    "ip route get {peer}": look.route,
    "ip tcp_metrics show": look.metrics,
    "ping -n -c 10 {peer}": look.answers,
    "ping -n -M do -s 1472 -c 3 {peer}": look.answers,
    "ping -n -M do -s 56 -c 3 {peer}": look.answers,
    "mtr -n -r -c 10 {peer}": look.differs,
    "tracepath -n {peer}": look.hops,
    "tcpdump -n -ttttt -i eth0": look.capture,
    "tcpdump -n -i eth0": look.capture,
    # what is counted while somebody watches
    "bpftrace -e 'tracepoint:skb:kfree_skb { @[args->reason] = count(); }'": look.varies,
}
"""What a machine shows is typed as the menu has it, or in full."""

TYPED = {each.command for each in MENU} - {
    *("nstat", "tail app.log", "dmesg -T | tail", "sysctl -a | grep net", "journalctl -u cron"),
    *("mpstat -P ALL 1 2", "vmstat 1 3", "sar -n DEV 1 3", "strace -f -r -T -s 0 -p {pid}", "tcpdump -n -ttt -i eth0"),
}
ELSEWHERE = {"sar", "vmstat", "mpstat", "strace", "tail", "head", "grep", "less", "wc"}
"""Rates between two moments, a program that is watched, and what reads a file that `cat` reads, too."""

CARD = {"rx_packets", "rx_bytes", "rx_broadcast", "tx_packets", "tx_bytes"}
IP = {"IpInReceives", "IpInDelivers", "IpOutRequests", "IpExtInOctets", "IpExtOutOctets"}
TCP = {"TcpInSegs", "TcpOutSegs"}
MOVES: Mapping[str, tuple[set[str], ...]] = {
    "arrivals": ({"UdpInDatagrams"}, {"UdpOutDatagrams"}, {"IpForwDatagrams"}),
    "connect": ({"TcpActiveOpens"}, set(), {"IpForwDatagrams"}),
    "leftovers": ({"TcpPassiveOpens"}, {"TcpActiveOpens"}, {"IpForwDatagrams"}),
    "proxy": (set(), set(), {"TcpActiveOpens"}),
    "requests": (set(), set(), {"IpForwDatagrams"}),
    "transfer": ({"TcpActiveOpens"}, {"TcpPassiveOpens"}, {"IpForwDatagrams"}),
}
"""What goes on in the families’ worlds, besides the traffic of every host."""

LASTS: Mapping[tuple[str, str], tuple[set[str], set[str]]] = {
    ("transfer", "black-hole"): (set(), {"TcpActiveOpens", "TcpPassiveOpens"}),
}
"""Of faults in whose worlds something else goes on: what moves besides, and what doesn’t."""


def cases() -> dict[tuple[str, str], int]:
    """A seed of the highest level for each fault."""
    seeds: dict[tuple[str, str], int] = {}
    for family in families().values():
        for seed in range(400):
            seeds.setdefault((family.id, open_case(seed, 3, family.id).fault.id), seed)
            if sum(each == family.id for each, _ in seeds) == len(family.faults):
                break
    return seeds


CASES = cases()


def lines(machine: Machine) -> Iterator[str]:
    """Those that have something to show."""
    missing = {each.command for each in MENU if not each.has(machine)}
    for line in EXPECTED:
        silent = line.startswith("conntrack") and not machine.conntrack.entries
        if line not in missing and not silent and not (line.startswith("tcpdump") and not machine.packets):
            yield line


def whole(line: str, machine: Machine) -> str:
    """A pipe gets all sockets of a long list."""
    return line.replace("{peer}", machine.peer) + " | cat" * line.startswith("ss ")


def looks(call: Call) -> list[dict[str, str]]:
    """What all machines print, all at the same moment."""
    world = call.world
    return [
        {line: session.run(whole(line, machine), machine, world.machines, {}).text for line in lines(machine)}
        for machine in world.machines
    ]


def wrong(first: list[dict[str, str]], second: list[dict[str, str]], passed: float) -> list[str]:
    return [
        f"{place}# {line}: {each}"
        for place, (old, new) in enumerate(zip(first, second, strict=True))
        for line in old
        for each in EXPECTED[line](old[line], new.get(line, ""), passed)
    ]


def moved(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, int]:
    """By how much each counter of a machine did."""
    found: dict[str, int] = {}
    for line, read in (("nstat -az", counted), ("ethtool -S eth0", look.card)):
        before, after = read(old[line]), read(new[line])
        found |= {name: count - before.get(name, 0) for name, count in after.items()}
    return found


def test_every_program_is_expected_to_do_something():
    known = {line.split()[0] for line in EXPECTED}
    assert PROGRAMS.keys() <= known | ELSEWHERE
    assert EXPECTED.keys() >= TYPED


# Of those whose model takes seconds, every second one.
@pytest.mark.parametrize(
    ("family", "fault"),
    [
        pytest.param(*each, marks=pytest.mark.full if each[0] == "connect" and place % 2 else ())
        for place, each in enumerate(CASES)
    ],
)
def test_a_minute_later(family, fault):
    call = begin(open_case(CASES[family, fault], 3, family))
    finish(call.world.wait(20.0))
    first = looks(call)
    finish(call.world.wait(MINUTE))
    second = looks(call)
    assert wrong(first, second, MINUTE) == []
    more, less = LASTS.get((family, fault), (set(), set()))
    for place, (old, new) in enumerate(zip(first, second, strict=True)):
        # What one host sends, the others forward and receive; each is also asked for its metrics.
        counts = moved(old, new)
        wanted = (CARD | IP | TCP | MOVES[family][place] | more) - less
        assert {name for name in wanted if counts[name] <= 0} == set(), place
        agree(old, new, counts)
    still_counts(call, first, second)


def agree(old: Mapping[str, str], new: Mapping[str, str], counts: Mapping[str, int]) -> None:
    """Whoever counts the same, counts the same."""
    links = [look.link(each["ip -s link show dev eth0"]) for each in (old, new)]
    for name in ("rx_bytes", "rx_packets", "tx_bytes", "tx_packets"):
        assert links[1][name] - links[0][name] == counts[name]
    files = [look.netstat(each["cat /proc/net/netstat"]) for each in (old, new)]
    assert {name: files[1][name] - count for name, count in files[0].items()}.items() <= (
        dict.fromkeys(files[0], 0) | counts
    ).items()
    cpus = [look.softnet(each["cat /proc/net/softnet_stat"]) for each in (old, new)]
    assert sum(count - cpus[0][key] for key, count in cpus[1].items() if key[1] == "processed") > 0
    sent = [look.qdiscs(each["tc -s qdisc show dev eth0"]) for each in (old, new)]
    root = next(line for line, _ in sent[0] if " root " in line)
    assert sent[1][root, "packets"] - sent[0][root, "packets"] == counts["tx_packets"]
    assert sent[1][root, "bytes"] - sent[0][root, "bytes"] == counts["tx_bytes"]


def still_counts(call: Call, first: list[dict[str, str]], second: list[dict[str, str]]) -> None:
    """A fault whose telltale is a counter goes on counting: `nstat` shows it again when asked again."""
    fault = call.case.fault
    for clue, telltale in fault.telltales.items():
        name, _, place = clue.partition("@")
        if name != "nstat":
            continue
        for machine in [int(place)] if place else range(len(first)):
            before, after = (look_text(each[machine]["nstat -az"]) for each in (first, second))
            if re.search(telltale, before, re.MULTILINE):
                since = "\n".join(
                    f"{name:<32}{count:<16}" for name, count in moved(first[machine], second[machine]).items() if count
                )
                assert re.search(telltale, since, re.MULTILINE), (clue, after)


def look_text(text: str) -> str:
    """Without what is 0, as `nstat` alone prints it."""
    return "\n".join(line for line in text.splitlines() if not re.search(r" 0 +0\.0$", line))


# Every sixth one; each runs its model twice.
@pytest.mark.parametrize(
    ("family", "fault"),
    [pytest.param(*each, marks=pytest.mark.full if place % 6 else ()) for place, each in enumerate(CASES)],
)
def test_across_a_change(family, fault):
    """Whatever was counted stays counted, and nobody’s clock is set back, when somebody puts the remedy in place."""
    call = begin(open_case(CASES[family, fault], 3, family))
    finish(call.world.wait(300.0))
    first, began = looks(call), call.world.seconds
    finish(call.do(f":fix {call.case.fault.remedy}"))
    finish(call.world.wait(MINUTE))
    second, passed = looks(call), call.world.seconds - began
    for old, new in zip(first, second, strict=True):
        for line in (
            "nstat -az",
            "cat /proc/net/netstat",
            "ethtool -S eth0",
            "cat /proc/net/softnet_stat",
            "conntrack -S",
        ):
            if line in old:
                assert list(EXPECTED[line](old[line], new[line], passed)) == []
        for line in ("date", "uptime", "cat app.log"):
            assert list(EXPECTED[line](old[line], new[line], passed)) == []
        assert (
            list(look.falls(look.link(old["ip -s link show dev eth0"]), look.link(new["ip -s link show dev eth0"])))
            == []
        )
        same = (look.qdiscs(each["tc -s qdisc show dev eth0"]) for each in (old, new))
        before, after = same
        assert [key for key in before.keys() & after.keys() if after[key] < before[key]] == []
        shells = [
            {key: each for key, each in look.table(text["ss -tinmop"]).items() if key[1].endswith((":22", ":9100"))}
            for text in (old, new)
        ]
        for key, each in shells[0].items():
            assert list(look.socket(each, shells[1][key], passed)) == [], key
