"""Sliders and presets of the experiment `time-wait`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.experiments.time_wait.churn import CLIENT, RESET, SERVER
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.kernel.sockets.era import ERAS
from inflight.kernel.sockets.ports import HIGH, LOW, MAX_TW_BUCKETS
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

FAR, LOOPBACK = "far", "loopback"


def _port(label: str, help: str) -> Slider:
    return Slider(
        label=label,
        unit="",
        min=1024,
        max=65535,
        step=1,
        integer=True,
        quantity="inflight",
        knob="net.ipv4.ip_local_port_range",
        help=help,
    )


def _many(label: str, most: int, help: str) -> Slider:
    return Slider(label=label, unit="", min=1, max=most, scale="log2", step=1, integer=True, help=help)


@dataclass(frozen=True)
class PortExhaustionParameters(Parameters):
    """The client's connections, its ports, and what bounds TIME_WAIT."""

    rate: Annotated[
        float,
        Slider(
            label="New connections",
            unit="/s",
            min=1,
            max=2000,
            scale="log10",
            quantity="throughput",
            help="Calls of connect() per second, evenly spaced, to all destinations in turn.",
        ),
    ] = 1000
    lifetime: Annotated[
        float,
        Slider(
            label="A connection lives",
            unit="s",
            min=0.001,
            max=300,
            scale="log10",
            quantity="inflight",
            help="From the handshake to the first FIN.",
        ),
    ] = 0.1
    closes: Annotated[
        str,
        Choice(
            label="Who closes first",
            choices={CLIENT: "the client", SERVER: "the server", RESET: "the client, with a reset"},
            knob="close(fd), SO_LINGER",
            quantity="queue",
            help="The end that sends the first FIN gets TIME_WAIT. A reset leaves none and discards data in flight.",
        ),
    ] = CLIENT
    low: Annotated[int, _port("First port", "connect() tries ports of the same parity first.")] = LOW
    high: Annotated[int, _port("Last port", "The kernel refuses one below the first.")] = HIGH
    destinations: Annotated[
        int, _many("Destinations", 64, "Addresses or ports of servers. Each has all the client’s ports to itself.")
    ] = 1
    sources: Annotated[
        int, _many("Addresses of the client", 16, "To connect() from. Each has all ports to itself.")
    ] = 1
    server: Annotated[
        str,
        Choice(
            label="The server is",
            choices={FAR: "another host", LOOPBACK: "this host, 127.0.0.1"},
            help="tcp_tw_reuse 2 is for connections over the loopback.",
        ),
    ] = FAR
    rtt: Annotated[float, replace(RTT, min=0.1, matters_when={"server": (FAR,)}, help="Of the path.")] = 20
    tw_reuse: Annotated[
        str,
        Choice(
            label="tcp_tw_reuse",
            choices={"0": "0: never", "1": "1: everywhere", "2": "2: on the loopback"},
            knob="net.ipv4.tcp_tw_reuse",
            quantity="throughput",
            matters_when={"closes": (CLIENT,)},
            help="May connect() take over a port whose TIME_WAIT is a second old?",
        ),
    ] = "2"
    timestamps: Annotated[
        bool,
        Flag(
            label="Timestamps",
            knob="net.ipv4.tcp_timestamps",
            matters_when={"closes": (CLIENT,)},
            help="They must be on at both hosts. Without them no port is reused.",
        ),
    ] = True
    kernel: Annotated[
        str,
        replace(
            KERNEL,
            matters_when={"closes": (CLIENT,)},
            help="Old ones check whether a new second has begun; new ones count milliseconds.",
        ),
    ] = USUAL
    reuse_delay: Annotated[
        int,
        Slider(
            label="tcp_tw_reuse_delay",
            unit="ms",
            min=0,
            max=60_000,
            step=10,
            integer=True,
            knob="net.ipv4.tcp_tw_reuse_delay",
            quantity="rto",
            matters_when={"kernel": ("7.3",)},
            help="How old a TIME_WAIT must be before its port can be taken over.",
        ),
    ] = 1000
    max_tw_buckets: Annotated[
        int,
        Slider(
            label="tcp_max_tw_buckets",
            unit="",
            min=1,
            max=262_144,
            scale="log10",
            step=1,
            integer=True,
            special={0: "0: none"},
            knob="net.ipv4.tcp_max_tw_buckets",
            quantity="queue",
            matters_when={"closes": (CLIENT,)},
            help="For the whole host. A connection that would be one more is forgotten at once.",
        ),
    ] = MAX_TW_BUCKETS
    duration: Annotated[float, Slider(label="Duration", unit="s", min=5, max=150, step=5)] = 120

    @property
    def counts_ms(self) -> bool:
        """Whether `tcp_tw_reuse_delay` decides when a port can be taken over."""
        return ERAS[self.kernel].tw_reuse_delay_ms is not None

    @property
    def port_range(self) -> tuple[int, int]:
        """First and last port; the kernel refuses a range whose end is before its beginning, and keeps what it has."""
        return (self.low, self.high) if self.low <= self.high else (LOW, HIGH)


PRESETS = (
    Preset(
        "Out of ports",
        {},
        "After 28 seconds all 28,232 ports are taken. A moment later none of them is in use: all squares are striped.",
    ),
    Preset(
        "Kept connections",
        {"rate": 10, "lifetime": 10},
        "The same 1000 requests a second, a hundred on each connection. Ten new connections a second are no trouble.",
    ),
    Preset(
        "Just below",
        {"rate": 450},
        "With HZ=250, 450 a second work for ever: ports come back in time. At 470, which is 28,232 / 60, some calls "
        "fail.",
    ),
    Preset(
        "Three destinations",
        {"destinations": 3},
        "One port can serve each of them. Use three servers behind a name, or one that listens on three ports.",
    ),
    Preset(
        "tcp_tw_reuse 1",
        {"tw_reuse": "1"},
        "After a second a port may be taken over. The odd half of the range is never touched.",
    ),
    Preset(
        "Reuse without timestamps",
        {"tw_reuse": "1", "timestamps": False},
        "A tuning guide has switched timestamps off, and now tcp_tw_reuse does nothing.",
    ),
    Preset(
        "tcp_max_tw_buckets 5000",
        {"max_tw_buckets": 5000},
        "Everything gets through, because most TIME_WAITs are thrown away. Count the overflows.",
    ),
    Preset(
        "The server closes first",
        {"closes": SERVER},
        "The client’s ports are free at once. The server has the TIME_WAITs, and they don’t hurt it.",
    ),
    Preset(
        "They live too long",
        {"rate": 600, "lifetime": 60, "tw_reuse": "1"},
        "600 a second that live a minute are 36,000 at a time. No TIME_WAIT setting can help.",
    ),
    Preset(
        "On the loopback",
        {"server": LOOPBACK},
        "The default, tcp_tw_reuse 2, is made for this: a proxy and its backend on the same host.",
    ),
    Preset(
        "Ten ports, as recorded",
        {
            "low": 40000,
            "high": 40009,
            "rate": 20,
            "lifetime": 0.001,
            "tw_reuse": "1",
            "kernel": "6.1",
            "duration": 15,
        },
        "Ten succeed in every second, as in the laboratory, where it was 704 of 1401 attempts in 70 s.",
    ),
)
