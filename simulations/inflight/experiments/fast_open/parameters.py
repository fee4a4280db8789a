"""Sliders and presets of the experiment `fast-open`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.experiments.fast_open.visits import DROPS_DATA, DROPS_OPTION, KEY, NAT, NOTHING, OWN, ROLLED, STRIPS
from inflight.figure.parameters import Choice, Flag, Marks, Parameters, Preset, Slider
from inflight.scenes.transfer import RTT

MOST_VISITS = 8
CHANGES = 3
"""The visit before which something changes."""


@dataclass(frozen=True)
class FastOpenParameters(Parameters):
    """The visits, both hosts and their programs, and what stands in the way."""

    rtt: Annotated[float, replace(RTT, min=0.1, max=1000, help="")] = 100
    visits: Annotated[int, Slider(label="Visits", unit="", min=1, max=MOST_VISITS, step=1, integer=True)] = 4
    shown: Annotated[
        int,
        Slider(
            label="Visit shown",
            unit="",
            min=1,
            max=MOST_VISITS,
            step=1,
            integer=True,
            help="In the ladder, the states and the terminal.",
        ),
    ] = 2
    server: Annotated[
        str,
        Choice(
            label="Server’s kernel",
            choices={
                "1": "0x1, client only: the default",
                "3": "0x3, for listeners that want it",
                "403": "0x403, for every listener",
                "203": "0x203, without a cookie",
            },
            knob="net.ipv4.tcp_fastopen",
            help="Bits: 0x2 server, 0x200 takes data without a cookie, 0x400 needs no socket option.",
        ),
    ] = "1"
    listens: Annotated[
        bool,
        Flag(
            label="The server’s program wants it",
            knob="TCP_FASTOPEN",
            help="A socket option of the listener: how many of these connections may be incomplete at once.",
        ),
    ] = True
    client: Annotated[
        str,
        Choice(
            label="Client’s kernel",
            choices={"0": "0x0, never", "1": "0x1, with a cookie: the default", "5": "0x5, data without a cookie"},
            knob="net.ipv4.tcp_fastopen",
            help="Bits: 0x1 client, 0x4 send data even without a cookie.",
        ),
    ] = "1"
    asks: Annotated[bool, Flag(label="The client’s program wants it", knob="MSG_FASTOPEN")] = True
    request: Annotated[
        int,
        Slider(
            label="Request",
            unit="B",
            min=1,
            max=10_000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
            help="A SYN has room for 1420 B of it. The rest follows after the SYN-ACK.",
        ),
    ] = 300
    response: Annotated[
        int,
        Slider(
            label="Answer",
            unit="B",
            min=1,
            max=14_000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
    ] = 1000
    tls: Annotated[
        str,
        Choice(
            label="TLS above it",
            choices={"none": "none", "1.3": "1.3: one more round trip", "1.2": "1.2: two more round trips"},
        ),
    ] = "none"
    box: Annotated[
        str,
        Choice(
            label="A middlebox",
            choices={
                NOTHING: "none",
                DROPS_DATA: "drops SYNs with data",
                DROPS_OPTION: "drops SYNs with the option",
                STRIPS: "removes the option",
            },
        ),
    ] = NOTHING
    change: Annotated[
        str,
        Choice(
            label=f"Before visit {CHANGES} changes",
            choices={
                NOTHING: "nothing",
                KEY: "the server’s key",
                ROLLED: "the server’s key, and it keeps the old one",
                OWN: "the client’s own address",
                NAT: "the address of the client’s NAT",
            },
            knob="net.ipv4.tcp_fastopen_key",
        ),
    ] = NOTHING
    ports: Annotated[
        bool, Flag(label="Each visit to another port", help="A different program listens there, on the same host.")
    ] = False
    lose: Annotated[
        str,
        Marks(
            label="Visits whose SYN is lost",
            max=MOST_VISITS,
            quantity="loss",
            help="The first SYN, whatever it carries. The next one gets through.",
        ),
    ] = ""
    replay: Annotated[
        float,
        Slider(
            label="A copy of the SYN comes later",
            unit="s",
            min=0.05,
            max=120,
            scale="log10",
            special={0: "never"},
            quantity="time",
            help="In the visit shown, this long after the SYN itself: somebody recorded it, or a router kept it.",
        ),
    ] = 0
    closes: Annotated[
        str,
        Choice(
            label="First to close",
            choices={"server": "the server", "client": "the client"},
            help="The side that closes first remembers the connection for a minute, in TIME_WAIT.",
        ),
    ] = "server"


PRESETS = (
    Preset(
        "Switched on, and nothing happens",
        {},
        "The SYN asks for a cookie, and the SYN-ACK brings none: by default a server’s kernel hands out none.",
    ),
    Preset("The server’s bit", {"server": "3"}, "The first visit fetches a cookie. All later ones take 100 ms."),
    Preset(
        "Another port",
        {"server": "3", "ports": True},
        "Each visit goes to a different program. The cookie belongs to the address, so it works for all of them.",
    ),
    Preset(
        "A middlebox drops it",
        {"server": "3", "box": DROPS_DATA},
        "Every later visit waits a second for the SYN without data: 1.22 s instead of 0.2.",
    ),
    Preset(
        "A new key",
        {"server": "3", "change": KEY, "shown": 3},
        "The old cookie is worth nothing. The client sends the request twice, and the SYN-ACK brings a new cookie.",
    ),
    Preset(
        "A new key, the old one kept",
        {"server": "3", "change": ROLLED, "shown": 3},
        "With two keys in tcp_fastopen_key nobody notices the change. The SYN-ACK brings a new cookie.",
    ),
    Preset(
        "Executed twice",
        {"server": "3", "closes": "client", "replay": 5},
        "Five seconds later a copy of the SYN arrives. The server remembers nothing and acts on it again.",
    ),
    Preset(
        "TIME_WAIT remembers",
        {"server": "3", "replay": 5},
        "The same copy, but the server closed first. It still has the connection in TIME_WAIT and just sends an ACK.",
    ),
    Preset(
        "No cookie for anybody",
        {"server": "203"},
        "A server that takes data without a cookie hands out none, so clients with 0x1 never send data.",
    ),
    Preset(
        "Below TLS 1.3",
        {"server": "3", "tls": "1.3"},
        "The SYN takes the ClientHello along: 200 ms instead of 300. It saves one round trip, whatever runs on top.",
    ),
)
