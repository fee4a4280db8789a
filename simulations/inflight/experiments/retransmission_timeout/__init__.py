"""The retransmission timer: how it is set from RTT samples, when it fires, and what spares the wait."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.retransmission_timeout.flight import RATE, LossyFlight, take_sample
from inflight.experiments.retransmission_timeout.parameters import PRESETS, RetransmissionTimeoutParameters
from inflight.experiments.retransmission_timeout.rfc6298 import Rfc6298
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes
from inflight.figure.words import significant, times
from inflight.kernel.tcp.retransmit_timer import PROBE, REORDER, RTO
from inflight.kernel.tcp.rtt import RttEstimator
from inflight.scenes import measured

EXAMPLE = (1000.0, 1200.0, 900.0)
"""ms."""


@experiment("retransmission-timeout", part="congestion", question="How long until the timer fires?")
class RetransmissionTimeout:
    """Samples of the RTT set the timer. Then a few segments leave, and some of them are lost."""

    title = "The retransmission timer"
    parameters = RetransmissionTimeoutParameters
    points = ("sender", "receiver")
    knobs = ("rtt", "jitter", "rto_min")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("number", "samples", "which sample", "time"),
            Column("sample", "ms", "round-trip time measured", "time"),
            Column("srtt", "ms", "its smoothed mean", "rtt"),
            Column("rto", "ms", "timeout of Linux", "rto"),
            Column("rfc", "ms", "timeout of RFC 6298", "ssthresh"),
            Column("rttvar", "ms", "what Linux adds to the mean: 4 · RTTVAR, or rto_min", "rto"),
            Column("rfc_rttvar", "ms", "4 · RTTVAR of RFC 6298", "ssthresh"),
        ),
        figures=(
            Output("srtt", "ms", "SRTT"),
            Output("rto", "ms", "Timeout of Linux"),
            Output("rfc", "ms", "Timeout of RFC 6298"),
            Output("rfc_rttvar", "ms", "RTTVAR of RFC 6298"),
            Output("waited", "ms", "Until something is sent again"),
            Output("without_probe", "ms", "The same without probes"),
            Output("with_probe", "ms", "The same with probes"),
            measured.TIMEOUTS,
            measured.FINISHED,
        ),
    )
    views = (
        Ladder(title="The loss"),
        Lanes(
            (
                Lane("rtt", "Round-trip time", "ms", ("sample", "srtt")),
                Lane("rto", "Timeout", "ms", ("rto", "rfc"), kind="step", handles=("rto_min",)),
                Lane("deviation", "Deviation", "ms", ("rttvar", "rfc_rttvar"), kind="step"),
            ),
        ),
        Bars("waits", label="how", value="waited", title="Time until it is sent again"),
        Grid("estimates", title="With a pencil"),
    )
    bets = (
        ValueBet(
            id="tail",
            question="A steady RTT of 40 ms. The last two of ten segments are lost, and there are no probes. "
            "How long until one is sent again?",
            at="Only the timer",
            summary="waited",
            min=10,
            max=3000,
        ),
        ValueBet(
            id="probe",
            question="The same loss, with tail-loss probes. How long until something is sent again?",
            at="With a probe",
            summary="waited",
            min=10,
            max=3000,
        ),
    )
    sources = (
        "RFC 6298",
        "RFC 8985 §7",
        "tcp_input.c:tcp_rtt_estimator",
        "tcp_output.c:tcp_schedule_loss_probe",
        "C13",
        "C37",
        "C38",
    )
    leaves_out = """
        Queues, delayed ACKs except for the last one, and the upper bound of 120 s, which no run reaches. The samples
        are taken one by one, and the jitter is gone when the segments leave, so that you see the timer and nothing
        else. The RFC's column ignores the clock's granularity and keeps its minimum of one second.
    """

    @staticmethod
    def commands(p: RetransmissionTimeoutParameters) -> list[Commands]:
        """The same path, and where the kernel shows its timer."""
        jitter = []
        if p.jitter:
            jitter = [f"tc qdisc change dev back root netem delay {p.rtt + p.jitter / 2:g}ms {p.jitter / 2:g}ms"]
        return [
            Commands(
                "Set it",
                [
                    *path(rate=RATE / 1e6, rtt=p.rtt),
                    *jitter,
                    f"sysctl -w net.ipv4.tcp_early_retrans={3 if p.tlp else 0}",
                    f"ip route change 192.0.2.0/24 via 198.51.100.1 rto_min {p.rto_min:g}ms",
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tino dst 192.0.2.1     # rto, rtt:mean/deviation, backoff, timer:(on,…)",
                    "nstat -az TcpExtTCPTimeouts TcpExtTCPLossProbes TcpExtTCPLossProbeRecovery",
                ],
            ),
        ]

    @staticmethod
    def run(p: RetransmissionTimeoutParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the number of the sample, ms; the loss itself is in the tables of packets."""
        result = RetransmissionTimeout.outputs.result()
        chance = [p.rtt + p.jitter * rng.random() for _ in range(p.count)]
        samples = list(EXAMPLE) if p.samples == "example" else chance
        rto_min_us = int(p.rto_min * 1000)
        pencil = Rfc6298()
        linux = RttEstimator(rto_min_us)
        for number, sample in enumerate(samples, 1):
            take_sample(linux, number, sample)
            pencil.sample(sample)
            result.append(
                number,
                sample,
                linux.srtt_us / 8000,
                linux.rto_us / 1000,
                pencil.rto,
                (linux.rto_us - (linux.srtt_us >> 3)) / 1000,
                4 * pencil.rttvar,
            )
        yield result
        runs = {tlp: LossyFlight(p, samples, tlp=tlp, rng=rng) for tlp in (True, False)}
        for loss in runs.values():
            for _ in loss.run():
                yield result
        result.tables = {**runs[p.tlp].trace.tables(), "waits": _waits(runs), "estimates": _estimates(samples)}
        chosen = runs[p.tlp]
        result.figure("srtt", result["srtt"][-1])
        result.figure("rto", result["rto"][-1])
        result.figure("rfc", result["rfc"][-1])
        result.figure("rfc_rttvar", pencil.rttvar)
        result.figure("waited", chosen.waited)
        result.figure("without_probe", runs[False].waited)
        result.figure("with_probe", runs[True].waited)
        result.figure("timeouts", chosen.timeouts)
        result.figure("finished", chosen.finished)
        result.sentence = _sentence(result, chosen)
        yield result


