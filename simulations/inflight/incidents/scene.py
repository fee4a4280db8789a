"""What two machines would show if somebody looked: a model fills it in, and the tools print it.

Sizes are in bytes, times in s, rates in bit/s, windows in segments, unless a field says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from inflight.incidents.kernels import RELEASES
from inflight.incidents.scene_host import Calls, JournalLine, Load, SystemCall
from inflight.incidents.scene_network import Conntrack, Hop, Link
from inflight.scenes.kernel import USUAL


class LogLine(NamedTuple):
    """A line of a log. t: s after the model's first look, negative before; `World` makes it s since midnight."""

    t: float
    text: str


@dataclass(frozen=True, kw_only=True)
class TcpInfo:
    """What `ss -i` prints of a connection (`tcp_info`, misc/ss.c of iproute2); what is None or 0 is not printed.

    All times are in s: rtt, rttvar, rto, ato, min_rtt, rcv_rtt, those since the last packets, busy and limited.
    wscale: the peer's shift and its own, None without window scaling. retrans: in flight now, and in all.
    max_pacing_rate: SO_MAX_PACING_RATE. backoff: how often the timeout was doubled. pmtu: as the route knows it.
    rcvmss: the largest segment that has arrived, at least 536 B; None: it follows from whether data has arrived.
    """

    algorithm: str = "cubic"
    wscale: tuple[int, int] | None = (7, 7)
    timestamps: bool = True
    sack: bool = True
    rto: float = 0.2
    backoff: int = 0
    rtt: float = 0.0
    rttvar: float = 0.0
    ato: float = 0.04
    mss: int = 1448
    pmtu: int = 1500
    rcvmss: int | None = None
    cwnd: int = 10
    ssthresh: int | None = None
    bytes_sent: int = 0
    bytes_retrans: int = 0
    bytes_acked: int = 0
    bytes_received: int = 0
    segs_out: int = 0
    segs_in: int = 0
    data_segs_out: int = 0
    data_segs_in: int = 0
    lastsnd: float = 0.0
    lastrcv: float = 0.0
    lastack: float = 0.0
    pacing_rate: float = 0.0
    max_pacing_rate: float = inf
    delivery_rate: float = 0.0
    delivered: int = 0
    app_limited: bool = False
    busy: float = 0.0
    rwnd_limited: float = 0.0
    sndbuf_limited: float = 0.0
    unacked: int = 0
    retrans: tuple[int, int] = (0, 0)
    lost: int = 0
    sacked: int = 0
    dsack_dups: int = 0
    reordering: int = 3
    reord_seen: int = 0
    rcv_rtt: float = 0.0
    rcv_space: int = 14480
    rcv_ssthresh: int = 64088
    notsent: int = 0
    min_rtt: float = 0.0
    rcv_ooopack: int = 0
    snd_wnd: int = 0


@dataclass(frozen=True, kw_only=True)
class SkMem:
    """`skmem` of `ss -m`: bytes allocated for reading and writing (r, t), their limits (rb, tb), queued to send (w)."""

    r: int = 0
    rb: int = 131072
    t: int = 0
    tb: int = 87040
    f: int = 0
    w: int = 0
    o: int = 0
    bl: int = 0
    d: int = 0


@dataclass(frozen=True, kw_only=True)
class SsSocket:
    """What `ss` shows of a socket that does not listen. timer: as `ss -o` prints it, no brackets.

    Addresses are `10.0.0.1:443`. process: as `ss -p` prints it, empty if no program has it.
    """

    state: str
    here: str
    peer: str
    recv_q: int = 0
    send_q: int = 0
    timer: str = ""
    process: str = ""
    info: TcpInfo | None = None
    memory: SkMem | None = None


@dataclass(frozen=True, kw_only=True)
class Listening:
    """A listening socket: connections that nothing has accepted yet, and how many of them there may be."""

    here: str
    recv_q: int
    send_q: int
    process: str = ""


