"""The retransmission timer: how it is set from RTT samples, when it fires, and what spares the wait."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Marks, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes
from inflight.figure.words import significant, times
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.constants import MSS
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.retransmit_timer import PROBE, REORDER, RTO
from inflight.kernel.tcp.rtt import RttEstimator
from inflight.kernel.tcp.segment import Segment
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import NAN, RTT

EXAMPLE = (1000.0, 1200.0, 900.0)
"""ms."""

RATE = 100e6
"""The path after the samples: fast enough that only the RTT counts, bit/s."""

LONGEST = 200.0
"""s."""

NEVER = 1e9
"""s; the application writes when the samples have been taken."""

_RFC_MIN_MS = 1000.0


@experiment("retransmission-timeout", part="congestion", question="How long until the timer fires?")
class RetransmissionTimeout:
    """Samples of the RTT set the timer; then a few segments leave, and some of them are lost."""

    title = "The retransmission timer"
    parameters = (
        Choice(
            name="samples",
            label="Samples",
            choices={"path": "of the path below", "example": "1000, 1200, 900 ms"},
            default="path",
            help="The path's RTT and jitter, or three samples to follow RFC 6298 with a pencil.",
        ),
        Slider(**{**RTT.__dict__, "help": "Of the path, without the jitter."}),
        Slider(
            name="jitter",
            label="Jitter",
            unit="ms",
            min=0,
            max=1000,
            default=0,
            step=1,
            knob="tc qdisc … netem delay TIME JITTER",
            quantity="rtt",
            help="Each sample is longer than the RTT by 0 to this much, as chance will have it.",
        ),
        Slider(name="count", label="Number of samples", unit="", min=1, max=100, default=30, step=1, integer=True),
        Slider(
            name="rto_min",
            label="rto_min",
            unit="ms",
            min=1,
            max=1000,
            default=200,
            scale="log10",
            knob="ip route … rto_min",
            quantity="rto",
            help="How far the timeout stays away from the RTT at least.",
        ),
        Slider(
            name="flight",
            label="Segments sent then",
            unit="",
            min=1,
            max=10,
            default=10,
            step=1,
            integer=True,
            quantity="inflight",
        ),
        Marks(
            name="lose",
            label="Which of them are lost",
            default="9,10",
            max=40,
            quantity="loss",
            help="Numbers beyond the segments are those that are sent later: retransmissions and probes.",
        ),
        Flag(
            name="tlp",
            label="Tail-loss probes",
            default=True,
            knob="net.ipv4.tcp_early_retrans",
            quantity="rto",
            help="After two round trips of silence, one more segment is sent to get an answer.",
        ),
    )
    presets = (
        Preset(
            "Only the timer",
            {"tlp": False},
            "Nothing comes after the last segment, so nothing tells that it is lost. A path of 40 ms stands for 240.",
        ),
        Preset(
            "With a probe", {}, "After two round trips the sender asks for an answer, and the answer shows the hole."
        ),
        Preset(
            "A lone segment",
            {"flight": 1, "lose": "1"},
            "The receiver may delay the ACK of a lone segment, so the probe waits 200 ms more: as long as the timer.",
        ),
        Preset("In the middle", {"lose": "5"}, "Three that come after it are enough. No timer is involved at all."),
        Preset(
            "A jittery path",
            {"jitter": 400, "count": 60},
            "The deviation counts four times, so the timeout runs far away from the RTT, and comes back slowly.",
        ),
        Preset(
            "RFC 6298 with a pencil",
            {"samples": "example"},
            "SRTT 1000, 1025, 1009.4; RTTVAR 500, 425, 350 ms. Linux has the same mean, and calms down more slowly.",
        ),
        Preset(
            "Lost again and again",
            {"flight": 1, "lose": "1,2,3,4,5,6", "tlp": False},
            "Each timeout doubles the next. After six losses it is a matter of many seconds.",
        ),
        Preset(
            "In a data centre",
            {"rtt": 1, "lose": "10", "flight": 10, "tlp": False},
            "The path takes 1 ms, the timer 201: two hundred round trips. Try rto_min 5 ms.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("rtt", "Round-trip time", "ms", ("sample", "srtt")),
                Lane("rto", "Timeout", "ms", ("rto", "rfc"), kind="step", handles=("rto_min",)),
                Lane("deviation", "Deviation", "ms", ("rttvar", "rfc_rttvar"), kind="step"),
            ),
        ),
        Ladder(title="The loss"),
        Bars("waits", label="how", value="waited", title="Time until it is sent again"),
        Grid("estimates", title="With a pencil"),
    )
    bets = (
        ValueBet(
            id="tail",
            question="40 ms of RTT, steady. The last two of ten segments are lost, and there are no probes. "
            "How long until one is sent again?",
            at="Only the timer",
            summary="waited",
            min=10,
            max=3000,
        ),
        ValueBet(
            id="probe",
            question="The same loss with tail-loss probes: how long until something is sent again?",
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
        Everything that delays a segment besides the path: queues, delayed ACKs but for the last one, and the upper
        bound, 120 s, which is never reached here. The samples are taken one by one; the jitter is gone when the
        segments leave, so that you see the timer and nothing else. The RFC's column is computed without the clock's
        granularity, and with its minimum of one second.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over the number of the sample, ms; the loss itself is in the tables of packets."""
        result = Result(
            [
                Column("number", "samples", "which sample", "time"),
                Column("sample", "ms", "round-trip time measured", "time"),
                Column("srtt", "ms", "its smoothed mean", "rtt"),
                Column("rto", "ms", "timeout of Linux", "rto"),
                Column("rfc", "ms", "timeout of RFC 6298", "ssthresh"),
                Column("rttvar", "ms", "what Linux adds to the mean: 4 · RTTVAR, or rto_min", "rto"),
                Column("rfc_rttvar", "ms", "4 · RTTVAR of RFC 6298", "ssthresh"),
            ]
        )
        chance = [p.rtt + p.jitter * rng.random() for _ in range(p.count)]
        samples = list(EXAMPLE) if p.samples == "example" else chance
        rto_min_us = int(p.rto_min * 1000)
        pencil = Rfc6298()
        linux = RttEstimator(rto_min_us)
        for number, sample in enumerate(samples, 1):
            _take(linux, number, sample)
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
        runs = {tlp: _Loss(p, samples, tlp=tlp, rng=rng) for tlp in (True, False)}
        for loss in runs.values():
            for _ in loss.run():
                yield result
        result.tables = {**runs[p.tlp].trace.tables(), "waits": _waits(runs), "estimates": _estimates(samples)}
        chosen = runs[p.tlp]
        result.figure("srtt", result["srtt"][-1], "ms", "SRTT")
        result.figure("rto", result["rto"][-1], "ms", "Timeout of Linux")
        result.figure("rfc", result["rfc"][-1], "ms", "Timeout of RFC 6298")
        result.figure("rfc_rttvar", pencil.rttvar, "ms", "RTTVAR of RFC 6298")
        result.figure("waited", chosen.waited, "ms", "Until something is sent again")
        result.figure("without_probe", runs[False].waited, "ms", "The same without probes")
        result.figure("with_probe", runs[True].waited, "ms", "The same with probes")
        result.figure("timeouts", chosen.timeouts, "", "Timeouts")
        result.figure("finished", chosen.finished, "ms", "All has arrived")
        result.sentence = _sentence(result, chosen)
        yield result


