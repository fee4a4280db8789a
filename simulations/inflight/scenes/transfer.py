"""What the experiments with a bulk transfer over one bottleneck share: sliders of the path, names, samples, words."""

from __future__ import annotations

from math import nan

from inflight.figure.parameters import Choice, Slider
from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.base import CongestionControl
from inflight.kernel.congestion.states import CWR, LOSS
from inflight.kernel.constants import INFINITE_SSTHRESH, MSS
from inflight.kernel.tcp.sender import Sender

POINTS = 1500
"""Samples drawn, at most."""

TICK = 0.01
"""s, the sampling step of the recordings."""

RATE = Slider(
    label="Line rate",
    unit="Mbit/s",
    min=0.5,
    max=1000,
    scale="log10",
    knob="tc qdisc … tbf rate",
    quantity="throughput",
)
RTT = Slider(
    label="Round-trip time",
    unit="ms",
    min=1,
    max=500,
    scale="log10",
    knob="tc qdisc … netem delay",
    quantity="rtt",
    help="Of the empty path; the queue adds to it.",
)
BUFFER = Slider(
    label="Buffer",
    unit="packets",
    min=1,
    max=5000,
    scale="log10",
    step=1,
    integer=True,
    knob="tc qdisc … pfifo limit",
    quantity="queue",
    help="How many packets the bottleneck's queue holds before it drops.",
)
LOSS_RATE = Slider(
    label="Random loss",
    unit="%",
    min=0,
    max=10,
    step=0.01,
    knob="tc qdisc … netem loss",
    quantity="loss",
    chance=True,
    help="Packets lost on the way for no fault of the sender.",
)
DURATION = Slider(label="Duration", unit="s", min=1, max=120, scale="log10")


def spelled(algorithm: str) -> str:
    """An algorithm's name as people write it: cubic → CUBIC; the name itself of what is none."""
    known = algorithms().get(algorithm)
    return known.title if known else algorithm


ALGORITHMS = {name: kind.title for name, kind in algorithms().items() if not kind.needs_ecn}
"""Those that make sense over a queue that drops, and how people write them."""

ALGORITHM = Choice(
    label="Congestion control",
    choices=ALGORITHMS,
    knob="net.ipv4.tcp_congestion_control",
    quantity="cwnd",
)
INITCWND = Slider(
    label="Initial window",
    unit="segments",
    min=1,
    max=200,
    scale="log10",
    step=1,
    integer=True,
    knob="ip route … initcwnd",
    quantity="cwnd",
)


def threshold(congestion: CongestionControl) -> float:
    """ssthresh, segments; NaN as long as there is none."""
    return nan if congestion.ssthresh >= INFINITE_SSTHRESH else congestion.ssthresh


def most(rate: float) -> float:
    """Data that a line can carry when every packet is full: 1448 of 1514 bytes; in the unit of `rate`."""
    return rate * MSS / 1514


def sampling(duration: float) -> tuple[int, int]:
    """How many ticks a run of `duration` s has, and every how many of them is drawn."""
    return int(duration / TICK + 1e-9), max(1, round(duration / TICK / POINTS))


class Throughput:
    """Data delivered per second, averaged over `span` s: an RTT at least, since a window arrives once per RTT."""

    def __init__(self, sender: Sender, span: float) -> None:
        self._sender, self._span = sender, span
        self._delivered, self._since, self._rate = 0, 0.0, nan

    def at(self, now: float) -> float:
        """Mbit/s over the last whole span; what SACK reports counts too."""
        if now - self._since >= self._span:
            delivered = self._sender.board.delivered
            self._rate = (delivered - self._delivered) * MSS * 8e-6 / (now - self._since)
            self._delivered, self._since = delivered, now
        return self._rate


def loss_in_words(entry: tuple[float, int, int, int, int]) -> tuple[float, str, str]:
    """An entry of `Recovery.entered` as an event: (t, kind, text)."""
    t, state, cwnd, ssthresh, lost = entry
    window = f"window {cwnd} → {ssthresh}" if ssthresh < INFINITE_SSTHRESH else f"window {cwnd}"
    if state == LOSS:
        remembered = f", threshold {ssthresh}" if ssthresh < INFINITE_SSTHRESH else ""
        return t, "timeout", f"timeout: window {cwnd} → 1{remembered}"
    if state == CWR and not lost:
        return t, "mark", f"a packet was marked (ECN): {window}"
    if state == CWR:
        return t, "probe", f"a tail-loss probe repaired a loss: {window}"
    what = "a loss" if lost <= 1 else f"{lost} losses"
    return t, "recovery", f"{what} seen: {window}"
