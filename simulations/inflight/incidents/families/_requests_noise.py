"""What looks suspicious around slow calls, and has nothing to do with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from inflight.incidents.models.requests_setting import Setting
from inflight.incidents.observe import in_words
from inflight.incidents.scene import Connection, Metrics, SkMem


def _more(s: Setting, kind: str, side: int, values: dict[str, Any]) -> Setting:
    """With more noise of a kind on one machine, 0 the client."""
    after: list[dict[str, Any]] = [{**each} for each in s.noise.get(kind, ({}, {}))]
    after[side] |= values
    return replace(s, noise={**s.noise, kind: tuple(after)})


def _idle(s: Setting, side: int, sockets: list[Connection]) -> Setting:
    after = list(s.noise.get("idle", ((), ())))
    after[side] = (*after[side], *sockets)
    return replace(s, noise={**s.noise, "idle": tuple(after)})


def _old_losses(s: Setting, rng: random.Random) -> Setting:
    """The server has sent a lot again, to others, in the months before."""
    repeats = rng.randint(2_000, 60_000)
    old = {
        "TcpInSegs": repeats * rng.randint(150, 290),
        "TcpOutSegs": repeats * rng.randint(300, 900),
        "TcpRetransSegs": repeats,
        "TcpExtTCPFastRetrans": repeats * 2 // 3,
        "TcpExtTCPTimeouts": repeats // 30,
        "TcpExtTCPLossProbes": repeats // 9,
    }
    return _more(s, "counters", 1, old)


def _tuned(s: Setting, rng: random.Random) -> Setting:
    """Somebody has followed a blog post about servers with many short connections."""
    values = {
        "net.ipv4.tcp_fin_timeout": rng.choice(("10", "15", "30")),
        "net.ipv4.tcp_tw_reuse": "1",
        "net.ipv4.tcp_low_latency": "1",
        "net.ipv4.tcp_keepalive_time": rng.choice(("120", "300", "600")),
    }
    return _more(s, "sysctls", 1, values)


def _bad_session(s: Setting, rng: random.Random) -> Setting:
    """Somebody's ssh session on the server comes over a bad Wi-Fi."""
    lost = rng.randint(15, 50)
    ssh = {
        "cwnd": 2,
        "ssthresh": 2,
        "rtt": rng.uniform(0.08, 0.3),
        "rttvar": 0.06,
        "rto": 0.9,
        "min_rtt": 0.021,
        "bytes_retrans": lost * 180,
        "retrans": (0, lost),
    }
    return replace(s, noise={**s.noise, "ssh": ssh})


def _forgotten(s: Setting, rng: random.Random) -> Setting:
    """An agent on the client never closes its sockets."""
    peer = f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}:9100"
    ports = rng.sample(range(32768, 60999), rng.randint(3, 9))
    here = s.addresses[0]
    sockets = [
        Connection(state="CLOSE-WAIT", here=f"{here}:{port}", peer=peer, recv_q=1, memory=SkMem()) for port in ports
    ]
    return _idle(s, 0, sockets)


def _waiting(s: Setting, rng: random.Random) -> Setting:
    """Monitoring connects to the server every few seconds; the server closes."""
    here, peer = s.addresses[1], f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
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
    return _idle(s, 1, sockets)


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


def _initcwnd(s: Setting, rng: random.Random) -> Setting:
    """A small initial window on the server's route: a connection that is kept begins only once."""
    return replace(s, initcwnd=rng.choice((2, 3, 4)))


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
    _waiting,
    _strangers,
    _initcwnd,
    _missed,
    _core_max,
)
