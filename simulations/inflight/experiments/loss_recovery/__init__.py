"""A short transfer with holes in it: how each of them is noticed, and how it is filled."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.loss_recovery.notes import RecoveryNotes
from inflight.experiments.loss_recovery.parameters import PRESETS, LossRecoveryParameters
from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Marks
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Grid, Ladder, Lane, Lanes, Pipe, States, TimeSequence
from inflight.figure.words import significant, times
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc.netem import NetemSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.segment import REASONS
from inflight.scenes import measured
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import threshold

TICK = 0.001
"""s between two points of the curves, while something happens every few ms."""

LATER = 0.05
"""s between two points after `BUSY` s, when only timers are waited for."""

BUSY = 1.5
LONGEST = 60.0
BUFFER = 1000
"""The queue is long enough for every window here: packets are lost where the reader says."""


@experiment("loss-recovery", part="congestion", question="How is a hole found and filled?")
class LossRecovery:
    """A few segments are lost, or only late. The sender has to find out which, and send them again."""

    title = "Filling a hole"
    parameters = LossRecoveryParameters
    points = ("sender", "receiver")
    knobs = ("detection", "sack")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the first data", "time"),
            Column("sent", "segments", "new segments sent so far", "sequence"),
            Column("acked", "segments", "acknowledged so far", "throughput"),
            measured.CWND,
            measured.SSTHRESH,
            measured.IN_FLIGHT,
            Column("queue", "packets", "packets in the queue", "queue"),
            Column("sacked", "segments", "known to have arrived behind a hole (sacked_out)", "sequence"),
            Column("lost", "segments", "believed lost (lost_out)", "loss"),
            Column("again", "segments", "sent again so far", "loss"),
        ),
        figures=(
            measured.FINISHED,
            Output("waited", "ms", "From the loss to the first retransmission"),
            measured.RETRANSMISSIONS,
            Output("needless", "segments", "Sent again needlessly"),
            measured.TIMEOUTS,
            Output("undone", "", "Reductions taken back"),
            Output("sent_per_ten", "segments", "Sent for ten that arrive, while the window shrinks"),
            Output("silence", "ms", "From the first retransmission to the next packet"),
            Output("filled", "ms", "Last hole known to be filled"),
        ),
    )
    views = (
        Pipe(below="progress", rtt="rtt", rate="rate", queue="queue", inflight="inflight", lose="lose"),
        Lanes(
            (
                Lane("progress", "Sent and acknowledged", "segments", ("sent", "acked"), kind="step"),
                Lane("window", "Window", "segments", ("cwnd", "ssthresh", "inflight")),
                Lane("board", "What the sender believes", "segments", ("sacked", "lost"), kind="step"),
                Lane("again", "Sent again so far", "segments", ("again",), kind="step"),
            ),
        ),
        TimeSequence(),
        Ladder(),
        Grid("scoreboard", title="Scoreboard"),
        States(),
    )
    bets = (
        ValueBet(
            id="lost-again",
            question="A segment is lost, and so is its retransmission. You have only duplicate ACKs to go by. "
            "When has everything arrived?",
            at="A lost retransmission",
            summary="finished",
            min=50,
            max=3000,
        ),
        ValueBet(
            id="holes",
            question="Four of the first ten segments are lost, and there is no SACK. When have all thirty arrived?",
            at="As in 1990",
            summary="finished",
            min=50,
            max=3000,
        ),
        CurveBet(
            id="seven",
            question="CUBIC, a window of 40, one segment lost. Draw what is in flight until the hole is filled.",
            at="Seven for ten",
            column="inflight",
            given=("cwnd",),
        ),
    )
    sources = (
        "RFC 2018",
        "RFC 2883",
        "RFC 3522",
        "RFC 5681 §3.2",
        "RFC 6582",
        "RFC 6675",
        "RFC 6937",
        "RFC 8985",
        "tcp_input.c:tcp_fastretrans_alert",
        "tcp_recovery.c:tcp_rack_mark_lost",
        "C13",
        "C16",
        "C17",
        "C37",
    )
    leaves_out = """
        ACKs that are lost or come out of order, SACKs that a receiver takes back, and ECN. The queue is long enough
        that only the packets you mark are lost. The window starts where the slider puts it; on Linux that takes a
        route of its own. Linux has no switch for PRR. The window that shrinks at once is what RFC 5681 asks for, and
        kernels before 3.2 came close to it.
    """

    @staticmethod
    def commands(p: LossRecoveryParameters) -> list[Commands]:
        """The same switches on a Linux sender, and the counters that say what happened."""
        late = []
        if p.reorder:
            # with `reorder` netem sends that share on at once, and delays the others
            share = f"{100 - p.reorder:g}%"
            late = [
                f"tc qdisc add dev in root netem delay {p.late_by:g}ms reorder {share} gap 1   # the others are late"
            ]
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}",
                    f"sysctl -w net.ipv4.tcp_sack={int(p.sack)}",
                    f"sysctl -w net.ipv4.tcp_recovery={int(p.detection == 'rack')}",
                    f"sysctl -w net.ipv4.tcp_early_retrans={3 if p.tlp else 0}",
                    "sysctl -w net.ipv4.tcp_no_ssthresh_metrics_save=0   # or the route's ssthresh is ignored",
                    f"ip route change 192.0.2.0/24 via 198.51.100.1 initcwnd {p.window} ssthresh {p.window}",
                    *path(rate=p.rate, rtt=p.rtt),
                    *late,
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tin dst 192.0.2.1      # retrans, dsack_dups, reordering, reord_seen",
                    "nstat -az TcpExtTCPSackRecovery TcpExtTCPRenoRecovery TcpExtTCPLostRetransmit",
                    "nstat -az TcpExtTCPLossProbes TcpExtTCPTimeouts TcpExtTCPFullUndo TcpExtTCPDSACKUndo",
                ],
            ),
        ]

    @staticmethod
    def run(p: LossRecoveryParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first data); what became of each segment is in the table `scoreboard`."""
        result = LossRecovery.outputs.result()
        bell = _dumbbell(p, rng)
        flow = bell.flows[0]
        start = flow.started_at
        trace = Trace(bell, start=start)
        notes = RecoveryNotes(bell, start, p.size)
        now = start
        while now - start < LONGEST:
            for _ in bell.clock.run(now):
                yield result
            sender, congestion = flow.sender, flow.sender.congestion
            board = sender.board
            result.append(
                now - start,
                min(sender.nxt, p.size * MSS) / MSS,
                min(sender.una, p.size * MSS) / MSS,
                congestion.cwnd,
                threshold(congestion),
                board.in_flight,
                bell.link.queued(),
                board.sacked_out,
                board.lost_out,
                sender.retransmissions,
            )
            if sender.una >= p.size * MSS:
                break
            result.progress = min(sender.una / (p.size * MSS), 0.99)
            now += TICK if now - start < BUSY else LATER
        notes.summarise(result)
        result.sentence = _sentence(result, p, notes)
        result.tables = {**trace.tables(), "scoreboard": notes.table}
        yield result


