"""CUBIC's curve by itself: W(t) after a loss, its K, the Reno-friendly estimate, and Reno on the same round trip."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Annotated

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Flag, Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Grid, Lane, Lanes
from inflight.figure.words import seconds, significant
from inflight.kernel.congestion.cubic import BETA_SCALE, BICTCP_HZ, cubic_root

POINTS = 600
RATES = tuple(10.0**-n for n in range(2, 9))
"""Loss rates of RFC 9438, tables 1 and 2."""


@dataclass(frozen=True)
class CubicCurveParameters(Parameters):
    """The loss, the path, and the constants of CUBIC."""

    wmax: Annotated[
        int,
        Slider(
            label="Window at the loss",
            unit="segments",
            min=10,
            max=100_000,
            scale="log10",
            step=1,
            integer=True,
            quantity="cwnd",
        ),
    ] = 100
    rtt: Annotated[
        float,
        Slider(
            label="Round-trip time",
            unit="ms",
            min=1,
            max=500,
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
            help="Reno and the Reno-friendly estimate count round trips; the curve counts seconds.",
        ),
    ] = 100
    c: Annotated[
        float,
        Slider(
            label="C",
            unit="segments/s³",
            min=0.01,
            max=10,
            scale="log10",
            knob="tcp_cubic bic_scale",
            help="How steep the curve is. The kernel's bic_scale is 102.4 · C, 41 by default.",
        ),
    ] = 0.4
    beta: Annotated[
        float,
        Slider(
            label="β",
            unit="",
            min=0.1,
            max=0.95,
            step=0.01,
            knob="tcp_cubic beta",
            help="What is left of the window after the loss. The kernel's beta is 1024 · β, 717 by default.",
        ),
    ] = 0.7
    fast_convergence: Annotated[
        bool,
        Flag(
            label="Lost below the previous maximum",
            knob="tcp_cubic fast_convergence",
            help="Then CUBIC suspects a newcomer and aims for a plateau at (1 + β)/2 of the window: fast convergence.",
        ),
    ] = False
    duration: Annotated[float, Slider(label="Time shown", unit="s", min=0.5, max=600, scale="log10")] = 10


@experiment("cubic-curve", part="congestion", question="Why doesn’t CUBIC care about the RTT?")
class CubicCurve:
    """The window as a function of time since a loss, by the formulas of RFC 9438 and in the kernel's integers."""

    title = "The cubic curve"
    parameters = CubicCurveParameters
    presets = (
        Preset(
            "Reno on a long fat path",
            {"wmax": 10_000, "rtt": 120, "duration": 30},
            "About 1 Gbit/s at 120 ms. Reno adds one segment per round trip and needs ten minutes. CUBIC takes 19.6 s.",
        ),
        Preset(
            "A hundred segments",
            {},
            "From 100 to 70, and back after 4.22 s: fast, then flat around the old maximum, then fast again.",
        ),
        Preset(
            "A thousand segments",
            {"wmax": 1000, "duration": 20},
            "Ten times the window takes 9.09 s, not ten times as long: K grows with the cube root.",
        ),
        Preset(
            "Ten milliseconds",
            {"rtt": 10},
            "The curve is the same, but the Reno-friendly estimate climbs ten times as fast: CUBIC behaves like Reno.",
        ),
        Preset(
            "Fast convergence",
            {"fast_convergence": True},
            "The window was larger at the loss before: the plateau is at 85, and a newcomer gets the rest.",
        ),
        Preset("C = 4", {"c": 4}, "Ten times as steep: K is shorter by the cube root of ten, 1.96 s."),
    )
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the loss", "time"),
            Column("cubic", "segments", "W(t), the cubic curve", "cubic"),
            Column("friendly", "segments", "Reno-friendly estimate", "ssthresh"),
            Column("reno", "segments", "Reno", "reno"),
            Column("kernel", "segments", "the curve in the kernel's integers", "kernel"),
        ),
        figures=(
            Output("after_loss", "segments", "Window after the loss"),
            Output("k", "s", "K"),
            Output("kernel_k", "s", "K in the kernel's integers"),
            Output("plateau", "segments", "Plateau"),
            Output("cubic_back", "s", "The curve is back after"),
            Output("friendly_back", "s", "The Reno-friendly estimate is back after"),
            Output("reno_back", "s", "Reno is back after"),
        ),
    )
    views = (
        Lanes((Lane("window", "Window", "segments", ("cubic", "friendly", "reno", "kernel")),)),
        Grid("rfc", title="Mean windows (RFC 9438)"),
    )
    bets = (
        ValueBet(
            id="ten-times",
            question="100 segments take 4.22 s to come back. How long do 1000 take?",
            at="A thousand segments",
            summary="k",
            min=1,
            max=100,
        ),
        CurveBet(
            id="shape",
            question="A loss at 100 segments, then ten seconds without one: draw CUBIC's window.",
            at="A hundred segments",
            column="cubic",
            given=("reno",),
        ),
    )
    sources = (
        "RFC 9438 §4.2",
        "RFC 9438 §4.3",
        "RFC 9438 §4.7",
        "RFC 9438 §5.1",
        "tcp_cubic.c:bictcp_update",
        "tcp_cubic.c:cubic_root",
        "C11",
        "C12",
    )
    leaves_out = """
        Packets. These are the formulas: the window a CUBIC sender aims at when nothing else holds it back. What a
        connection does with them, ACK by ACK, with a queue and with losses, is in the figure of the congestion
        window. There the window follows the curve one round trip ahead, and CUBIC looks at its target no more often
        than every 32nd of a second. The table gives mean windows of sawteeth that repeat for ever.
    """

    @staticmethod
    def commands(p: CubicCurveParameters) -> list[Commands]:
        """The algorithm's constants are module parameters."""
        beta, scale = round(p.beta * BETA_SCALE), _scale(p.c)
        return [
            Commands(
                "Set it",
                [
                    "sysctl -w net.ipv4.tcp_congestion_control=cubic",
                    f"tcp_cubic.beta={beta} tcp_cubic.bic_scale={scale}   # on the kernel's command line",
                    "echo 1 > /sys/module/tcp_cubic/parameters/fast_convergence",
                ],
            ),
            Commands(
                "See it",
                [
                    "grep . /sys/module/tcp_cubic/parameters/*",
                    "while sleep 0.1; do ss -tin dst 192.0.2.1 | grep -o 'cwnd:[0-9]*'; done",
                ],
            ),
        ]

    @staticmethod
    def run(p: CubicCurveParameters, rng: random.Random) -> Iterator[Result]:
        """Windows in segments over the seconds since the loss."""
        rtt = p.rtt / 1000
        curve = _Curve(p)
        result = CubicCurve.outputs.result()
        for point in range(POINTS + 1):
            t = p.duration * point / POINTS
            result.append(t, curve.at(t), curve.friendly_at(t), p.wmax / 2 + t / rtt, curve.integer_at(t))
        result.event(0, "recovery", f"a loss: window {p.wmax} → {significant(curve.floor)}")
        if curve.k <= p.duration:
            result.event(curve.k, "plateau", f"K = {seconds(curve.k)}: back at {significant(curve.plateau)}")
        result.progress = 1
        result.figure("after_loss", curve.floor)
        result.figure("k", curve.k)
        result.figure("kernel_k", curve.integer_k / (1 << BICTCP_HZ))
        result.figure("plateau", curve.plateau)
        result.figure("cubic_back", curve.back)
        result.figure("friendly_back", curve.friendly_back)
        result.figure("reno_back", p.wmax / 2 * rtt)
        result.tables = {"rfc": _rfc(p)}
        result.sentence = _sentence(curve, p)
        yield result


