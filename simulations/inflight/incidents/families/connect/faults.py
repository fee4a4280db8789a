"""What can be wrong when connections hang."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.connect.setting import BLOCK, STRICT, ConnectSetting
from inflight.incidents.fault import Fault


def _small_backlog(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, backlog=rng.randrange(4, 13))


def _small_somaxconn(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, somaxconn=rng.choice((5, 8, 10, 12)), backlog=rng.choice((511, 1024, 4096)))


def _slow(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, accept_rate=round(s.offered * rng.uniform(0.2, 0.4), 1))


def _flooded(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, flood=float(rng.randrange(160, 260, 10)), syncookies=0)


def _strict(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, rules=False, rp_filters=STRICT)


def _filtered(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, new_limit=round(s.offered * rng.uniform(0.4, 0.65), 1))


def _full_table(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    # More connections vanish than are forgotten, so that the table would have to be half as large again, or twice.
    return replace(s, gone=round(rng.uniform(1.5, 2.2) * s.tracked_most / s.forgets[0], 2))


def _answers_lost(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, back_lost=rng.uniform(0.15, 0.5))


def _abort(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    # room for a whole burst, but not for those that are already waiting for the pause to end as well
    waiting = int(s.rate * s.pause)
    room = max(s.burst, waiting) + rng.randrange(4, 7)
    return replace(s, abort_on_overflow=1, backlog=room, flood=0.0)


def _few_ports(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    low = rng.choice((40000, 50000, 61000))
    return replace(s, ports=(low, low + rng.choice((399, 499, 599))))


def _scaled_in(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, hosts=(s.hosts[1] // 2, s.hosts[1]), ports=BLOCK)


def _six_first(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, six=rng.choice((1.0, 1.5, 2.0)))


_SHORT_QUEUE = r"^LISTEN +\d+ +(\d{1,2}) +0\.0\.0\.0:"
"""Fewer than a hundred places in an accept queue."""

FAULTS: Sequence[Fault[ConnectSetting]] = (
    Fault(
        id="backlog",
        cause="The application calls listen() with a small backlog, and its pauses overflow the accept queue",
        told="Send-Q of the listening socket in `ss -lnt` is the backlog that the application asked for; "
        "net.core.somaxconn would have allowed more. Whenever the application pauses, the queue fills and "
        "ListenOverflows goes up. The client sends the dropped SYNs again a second later, so its connects take 1.03 s.",
        level=1,
        clues=("ss-lnt@1",),
        put=_small_backlog,
        remedy="raise-backlog",
        mechanism="accept queue",
        experiment="listen-queues",
        chapter="opening/listen-queues",
        telltales={"ss-lnt@1": _SHORT_QUEUE},
        change="deploy    backend 4.12.0 (new event loop)",
        words=(
            "small backlog",
            "listen backlog",
            "short accept queue",
            "listen() argument",
            "ListenOverflows",
            "Send-Q",
        ),
    ),
    Fault(
        id="somaxconn",
        cause="net.core.somaxconn cuts a large backlog short, and the accept queue overflows",
        told="The application asks for hundreds of places (its log says so), but Send-Q in `ss -lnt` shows how many "
        "net.core.somaxconn lets it have. A larger backlog in the application changes nothing.",
        level=2,
        clues=("ss-lnt@1", "sysctl@1"),
        put=_small_somaxconn,
        remedy="raise-somaxconn",
        mechanism="accept queue",
        experiment="listen-queues",
        chapter="opening/listen-queues",
        telltales={"ss-lnt@1": _SHORT_QUEUE, "sysctl@1": r"^net\.core\.somaxconn = (\d{1,2})$"},
        change="sysctl    baseline 14 on all servers",
        words=("somaxconn", "backlog is capped", "kernel limit of the backlog", "accept queue is cut", "sysctl limit"),
    ),
    Fault(
        id="slow-accept",
        cause="The application accepts connections more slowly than clients open them, and no backlog is large enough "
        "for that",
        told="The accept queue has many places, and all of them are taken: Recv-Q of the listening socket is above "
        "Send-Q. A longer queue would only mean a longer wait.",
        level=1,
        clues=("ss-lnt@1",),
        put=_slow,
        remedy="faster-accept",
        experiment="listen-queues",
        chapter="opening/listen-queues",
        # In a healthy queue some fifty wait at the end of a pause, and here all places are taken.
        telltales={"ss-lnt@1": r"^LISTEN +(\d{3,}) +(\d{3,}) +0\.0\.0\.0:"},
        change="deploy    backend 4.13.1 (sign-in through the new directory)",
        words=(
            "slow accept",
            "accept loop",
            "overloaded application",
            "single thread",
            "queue always full",
            "too slow",
        ),
    ),
    Fault(
        id="syn-flood",
        cause="A SYN flood fills the half-open queue, and SYN cookies are off",
        told="There is a long list of sockets in SYN-RECV with peers nobody knows, ListenDrops goes up without "
        "ListenOverflows, and net.ipv4.tcp_syncookies is 0. With cookies, the same flood would do no harm.",
        level=2,
        clues=("nstat@1", "sysctl@1"),
        put=_flooded,
        remedy="syncookies",
        experiment="syn-flood",
        chapter="opening/syn-flood",
        telltales={
            # three quarters of the backlog are for anybody (`tcp_conn_request`); what finds them full counts once
            "nstat@1": r"^TcpExtTCPReqQFullDrop +([1-9]\d*)"
            r"|^(?!TcpExtListenOverflows).*\n(TcpExtListenDrops +[1-9]\d*)",
            "sysctl@1": r"^net\.ipv4\.tcp_syncookies = (0)$",
        },
        words=("syn flood", "attack", "ddos", "half-open connections", "syncookies", "cookies off", "spoofed SYNs"),
    ),
    Fault(
        id="rp-filter",
        cause="Routing is asymmetric: answers would leave through the server’s other card, and strict rp_filter drops "
        "what comes in",
        told="The firewall sends packets for the server to its eth0, and the server’s only default route leaves by "
        "eth1. Strict rp_filter wants both to be the same. So the SYNs arrive, nothing answers them, and "
        "TcpExtIPReversePathFilter counts each one. The server doesn’t even answer the client’s pings, although the "
        "network delivers them, but it answers those of the firewall, which is a neighbour.",
        level=2,
        clues=("nstat@1", "ip-route@1"),
        put=_strict,
        remedy="loose",
        experiment="reverse-path",
        chapter="opening/reverse-path",
        telltales={
            "nstat@1": r"^TcpExtIPReversePathFilter +([1-9]\d*)",
            "ip-route@1": r"\A(?![\s\S]* table 100)[\s\S]*?^(default via \S+ dev eth1)",
        },
        change="network   backup network on eth1 of all servers",
        words=(
            "rp_filter",
            "reverse path",
            "asymmetric routing",
            "second card",
            "wrong interface",
            "default route",
            "eth1",
        ),
    ),
    Fault(
        id="syn-filter",
        cause="A firewall on the path limits new connections and drops SYNs",
        told="The client sends SYNs again (TcpExtTCPSynRetrans), and the server never saw the first ones: none of its "
        "counters moves, and it has seen fewer connections opened than the client has. Established connections are "
        "fine. The firewall’s log names the rule: new-limit.",
        level=1,
        clues=("log@2",),
        put=_filtered,
        remedy="firewall-limit",
        mechanism="SYNs dropped at the firewall",
        experiment="syn-retries",
        chapter="opening/timers",
        telltales={"log@2": r"^.*(new-limit: IN=eth1).* SYN .*$"},
        change="firewall  rule set 2026-03-06",
        words=(
            "firewall drops SYNs",
            "rate limit",
            "connlimit",
            "new-limit",
            "throttled new connections",
            "iptables limit",
        ),
    ),
    Fault(
        id="conntrack-full",
        cause="The firewall’s conntrack table is full, and it drops the first packet of new connections",
        told="nf_conntrack_count equals nf_conntrack_max on the firewall, and its kernel logs “table full, dropping "
        "packet”. The entries belong to somebody else: connections whose ends vanished without a FIN keep theirs for "
        "five days. New connections find a free entry only now and then, so SYNs and first pings are "
        "lost, and connections that are open don’t notice anything.",
        level=2,
        clues=("log@2", "sysctl@2", "conntrack-S@2"),
        put=_full_table,
        remedy="tracked-most",
        mechanism="SYNs dropped at the firewall",
        experiment="syn-retries",
        chapter="around/conntrack",
        telltales={
            "conntrack-S@2": r"^cpu=\d+ .* (drop=[1-9]\d*) ",
            "log@2": r"(nf_conntrack: table full, dropping packet)",
            "sysctl@2": r"^net\.netfilter\.nf_conntrack_count = (\d+)$[\s\S]*^net\.netfilter\.nf_conntrack_max = (\1)$",
        },
        change="rollout   mobile app 9.4 (keeps connections open)",
        words=(
            "conntrack",
            "table full",
            "nf_conntrack_max",
            "connection tracking",
            "state table",
            "firewall out of entries",
        ),
    ),
    Fault(
        id="synack-lost",
        cause="SYN-ACKs are lost on the way back, at a firewall that hasn’t seen the SYN",
        told="The server sends SYN-ACKs again (TcpExtTCPSynRetrans there, and sockets in SYN-RECV with the client’s "
        "address), so the SYNs have arrived. Some ports of the client always fail and others never do, because a hash "
        "chooses the path.",
        level=3,
        clues=("tcpdump@1", "ss-tan@1"),
        put=_answers_lost,
        remedy="firewall-state",
        experiment="reverse-path",
        chapter="opening/reverse-path",
        telltales={
            # one SYN-ACK may be lost anywhere, but not three of the same connection
            "tcpdump@1": r"> (10\.\S+): Flags (\[S\.\])[\s\S]*?> \1: Flags (\[S\.\])[\s\S]*?> \1: Flags (\[S\.\])",
            "ss-tan@1": r"^(SYN-RECV) +\d+ +\d+ +\S+ +10\.\S+ +timer:\((on,[^,)]+,[2-9])\)",
        },
        change="network   spine 4 in service",
        words=(
            "answers lost",
            "SYN-ACK lost",
            "stateful firewall",
            "asymmetric path",
            "ECMP",
            "way back",
            "half of the flow",
        ),
    ),
    Fault(
        id="abort",
        cause="net.ipv4.tcp_abort_on_overflow resets connections that only had to wait a moment",
        told="The client gets “Connection reset by peer” on connections it has only just made. The queue overflows "
        "for only a few milliseconds. Without the setting, the client’s kernel would send the request again after "
        "some 200 ms and find a free place.",
        level=3,
        clues=("sysctl@1", "tcpdump", "log"),
        put=_abort,
        remedy="abort-off",
        experiment="listen-queues",
        chapter="opening/listen-queues",
        telltales={
            "sysctl@1": r"^net\.ipv4\.tcp_abort_on_overflow = (1)$",
            "tcpdump": r"Flags (\[R\.?\])",
            "log": r"(Connection reset by peer)",
        },
        change="sysctl    hardening profile, step 2",
        words=(
            "tcp_abort_on_overflow",
            "abort on overflow",
            "resets",
            "RST",
            "connection reset",
            "overflow answered by RST",
        ),
    ),
    Fault(
        id="few-ports",
        cause="The client runs out of ports: its ip_local_port_range is narrow, and TIME-WAIT holds each port for a "
        "minute",
        told="connect() fails at once with “Cannot assign requested address”, and no packet is sent. Every port in "
        "net.ipv4.ip_local_port_range is in TIME-WAIT towards this server.",
        level=1,
        clues=("log", "sysctl"),
        put=_few_ports,
        remedy="port-range",
        mechanism="ports of the client",
        experiment="time-wait",
        chapter="closing/ports",
        telltales={
            "log": r"(Cannot assign requested address)",
            "sysctl": r"^net\.ipv4\.ip_local_port_range = ((?:40000\s+40|50000\s+50|61000\s+61)[345]99)$",
        },
        change="image     front ends: base image 11 → 12",
        words=("ephemeral ports", "port range", "ip_local_port_range", "EADDRNOTAVAIL", "out of ports", "TIME_WAIT"),
    ),
    Fault(
        id="scaled-in",
        cause="The autoscaler took half of the client’s hosts away, and those that are left run out of ports",
        told="connect() fails with “Cannot assign requested address”, and the host’s 4096 ports are all in "
        "TIME-WAIT towards this server. They last for 66 connections a second, and the host used to open fewer. Its "
        "log says that only half of the hosts are in rotation, so each of them opens twice as many.",
        level=2,
        clues=("log@0",),
        put=_scaled_in,
        remedy="more-hosts",
        mechanism="ports of the client",
        experiment="time-wait",
        chapter="closing/ports",
        telltales={"log@0": r"rotation: (?!(\d) of \1 )(\d of \d hosts)"},
        change="autoscale front ends: night profile also at weekends",
        words=("autoscaler", "scaled in", "too few hosts", "fewer front ends", "twice the load", "in rotation"),
    ),
    Fault(
        id="ipv6-first",
        cause="The client tries IPv6 first, whose SYNs vanish at the firewall, and it waits before it uses IPv4",
        told="`ss` shows sockets in SYN-SENT to an IPv6 address, and none of them gets further. The firewall counts "
        "them in Ip6InReceives and forwards none. Each connection over IPv4 takes one round trip, but it starts only "
        "when the client has given up on IPv6. Happy Eyeballs (RFC 8305) would wait for a quarter of a second.",
        level=2,
        clues=("ss-tan@0", "log@0", "nstat@2"),
        put=_six_first,
        remedy="no-aaaa",
        experiment="syn-retries",
        chapter="opening/timers",
        telltales={
            "ss-tan@0": r"^(SYN-SENT) +\d+ +\d+ +\[2001:\S+ +(\[2001:\S+)",
            "log@0": r"(no answer from \[2001:\S+)",
            "nstat@2": r"\A(?![\s\S]*^Ip6OutForwDatagrams)[\s\S]*^Ip6InReceives +([1-9]\d*)",
        },
        change="dns       AAAA records for all internal names",
        words=("IPv6", "AAAA", "happy eyeballs", "fallback", "tries v6 first", "dual stack", "getaddrinfo order"),
    ),
)
