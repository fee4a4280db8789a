"""What looks suspicious when a transfer is slow, and has nothing to do with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.fault import Oddity
from inflight.incidents.shared.idle_hosts import SERVER
from inflight.incidents.shared.oddities import (
    bad_session,
    core_max,
    missed,
    more_counted,
    more_sysctls,
    never_closed,
    strangers,
)


def _old_losses(s: TransferSetting, rng: random.Random) -> TransferSetting:
    """The server has retransmitted a lot in the months before."""
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
    return more_counted(s, SERVER, old)


def _tuned(s: TransferSetting, rng: random.Random) -> TransferSetting:
    """Somebody has followed a blog post: settings for servers with many short connections."""
    values = {
        "net.ipv4.tcp_fin_timeout": rng.choice(("10", "15", "30")),
        "net.ipv4.tcp_tw_reuse": "1",
        "net.ipv4.tcp_max_tw_buckets": "1440000",
        "net.core.somaxconn": "65535",
        "net.ipv4.tcp_keepalive_time": "600",
    }
    return more_sysctls(s, SERVER, values)


def _forgotten(s: TransferSetting, rng: random.Random) -> TransferSetting:
    """An agent on the client never closes its sockets."""
    peer = f"10.9.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
    return never_closed(s, peer, [rng.randint(32768, 60999) for _ in range(rng.randint(3, 9))])


def _lowat(s: TransferSetting, rng: random.Random) -> TransferSetting:
    """tcp_notsent_lowat is set: unsent data wait in the program instead of the socket."""
    return replace(s, notsent_lowat=rng.choice((131072, 262144)))


def _initcwnd(s: TransferSetting, rng: random.Random) -> TransferSetting:
    """A route with another initial window, which stops mattering after a few round trips."""
    initcwnd = rng.choice((4, 20, 30))
    return replace(s, initcwnd=initcwnd, noise=replace(s.noise, route=f"initcwnd {initcwnd}"))


ODDITIES: Sequence[Oddity[TransferSetting]] = (
    _old_losses,
    _tuned,
    bad_session(20, 60, 212),
    _forgotten,
    strangers,
    _lowat,
    _initcwnd,
    missed,
    core_max,
)
