"""What makes single calls slow although the path is fast."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.requests import pauses
from inflight.incidents.families.requests.setting import Lookups, RequestsSetting, Shaper
from inflight.incidents.fault import Fault

NAGLE, BUFFERS, IDLE = "small-writes/nagle", "small-writes/transfer-buffers", "congestion/idle"

HZ = 250
"""What a tbf's burst is meant for: the bytes of a tick."""

CONNECTION = r"^ESTAB +\d+ +\d+ +\S+:(?!22 |9100 )\d+ .*\n.*"
"""In `ss -tinmop`, a connection that isn’t somebody’s shell, as far as what follows."""

WRITE_ACK_WRITE = (
    r"IP (?P<client>\S+) > (?P<server>\S+): Flags \[P\.\].* length \d{3}\n"
    r".*?(\d\d:\d\d:\d\d\.\d+|) ?IP (?P=server) > (?P=client): Flags \[\.\], (ack \d+).* length 0\n"
    r".*IP (?P=client) > (?P=server): Flags \[P\.\].* (length \d{3})$"
)
"""The second half of a request leaves after the ACK of the first."""

ASKS_AGAIN = (
    r"IP (?P<server>\S+) > (?P<client>\S+): Flags \[P?\.\].* length \d{2,}\n"
    r"(?:.* length 0\n)*"
    r".*IP (?P=client) > (?P=server): Flags \[P\.\], .* (length \d{3})$"
)
"""Another request after part of the answer."""