@dataclass(frozen=True, kw_only=True)
class SocketTotals:
    """What `ss -s` counts. estab, closed, orphaned, timewait: TCP sockets; transports: sockets of IPv4 and of IPv6."""

    total: int
    tcp: int
    estab: int
    closed: int
    orphaned: int
    timewait: int
    transports: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, kw_only=True)
class Cpu:
    """What a CPU did in a second, in ticks of 1/100 s (/proc/stat)."""

    usr: int = 0
    nice: int = 0
    sys: int = 0
    iowait: int = 0
    irq: int = 0
    soft: int = 0
    steal: int = 0
    guest: int = 0
    gnice: int = 0
    idle: int = 0


@dataclass(frozen=True, kw_only=True)
class Police:
    """The only filter of a clsact or ingress: a policer that drops what exceeds its rate (act_police.c).

    hook: `egress` or `ingress`. rate: bit/s; burst: bytes. installed, first: s since it was put there, and since its
    first packet; None: there was none.
    """

    hook: str
    rate: float
    burst: int
    installed: float = 0.0
    first: float | None = None


@dataclass(frozen=True, kw_only=True)
class TcQdisc:
    """What `tc -s qdisc show dev eth0` prints of one discipline.

    options: what follows the handle, e.g. `limit 1000p`. extra: further lines, as the discipline prints them;
    `{name}` is a number of `own`, which only this discipline counts, or of `peaks`, the largest it has seen. police:
    what filters all that passes a clsact, which counts the same.
    """

    kind: str
    handle: str = "0:"
    parent: str = "root"
    refcnt: int = 2
    options: str = ""
    bytes: int = 0
    packets: int = 0
    dropped: int = 0
    overlimits: int = 0
    requeues: int = 0
    backlog_bytes: int = 0
    backlog_packets: int = 0
    extra: tuple[str, ...] = ()
    own: Mapping[str, int] = field(default_factory=dict)
    peaks: Mapping[str, int] = field(default_factory=dict)
    police: Police | None = None


@dataclass(frozen=True, kw_only=True)
class Softnet:
    """A CPU's line of /proc/net/softnet_stat."""

    processed: int = 0
    dropped: int = 0
    time_squeeze: int = 0
    received_rps: int = 0
    flow_limit: int = 0
    backlog: int = 0


@dataclass(frozen=True, kw_only=True)
class Metrics:
    """An entry of `ip tcp_metrics`; 0 is not printed. age in s; rtt and rttvar in s."""

    peer: str
    source: str
    age: float = 0.0
    ssthresh: int = 0
    cwnd: int = 0
    rtt: float = 0.0
    rttvar: float = 0.0
    reordering: int = 0
    fast_open: str = ""


@dataclass(frozen=True, kw_only=True)
class CapturedPacket:
    """A segment as tcpdump saw it on this machine, at `t` s; seq, ack and sacks are those of the header.

    options: as tcpdump prints them, without SACK blocks: `mss 1460,sackOK,TS val 1 ecr 0,nop,wscale 7`.
    datagram: what it prints of a UDP packet instead of all that.
    """

    t: float
    source: str
    to: str
    flags: str
    length: int = 0
    seq: int = 0
    ack: int | None = None
    window: int = 0
    options: str = ""
    sacks: tuple[tuple[int, int], ...] = ()
    datagram: str = ""


