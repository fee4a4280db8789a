"""What looks suspicious around a slow transfer, and has nothing to do with it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from inflight.incidents.models.transfer import Setting
from inflight.incidents.scene import Connection, Metrics, SkMem

Places = tuple[dict[str, Any], dict[str, Any]]


def _more(s: Setting, kind: str, place: int, values: dict[str, Any]) -> Setting:
    """With more noise of a kind on one machine, 0 the client."""
    before: Places = s.noise.get(kind, ({}, {}))
    after = [{**each} for each in before]
    after[place] |= values
    return replace(s, noise={**s.noise, kind: tuple(after)})


def _old_losses(s: Setting, rng: random.Random) -> Setting:
    """The server has sent a lot again, in the months before."""
    repeats = rng.randint(4_000, 90_000)
    sent, came = repeats * rng.randint(300, 900), repeats * rng.randint(150, 290)
    old = {
        "IpInReceives": came,
        "IpInDelivers": came,
        "IpOutRequests": sent + repeats,
        "TcpOutSegs": sent,
        "TcpInSegs": came,
        "TcpExtTCPPureAcks": came * 9 // 10,
        "TcpExtTCPOrigDataSent": sent * 97 // 100,
        "TcpExtTCPDelivered": sent * 97 // 100,
        "TcpRetransSegs": repeats,
        "TcpExtTCPFastRetrans": repeats * 7 // 10,
        "TcpExtTCPTimeouts": repeats // 40,
        "TcpExtTCPSackRecovery": repeats // 6,
    }
    return _more(s, "counters", 1, old)


def _tuned(s: Setting, rng: random.Random) -> Setting:
    """Somebody has followed a blog post: settings for servers with many short connections."""
    values = {
        "net.ipv4.tcp_fin_timeout": rng.choice(("10", "15", "30")),
        "net.ipv4.tcp_tw_reuse": "1",
        "net.ipv4.tcp_max_tw_buckets": "1440000",
        "net.core.somaxconn": "65535",
        "net.ipv4.tcp_keepalive_time": "600",
    }
    return _more(s, "sysctls", 1, values)


def _bad_session(s: Setting, rng: random.Random) -> Setting:
    """Somebody's ssh session on the server comes over a bad Wi-Fi."""
    lost = rng.randint(20, 60)
    ssh = {
        "cwnd": 2,
        "ssthresh": 2,
        "rtt": rng.uniform(0.08, 0.3),
        "rttvar": 0.06,
        "rto": 0.9,
        "min_rtt": 0.021,
        "bytes_retrans": lost * 212,
        "retrans": (0, lost),
    }
    return replace(s, noise={**s.noise, "ssh": ssh})


def _forgotten(s: Setting, rng: random.Random) -> Setting:
    """An agent on the client never closes its sockets."""
    here, peer = s.addresses[0], f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
    sockets = tuple(
        Connection(
            state="CLOSE-WAIT",
            here=f"{here}:{rng.randint(32768, 60999)}",
            peer=f"{peer}:9100",
            recv_q=1,
            memory=SkMem(),
        )
        for _ in range(rng.randint(3, 9))
    )
    return replace(s, noise={**s.noise, "idle": (sockets, ())})


def _strangers(s: Setting, rng: random.Random) -> Setting:
    """The server remembers a tiny ssthresh of somebody else."""
    entries = tuple(
        Metrics(
            peer=f"198.51.100.{rng.randint(2, 250)}",
            source=s.addresses[1],
            age=rng.uniform(3_000, 90_000),
            ssthresh=rng.randint(2, 7),
            cwnd=rng.randint(2, 10),
            rtt=rng.uniform(0.05, 0.4),
            rttvar=rng.uniform(0.02, 0.1),
        )
        for _ in range(rng.randint(1, 3))
    )
    return replace(s, noise={**s.noise, "strangers": entries})


def _lowat(s: Setting, rng: random.Random) -> Setting:
    """tcp_notsent_lowat is set: what is unsent waits in the program instead of the socket."""
    return replace(s, notsent_lowat=rng.choice((131072, 262144)))


def _initcwnd(s: Setting, rng: random.Random) -> Setting:
    """A route with another initial window: it is over after some round trips."""
    initcwnd = rng.choice((4, 20, 30))
    return replace(s, initcwnd=initcwnd, noise={**s.noise, "route": f"initcwnd {initcwnd}"})


def _missed(s: Setting, rng: random.Random) -> Setting:
    """The client's card had no room in its ring once, long ago."""
    missed = rng.randint(90, 2_500)
    return _more(s, "nic", 0, {"rx_missed_errors": missed, "rx_no_buffer_count": missed // 3})


def _core_max(s: Setting, rng: random.Random) -> Setting:
    """net.core.rmem_max and wmem_max are small: they bound setsockopt(), and nothing else."""
    return replace(s, core_max=rng.choice((131072, 163840)))


ODDITIES: tuple[Callable[[Setting, random.Random], Setting], ...] = (
    _old_losses,
    _tuned,
    _bad_session,
    _forgotten,
    _strangers,
    _lowat,
    _initcwnd,
    _missed,
    _core_max,
)
