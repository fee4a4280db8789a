"""What looks suspicious around a client and a server, and does no harm: noise, except for one sysctl."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from inflight.incidents.fault import Oddity
from inflight.incidents.scene import Metrics, SkMem, SsSocket, TcpInfo
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, ClientServerSetting
from inflight.incidents.shared.noise import with_more
from inflight.incidents.shared.process import process

Setting = TypeVar("Setting", bound=ClientServerSetting)
"""The setting of a family with a client and a server; the same kind is returned."""


def more_sysctls(s: Setting, side: int, values: Mapping[str, str]) -> Setting:
    """With these on one machine as well."""
    return replace(s, noise=replace(s.noise, sysctls=with_more(s.noise.sysctls, side, values)))


def more_counted(s: Setting, side: int, values: Mapping[str, int]) -> Setting:
    """With these counters on one machine as well."""
    return replace(s, noise=replace(s.noise, counters=with_more(s.noise.counters, side, values)))


def more_sockets(s: Setting, side: int, sockets: Iterable[SsSocket]) -> Setting:
    """With more sockets of other programs on one machine."""
    client, server = ((*each, *(sockets if place == side else ())) for place, each in enumerate(s.noise.sockets))
    return replace(s, noise=replace(s.noise, sockets=(client, server)))


def never_closed(s: Setting, peer: str, ports: Iterable[int]) -> Setting:
    """With sockets on the client that an agent never closes; it talked to port 9100 of `peer`."""
    here = s.addresses[CLIENT]
    return more_sockets(s, CLIENT, (_waits(f"{here}:{port}", f"{peer}:9100", fd) for fd, port in enumerate(ports, 8)))


def _waits(here: str, peer: str, descriptor: int) -> SsSocket:
    """It asked for a page of numbers, got it and the FIN, and has read neither."""
    rtt = 0.0004 + 0.00001 * descriptor
    quiet = 3_600.0 + 917 * descriptor
    return SsSocket(
        state="CLOSE-WAIT",
        here=here,
        peer=peer,
        recv_q=1,
        process=process("scraper", 871, descriptor),
        info=TcpInfo(
            rto=0.204,
            rtt=rtt,
            rttvar=rtt / 4,
            rcvmss=1448,
            bytes_sent=212,
            bytes_acked=213,
            bytes_received=8_105,
            segs_out=8,
            segs_in=8,
            data_segs_out=1,
            data_segs_in=6,
            lastsnd=quiet,
            lastrcv=quiet,
            lastack=quiet,
            pacing_rate=20 * 1448 * 8 / rtt,
            delivery_rate=1448 * 8 / rtt,
            delivered=2,
            app_limited=True,
            min_rtt=rtt,
            snd_wnd=65_152,
        ),
        memory=SkMem(),
    )


def bad_session(fewest: int, most: int, size: int) -> Oddity[Setting]:
    """Somebody's ssh session on the server runs over bad Wi-Fi: that many segments of `size` bytes were lost."""

    def put(s: Setting, rng: random.Random) -> Setting:
        lost, rtt = rng.randint(fewest, most), rng.uniform(0.08, 0.3)
        session = {
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
        return replace(s, noise=replace(s.noise, session=session))

    return put


def strangers(s: Setting, rng: random.Random) -> Setting:
    """The server remembers a tiny ssthresh for some other host."""
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
    return replace(s, noise=replace(s.noise, strangers=entries))


def missed(s: Setting, rng: random.Random) -> Setting:
    """The client's card had no room in its ring once, long ago."""
    count = rng.randint(90, 2_500)
    nic = with_more(s.noise.nic, CLIENT, {"rx_missed_errors": count, "rx_no_buffer_count": count // 3})
    return replace(s, noise=replace(s.noise, nic=nic))


def core_max(s: Setting, rng: random.Random) -> Setting:
    """net.core.rmem_max and wmem_max are small: they limit setsockopt() and nothing else."""
    return replace(s, core_max=rng.choice((131072, 163840)))