@dataclass(kw_only=True)
class Machine:
    """One of the two hosts.

    Attributes:
        name: as shown in a prompt. peer: the address of the other machine.
        role: what it does, for people: "the server that sends".
        kernel, date: as `uname -r` and mpstat print them; clock: when somebody looks, s since midnight; a model tells
            how many s after its first look, and `World` adds the time of day.
        connections: what `ss -tin`, `ss -tan` and `ss -s` print; udp: `ss -unam`, state UNCONN.
        cpus: what each CPU has done in the last second: `mpstat`. interrupts: the one that serves the card's queue.
        counters: as `nstat` names them, with prefix: `TcpExtListenOverflows`. Those that are 0 may be missing.
        nic: `ethtool -S`, those that are not 0; ring: `ethtool -g`; coalescing: `ethtool -c`.
        sysctls: by their full name, those that differ from Linux's own.
        addresses, macs: of eth0, eth1 and so on. routes: lines of `ip route` besides those of the addresses.
        ping: round trips of ten pings to the other machine, s; None: no answer.
        log: what the application wrote.
        link: `ip -s link`; offloads: `ethtool -k`, by name, those that aren't as after boot.
        hops: the way to the other machine, which is the last of them: `tracepath`, `mtr`, `ping -M do`. Empty: through
            the machine's router.
        path_mtu: of that way, as the machine remembers it (`ip route get`); 0: it remembers nothing. path_mtu_expires:
            s until it forgets it, ten minutes at first (`net.ipv4.route.mtu_expires`).
        conntrack: the firewall's table.
        load: `uptime`, `top`, `vmstat`; ticks: what all CPUs together have done since boot.
        journal: `journalctl`, `dmesg`.
        drops: packets thrown away, by reason and place in the kernel (tracepoint `skb:kfree_skb`).
        calls: what `strace -c` counts, by the id of the process that is watched; traced: what `strace` prints of it.
    """

    name: str
    role: str
    peer: str = ""
    kernel: str = RELEASES[USUAL].name
    date: str = "03/09/26"
    clock: float = 0.0
    connections: list[SsSocket] = field(default_factory=list)
    udp: list[SsSocket] = field(default_factory=list)
    cpus: list[Cpu] = field(default_factory=list)
    interrupts: int = 0
    listening: list[Listening] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    qdiscs: list[TcQdisc] = field(default_factory=list)
    nic: dict[str, int] = field(default_factory=dict)
    ring: Mapping[str, int] = field(default_factory=dict)
    coalescing: Mapping[str, int] = field(default_factory=dict)
    softnet: list[Softnet] = field(default_factory=list)
    metrics: list[Metrics] = field(default_factory=list)
    packets: list[CapturedPacket] = field(default_factory=list)
    sysctls: dict[str, str] = field(default_factory=dict)
    addresses: Sequence[str] = ()
    macs: list[str] = field(default_factory=list)
    routes: list[str] = field(default_factory=list)
    ping: list[float | None] = field(default_factory=list)
    log: list[LogLine] = field(default_factory=list)
    link: Link = field(default_factory=Link)
    offloads: Mapping[str, bool] = field(default_factory=dict)
    hops: Sequence[Hop] = ()
    path_mtu: int = 0
    path_mtu_expires: int = 600
    conntrack: Conntrack = field(default_factory=Conntrack)
    load: Load = field(default_factory=Load)
    ticks: Cpu = field(default_factory=lambda: Cpu(idle=1))
    journal: Sequence[JournalLine] = ()
    drops: Mapping[tuple[str, str], int] = field(default_factory=dict)
    calls: Mapping[int, Sequence[Calls]] = field(default_factory=dict)
    traced: Mapping[int, Sequence[SystemCall]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What dashboards draw of a moment.

    rate: what is served, in `unit`; errors: share of what fails, 0 to 1; p99: the slowest of a hundred, s; retrans:
    share of the segments that were sent again.
    """

    rate: float
    unit: str
    errors: float
    p99: float
    retrans: float


@dataclass(kw_only=True)
class Scene:
    """The machines after the run. The first is where the complaint comes from.

    well: whether all is well, so that nobody would complain. outcome: what was measured: "6.5 of 94.9 Mbit/s".
    affected: share of the users who notice, unless all is well. share: how much people get of what could be had, 0 to
    1. measured: what dashboards draw; history: the same since the first look, each for the time up to then, s, if the
    model goes through all of it.
    later: looks again, that many s after this first look, later each time; in slices, like a run.
    change: goes on with another setting of the family from now on, and looks; None: the model runs anew with it.
    """

    machines: tuple[Machine, ...]
    well: bool
    outcome: str
    affected: float = 1.0
    share: float | None = None
    measured: Measured | None = None
    history: Sequence[tuple[float, Measured]] = ()
    later: Callable[[float], Generator[None, None, Scene]] | None = None
    change: Callable[[Any], Generator[None, None, Scene]] | None = None
