"""What can be wrong where there are sockets that pile up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.leftovers.setting import CLIENT, SERVER, LeftoversSetting
from inflight.incidents.fault import Fault


def _never_closed(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, ends=CLIENT, server_forgets=rng.uniform(0.35, 0.9))


def _only_shut(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, ends=SERVER, client_forgets=rng.uniform(0.35, 0.9))


def _no_keepalive(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, keepalive=0.0)


def _patient_orphans(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    idle = s.holds[0] * 1.1 + rng.randrange(60, 300)
    return replace(s, keepalive=0.0, idle_subscription=idle, tcp_orphan_retries=rng.choice((100, 128, 200, 255)))


def _leaking_pool(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, ends=CLIENT, client_leaks=rng.uniform(0.35, 0.8))


def _nobody_accepts(s: LeftoversSetting, rng: random.Random) -> LeftoversSetting:
    return replace(s, health_accepted=False)


FAULTS: Sequence[Fault[LeftoversSetting]] = (
    Fault(
        id="close-wait",
        cause="The server’s program does not close connections that the peer has closed: CLOSE-WAIT",
        told="Hundreds of sockets in CLOSE-WAIT, with the program’s name: the peer’s FIN has come, and the kernel "
        "waits for this program’s close(), without any timer. No sysctl can help; keepalive would only hide them from "
        "`ss`, and the descriptors would stay.",
        level=1,
        clues=("ss-tan@0",),
        put=_never_closed,
        remedy="close-on-eof",
        experiment="four-way-close",
        chapter="closing/closing-well",
    ),
    Fault(
        id="fin-wait-2",
        cause="The server only calls shutdown() and waits for the peer’s FIN, which never comes: FIN-WAIT-2",
        told="Sockets in FIN-WAIT-2 that still have a process and no timer; on the other host the same connections are "
        "in CLOSE-WAIT. tcp_fin_timeout is only for those that were closed, not for those that were shut down.",
        level=1,
        clues=("ss-tan",),
        put=_only_shut,
        remedy="server-close",
        experiment="four-way-close",
        chapter="closing/closing-well",
    ),
    Fault(
        id="dead-peers",
        cause="Peers are gone without a word, and without SO_KEEPALIVE the server keeps their connections for ever",
        told="Connections in ESTAB with a lastrcv of hours and no timer, and the other host does not have them: the "
        "firewall has forgotten them, and dropped the client’s FIN. tcp_keepalive_time alone does nothing for a socket "
        "that has not asked for keepalive.",
        level=1,
        clues=("ss-tin@0", "ss-tan", "ss-s@1"),
        put=_no_keepalive,
        remedy="so-keepalive",
        experiment="keepalive",
        chapter="closing/dead-peers",
    ),
    Fault(
        id="orphans",
        cause="Closed sockets repeat their FIN to a peer that cannot answer, for hours: tcp_orphan_retries is high",
        told="Sockets in FIN-WAIT-1 without a process, with Send-Q 1, and a timer that has fired often; `ss -s` calls "
        "them orphaned. The program has closed them, so its open files do not grow. With "
        "net.ipv4.tcp_orphan_retries at 0 (which stands for 8) each of them is gone after some 100 s.",
        level=3,
        clues=("ss-tan@0", "ss-s@0", "sysctl@0"),
        put=_patient_orphans,
        remedy="orphan-retries",
        experiment="four-way-close",
        chapter="closing/closing-well",
    ),
    Fault(
        id="pool-leak",
        cause="The clients open connections and never close them: a pool that leaks",
        told="Connections in ESTAB, and the other host has every one of them, with a process: both ends are alive. "
        "Neither kernel has anything to clean up.",
        level=1,
        clues=("ss-tan@1", "ss-s@1", "ss-tin@1"),
        put=_leaking_pool,
        remedy="client-returns",
        experiment="keepalive",
        chapter="closing/dead-peers",
    ),
    Fault(
        id="never-accepted",
        cause="A listening socket that nobody accepts from any more: closed connections stay in its queue",
        told="Recv-Q of one listening socket grows, and the sockets in CLOSE-WAIT have no process: nobody has ever "
        "accepted them. There is no close() to add; what accepts has died.",
        level=2,
        clues=("ss-lnt@0", "ss-tan@0"),
        put=_nobody_accepts,
        remedy="worker",
        experiment="listen-queues",
        chapter="opening/listen-queues",
    ),
)
