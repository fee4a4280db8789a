"""What surrounds anything a client and a server do with each other: it is the same whatever is wrong.

The `noise` of a setting changes some of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from inflight.incidents.fault import AnySetting
from inflight.incidents.scene import Listening, Machine, Metrics, SkMem, SsSocket, TcpInfo, TcQdisc
from inflight.incidents.shared.noise import Noise
from inflight.incidents.shared.numbers import mac
from inflight.incidents.shared.process import process
from inflight.incidents.shared.timers import keepalive_timer
from inflight.incidents.shared.traffic import Traffic, add, counted_of_session, of_session, put
from inflight.kernel.qdisc.tbf import Tbf

CLIENT, SERVER = range(2)


class ClientServerSetting(AnySetting, Protocol):
    """What every setting of a client and a server has."""

    @property
    def names(self) -> tuple[str, str]:
        """Of both."""

    @property
    def addresses(self) -> tuple[str, str]:
        """Of both."""

    @property
    def algorithm(self) -> str:
        """The server's congestion control."""

    @property
    def core_max(self) -> int:
        """net.core.rmem_max and wmem_max, B."""

    @property
    def noise(self) -> Noise:
        """What else both print."""


_SYSCTLS: Mapping[str, str] = {
    "net.core.default_qdisc": "fq_codel",
    "net.core.netdev_max_backlog": "1000",
    "net.ipv4.tcp_adv_win_scale": "1",
    "net.ipv4.tcp_ecn": "2",
    "net.ipv4.tcp_fin_timeout": "60",
    "net.ipv4.tcp_moderate_rcvbuf": "1",
    "net.ipv4.tcp_timestamps": "1",
    "net.ipv4.tcp_tw_reuse": "2",
}


@dataclass(frozen=True, kw_only=True)
class IdleHosts:
    """A client and a server before anything happens, except that somebody has logged in.

    Attributes:
        arps: broadcasts that each card has received.
        cpus: how many each has; busy: the one that serves the card's only queue.
        ring: the card's rings, in descriptors. session: of somebody who is logged in and does nothing.
    """

    arps: int
    cpus: int
    busy: int
    ring: int
    session: TcpInfo

    def machine(
        self,
        s: ClientServerSetting,
        side: int,
        pings: Sequence[float | None],
        *,
        words: str = "",
        routes: Sequence[str] = (),
        sysctls: Mapping[str, str],
    ) -> Machine:
        """One of them, with what TCP has counted for the session. words: after its default route; routes: its own."""
        here, there = s.addresses[side], s.addresses[1 - side]
        session = self._session(s, side)
        return Machine(
            name=s.names[side],
            role="",
            peer=there,
            connections=[session, *s.noise.sockets[side]],
            listening=[Listening(here=f"{any_}:22", recv_q=0, send_q=128, process=sshd(3 + six)) for six, any_ in ANY],
            counters=counted_of_session(session.info) if session.info else {},
            sysctls=_sysctls(s, side, sysctls),
            ring={"max_rx": 4096, "max_tx": 4096, "rx": self.ring, "tx": self.ring},
            coalescing={"rx-usecs": 3},
            addresses=[here],
            macs=[mac(here)],
            routes=[f"default via {gateway(here)} dev eth0 {words}".rstrip(), *routes],
            nic=dict(s.noise.nic[side]),
            ping=list(pings),
        )

    def finish(
        self, machine: Machine, s: ClientServerSetting, side: int, came: Traffic, went: Traffic, *, damaged: int = 0
    ) -> None:
        """Add what has passed the card since: the session's, others' (`noise`), and what the model is about.

        damaged: frames that arrived damaged.
        """
        session = self._session(s, side).info
        assert session
        before = of_session(session)
        others = s.noise.counters[side]
        add(machine.counters, {name: count for name, count in others.items() if not name.startswith("Ip")})
        segments = others.get("IpInReceives", 0), others.get("IpOutRequests", 0)
        came, went = (
            now + then + Traffic(count, count * _USUAL[way])
            for way, (now, then, count) in enumerate(zip((came, went), before, segments, strict=True))
        )
        put(machine, came, went, arps=self.arps, lost=damaged, cpus=self.cpus, busy=self.busy)

    def _session(self, s: ClientServerSetting, side: int) -> SsSocket:
        """The session of somebody who is logged in and doing nothing at the moment."""
        here = s.addresses[side]
        changed: dict[str, Any] = {"algorithm": s.algorithm, **s.noise.session} if side == SERVER else {}
        return SsSocket(
            state="ESTAB",
            here=f"{here}:22",
            peer=f"{network(here)}.77:51{8 + side}04",
            timer=keepalive_timer(self.session.lastrcv),
            process=sshd(4, pid=1291 + 88 * side),
            info=replace(self.session, **changed),
            memory=SkMem(rb=131072, tb=87040),
        )


_USUAL = 180, 1100
"""Average bytes of a frame that a server received and sent in the months before."""

ANY = ((False, "0.0.0.0"), (True, "[::]"))
"""The address of a program that listens everywhere: IPv6 or not."""


def sshd(descriptor: int, pid: int = 611) -> str:
    """As `ss -p` prints it: the listening process, or that of a session."""
    return process("sshd", pid, descriptor)


def network(address: str) -> str:
    """The first three numbers of an address."""
    return address.rpartition(".")[0]


def gateway(address: str) -> str:
    """The first address of its /24."""
    return network(address) + ".1"


def _sysctls(s: ClientServerSetting, side: int, own: Mapping[str, str]) -> dict[str, str]:
    """Those that somebody would look at, by name."""
    both = {
        "net.core.rmem_max": str(s.core_max),
        "net.core.wmem_max": str(s.core_max),
        "net.ipv4.tcp_congestion_control": "cubic" if side == CLIENT else s.algorithm,
    }
    return dict(sorted({**_SYSCTLS, **both, **own, **s.noise.sysctls[side]}.items()))


def remembered(s: ClientServerSetting, side: int, own: Metrics) -> list[Metrics]:
    """`ip tcp_metrics`: the entry for the other machine, after those for strangers."""
    return [*(s.noise.strangers if side == SERVER else ()), own]


def tbf(
    rate: float, burst: int, limit: int, shown: str, queue: Tbf, *, packets: int, size: int, dropped: int
) -> TcQdisc:
    """A shaper; it started counting when it was added. rate: bit/s; burst, limit: B; shown: the burst in words."""
    latency = (limit - burst) * 8000 / rate
    return TcQdisc(
        kind="tbf",
        handle="8001:",
        options=f"rate {rate / 1e6:g}Mbit burst {shown} lat {latency:.0f}ms",
        packets=packets,
        bytes=size,
        dropped=dropped,
        overlimits=queue.overlimits,
        backlog_bytes=queue.backlog,
        backlog_packets=len(queue),
    )