def _piece(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """Five to a few dozen pieces, as a library might ask for, but not so many that calls run into each other."""
    sizes = [kb << 10 for kb in (4, 8, 16, 32, 64)]
    return replace(s, piece=rng.choice([size for size in sizes if 4 * size < s.size < size * (0.6 / s.rtt)]))


def _at_most(share: float, sizes: tuple[int, ...], s: RequestsSetting, rng: random.Random) -> int:
    """One of the two largest sizes that are at most that share of an answer, bytes."""
    return rng.choice([size for size in sizes if size <= s.size * share][-2:])


def _shaped(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """A rate at which an answer takes several round trips, with room for all of it."""
    rate = max(round(s.size * 8 / (rng.uniform(3.5, 6) * s.rtt) / 1e6), 1) * 1e6
    burst = round(rate / 8 / HZ / 500 + 1) * 1000
    return replace(s, shaper=Shaper(rate=rate, burst=burst, limit=int(rate / 8 * 0.4) + burst))


def _small_writes(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """1 KiB at a time, with so much work for each that all of it takes about twice as long as the path, or more."""
    return replace(s, chunk=1024, write=round(s.least * rng.uniform(1.8, 2.8) * 1024 / s.size, 6))


FAULTS: Sequence[Fault[RequestsSetting]] = (
    Fault(
        id="client-nagle",
        cause="The client writes header and body separately, without TCP_NODELAY",
        told="tcpdump shows the header leave at once, and the body 40 ms and a round trip later, right after the ACK "
        "of the header. Nagle’s rule holds the second short segment back until the first is acknowledged. The server "
        "delays that ACK because it expects to answer soon; its DelayedACKs go up with each call. With a single "
        "write() for both, or with TCP_NODELAY, there is nothing to wait for.",
        level=1,
        clues=("tcpdump", "nstat@1"),
        put=lambda s, rng: replace(s, nodelay=False),
        remedy="client-nodelay",
        telltales={"tcpdump": WRITE_ACK_WRITE, "nstat@1": r"^TcpExtDelayedACKs +([2-9]|[1-9]\d+) "},
        change="deploy  client library 5.2 (connection pool)",
        words=(
            "Nagle on the client",
            "delayed ACK",
            "40 ms",
            "write-write-read",
            "header and body in two writes",
            "TCP_NODELAY missing at the client",
        ),
        experiment="nagle-delayed-ack",
        chapter=NAGLE,
    ),
    Fault(
        id="idle-window",
        cause="The server loses its congestion window in every pause (slow start after idle)",
        told="Each answer begins with a few segments, then twice as many a round trip later, just as on a new "
        "connection. net.ipv4.tcp_slow_start_after_idle is 1 on the server, which is Linux’s default: for each RTO "
        "without data, the window is halved. cwnd in ss still looks large during the pause, because the kernel cuts "
        "it only when it next sends data.",
        level=1,
        clues=("sysctl@1", "tcpdump"),
        put=lambda s, rng: replace(s, after_idle=True),
        remedy="after-idle-off",
        telltales={
            "sysctl@1": r"^net\.ipv4\.tcp_slow_start_after_idle = (1)$",
            "tcpdump": pauses.slow_start,
        },
        change="operations  server reinstalled from the new image",
        words=(
            "tcp_slow_start_after_idle",
            "slow start after idle",
            "cwnd reset in every pause",
            "idle restart",
            "window lost during the pause",
        ),
        experiment="idle-restart",
        chapter=IDLE,
    ),
    Fault(
        id="pieces",
        cause="The client asks for the answer piece by piece and waits for each piece",
        told="tcpdump shows a request, part of the answer, the next request, and so on, and the server’s log has many "
        "lines for one call. Every piece costs a round trip, however fast the line is.",
        level=1,
        clues=("tcpdump", "log@1"),
        put=_piece,
        remedy="ask-for-all",
        telltales={"tcpdump": ASKS_AGAIN, "log@1": r" 200 (4096|8192|16384|32768|65536)$"},
        change="deploy  client library 5.3 (streaming)",
        words=(
            "chatty",
            "range requests",
            "piece by piece",
            "many requests per call",
            "one round trip per piece",
            "sequential requests",
        ),
        experiment="request-response",
        chapter=BUFFERS,
    ),
    Fault(
        id="slow-server",
        cause="The server’s program takes a long time to answer",
        told="tcpdump shows that the whole request is acknowledged after one round trip, and then nothing happens for "
        "a long time: the kernel has the request, and the program doesn’t answer. Then the whole answer comes at "
        "once. No TCP setting makes a program faster.",
        level=1,
        clues=("tcpdump", "strace@1"),
        put=lambda s, rng: replace(s, work=rng.uniform(0.08, 0.25)),
        remedy="prepare",
        telltales={"tcpdump": pauses.slow_answer, "strace@1": pauses.busy_program},
        words=(
            "slow server program",
            "application time",
            "the server computes",
            "backend slow",
            "think time",
            "server needs long before the first byte",
            "slow application on the server, not the network",
        ),
        experiment="request-response",
        chapter=BUFFERS,
    ),
    Fault(
        id="cork",
        cause="The server’s program sets TCP_CORK and never clears it",
        told="All but the last bytes arrive at once and are acknowledged. Then both machines are silent for more than "
        "200 ms, and one short segment follows. It waited under the cork until the timer that probes closed windows "
        "released it, an RTO later.",
        level=1,
        clues=("tcpdump",),
        put=lambda s, rng: replace(s, cork=True, forgotten=True),
        remedy="uncork",
        telltales={"tcpdump": pauses.corked_tail},
        change="deploy  server framework 2.8 (socket handling)",
        words=(
            "TCP_CORK",
            "cork never removed",
            "corked tail",
            "200 ms",
            "last bytes wait for the timer",
        ),
        experiment="cork",
        chapter=NAGLE,
    ),
    Fault(
        id="server-nagle",
        cause="Nagle’s rule holds back the server’s last bytes until the client acknowledges the ones before",
        told="The whole answer arrives at once except for its last short segment, which leaves the server a round "
        "trip later, when the ACKs come back. The program writes a checksum separately. The write before it ended "
        "with a short segment, and without TCP_NODELAY a second short segment has to wait until the first is "
        "acknowledged.",
        level=2,
        clues=("tcpdump",),
        put=lambda s, rng: replace(s, server_nodelay=False),
        remedy="server-nodelay",
        telltales={"tcpdump": pauses.held_tail},
        change="deploy  server framework 2.9 (checksums)",
        words=(
            "Nagle on the server",
            "server’s last short segment waits",
            "checksum written separately",
            "TCP_NODELAY missing at the server",
            "one extra round trip at the end",
        ),
        experiment="request-response",
        chapter=NAGLE,
    ),
    Fault(
        id="slow-client",
        cause="The client’s program spends a long time on an answer that it already has",
        told="tcpdump on the client shows the last byte arrive just when path and size say it should, but the "
        "program’s log reports far more time for the same call. No packet moves in between: the network has done its "
        "part. strace says who hasn’t: the program’s last read() returns, and its next system call comes much later.",
        level=2,
        clues=("strace@0",),
        put=lambda s, rng: replace(s, digest=rng.uniform(0.08, 0.25)),
        remedy="digest-faster",
        telltales={"strace@0": pauses.busy_program},
        change="deploy  client 12.1 (validation)",
        words=(
            "slow client program",
            "client parses too long",
            "client CPU",
            "processing after the last byte",
            "time after the network has finished",
            "wastes time after the answer has arrived",
            "already has it all",
            "slow application on the client, not the network",
        ),
        experiment="request-response",
        chapter=BUFFERS,
    ),
    Fault(
        id="small-window",
        cause="The client’s program sets an SO_RCVBUF that is smaller than an answer",
        told="The client’s window scale is 0 or 1 instead of 7, and its rb hasn’t grown with the answers: the program "
        "has set it, which switches autotuning off. snd_wnd on the server is smaller than an answer, so the answer "
        "comes one window per round trip.",
        level=2,
        clues=("ss-tin", "tcpdump"),
        put=lambda s, rng: replace(s, rcvbuf=_at_most(0.25, (4096, 8192, 16384, 32768, 65536), s, rng)),
        remedy="rcvbuf-auto",
        telltales={"ss-tin": r"\bwscale:(?:7,([01])|([01]),7) ", "tcpdump": pauses.full_window},
        change="deploy  client 12.2 (memory limits)",
        words=(
            "SO_RCVBUF",
            "small receive buffer",
            "receive window too small",
            "rwnd",
            "window scale 0",
            "one window per round trip",
        ),
        experiment="three-windows",
        chapter="windows/receive-window",
    ),
    Fault(
        id="small-send-buffer",
        cause="The server’s program sets an SO_SNDBUF that is smaller than an answer",
        told="tb in skmem is small on the server, smaller than any autotuned one, and it hasn’t grown: the program "
        "has set it. write() sleeps until ACKs free memory, so only as much as fits into the buffer leaves per round "
        "trip. ss may show no sndbuf_limited, because Linux checks for it only at moments when it sends.",
        level=2,
        clues=("ss-tin@1",),
        put=lambda s, rng: replace(s, sndbuf=_at_most(0.14, (4096, 8192, 16384, 32768), s, rng)),
        remedy="sndbuf-auto",
        telltales={"ss-tin@1": CONNECTION + r",tb(\d{4}|[1-7]\d{4}),"},
        change="deploy  server framework 2.8.3 (memory limits)",
        words=(
            "SO_SNDBUF",
            "small send buffer",
            "tb in skmem",
            "send autotuning off",
            "write() sleeps",
        ),
        experiment="send-buffer",
        chapter="windows/why-slow",
    ),
    Fault(
        id="old-shaper",
        cause="Somebody left a shaper on the server’s eth0",
        told="tc -s qdisc on the server shows a tbf with a rate far below the line’s, and its overlimits go up. It "
        "drops nothing, so no TCP counter moves; the data just arrive evenly, a few segments at a time, at that rate.",
        level=2,
        clues=("tc@1",),
        put=_shaped,
        remedy="tc-del",
        telltales={"tc@1": r"^qdisc (tbf) .* rate (\S+)"},
        change="operations  load test against the server finished",
        words=(
            "tbf",
            "shaper",
            "token bucket",
            "rate limit in tc",
            "qdisc on the server",
        ),
        experiment="token-bucket",
        chapter="disciplines/shaping",
    ),
    Fault(
        id="new-connections",
        cause="The client opens a new connection for each call",
        told="tcpdump shows a handshake before the request, ss -tan shows a row of TIME-WAIT sockets on the client, "
        "and TcpActiveOpens goes up with each call. The handshake costs a round trip, and every connection starts "
        "with a small window again.",
        level=3,
        clues=("tcpdump", "ss-tan@0", "ss-s@0", "nstat"),
        put=lambda s, rng: replace(s, fresh=True),
        remedy="keep",
        telltales={
            "tcpdump": r"Flags \[(S)\]",
            "ss-tan@0": r"^(TIME-WAIT) ",
            "ss-s@0": r"timewait ([1-9]\d*)",
            "nstat": r"^Tcp(?:Active|Passive)Opens +([1-9]\d+) ",
        },
        change="deploy  client library 5.4 (retries)",
        words=(
            "no keep-alive",
            "connection per request",
            "handshake every time",
            "TIME-WAIT",
            "no connection pool",
            "slow start each time",
        ),
        experiment="idle-restart",
        chapter="congestion/slow-start",
    ),
    Fault(
        id="many-writes",
        cause="The server’s program writes 1 KiB at a time, with some work before each write",
        told="The segments carry 1024 bytes instead of 1448 and arrive one by one, with gaps, from the first to the "
        "last; nothing waits for an ACK. No window limits the server: its program just hasn’t written more yet.",
        level=3,
        clues=("tcpdump", "ss-tin"),
        put=_small_writes,
        remedy="write-buffer",
        telltales={"tcpdump": r"length (1024)$", "ss-tin": r"rcvmss:(1024) "},
        change="deploy  server framework 3.0 (templates)",
        words=(
            "tiny writes",
            "1024 bytes at a time",
            "unbuffered output",
            "no buffer in front of the socket",
            "1 KiB writes",
            "many small segments",
        ),
        experiment="request-response",
        chapter=BUFFERS,
    ),
    Fault(
        id="dead-resolver",
        cause="The client looks up the server’s name before each call, and its first name server doesn’t answer",
        told="The log says that a call takes more than five seconds, and all of the TCP packets fit into the last few "
        "milliseconds. Before them, tcpdump on the client shows a question to port 53 that nobody answers, five "
        "seconds of silence, and the same question to the second name server. That is the resolver’s default timeout. "
        "TCP can’t be slow before it has been asked to do anything.",
        level=2,
        clues=("tcpdump@0",),
        put=lambda s, rng: replace(s, lookups=Lookups()),
        remedy="resolver-first",
        telltales={"tcpdump@0": r"\.53: (\d+\+ A\? .*)\n.*\.53: (\d+\+ A\? .*)$"},
        change="deploy  client library 5.5 (service discovery)",
        words=(
            "DNS",
            "resolver",
            "name server dead",
            "name resolution",
            "resolv.conf",
            "lookup timeout",
            "five seconds before the request",
        ),
        experiment="request-response",
        chapter=BUFFERS,
    ),
    Fault(
        id="forgotten",
        cause="The firewall forgets a quiet connection before the next call, and drops that call’s packets",
        told="tcpdump on the client shows the request sent again and again, and tcpdump on the server doesn’t show it. "
        "After two seconds the client gives up and opens another connection, and there everything works. On the "
        "firewall, nf_conntrack_tcp_timeout_established is 1: a connection that is quiet for a second is unknown "
        "afterwards. Somebody took the unit for hours. A keepalive would have to come more often than that.",
        level=2,
        clues=("sysctl@2", "tcpdump@0"),
        put=lambda s, rng: replace(s, forgets=1.0, pause=1.2),
        remedy="remember",
        telltales={
            "sysctl@2": r"nf_conntrack_tcp_timeout_established = (\d{1,2})$",
            "tcpdump@0": r"Flags \[P\.\], (seq \d+:\d+), .* length \d{3}\n.*Flags \[P\.\], (\1), .* length \d{3}$",
        },
        change="firewall  timeouts of the connection table set after the audit",
        words=(
            "idle timeout",
            "conntrack timeout",
            "firewall forgets connections",
            "stateful firewall",
            "nf_conntrack_tcp_timeout_established",
            "keepalive too rare",
            "stale connection",
        ),
        experiment="keepalive",
        chapter="closing/dead-peers",
    ),
)
