"""The three limits, what fills the sockets, and the line of the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.scenes.transfer import RATE

READERS, WRITERS, FIXED = "readers", "writers", "fixed"

_PAGES = Slider(
    label="Pressure ends below",
    unit="pages",
    min=100,
    max=4_000_000,
    scale="log10",
    step=1,
    integer=True,
    knob="net.ipv4.tcp_mem[0]",
    quantity="ssthresh",
    help="In pages of 4096 bytes. Above it, autotuned send buffers stop growing.",
)


@dataclass(frozen=True)
class TcpMemoryLimitsParameters(Parameters):
    """The three limits, what fills the sockets, and the line of the host."""

    low: Annotated[int, _PAGES] = 12288
    middle: Annotated[
        int,
        replace(
            _PAGES,
            label="Pressure begins above",
            knob="net.ipv4.tcp_mem[1]",
            quantity="rto",
            help="By default a sixteenth of the memory: 16384 pages on a host with 1 GiB.",
        ),
    ] = 16384
    high: Annotated[
        int,
        replace(
            _PAGES,
            label="No more memory above",
            knob="net.ipv4.tcp_mem[2]",
            quantity="rwnd",
            help="The kernel drops received data and puts writers to sleep. It does not refuse new connections.",
        ),
    ] = 24576
    connections: Annotated[
        int,
        Slider(
            label="Connections",
            unit="",
            min=1,
            max=1000,
            scale="log10",
            step=1,
            integer=True,
        ),
    ] = 60
    buffer: Annotated[
        int,
        Slider(
            label="Buffer of each, at most",
            unit="B",
            min=65536,
            max=64 << 20,
            scale="log2",
            step=1,
            integer=True,
            knob="net.ipv4.tcp_rmem[2], net.ipv4.tcp_wmem[2]",
            quantity="sndbuf",
            help="A limit for one socket, not a promise. The sum of all sockets is tcp_mem's business.",
        ),
    ] = 6 << 20
    fill: Annotated[
        str,
        Choice(
            label="What fills them",
            choices={
                READERS: "programs here do not read",
                WRITERS: "peers do not read; autotuned",
                FIXED: "peers do not read; SO_SNDBUF is set",
            },
        ),
    ] = READERS
    slow: Annotated[
        float,
        Slider(
            label="Each reads",
            unit="kB/s",
            min=0,
            max=1000,
            step=1,
            help="0: not at all, like a process that hangs.",
        ),
    ] = 0
    resume: Annotated[
        float,
        Slider(
            label="They wake up after",
            unit="s",
            min=0.5,
            max=120,
            scale="log10",
            quantity="time",
            help="From then on each reads twice its share of the line, and at least 1 MB/s.",
        ),
    ] = 12
    rate: Annotated[float, replace(RATE, min=1, label="The host’s line")] = 200
    spread: Annotated[
        float,
        Slider(
            label="All connected after",
            unit="s",
            min=0,
            max=30,
            help="They connect one after the other.",
        ),
    ] = 4
    duration: Annotated[float, Slider(label="Duration", unit="s", min=1, max=120, scale="log10")] = 20


PRESETS = (
    Preset(
        "The applications hang",
        {},
        "60 sockets may have 6 MiB each, 360 in all; tcp_mem allows 96. The first ones take it, and the last get one "
        "segment.",
    ),
    Preset(
        "Slow readers",
        {"slow": 100, "resume": 60, "duration": 30},
        "Each program reads 100 kB/s. Memory that comes free is taken at once, so the pressure never ends.",
    ),
    Preset(
        "The peers hang",
        {"fill": WRITERS},
        "Autotuning looks at tcp_mem: send buffers stop growing above tcp_mem[0], and there is no pressure.",
    ),
    Preset(
        "SO_SNDBUF was set",
        {"fill": FIXED},
        "The same peers, but the program has set its buffers. All the kernel can do is refuse; writers sleep.",
    ),
    Preset(
        "A thousand small ones",
        {"connections": 1000, "buffer": 262144, "fill": FIXED},
        "A quarter of a MiB each sounds modest. A thousand of them are 250 MiB.",
    ),
    Preset(
        "Room for all",
        {"low": 88560, "middle": 118080, "high": 177120},
        "177120 pages are 692 MiB. All 60 full buffers stay below tcp_mem[1], and nobody notices anything.",
    ),
)
