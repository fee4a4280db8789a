"""The printers of a host's load, its journal and its system calls against what was printed on Linux 6.1."""

import re
from dataclasses import replace
from functools import partial

import golden
import golden_host
import pytest
from golden import machine, text

from inflight.incidents.scene import Cpu
from inflight.incidents.scene_host import JournalLine, Load, Memory
from inflight.incidents.scene_network import Link
from inflight.incidents.tools import conntrack, ethtool_features, journal, kfree_skb, load, sar, sockstat
from inflight.incidents.tools.drop_reasons import drop_reasons
from inflight.incidents.tools.journal import KERNEL
from inflight.incidents.tools.link import link
from inflight.incidents.tools.mtr import mtr
from inflight.incidents.tools.ping import sized
from inflight.incidents.tools.strace import strace, table, trace
from inflight.incidents.tools.tracepath import tracepath

DAY = "04/27/26"


REASONS = {number: name for name, number in drop_reasons(golden.kernel("")).items()}


def each_state(tool):
    return pytest.mark.parametrize("state", golden.states(tool))


@each_state("uptime")
def test_uptime(state):
    printed = text("uptime", state)
    now, said = golden_host.loaded(printed)
    assert load.uptime(machine(clock=now, load=Load(**said))) == printed


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(59, "0 min"), (3600, " 1:00"), (90000, "1 day,  1:00"), (86400 * 12 + 60, "12 days, 1 min")],
)
def test_how_long_it_has_been_up(seconds, said):
    """`procps_uptime_sprint` of procps 4."""
    assert f" up {said}, " in load.uptime(machine(load=Load(up=seconds)))


@each_state("top")
def test_top(state):
    printed = text("top", state)
    now, loaded, cpu = golden_host.top(printed)
    assert load.top(machine(clock=now, load=loaded, cpus=[cpu])) == printed


@each_state("vmstat")
def test_vmstat(state):
    """Shares of a row need not add up to 100; what is missing is shared out."""
    printed = text("vmstat", state)
    moments = [machine(load=Load(up=0))]
    for row in printed.splitlines()[2:]:
        runnable, blocked, _, free, buffers, cached, _, _, _, _, interrupts, switches, *shares = map(int, row.split())
        missing = (100 - sum(shares)) / sum(each > 0 for each in shares)
        usr, sys, idle, iowait, steal = (round(100 * (each + missing)) if each else 0 for each in shares)
        before = moments[-1]
        t = before.ticks
        now = Cpu(usr=t.usr + usr, sys=t.sys + sys, idle=t.idle + idle, iowait=t.iowait + iowait, steal=t.steal + steal)
        loaded = Load(
            up=before.load.up + 1,
            runnable=runnable,
            blocked=blocked,
            interrupts=before.load.interrupts + interrupts,
            switches=before.load.switches + switches,
            memory=Memory(free=free, buffers=buffers, cached=cached),
        )
        moments.append(machine(clock=before.clock + 1, ticks=now, load=loaded))
    assert load.vmstat(moments[1:]) == printed


TCP = (
    *("TcpActiveOpens", "TcpPassiveOpens", "TcpInSegs", "TcpOutSegs"),
    *("TcpAttemptFails", "TcpEstabResets", "TcpRetransSegs", "TcpInErrs", "TcpOutRsts"),
)
CARD = ("rx_packets", "tx_packets", "rx_bytes", "tx_bytes")


def moments(printed, names, scales, field):
    """Four machines with counters that give these rates; the last block, the means, isn't read."""
    began, counts = [golden_host.clock(golden_host.intervals(printed)[0][0][0]) + 0.5], [dict.fromkeys(names, 0)]
    for rows in golden_host.intervals(printed)[:-1]:
        rates = [each for _, row in rows for each in row][: len(names)]
        over, numbers = golden_host.counted(rates, scales)
        began.append(began[-1] + over)
        counts.append({name: counts[-1][name] + number for name, number in zip(names, numbers, strict=True)})
    host = replace(machine(date=DAY), name="server")
    return [replace(host, clock=t, **{field: each}) for t, each in zip(began, counts, strict=True)]


