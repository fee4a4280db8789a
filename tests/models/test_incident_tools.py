"""The printers against what the tools printed on Linux 6.1 (`tests/golden`): the same values give the same text."""

import re
from dataclasses import replace

import golden
import golden_host
import pytest
from golden import machine, text

from inflight.incidents.menu import MENU
from inflight.incidents.scene import Police, Softnet, TcQdisc
from inflight.incidents.scene_network import Hop
from inflight.incidents.tools import ethtool, metrics, mpstat, nstat, softnet, ss_summary, tc, tcpdump
from inflight.incidents.tools.counter_names import counter_names
from inflight.incidents.tools.ping import ping
from inflight.incidents.tools.routes import routes
from inflight.incidents.tools.ss import ss
from inflight.incidents.tools.sysctl import sysctls


def each_state(tool):
    return pytest.mark.parametrize("state", golden.states(tool))


def test_every_tool_of_the_room_was_recorded_in_two_states():
    """But the application's log, which no tool of Linux prints."""
    assert all(len(golden.states(each.id)) >= 2 for each in MENU if each.id != "log")


@each_state("ss-tin")
def test_ss_of_connections(state):
    printed = text("ss-tin", state)
    assert ss(machine(connections=golden.sockets(printed)[0]), ["-tinmop"]) == printed


@each_state("ss-tan")
def test_ss_of_all_states(state):
    printed = text("ss-tan", state)
    living, listening = golden.sockets(printed)
    assert ss(machine(connections=living, listening=listening), ["-tanop"]) == printed


@each_state("ss-lnt")
def test_ss_of_listeners(state):
    printed = text("ss-lnt", state)
    assert ss(machine(listening=golden.sockets(printed)[1]), ["-lntp"]) == printed


@each_state("ss-unam")
def test_ss_of_datagrams(state):
    printed = text("ss-unam", state)
    assert ss(machine(udp=golden.sockets(printed)[0]), ["-unamp"]) == printed


@each_state("ss-s")
def test_ss_summary(state):
    printed = text("ss-s", state)
    assert ss_summary.printed(golden.totals(printed)) == printed


def test_ss_counts_the_sockets_that_it_lists():
    """What was recorded in the same moment; `closed` and the sockets of other kinds are those of all namespaces."""
    living, listening = golden.sockets(text("ss-tan", "server"))
    found = ss_summary.totals(machine(connections=living, listening=listening))
    recorded = golden.totals(text("ss-s", "server"))
    assert (found.estab, found.orphaned, found.timewait) == (recorded.estab, recorded.orphaned, recorded.timewait)
    assert found.transports == recorded.transports


@each_state("nstat")
def test_nstat(state):
    """The order of the lines is the printer's own. `all` was asked with -az: only what is not 0 is printed without."""
    printed = text("nstat", state)
    lines = [line for line in printed.splitlines() if not re.search(r" 0 +0\.0$", line)]
    now = dict(sorted(golden.counted(printed).items()))
    assert nstat.printed(golden.kernel(""), now, {}) == "\n".join(lines)


def test_nstat_says_what_has_been_added():
    before, added = golden.counted(text("nstat", "losing")), golden.counted(text("nstat", "again"))
    now = {name: before.get(name, 0) + added.get(name, 0) for name in {**before, **added}}
    assert nstat.printed(golden.kernel(""), now, before) == text("nstat", "again")


def test_nstat_knows_every_counter_but_those_of_other_protocols():
    recorded = golden.counted(text("nstat", "all"))
    assert list(recorded) == [each for each in counter_names(golden.kernel("")) if each in recorded]


@each_state("tc")
def test_tc(state):
    printed = text("tc", state)
    assert tc.disciplines(machine(qdiscs=[golden.qdisc(printed)])) == printed


def policed(state: str, printed: str) -> TcQdisc:
    """What a policer has seen, from `tc -s filter`."""
    numbers = re.search(r"Sent (\d+) bytes (\d+) pkt \(dropped (\d+)", printed)
    rate, unit, burst, letters = re.search(r"rate (\d+)(\wbit) burst (\d+)(\w+)", printed).groups()
    ages = re.search(r"installed (\d+) sec used \d sec(?: firstused (\d+) sec)?", printed)
    kind = "ingress" if state == "ingress" else "clsact"
    return TcQdisc(
        kind=kind,
        handle="ffff:",
        parent="ffff:fff1",
        options="-" * 16 if kind == "ingress" else "",
        **dict(zip(("bytes", "packets", "dropped"), map(int, numbers.groups()), strict=True) if numbers else ()),
        police=Police(
            hook="ingress" if kind == "ingress" else "egress",
            rate=int(rate) * {"Mbit": 1e6, "Kbit": 1e3}[unit],
            burst=int(burst) * {"Kb": 1024, "b": 1}[letters],
            installed=int(ages[1]) if ages else 0,
            first=int(ages[2]) if ages and ages[2] else None,
        ),
    )