def _scale(c: float) -> int:
    """The kernel's `bic_scale` for C."""
    return max(1, round(c * 102.4))


def _cube_root(x: float) -> float:
    """By Newton's method: additions and divisions are the same everywhere, the C library's cbrt is not."""
    root = max(x, 1.0)
    while (lower := (2 * root + x / (root * root)) / 3) < root:
        root = lower
    return root


class _Curve:
    """What follows from one loss, by RFC 9438 §4; times in s, windows in segments."""

    def __init__(self, p: CubicCurveParameters) -> None:
        self._c, self._wmax, self._rtt = p.c, p.wmax, p.rtt / 1000
        self.floor = p.beta * p.wmax
        self.plateau = p.wmax * (1 + p.beta) / 2 if p.fast_convergence else float(p.wmax)  # §4.7
        self.k = _cube_root((self.plateau - self.floor) / p.c)  # §4.2
        self.back = self.k + _cube_root((p.wmax - self.plateau) / p.c) if p.fast_convergence else self.k
        self._alpha = 3 * (1 - p.beta) / (1 + p.beta)  # §4.3
        self.friendly_back = (p.wmax - self.floor) / self._alpha * self._rtt
        # the same in integers: `bictcp_recalc_ssthresh`, `bictcp_update`
        beta = round(p.beta * BETA_SCALE)
        self._scale = 10 * _scale(p.c)
        floor = max(p.wmax * beta // BETA_SCALE, 2)
        self._origin = p.wmax * (BETA_SCALE + beta) // (2 * BETA_SCALE) if p.fast_convergence else p.wmax
        self.integer_k = cubic_root((1 << 10 + 3 * BICTCP_HZ) // self._scale * (self._origin - floor))

    def at(self, t: float) -> float:
        """W(t), §4.2."""
        return self._c * (t - self.k) ** 3 + self.plateau

    def friendly_at(self, t: float) -> float:
        """W_est(t), §4.3: as fast as Reno at the same loss rate; beyond the old window, as Reno itself."""
        if t <= self.friendly_back:
            return self.floor + self._alpha * t / self._rtt
        return self._wmax + (t - self.friendly_back) / self._rtt

    def integer_at(self, t: float) -> float:
        """The target of `bictcp_update`."""
        offset = int(t * (1 << BICTCP_HZ)) - self.integer_k
        delta = self._scale * abs(offset) ** 3 >> 10 + 3 * BICTCP_HZ
        return float(self._origin + (delta if offset > 0 else -delta))


def _rfc(p: CubicCurveParameters) -> Table:
    """Mean windows when one of every 1/p packets is lost: RFC 9438 §5.1, for this C and β."""
    table = Table(
        [
            Column("p", "", "packets lost: one of every", "loss"),
            Column("reno", "segments", "Reno", "reno"),
            Column("cubic100", "segments", "CUBIC, 100 ms", "cubic"),
            Column("cubic10", "segments", "CUBIC, 10 ms", "cubic"),
            Column("cubic", "segments", f"CUBIC, {significant(p.rtt)} ms", "cubic"),
        ]
    )
    for rate in RATES:
        reno = 1.2 / sqrt(rate)  # √1.5, as RFC 3649 §5 rounds it and the RFC's tables have it
        table.append(1 / rate, reno, *(max(reno, _mean(p, rate, rtt)) for rtt in (0.1, 0.01, p.rtt / 1000)))
    return table


def _mean(p: CubicCurveParameters, loss: float, rtt: float) -> float:
    """The mean of a cubic tooth: (C·(3 + β) / (4·(1 − β)))^¼ · (RTT/p)^¾."""
    square = sqrt(rtt / loss)
    return sqrt(sqrt(p.c * (3 + p.beta) / (4 * (1 - p.beta)))) * square * sqrt(square)


def _sentence(curve: _Curve, p: CubicCurveParameters) -> str:
    parts = [
        f"A loss at {p.wmax} segments: CUBIC falls to {significant(curve.floor)} and its curve is back after "
        f"{seconds(curve.back)}, whatever the round-trip time.",
        f"Reno falls to {significant(p.wmax / 2)} and needs {seconds(p.wmax / 2 * p.rtt / 1000)} at {p.rtt:g} ms.",
    ]
    if curve.friendly_back < curve.back:
        parts.append(
            f"The Reno-friendly estimate is back after {seconds(curve.friendly_back)}, before the curve, so on this "
            "path CUBIC does as Reno would."
        )
    else:
        parts.append(
            f"The Reno-friendly estimate would take {seconds(curve.friendly_back)}, so CUBIC follows its curve."
        )
    return " ".join(parts)
