"""The counters, asked again, in other ways and on other kernels, against what was printed there (`tests/golden`)."""

import re

import golden
import pytest
from golden import counted, machine, text

from inflight.incidents.scene import SocketTotals
from inflight.incidents.tools import nstat, sockstat
from inflight.incidents.tools.sysctl import setting

BEFORE, MOVED, AFTER = (counted(text("nstat-look", each)) for each in ("before", "moved", "after"))
"""All counters in a quiet moment, what had moved 28 s later, and all counters a little after that."""

NOW = {name: count + MOVED.get(name, 0) for name, count in BEFORE.items()}


def test_nstat_says_what_has_moved_since():
    """`nstat -s` says the same and doesn't remember that it was asked."""
    assert (
        nstat.printed(golden.kernel(""), NOW, BEFORE) == text("nstat-look", "moved") == text("nstat-look", "not-kept")
    )


def test_nstat_says_nothing_when_asked_again_at_once():
    assert nstat.printed(golden.kernel(""), NOW, NOW) == text("nstat-look", "nothing")


def test_nstat_a_counts_from_boot():
    assert nstat.printed(golden.kernel(""), NOW, {}) == text("nstat-look", "absolute")


@pytest.mark.parametrize(("state", "counts"), [("before", BEFORE), ("after", AFTER)])
def test_nstat_az_lists_what_is_0(state, counts):
    assert nstat.printed(golden.kernel(""), counts, {}, zeros=True) == text("nstat-look", state)


def test_nstat_with_patterns():
    patterns = ("TcpExtListen*", "tcp*retrans*", "TcpActiveOpens")
    assert nstat.printed(golden.kernel(""), NOW, BEFORE, patterns, zeros=True) == text("nstat-look", "pattern")


@pytest.mark.parametrize("kernel", golden.states("nstat-zeros"))
def test_each_kernel_lists_its_counters_in_its_order(kernel):
    printed = text("nstat-zeros", kernel)
    assert nstat.printed(golden.kernel(kernel), counted(printed), {}, zeros=True) == printed


@pytest.mark.parametrize("kernel", golden.states("nstat-router"))
def test_a_router_counts_what_it_forwards_as_its_kernel_does(kernel):
    """5 datagrams of its own and 20 forwarded: Linux 6.1 counts all of them in OutRequests."""
    of_6_1 = machine(counters=counted(text("nstat-router", "6.1")))
    of_6_1.kernel = golden.kernel(kernel)
    recorded = counted(text("nstat-router", kernel))
    told = {name: count for name, count in nstat.counters(of_6_1).items() if name.startswith("Ip")}
    # The same kernel also counts forwarded bytes twice (`ip_forward_finish`, `ip_output`).
    assert told | {"IpExtOutOctets": 0} == {
        name: count for name, count in recorded.items() if name.startswith("Ip")
    } | {"IpExtOutOctets": 0}


@pytest.mark.parametrize("state", golden.states("proc-netstat"))
def test_proc_net_netstat(state):
    printed = text("proc-netstat", state)
    lines = [line.split() for line in printed.splitlines()]
    counts = {
        names[0].rstrip(":") + name: int(count)
        for names, numbers in zip(lines[::2], lines[1::2], strict=True)
        for name, count in zip(names[1:], numbers[1:], strict=True)
    }
    assert sockstat.netstat(machine(state, counters=counts)) == printed


@pytest.mark.parametrize("state", golden.states("sockstat"))
def test_proc_net_sockstat(state):
    printed = text("sockstat", state)
    found = {line.split(":")[0]: dict(re.findall(r"(\w+) (\d+)", line)) for line in printed.splitlines()}
    used, tcp, udp, raw, frag = (found[name] for name in ("sockets", "TCP", "UDP", "RAW", "FRAG"))
    in_use = {"TCP": tcp["inuse"], "UDP": udp["inuse"], "RAW": raw["inuse"], "FRAG": frag["inuse"]}
    totals = SocketTotals(
        total=int(used["used"]),
        tcp=int(tcp["alloc"]) + int(tcp["tw"]),
        estab=0,
        closed=0,
        orphaned=int(tcp["orphan"]),
        timewait=int(tcp["tw"]),
        transports={name: (int(count), 0) for name, count in in_use.items()},
    )
    assert sockstat.printed(golden.kernel(state), totals, int(tcp["mem"]), int(udp["mem"])) == printed


def test_sockstat_counts_as_ss_does():
    """`ss -s` reads the same file; both were asked while nothing moved."""
    printed = text("sockstat", "paused")
    pages = map(int, re.findall(r"mem (\d+)", printed))
    assert sockstat.printed(golden.kernel(""), golden.totals(text("ss-s", "paused")), *pages) == printed


def test_sockstat_counts_memory_in_pages():
    """Of connections recorded in a quiet moment, when nothing waits in a backlog: what each of them was given."""
    living, listening = golden.sockets(text("ss-tin", "slow-reader"))
    shown = sockstat.sockstat(machine(connections=living, listening=listening))
    given = sum(each.memory.r + each.memory.w + each.memory.f for each in living if each.memory)
    pages = int(re.findall(r"^TCP: .* mem (\d+)", shown, re.M)[0])
    assert pages * 4096 == pytest.approx(given, abs=4096 * len(living))


def test_a_file_below_proc_sys():
    assert setting(machine(), "net.ipv4.tcp_mem") == text("sysctl", "default").split("tcp_mem = ")[1].splitlines()[0]
    assert setting(machine(sysctls={"net.ipv4.tcp_mem": "1\t2\t3"}), "net.ipv4.tcp_mem") == "1\t2\t3"
    assert setting(machine(), "net.ipv4.tcp_memory") is None
