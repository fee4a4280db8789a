"""What looks suspicious around slow calls, and has nothing to do with them."""

from __future__ import annotations

import random
from dataclasses import replace

from inflight.incidents.families._noise import bad_session, core_max, idle, missed, more, never_closed, strangers
from inflight.incidents.fault import Oddity
from inflight.incidents.models.idle_host import SERVER
from inflight.incidents.models.requests_setting import Setting
from inflight.incidents.observe import in_words
from inflight.incidents.scene import Connection


def _old_losses(s: Setting, rng: random.Random) -> Setting:
    """The server has sent a lot again, to others, in the months before."""
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
    return more(s, "counters", SERVER, old)


def _tuned(s: Setting, rng: random.Random) -> Setting:
    """Somebody has followed a blog post about servers with many short connections."""
    values = {
        "net.ipv4.tcp_fin_timeout": rng.choice(("10", "15", "30")),
        "net.ipv4.tcp_tw_reuse": "1",
        "net.ipv4.tcp_low_latency": "1",
        "net.ipv4.tcp_keepalive_time": rng.choice(("120", "300", "600")),
    }
    return more(s, "sysctls", SERVER, values)


def _forgotten(s: Setting, rng: random.Random) -> Setting:
    """An agent on the client never closes its sockets."""
    peer = f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
    return never_closed(s, peer, rng.sample(range(32768, 60999), rng.randint(3, 9)))


def _waiting(s: Setting, rng: random.Random) -> Setting:
    """Monitoring connects to the server every few seconds; the server closes."""
    here, peer = s.addresses[SERVER], f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
    port, step = rng.randint(33000, 50000), rng.uniform(4.5, 7.5)
    sockets = [
        Connection(
            state="TIME-WAIT",
            here=f"{here}:9100",
            peer=f"{peer}:{port + 2 * number}",
            timer=f"timewait,{in_words(59.1 - number * step)},0",
        )
        for number in range(rng.randint(4, 7))
    ]
    return idle(s, SERVER, sockets)


def _initcwnd(s: Setting, rng: random.Random) -> Setting:
    """A small initial window on the server's route: a connection that is kept begins only once."""
    return replace(s, initcwnd=rng.choice((2, 3, 4)))


ODDITIES: tuple[Oddity, ...] = (
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
