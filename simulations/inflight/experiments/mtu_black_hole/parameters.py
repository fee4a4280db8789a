"""Sliders and presets of the experiment `mtu-black-hole`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.experiments.mtu_black_hole.fetch import ETHERNET
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.kernel.sockets.pmtu import ALWAYS, BLACK_HOLE, OFF
from inflight.scenes.transfer import RTT

NEVER, SUSPECTS, FROM_THE_START = (str(value) for value in (OFF, BLACK_HOLE, ALWAYS))


@dataclass(frozen=True)
class MtuBlackHoleParameters(Parameters):
    """What the path takes, what it says about it, and what each end does."""

    size: Annotated[
        int,
        Slider(
            label="Size of the answer",
            unit="B",
            min=100,
            max=50_000,
            scale="log10",
            integer=True,
            quantity="sequence",
        ),
    ] = 14_480
    mtu: Annotated[
        int,
        Slider(
            label="MTU of the tunnel",
            unit="B",
            min=576,
            max=ETHERNET,
            integer=True,
            knob="ip link … mtu",
            quantity="loss",
            help="WireGuard 1420, GRE 1476, PPPoE 1492, VXLAN 1450. Both ends believe in 1500.",
        ),
    ] = 1400
    icmp: Annotated[
        bool,
        Flag(
            label="ICMP gets back",
            help="The router’s “fragmentation needed” reaches the server. Many firewalls drop it with all other ICMP.",
        ),
    ] = False
    clamps: Annotated[
        bool,
        Flag(
            label="The router clamps the MSS",
            knob="iptables TCPMSS --clamp-mss-to-pmtu",
            help="It lowers the MSS option in every SYN to what the tunnel takes.",
        ),
    ] = False
    probing: Annotated[
        str,
        Choice(
            label="The server probes the MTU",
            choices={NEVER: "never (0)", SUSPECTS: "if it suspects a black hole (1)", FROM_THE_START: "always (2)"},
            knob="net.ipv4.tcp_mtu_probing",
        ),
    ] = NEVER
    base_mss: Annotated[
        int,
        Slider(
            label="Probing starts at",
            unit="B",
            min=256,
            max=1400,
            integer=True,
            knob="net.ipv4.tcp_base_mss",
            quantity="ssthresh",
            matters_when={"probing": (SUSPECTS, FROM_THE_START)},
        ),
    ] = 1024
    client_mtu: Annotated[
        int,
        Slider(
            label="MTU of the client’s interface",
            unit="B",
            min=576,
            max=ETHERNET,
            integer=True,
            knob="ip link … mtu",
            quantity="rwnd",
            help="The MSS in its SYN is 40 less. A VPN that ends on the client itself lowers it.",
        ),
    ] = ETHERNET
    rtt: Annotated[float, replace(RTT, help="The tunnel is halfway.")] = 20
    patience: Annotated[
        float,
        Slider(
            label="The client waits for",
            unit="s",
            min=1,
            max=1000,
            scale="log10",
            quantity="time",
            help="With default settings the server goes on trying for about 15 minutes.",
        ),
    ] = 30


PRESETS = (
    Preset(
        "Large hangs", {}, "The handshake works and the request arrives. The first full packet doesn’t, and never will."
    ),
    Preset(
        "Small works", {"size": 1300}, "The same path, an answer that fits into one packet. Your health check is green."
    ),
    Preset("ICMP gets through", {"icmp": True}, "One message from the router, and the server cuts everything to fit."),
    Preset("The router clamps the MSS", {"clamps": True}, "It lowers a number in the SYN. No packet is ever too long."),
    Preset(
        "tcp_mtu_probing = 1",
        {"probing": SUSPECTS},
        "Nobody tells the server, but after three seconds of timeouts it tries shorter segments.",
    ),
    Preset(
        "tcp_mtu_probing = 2",
        {"probing": FROM_THE_START},
        "“Always” sounds faster. It isn’t: the first window leaves in full segments all the same.",
    ),
    Preset(
        "The VPN ends on the client",
        {"client_mtu": 1400},
        "The client knows its own tunnel and asks for short segments. Only those behind a tunnel are hit.",
    ),
    Preset("One byte too many", {"size": 1349}, "1348 bytes fit into the tunnel with their headers. This is one more."),
)
