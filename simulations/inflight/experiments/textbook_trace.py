"""The classic figure of congestion control: five numbered points, one rule at each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Lane, Lanes, Rounds
from inflight.scenes import measured

MARKS = "①②③④⑤⑥⑦⑧⑨"


@dataclass(frozen=True)
class TextbookTraceParameters(Parameters):
    """Where slow start ends, where the two losses come, and how the sender notices them."""

    ssthresh: Annotated[
        int,
        Slider(
            label="First threshold",
            unit="segments",
            min=2,
            max=64,
            step=1,
            integer=True,
            knob="ip route … ssthresh",
            quantity="ssthresh",
            help="Where slow start ends for the first time.",
        ),
    ] = 16
    first_loss: Annotated[
        str,
        Choice(
            label="First loss noticed by",
            choices={"timeout": "timeout", "dupacks": "3 duplicate ACKs"},
            help="A timeout sends the window back to one segment; three duplicate ACKs only halve it.",
        ),
    ] = "timeout"
    first_cwnd: Annotated[
        int,
        Slider(
            label="First loss at a window of",
            unit="segments",
            min=4,
            max=64,
            step=1,
            integer=True,
            quantity="cwnd",
        ),
    ] = 24
    second_cwnd: Annotated[
        int,
        Slider(
            label="Second loss (3 duplicate ACKs) at",
            unit="segments",
            min=4,
            max=64,
            step=1,
            integer=True,
            quantity="cwnd",
        ),
    ] = 16
    variant: Annotated[
        str,
        Choice(
            label="Algorithm",
            choices={"tahoe": "Tahoe (1988)", "reno": "Reno (1990)"},
            help="Tahoe starts again from one segment after every loss; Reno only halves after duplicate ACKs.",
        ),
    ] = "reno"
    rounds: Annotated[int, Slider(label="Rounds", unit="", min=5, max=100, step=1, integer=True)] = 26


@experiment(
    "textbook-trace",
    part="congestion",
    question="What do the five numbered points of the classic figure mean?",
)
class TextbookTrace:
    """Congestion window against transmission rounds: slow start, additive increase, two losses.

    Rules: RFC 5681 §3.1 (slow start, congestion avoidance, eq. 4), §3.2 (fast recovery); Tahoe as in Jacobson 1988.
    """

    title = "The textbook trace"
    parameters = TextbookTraceParameters
    presets = (
        Preset(
            "The classic figure",
            {},
            "Up to 24, then a timeout: threshold 12, window 1. Three duplicate ACKs at 16: down to 8.",
        ),
        Preset(
            "Tahoe",
            {"variant": "tahoe"},
            "Without fast recovery, the second loss costs as much as the first: back to one segment.",
        ),
        Preset(
            "No timeout",
            {"first_loss": "dupacks"},
            "If duplicate ACKs report the first loss, there is no second slow start.",
        ),
        Preset(
            "A threshold too low",
            {"ssthresh": 2},
            "Slow start ends after one round. Then the window crawls up by one segment per round trip.",
        ),
    )
    outputs = Outputs(
        columns=(
            Column("round", "rounds", "transmission round (one round trip each)", "time"),
            measured.CWND,
            measured.SSTHRESH,
        ),
        figures=(
            Output("peak", "segments", "Largest window"),
            Output("final", "segments", "Window at the end"),
            Output("losses", "", "Losses"),
        ),
    )
    views = (
        Rounds(below="cwnd", value="cwnd", mark="ssthresh", since="round"),
        Lanes((Lane("cwnd", "Congestion window", "segments", ("cwnd", "ssthresh"), "points", handles=("ssthresh",)),)),
    )
    bets = (
        CurveBet(
            id="tahoe",
            question="Tahoe starts from one segment after every loss. Losses come at 24 and at 16: draw its window.",
            at="Tahoe",
            column="cwnd",
            given=("ssthresh",),
        ),
        ValueBet(
            id="no-timeout",
            question="If duplicate ACKs report the first loss, and not a timeout, what is the window in round 26?",
            at="No timeout",
            summary="final",
            min=0,
            max=40,
            scale="linear",
        ),
    )
    sources = ("RFC 5681 §3.1", "RFC 5681 §3.2", "Jacobson 1988", "C03", "C10", "C13", "C21")
    leaves_out = """
        Everything but the rules: there is no packet, no queue and no clock here, only rounds of one round trip each.
        Losses happen where you put them. Linux starts with ten segments and no threshold, detects losses by time (RACK)
        and shrinks the window in small steps (PRR); the figure `congestion-window` shows that.
    """

    @staticmethod
    def commands(p: TextbookTraceParameters) -> list[Commands]:
        """Watch a real window. No kernel has the textbook's Tahoe."""
        return [
            Commands("Set it", ["sysctl -w net.ipv4.tcp_congestion_control=reno"]),
            Commands("See it", ["ss -tin dst 192.0.2.1   # cwnd and ssthresh, in segments"]),
        ]

    @staticmethod
    def run(p: TextbookTraceParameters, rng: random.Random) -> Iterator[Result]:
        """Columns per round: cwnd and ssthresh in segments; one event for each numbered point."""
        result = TextbookTrace.outputs.result()
        marks = iter(MARKS)

        def mark(at: int, kind: str, text: str) -> None:
            result.event(at, kind, f"{next(marks, '•')} {text}")

        losses = [(p.first_cwnd, p.first_loss), (p.second_cwnd, "dupacks")]
        cwnd, ssthresh = 1, p.ssthresh
        slow_start, recovered = True, False
        for number in range(p.rounds + 1):
            result.append(number, cwnd, ssthresh)
            if recovered:
                mark(number, "fast-recovery", f"fast recovery: on from {cwnd}, one segment more per round")
                recovered = False
            if slow_start and cwnd >= ssthresh:
                slow_start = False
                mark(number, "avoidance", f"threshold {ssthresh} reached: one segment more per round")
            if losses and cwnd >= losses[0][0]:
                _, noticed = losses.pop(0)
                ssthresh = max(cwnd // 2, 2)  # RFC 5681 eq. 4
                if noticed == "timeout" or p.variant == "tahoe":
                    why = "timeout" if noticed == "timeout" else "3 duplicate ACKs (Tahoe)"
                    mark(number, "timeout", f"{why} at {cwnd}: threshold {ssthresh}, window 1")
                    cwnd, slow_start = 1, True
                else:
                    mark(number, "dupacks", f"3 duplicate ACKs at {cwnd}: threshold and window {ssthresh}")
                    cwnd, slow_start, recovered = ssthresh, False, True
            elif slow_start:
                cwnd = min(2 * cwnd, ssthresh)  # RFC 5681 §3.1: one segment more per ACK
            else:
                cwnd += 1  # RFC 5681 eq. 3
        result.figure("peak", max(result["cwnd"]))
        result.figure("final", result["cwnd"][-1])
        result.figure("losses", 2 - len(losses))
        result.sentence = "; ".join(event.text for event in result.events) + "."
        yield result
