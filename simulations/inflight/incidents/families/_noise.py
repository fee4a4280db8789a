"""What looks suspicious around any two hosts that talk: what it changes is the `noise` of `models/idle_host.py`."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from inflight.incidents.fault import Oddity
from inflight.incidents.models.idle_host import CLIENT, SERVER
from inflight.incidents.models.requests_setting import Setting as Calls
from inflight.incidents.models.transfer import Setting as Transfer
from inflight.incidents.scene import Connection, Metrics, SkMem

Setting = TypeVar("Setting", Calls, Transfer)
"""Of a client and a server; that of the same kind comes back."""


def more(s: Setting, kind: str, side: int, values: dict[str, Any]) -> Setting:
    """With more noise of a kind on one machine."""
    after: list[dict[str, Any]] = [{**each} for each in s.noise.get(kind, ({}, {}))]
    after[side] |= values
    return replace(s, noise={**s.noise, kind: tuple(after)})


def idle(s: Setting, side: int, sockets: Iterable[Connection]) -> Setting:
    """With more sockets of others on one machine."""
    after: list[tuple[Connection, ...]] = list(s.noise.get("idle", ((), ())))
    after[side] = (*after[side], *sockets)
    return replace(s, noise={**s.noise, "idle": tuple(after)})


def never_closed(s: Setting, peer: str, ports: Iterable[int]) -> Setting:
    """With sockets on the client that an agent never closes; it has talked to port 9100 of `peer`."""
    here = s.addresses[CLIENT]
    sockets = [
        Connection(state="CLOSE-WAIT", here=f"{here}:{port}", peer=f"{peer}:9100", recv_q=1, memory=SkMem())
        for port in ports
    ]
    return idle(s, CLIENT, sockets)


def bad_session(fewest: int, most: int, size: int) -> Oddity:
    """Somebody's ssh session on the server comes over a bad Wi-Fi: that many segments of `size` bytes were lost."""

    def put(s: Setting, rng: random.Random) -> Setting:
        lost, rtt = rng.randint(fewest, most), rng.uniform(0.08, 0.3)
        ssh = {
            "cwnd": 2,
            "ssthresh": 2,
            "pacing_rate": 1.2 * 2 * 1448 * 8 / rtt,  # `tcp_update_pacing_rate`, beyond slow start
            "delivery_rate": size * 8 / rtt,
            "rtt": rtt,
            "rttvar": 0.06,
            "rto": 0.9,
            "min_rtt": 0.021,
            "bytes_retrans": lost * size,
            "retrans": (0, lost),
        }
        return replace(s, noise={**s.noise, "ssh": ssh})

    return put


def strangers(s: Setting, rng: random.Random) -> Setting:
    """The server remembers a tiny ssthresh of somebody else."""
    entries = tuple(
        Metrics(
            peer=f"198.51.100.{rng.randint(2, 250)}",
            source=s.addresses[SERVER],
            age=rng.uniform(3_000, 90_000),
            ssthresh=rng.randint(2, 7),
            cwnd=rng.randint(2, 10),
            rtt=rng.uniform(0.05, 0.4),
            rttvar=rng.uniform(0.02, 0.1),
        )
        for _ in range(rng.randint(1, 3))
    )
    return replace(s, noise={**s.noise, "strangers": entries})


def missed(s: Setting, rng: random.Random) -> Setting:
    """The client's card had no room in its ring once, long ago."""
    count = rng.randint(90, 2_500)
    return more(s, "nic", CLIENT, {"rx_missed_errors": count, "rx_no_buffer_count": count // 3})


def core_max(s: Setting, rng: random.Random) -> Setting:
    """net.core.rmem_max and wmem_max are small: they bound setsockopt(), and nothing else."""
    return replace(s, core_max=rng.choice((131072, 163840)))
