"""What the experiments with buffers share: their sliders, the hosts' defaults, and the data that pass per second."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from math import nan

from inflight.figure.parameters import Flag, Slider
from inflight.kernel.constants import TCP_RMEM_DEFAULT

QUEUE = 1000
"""Packets: the default of txqueuelen, so that the line's queue is not what limits."""

RMEM_MAX = 212992
"""net.core.rmem_max up to 6.17, bytes; the window scale is made for it, too."""

TCP_RMEM = (TCP_RMEM_DEFAULT, 6 << 20)
"""tcp_rmem[1] and [2], bytes."""

LARGEST_RMEM = {"3.4": TCP_RMEM[1], "6.16": 32 << 20}
"""tcp_rmem[2] by the kernel since which it is the default, on hosts with enough memory, bytes."""

TCP_WMEM = (16384, 4 << 20)
"""tcp_wmem[1] and [2], bytes."""

AUTOTUNED: Mapping[float, str] = {0: "autotuned"}

SNDBUF = Slider(
    label="Send buffer",
    unit="B",
    min=4096,
    max=4 << 20,
    scale="log2",
    step=1,
    integer=True,
    special=AUTOTUNED,
    knob="SO_SNDBUF",
    quantity="sndbuf",
)
RCVBUF = Slider(
    label="Receive buffer",
    unit="B",
    min=4096,
    max=4 << 20,
    scale="log2",
    step=1,
    integer=True,
    special=AUTOTUNED,
    knob="SO_RCVBUF",
    quantity="rwnd",
    help="Linux doubles it. Of that, the part that would be data is window: 0.6 here, and half before 6.6.",
)
RMEM = Slider(
    label="Receive buffer, at most",
    unit="B",
    min=4096,
    max=1 << 30,
    scale="log2",
    step=1,
    integer=True,
    knob="net.ipv4.tcp_rmem[2]",
    quantity="rwnd",
)
WMEM = Slider(
    label="Send buffer, at most",
    unit="B",
    min=4096,
    max=1 << 30,
    scale="log2",
    step=1,
    integer=True,
    knob="net.ipv4.tcp_wmem[2]",
    quantity="sndbuf",
)
WRITE = Slider(
    label="Bytes per write()",
    unit="B",
    min=512,
    max=1 << 20,
    scale="log2",
    step=1,
    integer=True,
    knob="write(fd, buf, n)",
)
GSO = Flag(
    label="Several packets per buffer (GSO)",
    knob="ip link … gso_max_segs",
    help="Off: one packet per skb, as before Linux 4.17 where the card cannot gather. Then the limit is strict.",
)
SIZE = Slider(
    label="Data to send",
    unit="MB",
    min=0.1,
    max=100,
    scale="log10",
    quantity="sequence",
)
SHOW = Slider(
    label="Time shown",
    unit="ms",
    min=50,
    max=20000,
    scale="log10",
    help="The picture shows the beginning; the numbers below it are of the whole transfer.",
)


class Sliding:
    """Data per second over the last `span` s, or a little more where samples are far apart."""

    def __init__(self, span: float) -> None:
        self._span = span
        self._samples: deque[tuple[float, int]] = deque()

    def at(self, now: float, count: int) -> float:
        """Mbit/s; `count` bytes have passed so far. NaN before the first `span` is over."""
        samples = self._samples
        samples.append((now, count))
        while len(samples) > 1 and now - samples[1][0] >= self._span - 1e-9:
            samples.popleft()
        then, before = samples[0]
        return (count - before) * 8e-6 / (now - then) if now - then >= self._span - 1e-9 else nan


class PerSecond:
    """Data per second over the last whole `span` s; `before` is what is said until the first one is over, Mbit/s."""

    def __init__(self, span: float, before: float = nan) -> None:
        self._span = span
        self._since, self._count, self._rate = 0.0, 0, before

    def at(self, now: float, count: int) -> float:
        """Mbit/s; `count` bytes have passed so far."""
        if now - self._since >= self._span - 1e-9:
            self._rate = (count - self._count) * 8e-6 / (now - self._since)
            self._since, self._count = now, count
        return self._rate