class Rfc6298:
    """SRTT, RTTVAR and RTO by the book, ms: RFC 6298 §2, without the clock's granularity."""

    def __init__(self) -> None:
        self.srtt = self.rttvar = 0.0
        self.rto = _RFC_MIN_MS

    def sample(self, rtt: float) -> None:
        """Take a sample, ms."""
        if self.srtt:
            self.rttvar = 0.75 * self.rttvar + 0.25 * abs(self.srtt - rtt)
            self.srtt = 0.875 * self.srtt + 0.125 * rtt
        else:
            self.srtt, self.rttvar = rtt, rtt / 2
        self.rto = max(_RFC_MIN_MS, self.srtt + 4 * self.rttvar)


def _take(estimator: RttEstimator, number: int, sample: float) -> None:
    """Sample `number`, counted from 1, ms. Each is a round trip of its own."""
    us = int(sample * 1000)
    estimator.update_min(number * sample / 1000, us)
    estimator.sample(us, number, number + 1)


class _Loss:
    """The segments that leave when the samples have been taken; some of them are lost."""

    def __init__(self, p: Any, samples: list[float], *, tlp: bool, rng: random.Random) -> None:
        rtt = samples[-1] / 1000 if p.samples == "example" else p.rtt / 1000
        options = TcpOptions(tlp=tlp, rto_min_us=int(p.rto_min * 1000))
        size = p.flight * MSS
        # the connection stays open: a FIN would be one more segment, behind the last one
        spec = FlowSpec(algorithm="reno", rtt=rtt, total=size, data=NEVER, options=options)
        bell = Dumbbell(rate=RATE, limit=1000, lose=Marks.numbers(p.lose), rng=rng, flows=[spec])
        (self._flow,) = bell.flows
        self._bell, self._samples, self._size = bell, samples, size
        self._start = rtt
        self.trace = Trace(bell, start=self._start)
        self._packet = bell.link.tap
        bell.link.tap = self._on_packet
        self.waited = NAN  # ms, from the first loss to the first packet that is sent again
        self.by = ""  # which timer fired first, if one did
        recovery = self._flow.sender.recovery
        self._timer, recovery.on_timer = recovery.on_timer, self._on_timer

    def run(self) -> Iterator[None]:
        """Until all has been acknowledged."""
        clock, sender = self._bell.clock, self._flow.sender
        yield from clock.run(self._start)
        for number, sample in enumerate(self._samples, 1):
            _take(sender.rtt, number - len(self._samples), sample)
        sender.buffer.append(sender.buffer.start_skb(), self._size)
        sender.push(nagle=False)
        until = self._start
        while sender.una < self._size and until < self._start + LONGEST:
            until += 0.05
            yield from clock.run(until)

    def _on_packet(self, packet: Segment, now: float, leaves: float, fate: int) -> None:
        if self._packet:
            self._packet(packet, now, leaves, fate)
        if packet.repeat and self.waited != self.waited:
            self.waited = 1000 * (now - self._start)

    def _on_timer(self, name: str, armed: float) -> None:
        if self._timer:
            self._timer(name, armed)
        self.by = self.by or name

    @property
    def timeouts(self) -> int:
        """How often the retransmission timer fired."""
        return self._flow.sender.recovery.timeouts

    @property
    def finished(self) -> float:
        """When all had arrived, ms; NaN if it never did."""
        finished = self._flow.receiver.finished_at
        return NAN if finished is None else 1000 * (finished - self._start)


def _waits(runs: dict[bool, _Loss]) -> Table:
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


def _sentence(result: Result, loss: _Loss) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    parts = [
        f"SRTT is {significant(value['srtt'])} ms, the timeout of Linux {significant(value['rto'])} ms, "
        f"that of RFC 6298 {significant(value['rfc'])} ms."
    ]
    if value["waited"] != value["waited"]:
        parts.append("Nothing has to be sent again.")
    else:
        by = _WHAT.get(loss.by, "later segments, without any timer")
        parts.append(f"After a loss something is sent again when {significant(value['waited'])} ms have passed: {by}.")
        if value["timeouts"] > 1:
            parts.append(f"The timer fires {times(int(value['timeouts']))}, and waits twice as long each time.")
    if value["finished"] == value["finished"]:
        parts.append(f"All has arrived after {significant(value['finished'])} ms.")
    else:
        parts.append("It has not all arrived after 200 s.")
    return " ".join(parts)