@each_state("sar-tcp")
def test_sar_of_tcp(state):
    """The means follow from the counters alone."""
    printed = text("sar-tcp", state)
    seen, names = moments(printed, TCP, [1] * len(TCP), "counters"), ("TCP", "ETCP")
    assert f"{sar.intervals(seen, names)}\n{sar.averages(seen, names)}" == printed


@each_state("sar-dev")
def test_sar_of_devices(state):
    """Rates in kB/s with two digits don't say how many bytes, so the means may differ in the last digit."""
    printed = text("sar-dev", state)
    seen = moments(printed, CARD, (1, 1, 1024, 1024), "nic")
    shown = f"{sar.intervals(seen, ['DEV'])}\n{sar.averages(seen, ['DEV'])}"
    assert shown.partition("Average")[0] == printed.partition("Average")[0]
    ours, theirs = (re.findall(r"[\d.]+|[a-zA-Z/%]+", each.partition("Average")[2]) for each in (shown, printed))
    assert [each for each in ours if each.isalpha()] == [each for each in theirs if each.isalpha()]
    numbers = [[float(each) for each in words if each[0].isdigit()] for words in (ours, theirs)]
    assert numbers[0] == pytest.approx(numbers[1], abs=0.011)


@each_state("sar-more")
def test_sar_of_several_tables(state, monkeypatch):
    """In the order of sar, however they are asked for; sockets are counted, not their rate. Each interval was 1 s."""
    printed = text("sar-more", state)
    tables = {name: table.head.split()[-1] for name, table in sar.TABLES.items()}
    asked = [name for name, last in tables.items() if last in printed.split()]
    seen = [replace(machine(date="11/28/26", cpus=[Cpu(idle=100)]), name="(none)")]
    sockets: dict[float, list[int]] = {}
    table = ""
    for line in printed.partition("Average")[0].splitlines()[1:]:
        words = line.split()
        if not words:
            continue
        found = [name for name, last in tables.items() if last == words[-1]]
        if found:
            table = found[0]
            seen[0].clock = seen[0].clock or golden_host.clock(words[0])
        elif "IFACE" not in sar.TABLES[table].head:
            t = golden_host.clock(words[0])
            if t != seen[-1].clock:
                seen.append(replace(seen[-1], clock=t, counters=dict(seen[-1].counters)))
            if table == "SOCK":
                sockets[t] = list(map(int, words[1:]))
                continue
            names = TCP[:4] if table == "TCP" else TCP[4:]
            for name, rate in zip(names, words[1:], strict=True):
                seen[-1].counters[name] = seen[-1].counters.get(name, 0) + int(float(rate))
        else:
            assert not any(float(each) for each in words[2:])
    monkeypatch.setattr(sar, "_socket_counts", lambda host: sockets[host.clock])
    rows = sar.intervals(seen, asked[::-1])
    ends = {"interrupted": "\n\n\n" + sar.averages(seen, asked), "killed": ""}
    assert rows + ends.get(state, "\n" + sar.averages(seen, asked)) == printed


def test_errors_of_the_card_are_added_up_as_the_kernel_does():
    """net-procfs.c: what /proc/net/dev calls drop and frame has several sources."""
    before = machine(clock=10.0)
    nic = {"rx_missed_errors": 40, "rx_crc_errors": 6, "rx_length_errors": 2, "rx_errors": 8}
    after = replace(before, clock=12.0, nic=nic, link=Link(rx_dropped=20))
    row = sar.intervals([before, after], ["EDEV"]).splitlines()[-1].split()[2:]
    assert list(map(float, row)) == [4, 0, 0, 30, 0, 0, 4, 0, 0]


def test_strace():
    printed = text("strace", "hog")
    pid = int(re.findall(r"\d+", printed)[0])
    assert strace(machine(calls={pid: golden_host.calls(printed)}), pid) == printed


@each_state("strace")
def test_table_of_strace(state):
    """Without the lines about threads that come and go."""
    printed = text("strace", state)
    shown = "\n".join(line for line in printed.splitlines() if not line.startswith("strace:"))
    assert table(machine(calls={7: golden_host.calls(printed)}), 7) == shown


