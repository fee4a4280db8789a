"""What looks suspicious when calls are slow, and has nothing to do with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.requests.setting import RequestsSetting
from inflight.incidents.fault import Oddity
from inflight.incidents.scene import SsSocket
from inflight.incidents.shared.idle_hosts import SERVER
from inflight.incidents.shared.oddities import (
    bad_session,
    core_max,
    missed,
    more_counted,
    more_sockets,
    more_sysctls,
    never_closed,
    strangers,
)
from inflight.incidents.shared.timers import timer_text


def _old_losses(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """The server has retransmitted a lot to other hosts in the months before."""
    repeats = rng.randint(2_000, 60_000)
    came, sent = repeats * rng.randint(150, 290), repeats * rng.randint(300, 900)
    old = {
        "IpInReceives": came,
        "IpInDelivers": came,
        "IpOutRequests": sent + repeats,
        "TcpInSegs": came,
        "TcpOutSegs": sent,
        "TcpRetransSegs": repeats,
        "TcpExtTCPPureAcks": came * 9 // 10,
        "TcpExtTCPOrigDataSent": sent * 97 // 100,
        "TcpExtTCPDelivered": sent * 97 // 100,
        "TcpExtTCPFastRetrans": repeats * 2 // 3,
        "TcpExtTCPTimeouts": repeats // 30,
        "TcpExtTCPLossProbes": repeats // 9,
    }
    return more_counted(s, SERVER, old)


def _tuned(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """Somebody has followed a blog post about servers with many short connections."""
    values = {
        "net.ipv4.tcp_fin_timeout": rng.choice(("10", "15", "30")),
        "net.ipv4.tcp_tw_reuse": "1",
        "net.ipv4.tcp_low_latency": "1",
        "net.ipv4.tcp_keepalive_time": rng.choice(("120", "300", "600")),
    }
    return more_sysctls(s, SERVER, values)


def _forgotten(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """An agent on the client never closes its sockets."""
    peer = f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
    return never_closed(s, peer, rng.sample(range(32768, 60999), rng.randint(3, 9)))


def _waiting(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """Monitoring connects to the server every few seconds; the server closes."""
    here, peer = s.addresses[SERVER], f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
    port, step = rng.randint(33000, 50000), rng.uniform(4.5, 7.5)
    sockets = [
        SsSocket(
            state="TIME-WAIT",
            here=f"{here}:9100",
            peer=f"{peer}:{port + 2 * number}",
            timer=timer_text("timewait", 59.1 - number * step),
        )
        for number in range(rng.randint(4, 7))
    ]
    return more_sockets(s, SERVER, sockets)


def _initcwnd(s: RequestsSetting, rng: random.Random) -> RequestsSetting:
    """A small initial window on the server's route: a connection that is kept open starts only once."""
    return replace(s, initcwnd=rng.choice((2, 3, 4)))


ODDITIES: Sequence[Oddity[RequestsSetting]] = (
    _old_losses,
    _tuned,
    bad_session(15, 50, 180),
    _forgotten,
    _waiting,
    strangers,
    _initcwnd,
    missed,
    core_max,
)
