"""What can be wrong when connections hang."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.connect.setting import ConnectSetting
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
    return replace(s, rules=False, rp_filter=1)


def _filtered(s: ConnectSetting, rng: random.Random) -> ConnectSetting:
    return replace(s, new_limit=round(s.offered * rng.uniform(0.4, 0.65), 1))


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
    ),
    Fault(
        id="slow-accept",
        cause="The application accepts connections more slowly than clients open them, and no backlog is large enough "
        "for that",
        told="The accept queue has many places, and all of them are taken: Recv-Q of the listening socket is above "
        "Send-Q. A longer queue would only mean a longer wait.",
        level=1,
        clues=("ss-lnt@1", "log@1"),
        put=_slow,
        remedy="faster-accept",
        experiment="listen-queues",
        chapter="opening/listen-queues",
    ),
    Fault(
        id="syn-flood",
        cause="A SYN flood fills the half-open queue, and SYN cookies are off",
        told="There is a long list of sockets in SYN-RECV with peers nobody knows, ListenDrops goes up without "
        "ListenOverflows, and net.ipv4.tcp_syncookies is 0. With cookies, the same flood would do no harm.",
        level=2,
        clues=("ss-tan@1", "nstat@1", "sysctl@1"),
        put=_flooded,
        remedy="syncookies",
        experiment="syn-flood",
        chapter="opening/syn-flood",
    ),
    Fault(
        id="rp-filter",
        cause="The server has two network cards, and strict rp_filter drops what comes in through the wrong one",
        told="The SYNs arrive, nothing answers them, and TcpExtIPReversePathFilter counts each one: the route back to "
        "the client leaves through the other card. The server doesn’t even answer pings, although the network "
        "delivers them.",
        level=2,
        clues=("nstat@1", "ip-route@1"),
        put=_strict,
        remedy="loose",
        experiment="reverse-path",
        chapter="opening/reverse-path",
    ),
    Fault(
        id="syn-filter",
        cause="A firewall on the path limits new connections and drops SYNs",
        told="The client sends SYNs again (TcpExtTCPSynRetrans), and the server never saw the first ones: none of its "
        "counters moves, and it has seen fewer connections opened than the client has. Established connections are "
        "fine.",
        level=1,
        clues=("tcpdump@1", "nstat@1"),
        put=_filtered,
        remedy="firewall-limit",
        experiment="syn-retries",
        chapter="opening/timers",
    ),
    Fault(
        id="synack-lost",
        cause="SYN-ACKs are lost on the way back, at a firewall that hasn’t seen the SYN",
        told="The server sends SYN-ACKs again (TcpExtTCPSynRetrans there, and sockets in SYN-RECV with the client’s "
        "address), so the SYNs have arrived. Some ports of the client always fail and others never do, because a hash "
        "chooses the path.",
        level=3,
        clues=("tcpdump@1", "nstat@1", "ss-tan@1"),
        put=_answers_lost,
        remedy="firewall-state",
        experiment="reverse-path",
        chapter="opening/reverse-path",
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
    ),
    Fault(
        id="few-ports",
        cause="The client runs out of ports: its ip_local_port_range is narrow, and TIME-WAIT holds each port for a "
        "minute",
        told="connect() fails at once with “Cannot assign requested address”, and no packet is sent. Every port in "
        "net.ipv4.ip_local_port_range is in TIME-WAIT towards this server.",
        level=1,
        clues=("log", "ss-s", "ss-tan", "sysctl"),
        put=_few_ports,
        remedy="port-range",
        experiment="time-wait",
        chapter="closing/ports",
    ),
)
