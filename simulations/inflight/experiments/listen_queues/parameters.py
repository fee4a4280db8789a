"""Sliders and presets of the experiment `listen-queues`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

CLIENT, SERVER = "client", "server"
EITHER = {CLIENT: "the client, with a request", SERVER: "the server, with a greeting"}

KERNELS = {
    "4.3": "up to 4.3",
    "4.9": "4.4 to 4.9",
    "5.3": "4.10 to 5.3",
    "5.4": "5.4 to 6.4",
    "6.1": "Linux 6.1",
    "6.5": "6.5 to 6.13",
    "6.12": "Linux 6.12",
    "7.3": "6.14 and later",
}
"""The keys of `ERAS`; stable kernels have taken over the change of 6.14: 6.1.192 and 6.12.117 have it."""


def _number(label: str, most: float, **more: Any) -> Slider:
    """A whole number of something, from 1."""
    values = {"unit": "", "min": 1, "scale": "log2", "step": 1, "integer": True, **more}
    return Slider(label=label, max=most, **values)


@dataclass(frozen=True)
class ListenQueuesParameters(Parameters):
    """The listening socket, the clients, and when the application accepts."""

    backlog: Annotated[
        int,
        _number(
            "Backlog",
            65535,
            unit="connections",
            special={0: "none"},
            quantity="queue",
            knob="listen(fd, backlog)",
            help="What the program asks for: 50 is the default of Java’s ServerSocket, 511 that of nginx.",
        ),
    ] = 50
    somaxconn: Annotated[
        int, _number("somaxconn", 65535, unit="connections", quantity="queue", knob="net.core.somaxconn")
    ] = 128
    rate: Annotated[
        float,
        Slider(
            label="Clients arrive",
            unit="1/s",
            min=1,
            max=2000,
            scale="log10",
            special={0: "all at once"},
            quantity="throughput",
        ),
    ] = 200
    clients: Annotated[int, _number("Clients", 1000, scale="log10", quantity="throughput")] = 400
    accept_rate: Annotated[
        float,
        Slider(
            label="The application accepts",
            unit="1/s",
            min=1,
            max=10_000,
            scale="log10",
            special={0: "never"},
            quantity="sndbuf",
            help="How many times per second it can call accept() while it isn’t paused.",
        ),
    ] = 1000
    pause: Annotated[
        float,
        Slider(
            label="It pauses for",
            unit="s",
            min=0,
            max=30,
            step=0.1,
            quantity="sndbuf",
            help="A garbage collection, a lock, a slow database.",
        ),
    ] = 1.5
    pause_at: Annotated[float, Slider(label="from", unit="s", min=0, max=10, step=0.1, quantity="sndbuf")] = 0.3
    first: Annotated[
        str,
        Choice(
            label="Who speaks first", choices=EITHER, help="HTTP and TLS: the client. SMTP, SSH, MySQL: the server."
        ),
    ] = CLIENT
    rtt: Annotated[float, replace(RTT, help="Of the path between the clients and the server.")] = 40
    kernel: Annotated[
        str,
        replace(KERNEL, choices=KERNELS, help="Of the server, and of the clients where it matters."),
    ] = USUAL
    syncookies: Annotated[
        str,
        Choice(
            label="SYN cookies",
            choices={"0": "0: never", "1": "1: when full", "2": "2: always"},
            knob="net.ipv4.tcp_syncookies",
        ),
    ] = "1"
    max_syn_backlog: Annotated[
        int,
        _number(
            "tcp_max_syn_backlog",
            65536,
            min=8,
            knob="net.ipv4.tcp_max_syn_backlog",
            matters_when={"syncookies": ("0",), "kernel": ("4.3",)},
        ),
    ] = 1024
    abort: Annotated[bool, Flag(label="Reset on overflow", knob="net.ipv4.tcp_abort_on_overflow")] = False
    synack_retries: Annotated[
        int,
        _number("tcp_synack_retries", 8, min=0, scale="linear", quantity="rto", knob="net.ipv4.tcp_synack_retries"),
    ] = 5
    timeout: Annotated[
        float,
        Slider(
            label="A client waits for",
            unit="s",
            min=0.1,
            max=90,
            scale="log10",
            special={0: "ever"},
            quantity="rto",
            help="Then it closes its socket, connected or not.",
        ),
    ] = 10
    duration: Annotated[float, Slider(label="Duration", unit="s", min=1, max=150, scale="log10")] = 6


PRESETS = (
    Preset(
        "A pause of 1.5 s",
        {},
        "All 51 seats are taken after 0.25 s. The kernel drops what comes next: most clients hang in "
        "connect() for whole seconds, and seven are connected to nothing.",
    ),
    Preset(
        "Only somaxconn raised",
        {"somaxconn": 4096},
        "Nothing has changed. The smaller of the two counts, and that is still the program’s 50.",
    ),
    Preset(
        "Only the backlog raised",
        {"backlog": 1024},
        "The program asks for 1024, and ss shows 128. somaxconn cut it, and told nobody.",
    ),
    Preset(
        "Both raised",
        {"backlog": 1024, "somaxconn": 4096},
        "Everyone waits in the queue until the pause ends. Nobody is turned away, and the counter stays at 0.",
    ),
    Preset(
        "A burst",
        {"rate": 0, "clients": 200, "pause_at": 0, "pause": 3, "duration": 12},
        "All 200 are connected after one round trip. The server has 51 of them, and the others hold a cookie.",
    ),
    Preset(
        "A burst, and the server speaks first",
        {"rate": 0, "clients": 200, "pause_at": 0, "pause": 3, "first": SERVER, "duration": 12},
        "A client that waits for a greeting sends nothing, so its cookie never comes back. It is connected to "
        "nothing until it loses patience.",
    ),
    Preset(
        "A burst without cookies",
        {"rate": 0, "clients": 200, "pause_at": 0, "pause": 3, "syncookies": "0", "duration": 8},
        "Clients that don’t fit get no answer. Their connect() takes seconds, but it tells the truth.",
    ),
    Preset(
        "Reset on overflow",
        {"abort": True},
        "Those seven get a RST for their last ACK. All the others still hear nothing.",
    ),
    Preset(
        "It never accepts",
        {"rate": 100, "clients": 12, "backlog": 5, "accept_rate": 0, "timeout": 0, "duration": 140},
        "The SYN-ACK comes again after 1, 3, 7, 15 and 31 s. After 63 s the server forgets the connection, and the "
        "client goes on believing in it.",
    ),
    Preset(
        "Linux 4.3",
        {
            "kernel": "4.3",
            "rate": 1,
            "clients": 14,
            "backlog": 5,
            "pause_at": 0,
            "pause": 20,
            "timeout": 0,
            "duration": 30,
        },
        "Before 4.10 the kernel let a lone SYN in without a free seat. All are connected at once, eight of them to "
        "nothing. With a later kernel those eight hang in connect() instead.",
    ),
    Preset(
        "A slow application",
        {"rate": 20, "clients": 40, "accept_rate": 10, "backlog": 5, "pause": 0, "rtt": 20, "duration": 8},
        "No pause, just twice as many clients as it can take. Each overflow costs a client whole seconds.",
    ),
)