@each_state("tc-filter")
def test_a_policer(state):
    """It is found at its hook and by that hook’s handle, and nowhere else."""
    printed = text("tc-filter", state)
    host = machine(qdiscs=[policed(state, printed)])
    counted = state != "without-counts"
    shown = {
        each: tc.filters(host, each, counted=counted) for each in ("root", "egress", "ingress", "ffff:", "ffff:fff3")
    }
    wanted = {"ingress", "ffff:"} if state == "ingress" else {"egress", "ffff:fff3"}
    assert {each for each, found in shown.items() if found} == wanted
    for each in wanted:
        assert [line.rstrip() for line in shown[each].splitlines()] == [
            re.sub(r"used \d+ sec", "used 0 sec", line, count=1) if line.startswith("\tref") else line
            for line in printed.splitlines()
        ]


@each_state("tc-clsact")
def test_a_policers_qdisc_counts_what_the_filter_counts(state):
    """And its drops, but not as overlimits."""
    printed = text("tc-clsact", state)
    found = policed(state, text("tc-filter", state))
    assert printed.endswith(tc.disciplines(machine(qdiscs=[found])))


@pytest.mark.parametrize(("count", "printed"), [(0, "0b"), (4537, "4537b"), (119606, "119606b"), (33554432, "32Mb")])
def test_sizes_of_tc(count, printed):
    assert tc.size(count) == printed


@each_state("tcp-metrics")
def test_tcp_metrics(state):
    printed = text("tcp-metrics", state)
    assert metrics.remembered(machine(metrics=[golden.metric(line) for line in printed.splitlines()])) == printed


@each_state("tcpdump-stamps")
def test_times_of_tcpdump(state):
    """Of one capture, as -t to -ttttt print them; the machine’s clock is at midnight of its day."""
    captured = golden.packets(text("tcpdump-stamps", "ttttt"))
    day, first = text("tcpdump-stamps", "tttt").split()[:2]
    host = machine(date=f"{day[5:7]}/{day[8:]}/{day[2:4]}")
    hours, minutes, seconds = first.split(":")
    began = 3600 * int(hours) + 60 * int(minutes) + float(seconds)
    captured = [replace(each, t=began + each.t) for each in captured]
    stamp = tcpdump.stamp(0 if state == "none" else len(state), host)
    assert tcpdump.packets(captured, stamp) == text("tcpdump-stamps", state)


@each_state("tcpdump")
def test_tcpdump(state, monkeypatch):
    """All packets: what the room leaves out of a long capture, tcpdump does not."""
    monkeypatch.setattr(tcpdump, "SHOWN", 1000)
    printed = text("tcpdump", state)
    assert tcpdump.packets(golden.packets(printed)) == printed


@each_state("ethtool-S")
def test_statistics_of_the_card(state):
    printed = text("ethtool-S", state)
    counts = {name: int(count) for name, count in re.findall(r"(\w+): (\d+)", printed) if int(count)}
    assert ethtool.statistics(machine(nic=counts)) == printed


@each_state("ethtool-g")
def test_rings(state):
    printed = text("ethtool-g", state)
    sizes = map(int, re.findall(r"^[RT]X:\s+(\d+)", printed, re.MULTILINE))
    assert ethtool.ring(machine(ring=dict(zip(("max_rx", "max_tx", "rx", "tx"), sizes, strict=True)))) == printed


@each_state("ethtool-c")
def test_moderation_of_interrupts(state):
    printed = text("ethtool-c", state)
    assert ethtool.coalescing(machine(coalescing=dict(re.findall(r"^([\w-]+): (\d+)", printed, re.M)))) == printed


@each_state("softnet")
def test_softnet_stat(state):
    printed = text("softnet", state)
    assert softnet.softnet_stat(machine(state, softnet=golden.cpu_rows(printed))) == printed


