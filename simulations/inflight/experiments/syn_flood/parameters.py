"""Sliders and presets of the experiment `syn-flood`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

NOBODY, LIVE = "nobody", "live"
KERNELS = {
    "4.3": "up to 4.3",
    "4.9": "4.4 to 4.9",
    "5.3": "4.10 to 6.4",
    "6.1": "Linux 6.1",
    "6.5": "6.5 to 6.13",
    "6.12": "Linux 6.12",
    "7.3": "6.14 and later",
}
"""Keys of `ERAS`."""


def _number(label: str, most: int, **more: Any) -> Slider:
    """A whole number of something, from 1."""
    values = {"unit": "", "min": 1, "scale": "log2", "step": 1, "integer": True, "quantity": "queue", **more}
    return Slider(label=label, max=most, **values)


@dataclass(frozen=True)
class SynFloodParameters(Parameters):
    """The attack, the server, the honest clients, and how long they are watched."""

    rate: Annotated[
        float,
        Slider(
            label="The attack",
            unit="SYN/s",
            min=1,
            max=100_000,
            scale="log10",
            quantity="yours",
            help="A SYN in the shortest Ethernet frame is 64 bytes: 210 per second are 0.11 Mbit/s.",
        ),
    ] = 210
    length: Annotated[float, Slider(label="It lasts", unit="s", min=0.1, max=60, scale="log10", quantity="yours")] = 5
    sources: Annotated[
        str,
        Choice(
            label="At the made-up addresses",
            choices={NOBODY: "nobody lives", LIVE: "hosts live, and answer with RST"},
        ),
    ] = NOBODY
    live_rtt: Annotated[
        float,
        Slider(
            label="Their round trip",
            unit="ms",
            min=1,
            max=500,
            scale="log10",
            quantity="rtt",
            matters_when={"sources": (LIVE,)},
        ),
    ] = 50
    syncookies: Annotated[
        str,
        Choice(
            label="SYN cookies",
            choices={"0": "0: never", "1": "1: when full", "2": "2: always"},
            knob="net.ipv4.tcp_syncookies",
            help="Linux’s default is 1.",
        ),
    ] = "0"
    backlog: Annotated[int, _number("Backlog", 4096, knob="listen(fd, backlog)", help="What the program asks for.")] = (
        4096
    )
    somaxconn: Annotated[int, _number("somaxconn", 4096, knob="net.core.somaxconn")] = 4096
    max_syn_backlog: Annotated[
        int,
        _number(
            "tcp_max_syn_backlog",
            8192,
            min=8,
            knob="net.ipv4.tcp_max_syn_backlog",
            matters_when={"syncookies": ("0",), "kernel": ("4.3",)},
        ),
    ] = 1024
    synack_retries: Annotated[
        int,
        _number("tcp_synack_retries", 8, min=0, scale="linear", quantity="rto", knob="net.ipv4.tcp_synack_retries"),
    ] = 5
    honest: Annotated[
        float, Slider(label="Honest clients", unit="/s", min=0.1, max=20, scale="log10", quantity="throughput")
    ] = 2
    rtt: Annotated[float, replace(RTT, label="Their round trip", help="Of the honest clients’ path.")] = 40
    mss: Annotated[
        int,
        Slider(
            label="Their MSS",
            unit="B",
            min=536,
            max=8960,
            scale="log2",
            step=1,
            integer=True,
            knob="ip route … advmss",
            quantity="sequence",
            help="What they announce in the SYN.",
        ),
    ] = 1460
    timestamps: Annotated[
        bool,
        Flag(
            label="Their timestamps",
            knob="net.ipv4.tcp_timestamps",
            help="The clients’. A cookie has no other place for window scaling and SACK.",
        ),
    ] = True
    known: Annotated[
        bool,
        Flag(
            label="The server knows them",
            knob="ip tcp_metrics",
            matters_when={"syncookies": ("0",)},
            help="It remembers their round-trip time from an earlier connection.",
        ),
    ] = False
    accepts: Annotated[
        float,
        Slider(
            label="The program accepts",
            unit="/s",
            min=0.1,
            max=10_000,
            scale="log10",
            quantity="sndbuf",
            help="At most this many connections.",
        ),
    ] = 1000
    kernel: Annotated[str, replace(KERNEL, choices=KERNELS, help="Of the server and the clients.")] = USUAL
    duration: Annotated[float, Slider(label="Watched for", unit="s", min=5, max=150, scale="log10")] = 120


PRESETS = (
    Preset(
        "Five seconds of attack",
        {},
        "1050 SYNs, 67 kB in all. 769 of them stay, and for a minute nobody else gets in.",
    ),
    Preset(
        "Cookies if need be",
        {"syncookies": "1", "backlog": 128},
        "Linux’s default. A client that finds the queue full gets a cookie, and all honest clients are served at once.",
    ),
    Preset(
        "A hundred thousand a second",
        {"syncookies": "1", "backlog": 128, "rate": 100_000, "length": 20, "duration": 30},
        "Two million cookies, 51 Mbit/s of SYNs, and still 129 requests. A cookie costs time, but no memory.",
    ),
    Preset(
        "Always cookies",
        {"syncookies": "2"},
        "The server keeps no request at all. Good for a test; see what each connection then lacks.",
    ),
    Preset(
        "What a cookie forgets",
        {"syncookies": "2", "timestamps": False, "mss": 1452, "rtt": 100},
        "A client without timestamps, behind PPPoE: no window scaling, no SACK, 12 bytes less in each segment.",
    ),
    Preset(
        "A sleepy program",
        {"syncookies": "2", "backlog": 5, "accepts": 0.5, "duration": 30},
        "Cookies don’t help the other queue. Six connections wait for accept(), and the kernel drops whatever comes "
        "next.",
    ),
    Preset(
        "As recorded",
        {"backlog": 128, "max_syn_backlog": 256, "rate": 200, "length": 2, "honest": 1, "rtt": 20, "duration": 80},
        "As in the recording: 129 requests, 64 of them after seven seconds, none after a minute.",
    ),
    Preset(
        "A trickle",
        {"backlog": 128, "max_syn_backlog": 256, "rate": 25, "length": 60},
        "25 SYNs per second, 13 kbit/s. For half of the minute new clients are turned away.",
    ),
    Preset(
        "A shorter backlog",
        {"backlog": 511},
        "nginx’s 511 instead of 4096, and after seven seconds there is room again. If old requests fill more than "
        "half of the backlog, the kernel gives them up early. With 4096 it never saw a reason to.",
    ),
    Preset(
        "Only those I know",
        {"known": True},
        "This is what the last quarter is for: without cookies, clients that the server remembers still get in.",
    ),
    Preset(
        "Somebody is at home",
        {"sources": LIVE, "length": 20, "duration": 40},
        "Each SYN-ACK reaches a host that asked for nothing, and its RST frees the place after one round trip.",
    ),
    Preset(
        "Linux 4.3",
        {"kernel": "4.3", "syncookies": "1", "backlog": 128},
        "The same program, the same 128. The old table had the next power of two above it: 256 places.",
    ),
)
