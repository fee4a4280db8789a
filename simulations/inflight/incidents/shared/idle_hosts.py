"""What stands around whatever a client and a server do with each other: it is the same whatever is wrong.

The `noise` of a setting changes some of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from inflight.incidents.fault import Dataclass
from inflight.incidents.scene import Listening, Machine, Metrics, SkMem, Softnet, SsSocket, TcpInfo, TcQdisc
from inflight.incidents.shared.noise import Noise
from inflight.kernel.qdisc.tbf import Tbf

CLIENT, SERVER = range(2)


class ClientServerSetting(Dataclass, Protocol):
    """What the setting of a client and a server has in any case."""

    @property
    def names(self) -> tuple[str, str]:
        """Of both."""

    @property
    def addresses(self) -> tuple[str, str]:
        """Of both."""

    @property
    def algorithm(self) -> str:
        """Of the server's congestion control."""

    @property
    def core_max(self) -> int:
        """net.core.rmem_max and wmem_max, B."""

    @property
    def noise(self) -> Noise:
        """What both print besides."""


FQ_CODEL = "limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn drop_batch 64"
"""The default discipline, as `tc` prints its options."""

_SYSCTLS: Mapping[str, str] = {
    "net.core.default_qdisc": "fq_codel",
    "net.core.netdev_max_backlog": "1000",
    "net.ipv4.tcp_adv_win_scale": "1",
    "net.ipv4.tcp_ecn": "2",
    "net.ipv4.tcp_fin_timeout": "60",
    "net.ipv4.tcp_moderate_rcvbuf": "1",
    "net.ipv4.tcp_no_metrics_save": "0",
    "net.ipv4.tcp_timestamps": "1",
    "net.ipv4.tcp_tw_reuse": "2",
}


@dataclass(frozen=True, kw_only=True)
class IdleHosts:
    """A client and a server before anything happens.

    Attributes:
        before: packets and bytes that each card had sent.
        broadcasts: that each card had received; rare: counters of the driver that are 0 unless something is wrong.
        cpus: packets that each CPU had processed; busy: the one that serves the card's only queue.
        ring: the card's rings, in descriptors. session: of somebody who is logged in and does nothing.
    """

    before: tuple[tuple[int, int], tuple[int, int]]
    broadcasts: int
    rare: Sequence[str]
    cpus: Sequence[int]
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
        """One of them. words: behind its default route; routes, sysctls: its own."""
        here, there = s.addresses[side], s.addresses[1 - side]
        return Machine(
            name=s.names[side],
            role="",
            peer=there,
            connections=[self._ssh(s, side), *s.noise.sockets[side]],
            listening=[Listening(here="0.0.0.0:22", recv_q=0, send_q=128)],
            sysctls=_sysctls(s, side, sysctls),
            ring={"max_rx": 4096, "max_tx": 4096, "rx": self.ring, "tx": self.ring},
            coalescing={"rx-usecs": 3, "rx-frames": 0, "tx-usecs": 0, "tx-frames": 0},
            routes=[
                f"default via {gateway(here)} dev eth0 {words}".rstrip(),
                *routes,
                f"{network(here)}.0/24 dev eth0 proto kernel scope link src {here}",
                f"local {here} dev eth0 table local proto kernel scope host src {here}",
                "local 127.0.0.0/8 dev lo table local proto kernel scope host src 127.0.0.1",
            ],
            ping=list(pings),
        )

    def _ssh(self, s: ClientServerSetting, side: int) -> SsSocket:
        """Somebody's session, which does nothing at the moment."""
        here = s.addresses[side]
        changed: dict[str, Any] = {"algorithm": s.algorithm, **s.noise.session} if side == SERVER else {}
        return SsSocket(
            state="ESTAB",
            here=f"{here}:22",
            peer=f"{network(here)}.77:51{8 + side}04",
            timer="keepalive,98min,0",
            info=replace(self.session, **changed),
            memory=SkMem(rb=131072, tb=87040),
        )

    def fq_codel(self, side: int, packets: int, size: int) -> TcQdisc:
        """The default discipline, with the packets and bytes that have been sent since."""
        before, bytes_before = self.before[side]
        return TcQdisc(
            kind="fq_codel",
            options=FQ_CODEL,
            packets=before + packets,
            bytes=bytes_before + size,
            extra=(
                f"maxpacket 1514 drop_overlimit 0 new_flow_count {(before + packets) // 9} ecn_mark 0",
                "new_flows_len 0 old_flows_len 0",
            ),
        )

    def nic(
        self, s: ClientServerSetting, side: int, got: tuple[int, int], sent: tuple[int, int], damaged: int = 0
    ) -> dict[str, int]:
        """The card's counters; got and sent: packets and bytes since; damaged: frames that came, and were not whole."""
        packets, size = self.before[1 - side]
        own, own_size = self.before[side]
        counters = {
            "rx_packets": packets + got[0],
            "tx_packets": own + sent[0],
            "rx_bytes": size + got[1],
            "tx_bytes": own_size + sent[1],
            "rx_broadcast": self.broadcasts,
            "rx_errors": damaged,
            "tx_errors": 0,
            "tx_dropped": 0,
            **dict.fromkeys(self.rare, 0),
            "rx_crc_errors": damaged,
        }
        return {**counters, **s.noise.nic[side]}

    def softnet(self, packets: int) -> list[Softnet]:
        """The CPUs, after the one that serves the card has processed `packets`."""
        return [Softnet(processed=count + packets * (cpu == self.busy)) for cpu, count in enumerate(self.cpus)]


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


def count_noise(s: ClientServerSetting, side: int, counters: dict[str, int]) -> None:
    """Add to the machine's counters what it has counted besides."""
    for name, value in s.noise.counters[side].items():
        counters[name] = counters.get(name, 0) + value


def remembered(s: ClientServerSetting, side: int, own: Metrics) -> list[Metrics]:
    """`ip tcp_metrics`: of the other machine, behind those of strangers."""
    return [*(s.noise.strangers if side == SERVER else ()), own]


def tbf(
    rate: float, burst: int, limit: int, shown: str, queue: Tbf, *, packets: int, size: int, dropped: int
) -> TcQdisc:
    """A shaper; it began to count when it was added. rate: bit/s; burst, limit: B; shown: the burst in words."""
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