def _dumbbell(p: LossRecoveryParameters, rng: random.Random) -> Dumbbell:
    options = TcpOptions(sack=p.sack, rack=p.detection == "rack", tlp=p.tlp, prr=p.recovery == "prr")
    spec = FlowSpec(
        algorithm=p.algorithm,
        rtt=p.rtt / 1000,
        total=p.size * MSS,
        chunk=p.size * MSS,
        initcwnd=p.window,
        ssthresh=p.window,
        options=options,
        era=tcp_era(p.kernel),
    )
    late = frozenset(Marks.numbers(p.late))
    netem = None
    if late or p.reorder:
        netem = NetemSpec(delay=p.late_by / 1000, reorder=1 - p.reorder / 100, held=late)
    return Dumbbell(rate=p.rate * 1e6, limit=BUFFER, lose=Marks.numbers(p.lose), netem=netem, rng=rng, flows=[spec])


def _sentence(result: Result, p: LossRecoveryParameters, notes: RecoveryNotes) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    first = notes.first_again()
    if first is None:
        parts = ["Nothing is sent again."]
    else:
        reason = REASONS[notes.why[first][0]]
        parts = [f"Segment {first + 1} is sent again {significant(value['waited'])} ms after it was sent ({reason})."]
        if value["retransmissions"] > 1:
            parts.append(f"In all, {value['retransmissions']} are sent again.")
    if value["timeouts"]:
        parts.append(f"The retransmission timer fires {times(int(value['timeouts']))}.")
    if value["needless"]:
        parts.append(f"{value['needless']} of the retransmissions arrived on top of the original.")
    if value["undone"]:
        parts.append(f"The cut of the window is undone {times(int(value['undone']))}.")
    if value["finished"] == value["finished"]:
        parts.append(f"All {p.size} segments have arrived after {significant(value['finished'])} ms.")
    else:
        parts.append("After a minute, some are still missing.")
    return " ".join(parts)
