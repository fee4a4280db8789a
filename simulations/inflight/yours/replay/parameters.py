"""What a replay can be told: the path, the two ends, and what is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Flag, Parameters, Slider, UnknownParameter, Value, controls
from inflight.scenes.buffers import RCVBUF, SIZE, SNDBUF
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import ALGORITHM, BUFFER, INITCWND, LOSS_RATE, RATE, RTT


@dataclass(frozen=True)
class ReplayParameters(Parameters):
    """A transfer over one bottleneck. The ranges are those of networks, not of figures."""

    kernel: Annotated[str, KERNEL] = USUAL
    rtt: Annotated[float, replace(RTT, min=0.05, max=5000)] = 40
    rate: Annotated[float, replace(RATE, min=0.01, max=100_000)] = 10
    buffer: Annotated[int, replace(BUFFER, label="Queue", max=1_000_000)] = 1000
    loss: Annotated[float, replace(LOSS_RATE, max=50, chance=False)] = 0
    sndbuf: Annotated[
        int, replace(SNDBUF, min=2048, max=1 << 30, help="What the program asks for (SO_SNDBUF); Linux doubles it.")
    ] = 0
    rcvbuf: Annotated[int, replace(RCVBUF, min=2048, max=1 << 30)] = 0
    rmem: Annotated[
        int,
        Slider(
            label="Receive buffer’s maximum",
            unit="B",
            min=65536,
            max=1 << 31,
            scale="log2",
            step=1,
            integer=True,
            knob="net.ipv4.tcp_rmem[2]",
            quantity="rwnd",
            matters_when={"rcvbuf": (0,)},
            help="How far autotuning may go. The part that would be data is window: 0.6, and half before 6.6.",
        ),
    ] = 6 << 20
    read_rate: Annotated[
        float,
        Slider(
            label="The receiver reads",
            unit="kB/s",
            min=0.1,
            max=10_000_000,
            scale="log10",
            special={0: "at once"},
            knob="read(fd, buf, n)",
            quantity="throughput",
        ),
    ] = 0
    pause: Annotated[
        float,
        Slider(
            label="The receiver stops reading for",
            unit="s",
            min=0,
            max=3600,
            quantity="time",
        ),
    ] = 0
    pause_at: Annotated[
        float,
        Slider(
            label="It stops after",
            unit="s",
            min=0,
            max=3600,
            quantity="time",
            help="Counted from the first data.",
        ),
    ] = 0
    algorithm: Annotated[str, ALGORITHM] = "cubic"
    initcwnd: Annotated[int, replace(INITCWND, max=100_000)] = 10
    as_written: Annotated[
        bool,
        Flag(
            label="The program writes when it did",
            help="Off: it writes as fast as the send buffer takes it.",
        ),
    ] = False
    nodelay: Annotated[
        bool,
        Flag(label="Small segments leave at once", knob="TCP_NODELAY", help="Off: Nagle’s rule holds them back."),
    ] = True
    size: Annotated[float, replace(SIZE, min=0.000001, max=100)] = 10


_DIGITS = 5
"""Of an estimate: more than it is good for."""

CONTROLS = controls(ReplayParameters)
_BY_NAME = {each.name: each for each in CONTROLS}


def filled(values: Mapping[str, object]) -> ReplayParameters:
    """Checked values; what is not given has its default.

    Raises:
        ParameterError: an unknown name, or a value out of range.
    """
    for name, value in values.items():
        if name not in _BY_NAME:
            raise UnknownParameter(name, value, "a replay", _BY_NAME)
    return ReplayParameters(**{name: _BY_NAME[name].check(value) for name, value in values.items()})  # type: ignore[arg-type]


def within(name: str, value: float) -> float:
    """The value, or the nearest that the slider `name` allows, in as many digits as a link should hold."""
    slider = _BY_NAME[name]
    assert isinstance(slider, Slider)
    if value in slider.special:
        return value
    value = min(max(value, slider.min), slider.max)
    return round(value) if slider.integer else float(f"{value:.{_DIGITS}g}")


def as_values(parameters: ReplayParameters) -> dict[str, Value]:
    """By name."""
    return {each.name: getattr(parameters, each.name) for each in CONTROLS}
