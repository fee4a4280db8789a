"""Sliders and presets of the experiment `packet-path`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider, Value
from inflight.scenes.transfer import RTT

BUFFER = 93
"""Packets in a socket's buffer by default: 212,992 bytes of truesize, and one that slips past the limit."""

BUFFER_HELP = "The kernel charges memory, 2304 bytes for a full packet, and one more packet may slip past the limit."

ON, OFF, TCP, UDP = "on", "off", "tcp", "udp"
WITH_TCP, WITH_RPS = {"protocol": (TCP,)}, {"rps": (ON,)}


def _rate(
    label: str,
    help: str,
    quantity: str,
    knob: str = "",
    matters_when: Mapping[str, tuple[Value, ...]] | None = None,
) -> Slider:
    return Slider(
        label=label,
        unit="Mbit/s",
        min=1,
        max=1000,
        scale="log10",
        knob=knob,
        help=help,
        quantity=quantity,
        matters_when=matters_when or {},
    )


def _limit(
    label: str,
    help: str,
    quantity: str,
    knob: str,
    matters_when: Mapping[str, tuple[Value, ...]] | None = None,
) -> Slider:
    return Slider(
        label=label,
        unit="packets",
        min=1,
        max=5000,
        scale="log10",
        step=1,
        integer=True,
        knob=knob,
        help=help,
        quantity=quantity,
        matters_when=matters_when or {},
    )


@dataclass(frozen=True)
class PacketPathParameters(Parameters):
    """How fast each place is, and how much each queue holds."""

    protocol: Annotated[str, Choice(label="Protocol", choices={UDP: "UDP", TCP: "TCP"})] = UDP
    load: Annotated[float, _rate("The program writes", "It writes this fast, unless send() sleeps.", "sndbuf")] = 120
    card: Annotated[float, _rate("Network card", "How fast the card sends.", "throughput", "ethtool -s … speed")] = 1000
    line: Annotated[float, _rate("Slowest line", "Behind the router.", "throughput", "tc qdisc … tbf rate")] = 100
    softirq: Annotated[
        float, _rate("Softirq of the receiver", "How fast one CPU empties the receive ring.", "unacked")
    ] = 600
    rps: Annotated[
        str,
        Choice(
            label="RPS",
            choices={OFF: "off", ON: "on: a second CPU does the rest"},
            knob="/sys/class/net/…/queues/…/rps_cpus",
            quantity="unacked",
        ),
    ] = OFF
    cpu: Annotated[
        float, _rate("The other CPU", "How fast the second CPU empties its backlog.", "unacked", matters_when=WITH_RPS)
    ] = 400
    reader: Annotated[float, _rate("The program reads", "How fast recv() takes packets.", "rwnd")] = 500
    sndbuf: Annotated[int, _limit("Send buffer", BUFFER_HELP, "sndbuf", "SO_SNDBUF")] = BUFFER
    tsq: Annotated[
        int,
        _limit(
            "TSQ",
            "What one TCP socket may have below itself; the kernel allows a millisecond at the pacing rate.",
            "sndbuf",
            "net.ipv4.tcp_limit_output_bytes",
            matters_when=WITH_TCP,
        ),
    ] = 4
    window: Annotated[
        int,
        _limit(
            "Congestion window",
            "It stays where you put it: no congestion control here.",
            "cwnd",
            "ip route … cwnd",
            matters_when=WITH_TCP,
        ),
    ] = 300
    qdisc: Annotated[int, _limit("Queueing discipline", "", "queue", "tc qdisc … limit")] = 1000
    ring: Annotated[int, _limit("Driver’s ring", "Descriptors.", "throughput", "ethtool -G … tx")] = 256
    bql: Annotated[
        int, _limit("BQL", "A real kernel finds it, in bytes.", "throughput", "byte_queue_limits/limit_max")
    ] = 20
    router: Annotated[int, _limit("Router’s queue", "", "queue", "tc qdisc … pfifo limit")] = 100
    rx_ring: Annotated[int, _limit("Receive ring", "Descriptors.", "throughput", "ethtool -G … rx")] = 256
    backlog: Annotated[int, _limit("Backlog", "", "unacked", "net.core.netdev_max_backlog", matters_when=WITH_RPS)] = (
        1000
    )
    rcvbuf: Annotated[int, _limit("Receive buffer", BUFFER_HELP, "rwnd", "SO_RCVBUF")] = BUFFER
    rtt: Annotated[float, replace(RTT, max=100)] = 4
    duration: Annotated[float, Slider(label="Duration", unit="s", min=0.02, max=5, scale="log10")] = 0.4


PRESETS = (
    Preset("A slow line", {}, "The router’s queue is full after 60 ms. From then on it drops one packet in six."),
    Preset(
        "A slow reader, UDP",
        {"reader": 60, "line": 500},
        "Only the program is slow. The kernel throws away packets that it has already received.",
    ),
    Preset(
        "A slow reader, TCP",
        {"reader": 60, "protocol": TCP},
        "The window closes, the send buffer fills, and send() sleeps. Nothing is lost, and nothing gets faster.",
    ),
    Preset(
        "A slow card",
        {"card": 50},
        "The queueing discipline has room for 1000 packets, but the socket may have only 93 outstanding. The writer "
        "sleeps, and nothing is lost.",
    ),
    Preset(
        "A slow card, a short queue",
        {"card": 50, "qdisc": 30},
        "Now there is no room below the socket. Packets are lost before they leave the host.",
    ),
    Preset(
        "A slow card, TCP",
        {"card": 50, "protocol": TCP, "sndbuf": 400},
        "With TSQ they wait in the socket. The queues below are almost empty, and others can use them.",
    ),
    Preset(
        "A busy CPU", {"softirq": 70, "line": 500}, "The card has nowhere to put new packets, so it drops them: missed."
    ),
    Preset(
        "RPS to a busy CPU",
        {"rps": ON, "cpu": 70, "line": 500, "duration": 0.6},
        "The ring is empty now, but the loss has only moved, to the second column of softnet_stat.",
    ),
    Preset(
        "TCP with a window too large",
        {"protocol": TCP, "sndbuf": 1000, "rcvbuf": 1000},
        "A window of 300, and room for 100 packets at the router. TCP sends lost packets again, and loses them again.",
    ),
)