def _waits(runs: dict[bool, LossyFlight]) -> Table:
    """With and without probes, side by side."""
    table = Table(
        [
            Column("how", "", "with or without probes", "rto", words=("without probes", "with probes")),
            Column("waited", "ms", "until something is sent again", "rto"),
        ]
    )
    for tlp in (False, True):
        if runs[tlp].waited == runs[tlp].waited:
            table.append(tlp, runs[tlp].waited)
    return table


def _estimates(samples: list[float]) -> Table:
    """The RFC's arithmetic, line by line."""
    table = Table(
        [
            Column("number", "", "which sample", "time"),
            Column("sample", "ms", "round-trip time measured", "time"),
            Column("srtt", "ms", "7/8 of the old mean and 1/8 of the sample", "rtt"),
            Column("rttvar", "ms", "3/4 of the old deviation and 1/4 of the new", "ssthresh"),
            Column("rto", "ms", "SRTT + 4 · RTTVAR, at least 1 s", "rto"),
        ]
    )
    pencil = Rfc6298()
    for number, sample in enumerate(samples, 1):
        pencil.sample(sample)
        table.append(number, sample, pencil.srtt, pencil.rttvar, pencil.rto)
    return table


_WHAT = {RTO: "the retransmission timer", PROBE: "a tail-loss probe", REORDER: "RACK's wait for reordering"}


def _sentence(result: Result, loss: LossyFlight) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    parts = [
        f"SRTT is {significant(value['srtt'])} ms, the timeout {significant(value['rto'])} ms on Linux and "
        f"{significant(value['rfc'])} ms by RFC 6298."
    ]
    if value["waited"] != value["waited"]:
        parts.append("Nothing is sent again.")
    else:
        by = _WHAT.get(loss.by, "later segments, without a timer")
        parts.append(f"Something is sent again after {significant(value['waited'])} ms, thanks to {by}.")
        if value["timeouts"] > 1:
            parts.append(f"The timer fires {times(int(value['timeouts']))}, and waits twice as long each time.")
    if value["finished"] == value["finished"]:
        parts.append(f"Everything has arrived after {significant(value['finished'])} ms.")
    else:
        parts.append("After 200 s, some are still missing.")
    return " ".join(parts)