@each_state("strace-trace")
def test_calls_one_after_the_other(state):
    printed = text("strace-trace", state)
    pid, calls = golden_host.traced(printed)
    assert trace(machine(traced={pid: calls}), pid, relative=state != "times", times=state != "server") == printed


@each_state("journalctl-u")
def test_journal_of_a_service(state):
    printed = text("journalctl-u", state)
    name, lines = golden_host.journal(printed, "catalogd")
    other = JournalLine(t=0, source="sshd[1]", text="…", unit="ssh")
    host = replace(machine(date=DAY, journal=[other, *lines]), name=name)
    assert journal.service(host, "catalogd") == printed


@each_state("journalctl-k")
def test_journal_of_the_kernel(state):
    """Only its last twenty lines."""
    printed = text("journalctl-k", state)
    name, lines = golden_host.journal(printed, "")
    before = [JournalLine(t=0, source=KERNEL, text="…"), JournalLine(t=0, source="sshd[1]", text="…", unit="ssh")]
    assert journal.kernel(replace(machine(date=DAY, journal=[*before, *lines]), name=name)) == printed


@each_state("dmesg")
def test_ring_of_the_kernel(state):
    printed = text("dmesg", state)
    found = re.findall(r"^\[ *([\d.]+)\] (.*)$", printed, re.M)
    lines = [JournalLine(t=1000 + float(t), source=KERNEL, text=said) for t, said in found]
    assert journal.ring(machine(journal=lines, clock=1300, load=Load(up=300))) == printed


@each_state("dmesg-T")
def test_ring_with_dates(state):
    printed = text("dmesg-T", state)
    found = re.findall(r"^\[\w+ \w+ +\d+ ([\d:]+) \d+\] (.*)$", printed, re.M)
    lines = [JournalLine(t=golden_host.clock(t), source=KERNEL, text=said) for t, said in found]
    assert journal.ring_with_dates(machine(date=DAY, journal=lines)) == printed


@each_state("kfree-skb")
def test_reasons_of_drops(state):
    """It prints numbers; their order is that of the counts, and with equal counts the map's own."""
    printed = text("kfree-skb", state)
    found = re.findall(r"@\[(\d+), (\w+)\]: (\d+)", printed)
    drops = {(REASONS[int(number)], place): int(count) for number, place, count in found}
    assert kfree_skb.by_place(machine(drops=drops)) == printed


@each_state("kfree-skb-reason")
def test_reasons_alone(state):
    printed = text("kfree-skb-reason", state)
    found = re.findall(r"@\[(\d+)\]: (\d+)", printed)
    halves = [(number, place, int(count)) for number, count in found for place in ("one", "another")]
    drops = {
        (REASONS[int(number)], place): count - count // 2 if place == "one" else count // 2
        for number, place, count in halves
    }
    assert kfree_skb.by_reason(machine(drops=drops)) == printed


@each_state("kfree-skb-format")
def test_names_of_reasons(state):
    assert kfree_skb.form(machine(state)) == text("kfree-skb-format", state)


def test_every_printer_has_something_to_print_of_a_machine_that_nobody_described():
    """An incident that isn't about these things need not say anything about them."""
    quiet = machine(
        peer="10.30.4.8", macs=["52:54:00:12:34:50"], addresses=["10.20.1.15"], ping=[0.04] * 10, clock=50531
    )
    one = (
        *(load.uptime, load.top, journal.kernel, journal.everything, kfree_skb.by_place, kfree_skb.by_reason),
        *(link, conntrack.entries, conntrack.count, conntrack.per_cpu, conntrack.limits, mtr, tracepath),
        *(ethtool_features.offloads, ethtool_features.driver, sockstat.sockstat, sockstat.netstat),
    )
    several = (load.vmstat, *(partial(sar.intervals, names=[name]) for name in sar.TABLES))
    moments = [replace(quiet, clock=quiet.clock + second, ticks=Cpu(idle=1 + 200 * second)) for second in range(3)]
    printed = [*(each(quiet) for each in one), *(each(moments) for each in several), sized(quiet, 1472)]
    assert all(printed)
    assert not any(re.search(r"\b(None|nan|inf)\b", each) for each in printed)