def test_softnet_stat_is_hexadecimal():
    """`net-procfs.c:softnet_seq_show`: the columns that were 0 in the recordings."""
    row = Softnet(processed=0x1F7A3, dropped=12, time_squeeze=3, received_rps=5, flow_limit=1, backlog=7)
    line = softnet.softnet_stat(machine(softnet=[Softnet(), row])).split("\n")[1]
    assert [int(column, 16) for column in line.split()] == [0x1F7A3, 12, 3, 0, 0, 0, 0, 0, 0, 5, 1, 7, 1]
    later = softnet.softnet_stat(machine("6.12", softnet=[Softnet(), row])).split("\n")[1]
    assert later == f"{line} 00000007 00000000"


@each_state("mpstat")
def test_mpstat(state):
    printed = text("mpstat", state)
    head, *blocks = printed.split("\n\n")
    seconds = [
        [golden.cpu(line.split()[2:]) for line in block.splitlines()[2:]]
        for block in blocks
        if not block.startswith("Average")
    ]
    hours, minutes, whole = map(int, blocks[0][:8].split(":"))
    host = replace(machine(kernel=head.split()[1], date=head.split()[3]), name=head.split()[2][1:-1])
    began = 3600 * hours + 60 * minutes + whole
    moments = [replace(host, clock=began + place, cpus=each) for place, each in enumerate([seconds[0], *seconds])]
    assert f"{mpstat.intervals(moments, each_cpu=True)}\n{mpstat.averages(moments, each_cpu=True)}" == printed


@each_state("mpstat-together")
def test_mpstat_without_P(state):
    """One head for all rows."""
    printed = text("mpstat-together", state)
    head, table = printed.split("\n\n")
    title, *rows, _ = table.splitlines()
    host = replace(machine(kernel=head.split()[1], date=head.split()[3]), name=head.split()[2][1:-1])
    clocks = [golden_host.clock(each.split()[0]) for each in (title, *rows)]
    cpus = [golden.cpu(each.split()[2:]) for each in rows]
    moments = [replace(host, clock=t, cpus=[each]) for t, each in zip(clocks, [cpus[0], *cpus], strict=True)]
    assert f"{mpstat.intervals(moments, each_cpu=False)}\n{mpstat.averages(moments, each_cpu=False)}" == printed


@each_state("ip-route")
def test_routes(state):
    """What the kernel makes of the addresses is left out of what the printer is given."""
    printed = text("ip-route", state)
    own = [line for line in printed.splitlines() if " via " in line]
    address = re.search(r"local (\S+) dev eth0", printed)
    six = re.search(r"local (fe80::\S+) dev eth0", printed)
    assert address
    assert six
    shown = machine(routes=own[::-1], addresses=[address[1]], macs=[golden.mac(six[1])])
    assert routes(shown) == printed


@each_state("sysctl")
def test_sysctls(state):
    """What is printed without being told is what was recorded after boot; changed is what somebody has set."""
    printed = text("sysctl", state)
    before = set(text("sysctl", "default" if state == "changed" else state).splitlines())
    changed = dict(line.split(" =", 1) for line in printed.splitlines() if line not in before)
    # The key is drawn at boot.
    told = sysctls(machine(state, sysctls=changed, addresses=["10.20.1.15"]))
    one, other = (
        re.sub(r"(?<=rss_key = )[\da-f:]{40,}", lambda key: str(len(key[0])), each) for each in (told, printed)
    )
    assert one == other


@each_state("ping")
def test_ping(state):
    """The time that all took is the machine's, and the last line is made of times with more digits than are printed."""
    printed = text("ping", state)
    peer, sent = printed.split()[1], int(re.findall(r"(\d+) packets", printed)[0])
    answers = {int(number): float(ms) / 1000 for number, ms in re.findall(r"icmp_seq=(\d+) .*time=([\d.]+)", printed)}
    hops = [Hop()] * (65 - int(ttl[1])) if (ttl := re.search(r"ttl=(\d+)", printed)) else []
    shown = ping(machine(peer=peer, hops=hops, ping=[answers.get(number) for number in range(1, sent + 1)]))

    def without(lines: str) -> str:
        return re.sub(r"time \d+ms|= [\d./]+ ms", "…", lines)

    assert without(shown) == without(printed)
    if answers:
        ours, theirs = (list(map(float, each.split()[-2].split("/"))) for each in (shown, printed))
        assert ours == pytest.approx(theirs, abs=0.06)
