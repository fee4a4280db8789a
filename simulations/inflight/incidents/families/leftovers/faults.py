"""What can be wrong when sockets pile up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.leftovers.setting import CLIENT, KERNELS, SERVER, LeftoversSetting
from inflight.incidents.fault import Fault


def _never_closed(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, ends=CLIENT, server_forgets=rng.uniform(0.35, 0.9))


def _only_shut(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, ends=SERVER, client_forgets=rng.uniform(0.35, 0.9))


def _no_keepalive(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, keepalive=0.0)


def _late_keepalive(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, keepalive=KERNELS, tcp_keepalive_time=7200.0)


def _patient_orphans(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    idle = s.holds[0] * 1.1 + rng.randrange(60, 300)
    return replace(s, keepalive=0.0, idle_subscription=idle, tcp_orphan_retries=rng.choice((100, 128, 200, 255)))


def _leaking_pool(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, ends=CLIENT, client_leaks=rng.uniform(0.35, 0.8))


def _nobody_accepts(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, health_accepted=False)


MANY_SILENT = r"((?:^ESTAB (?!.*timer:).*\n){80})|^ *(\d{3,} ESTAB)$|; in all.* (\d{3,} ESTAB)"
"""More connections one after the other than are in use, and without a timer."""

LATE = r"^ESTAB +\d+ +\d+ +\S+(?<!:22) +\S+ .*timer:\((keepalive,(?:[7-9]|\d{2,3})min)"
"""A keepalive timer with more than six minutes to go, of anything but a shell."""

FAULTS: Sequence[Fault[LeftoversSetting]] = (
    Fault(
        id="close-wait",
        cause="The server’s program doesn’t close connections that the peer has closed: CLOSE-WAIT",
        told="There are hundreds of sockets in CLOSE-WAIT with the program’s name: the peer’s FIN has arrived, and "
        "the kernel waits for this program to call close(), without any timer. No sysctl can help. Keepalive would "
        "only hide the sockets from `ss`, and the descriptors would stay.",
        level=1,
        clues=("ss-tan@0",),
        telltales={"ss-tan@0": r"^(CLOSE-WAIT) .*(users:\S+)|^ *(\d{2,} CLOSE-WAIT)$"},
        change="deploy    connection handler 3.2 (rewritten with coroutines)",
        words=(
            "CLOSE-WAIT",
            "close() missing",
            "descriptor leak",
            "does not close",
            "fd leak",
            "read returns 0",
            "EOF",
        ),
        mechanism="CLOSE-WAIT",
        put=_never_closed,
        remedy="close-on-eof",
        experiment="four-way-close",
        chapter="closing/closing-well",
    ),
    Fault(
        id="fin-wait-2",
        cause="The server only calls shutdown() and waits for the peer’s FIN, which never comes: FIN-WAIT-2",
        told="Sockets in FIN-WAIT-2 still have a process and no timer, and on the other host the same connections are "
        "in CLOSE-WAIT. tcp_fin_timeout applies only to sockets that were closed, not to those that were only shut "
        "down.",
        level=1,
        clues=("ss-tan",),
        telltales={"ss-tan": r"^(FIN-WAIT-2|CLOSE-WAIT) .*(users:\S+)|^ *(\d{2,} (?:FIN-WAIT-2|CLOSE-WAIT))$"},
        change="deploy    response writer 1.9 (half-closes when it is done)",
        words=("FIN-WAIT-2", "shutdown()", "half-closed", "half close", "SHUT_WR", "peer never sends FIN"),
        put=_only_shut,
        remedy="server-close",
        experiment="four-way-close",
        chapter="closing/closing-well",
    ),
    Fault(
        id="dead-peers",
        cause="Peers have vanished without a word, and without SO_KEEPALIVE the server keeps their connections for "
        "ever",
        told="There are connections in ESTAB with a lastrcv of hours and no timer, and the other host no longer has "
        "them: the firewall forgot them and dropped the client’s FIN. tcp_keepalive_time alone does nothing for a "
        "socket that hasn’t asked for keepalive.",
        level=1,
        clues=("ss-tin@0", "ss-tan@0", "log@2"),
        telltales={
            "ss-tin@0": r"^ESTAB (?!.*timer:).*\n.*(lastrcv:\d{7,}) ",
            "ss-tan@0": MANY_SILENT,
            "log@2": r"invalid, dropped: IN=eth0 OUT=eth1 .* (ACK|FIN) *(?:ACK|FIN)?$",
        },
        change="deploy    socket options of the server moved to a common library",
        words=(
            "dead peers",
            "half-open",
            "no keepalive",
            "SO_KEEPALIVE",
            "vanished",
            "peer is gone",
        ),
        mechanism="established for ever",
        put=_no_keepalive,
        remedy="so-keepalive",
        experiment="keepalive",
        chapter="closing/dead-peers",
    ),
    Fault(
        id="late-keepalive",
        cause="Keepalive first asks after two hours, and the box between forgets an idle connection long before that",
        told="The connections in ESTAB have a keepalive timer, but it has an hour or more to go: the program sets "
        "SO_KEEPALIVE and leaves the time to tcp_keepalive_time, which is 7200 s. The box in between forgets after "
        "15 to 20 minutes, drops the client’s FIN, and the server waits for nobody. The first probe must come "
        "before the shortest memory on the path runs out. A timer that is already running keeps its old time, so what "
        "is there stays until it fires or the program is started again.",
        level=2,
        clues=("ss-tan@0", "ss-tin@0"),
        telltales={"ss-tan@0": LATE, "ss-tin@0": LATE},
        change="deploy    socket options: systems’ defaults instead of our own numbers",
        words=(
            "idle timeout",
            "load balancer",
            "tcp_keepalive_time",
            "7200",
            "keepalive too late",
            "TCP_KEEPIDLE",
            "two hours",
        ),
        mechanism="established for ever",
        put=_late_keepalive,
        remedy="keepalive-time",
        experiment="keepalive",
        chapter="closing/dead-peers",
    ),
    Fault(
        id="orphans",
        cause="Closed sockets keep sending their FIN for hours to a peer that can’t answer: tcp_orphan_retries is high",
        told="There are sockets in FIN-WAIT-1 without a process, with Send-Q 1 and a timer that has fired many times; "
        "`ss -s` calls them orphaned. The program has closed them, so its count of open files doesn’t grow. With "
        "net.ipv4.tcp_orphan_retries at 0 (which stands for 8), each of them would be gone after some 100 s.",
        level=3,
        clues=("ss-tan@0", "ss-s@0", "sysctl@0"),
        telltales={
            "ss-tan@0": r"^(FIN-WAIT-1) .*(timer:\(on,[^,]*,\d{2,}\))|^ *(\d{2,} FIN-WAIT-1)$",
            "ss-s@0": r"(orphaned \d{2,})",
            "sysctl@0": r"^(net\.ipv4\.tcp_orphan_retries = \d{2,})$",
        },
        change="tuning    sysctl profile “patient” applied to the server",
        words=("orphans", "orphaned", "FIN-WAIT-1", "tcp_orphan_retries", "retransmits FIN", "repeats its FIN"),
        put=_patient_orphans,
        remedy="orphan-retries",
        experiment="four-way-close",
        chapter="closing/orphans",
    ),
    Fault(
        id="pool-leak",
        cause="The clients open connections and never close them: their connection pool leaks",
        told="The connections are in ESTAB, and the other host has every one of them, with a process: both ends are "
        "alive. Neither kernel has anything to clean up.",
        level=1,
        clues=("ss-tan@1", "ss-s@1", "ss-tin@1"),
        telltales={
            "ss-tan@1": MANY_SILENT,
            "ss-s@1": r"(estab \d{3,})",
            # no subscription lasts that long
            "ss-tin@1": r"^ESTAB (?!.*timer:).*(users:\S+).*\n.*(lastrcv:(?:[3-9]\d{6}|\d{8,})) ",
        },
        change="deploy    client library 6.0 (new connection pool)",
        words=("pool leak", "leaking pool", "connection pool", "never returned", "client never closes", "finally"),
        mechanism="established for ever",
        put=_leaking_pool,
        remedy="client-returns",
        experiment="keepalive",
        chapter="closing/dead-peers",
    ),
    Fault(
        id="never-accepted",
        cause="Nothing accepts from one of the listening sockets any more, so closed connections stay in its queue",
        told="Recv-Q of one listening socket grows, and the sockets in CLOSE-WAIT have no process, because nothing "
        "ever accepted them. There is no close() to add: whatever used to accept them has died.",
        level=2,
        clues=("ss-lnt@0", "ss-tan@0"),
        telltales={
            "ss-lnt@0": r"^LISTEN +([1-9]\d+) ",
            "ss-tan@0": r"^LISTEN +([1-9]\d+) |^(CLOSE-WAIT) +\d+ +\d+ +\S+ +\S+$|^ *(\d{2,} CLOSE-WAIT)$",
        },
        change="deploy    health endpoint moved to a thread of its own",
        words=(
            "accept queue",
            "nobody accepts",
            "accept loop died",
            "Recv-Q of the listener",
            "worker dead",
            "backlog",
        ),
        mechanism="CLOSE-WAIT",
        put=_nobody_accepts,
        remedy="worker",
        experiment="listen-queues",
        chapter="opening/listen-queues",
    ),
)
