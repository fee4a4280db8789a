"""The server's buffer and work, the answer, the path, and the connection."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RATE, RTT

STREAM, ASK = "stream", "ask"
NEW, KEPT = "new", "kept"

LARGE = 65536
"""The chunk that others are compared with, B."""


@dataclass(frozen=True)
class RequestResponseParameters(Parameters):
    """The server's buffer and work, the answer, the path, and the connection."""

    chunk: Annotated[
        int,
        Slider(
            label="Transfer buffer",
            unit="B",
            min=512,
            max=LARGE,
            scale="log2",
            step=1,
            integer=True,
            quantity="sndbuf",
            knob="write(fd, buf, n)",
            help="Bytes per write(), or per request.",
        ),
    ] = 1024
    call: Annotated[
        float,
        Slider(
            label="Work for each chunk",
            unit="µs",
            min=0,
            max=1000,
            step=1,
            quantity="time",
            help="To read, copy or encrypt it and call write(). The kernel’s own work to send it comes on top.",
        ),
    ] = 25
    protocol: Annotated[
        str,
        Choice(
            label="The answer comes",
            choices={STREAM: "in one stream", ASK: "chunk by chunk, on request"},
        ),
    ] = STREAM
    size: Annotated[
        float,
        Slider(
            label="Size of the answer",
            unit="kB",
            min=1,
            max=4000,
            scale="log10",
            quantity="sequence",
        ),
    ] = 4000
    rtt: Annotated[float, replace(RTT, min=0.1, max=300)] = 1
    rate: Annotated[float, replace(RATE, min=1, max=10_000)] = 1000
    connection: Annotated[
        str,
        Choice(
            label="Connection",
            choices={NEW: "a new one", KEPT: "kept from an earlier answer"},
        ),
    ] = NEW
    pause: Annotated[
        float,
        Slider(
            label="Pause before the request",
            unit="s",
            min=0.01,
            max=60,
            scale="log10",
            quantity="time",
            matters_when={"connection": (KEPT,)},
        ),
    ] = 10
    slow_start_after_idle: Annotated[
        bool,
        Flag(
            label="Slow start after idle",
            knob="net.ipv4.tcp_slow_start_after_idle",
        ),
    ] = True
    nodelay: Annotated[
        bool,
        Flag(
            label="Server: NODELAY",
            knob="TCP_NODELAY",
            help="Short segments don’t wait for ACKs.",
        ),
    ] = False
    kernel: Annotated[str, KERNEL] = USUAL

    @property
    def length(self) -> int:
        """Size of the answer, bytes."""
        return round(self.size * 1000)

    @property
    def calls(self) -> int:
        """Chunks of the answer: so many writes, or requests."""
        return -(-self.length // self.chunk)


PRESETS = (
    Preset(
        "1 KB at a time",
        {},
        "155 ms for what takes 48 through a buffer of 64 KiB. TCP isn’t waiting for anything here: the server is busy "
        "with 3907 writes.",
    ),
    Preset("64 KB at a time", {"chunk": LARGE}, "48.1 ms, and the line is busy for 33 of them."),
    Preset(
        "1 KB with TCP_NODELAY",
        {"nodelay": True},
        "Nagle wasn’t the reason. Without it there are more and smaller segments, and it takes 177 ms.",
    ),
    Preset(
        "1 KB, and no work",
        {"call": 0},
        "48.9 ms instead of 42.2. Small writes alone cost little, because the kernel joins them to full segments.",
    ),
    Preset(
        "A slower line",
        {"rate": 100},
        "The same server on 100 Mbit/s. Now the line takes all the time, and the buffer doesn’t matter.",
    ),
    Preset(
        "Asking for each KB",
        {"protocol": ASK},
        "4.47 s. A client that asks for one chunk after another waits a round trip for each.",
    ),
    Preset(
        "Between data centres",
        {"rtt": 9},
        "194 ms for a read of 4 MB at 9 ms. The server’s work, ACKs and the line each hide a part of the others.",
    ),
    Preset(
        "4 MB, new connection",
        {"chunk": LARGE, "rtt": 9, "call": 0},
        "Storage at 9 ms: connecting and slow start take longer than the line does.",
    ),
    Preset(
        "4 MB, after a pause",
        {"chunk": LARGE, "rtt": 9, "call": 0, "connection": KEPT},
        "The connection was kept, but its window wasn’t.",
    ),
    Preset(
        "4 MB, the window kept too",
        {"chunk": LARGE, "rtt": 9, "call": 0, "connection": KEPT, "slow_start_after_idle": False},
        "49.1 ms: the line, one round trip, and 5.7 ms while Nagle holds the last bytes back.",
    ),
)
