"""What has passed a host's card, and how it is counted: `nstat`, the driver, the CPUs and the qdisc agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inflight.incidents.scene import Machine, Softnet, TcpInfo, TcQdisc

ETHERNET, IP_AND_TCP = 14, 52
"""Headers, with timestamps, bytes."""

ARP = 60
"""Bytes of a frame that asks for an address."""

FQ_CODEL = "limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn drop_batch 64"
"""The default discipline, as `tc` prints its options."""


@dataclass(frozen=True)
class Traffic:
    """One direction: frames and their bytes on the wire; joined: frames that are part of another's skb (TSO, GRO)."""

    frames: int = 0
    size: int = 0
    joined: int = 0

    def __add__(self, other: Traffic) -> Traffic:
        return Traffic(self.frames + other.frames, self.size + other.size, self.joined + other.joined)

    @property
    def skbs(self) -> int:
        """What IP sees."""
        return self.frames - self.joined

    @property
    def octets(self) -> int:
        """Bytes of IP: an skb has its headers only once."""
        return self.size - ETHERNET * self.frames - IP_AND_TCP * self.joined


def of_session(info: TcpInfo) -> tuple[Traffic, Traffic]:
    """What a connection with small segments has received and sent."""
    header = ETHERNET + IP_AND_TCP
    came = Traffic(info.segs_in, info.bytes_received + header * info.segs_in)
    return came, Traffic(info.segs_out, info.bytes_sent + header * info.segs_out)


def counted_of_session(info: TcpInfo) -> dict[str, int]:
    """TCP's counters of such a connection, on the host that accepted it."""
    again = info.retrans[1]
    return {
        "TcpPassiveOpens": 1,
        "TcpInSegs": info.segs_in,
        "TcpOutSegs": info.segs_out - again,
        "TcpRetransSegs": again,
        "TcpExtTCPHPHits": info.data_segs_in,
        "TcpExtTCPHPAcks": info.segs_in - info.data_segs_in - 1,
        "TcpExtTCPLossProbes": again,
        "TcpExtTCPOrigDataSent": info.data_segs_out - again,
        "TcpExtTCPDelivered": info.data_segs_out - again,
    }


def add(counters: dict[str, int], more: Mapping[str, int]) -> None:
    """Adds to what has been counted."""
    for name, count in more.items():
        counters[name] = counters.get(name, 0) + count


def put(
    machine: Machine,
    came: Traffic,
    went: Traffic,
    *,
    arps: int,
    lost: int = 0,
    filtered: int = 0,
    cpus: int,
    busy: int,
) -> None:
    """Fill in what IP and the card have counted.

    arps: broadcasts that arrived, a tenth of them for this host. lost: frames that arrived damaged. filtered: packets
    that IP dropped. cpus: how many there are; busy: the one that serves the card's only queue.
    """
    answers = arps // 10
    add(
        machine.counters,
        {
            "IpInReceives": came.skbs,
            "IpInDelivers": came.skbs - filtered,
            "IpOutRequests": went.skbs,
            "IpExtInOctets": came.octets,
            "IpExtOutOctets": went.octets,
            "IpExtInNoECTPkts": came.frames,
        },
    )
    card = {
        "rx_packets": came.frames + arps,
        "tx_packets": went.frames + answers,
        "rx_bytes": came.size + ARP * arps,
        "tx_bytes": went.size + ARP * answers,
        "rx_broadcast": arps,
        "rx_errors": lost,
        "rx_crc_errors": lost,
        "rx_csum_offload_good": came.frames,
    }
    machine.nic = {**card, **machine.nic}
    machine.interrupts = busy
    machine.softnet = [Softnet(processed=(came.skbs + arps) * (cpu == busy)) for cpu in range(cpus)]


def fq_codel(machine: Machine, *, longest: int = 0, new_flows: int = 0) -> TcQdisc:
    """eth0's default discipline: everything the card has sent.

    An skb that finds it empty goes straight to the card (`TCQ_F_CAN_BYPASS`); longest: the longest that didn't, bytes;
    new_flows: how often a flow started to wait.
    """
    return TcQdisc(
        kind="fq_codel",
        options=FQ_CODEL,
        packets=machine.nic["tx_packets"],
        bytes=machine.nic["tx_bytes"],
        extra=(
            "maxpacket {maxpacket} drop_overlimit 0 new_flow_count {new_flow_count} ecn_mark 0",
            "new_flows_len 0 old_flows_len 0",
        ),
        own={"new_flow_count": new_flows},
        peaks={"maxpacket": longest},
    )
