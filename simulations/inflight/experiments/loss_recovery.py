"""A short transfer with holes in it: how each of them is noticed, and how it is filled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Marks, Preset, Slider, Value
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Grid, Ladder, Lane, Lanes, Pipe, States, TimeSequence
from inflight.figure.words import significant, times
from inflight.kernel.link import DELIVERED
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc.netem import NetemSpec
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.constants import MSS
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.recovery import RECOVERY
from inflight.kernel.tcp.segment import REASONS, Segment
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import NAN, RATE, RTT, loss_in_words, spelled, threshold

TICK = 0.001
"""s between two points of the curves, while something happens every few ms."""

LATER = 0.05
"""s between two points after `BUSY` s, when only timers are waited for."""

BUSY = 1.5
LONGEST = 60.0
BUFFER = 1000
"""The queue is long enough for every window here: packets are lost where the reader says."""

_NOT = "–"
_LEGACY: Mapping[str, Value] = {"sack": False, "detection": "dupacks", "recovery": "classic", "tlp": False}


@experiment("loss-recovery", part="congestion", question="How is a hole found and filled?")
class LossRecovery:
    """A few segments are lost, or only late; the sender has to find out which, and send them again."""

    title = "Filling a hole"
    parameters = (
        Marks(
            name="lose",
            label="Packets to lose",
            default="2,4,6,8",
            max=1000,
            quantity="loss",
            help="Counted in the order they reach the queue, retransmissions too. Click a packet to lose it.",
        ),
        Marks(
            name="late",
            label="Packets to delay",
            max=1000,
            quantity="rtt",
            help="These are overtaken by those behind them.",
        ),
        Slider(
            name="late_by",
            label="Delayed by",
            unit="ms",
            min=0.5,
            max=200,
            default=5,
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
        ),
        Slider(
            name="reorder",
            label="Share of packets that is late",
            unit="%",
            min=0,
            max=50,
            default=0,
            step=0.5,
            knob="tc qdisc … netem reorder",
            quantity="rtt",
            help="By chance, besides those that are marked.",
        ),
        Choice(
            name="detection",
            label="A loss is noticed by",
            choices={"rack": "RACK-TLP (time)", "dupacks": "three duplicate ACKs"},
            default="rack",
            knob="net.ipv4.tcp_recovery",
            help="RACK asks what was sent later and has arrived; the old rule counts ACKs.",
        ),
        Flag(
            name="sack",
            label="SACK",
            default=True,
            knob="net.ipv4.tcp_sack",
            help="The receiver says which segments it has. Without, only how far all is complete.",
        ),
        Flag(
            name="tlp",
            label="Tail-loss probes",
            default=True,
            knob="net.ipv4.tcp_early_retrans",
            quantity="rto",
            help="After two round trips of silence, one more segment is sent to get an answer. Needs SACK.",
        ),
        Choice(
            name="recovery",
            label="The window shrinks",
            choices={"prr": "bit by bit (PRR)", "classic": "at once (RFC 5681)"},
            default="prr",
            quantity="cwnd",
            help="Linux has used PRR since 2012; there is no switch for it.",
        ),
        Choice(
            name="algorithm",
            label="Congestion control",
            choices={name: spelled(name) for name in ("reno", "cubic")},
            default="reno",
            knob="net.ipv4.tcp_congestion_control",
            quantity="cwnd",
            help="Reno keeps half of the window, CUBIC 0.7 of it.",
        ),
        Slider(
            name="window",
            label="Window before the loss",
            unit="segments",
            min=2,
            max=44,
            default=10,
            scale="log10",
            step=1,
            integer=True,
            knob="ip route … initcwnd, ip route … ssthresh",
            quantity="cwnd",
            help="More than 44 do not fit into the window that a receiver offers at first, 65 160 bytes.",
        ),
        Slider(
            name="size",
            label="Segments to send",
            unit="",
            min=1,
            max=1000,
            default=30,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
        Slider(**{**RATE.__dict__, "default": 10}),
        RTT,
    )
    presets = (
        Preset(
            "The end of an answer",
            {"lose": "9,10,11", "size": 10, "rate": 5, "rtt": 60},
            "Ten segments and the FIN. The last three packets are lost, and that costs half a second.",
        ),
        Preset("As in 1990", _LEGACY, "No SACK: each hole costs a round trip of its own, because only one is known."),
        Preset("With SACK", {"detection": "dupacks", "tlp": False}, "All four holes are filled in one round trip."),
        Preset(
            "A lost retransmission",
            {"lose": "4,16", "detection": "dupacks", "tlp": False},
            "The sixteenth packet is the fourth segment again. Duplicate ACKs cannot tell that it is gone, too.",
        ),
        Preset(
            "RACK sees it",
            {"lose": "4,16"},
            "What was sent after the retransmission has arrived: so it is lost. No timer is needed.",
        ),
        Preset(
            "The last one",
            {"lose": "29,30", "tlp": False},
            "Nothing comes after it, so there is no duplicate ACK at all, and only the timer is left.",
        ),
        Preset("A probe for the last one", {"lose": "29,30"}, "After two round trips the sender asks again by itself."),
        Preset(
            "Late, not lost",
            {"lose": "", "late": "4", "late_by": 8},
            "Three others overtake it: a needless retransmission. The echoed timestamp proves it; all is taken back.",
        ),
        Preset(
            "Late again",
            {"lose": "", "late": "4,24,44", "late_by": 8, "size": 60},
            "After the first time RACK waits a quarter of a round trip, and that is long enough.",
        ),
        Preset(
            "Seven for ten",
            {"lose": "60", "window": 40, "size": 150, "algorithm": "cubic"},
            "CUBIC comes down to 0.7 of its window: seven segments leave for ten that arrive.",
        ),
        Preset(
            "A silence",
            {"lose": "60", "window": 40, "size": 150, "algorithm": "cubic", "recovery": "classic"},
            "The same loss with the window cut at once: nothing may leave until the surplus has drained.",
        ),
    )
    views = (
        Pipe(rtt="rtt", rate="rate", queue="queue", inflight="inflight", lose="lose"),
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
            question="A segment is lost, and so is its retransmission. Three duplicate ACKs are all you have. "
            "When has everything arrived?",
            at="A lost retransmission",
            summary="finished",
            min=50,
            max=3000,
        ),
        ValueBet(
            id="holes",
            question="Four of ten segments are lost, and there is no SACK. When have all thirty arrived?",
            at="As in 1990",
            summary="finished",
            min=50,
            max=3000,
        ),
        CurveBet(
            id="seven",
            question="CUBIC, a window of 40, one loss. Draw what is in flight until the hole is filled.",
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
        ACKs that are lost or come out of order, SACKs that a receiver takes back, and ECN. The queue is long enough,
        so that nothing is lost but what is marked. The window starts where the slider puts it, which Linux does only
        with a route of its own. Linux has no switch for PRR: the window that shrinks at once is what RFC 5681 asks
        for, and what kernels before 3.2 came close to.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The same switches on a Linux sender, and the counters that tell what happened."""
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first data); what became of each segment is in the table `scoreboard`."""
        result = Result(
            [
                Column("t", "s", "time since the first data", "time"),
                Column("sent", "segments", "new segments sent so far", "sequence"),
                Column("acked", "segments", "acknowledged so far", "throughput"),
                Column("cwnd", "segments", "congestion window", "cwnd"),
                Column("ssthresh", "segments", "slow-start threshold", "ssthresh"),
                Column("inflight", "segments", "believed to be in the network", "inflight"),
                Column("queue", "packets", "packets in the queue", "queue"),
                Column("sacked", "segments", "known to have arrived behind a hole (sacked_out)", "sequence"),
                Column("lost", "segments", "believed lost (lost_out)", "loss"),
                Column("again", "segments", "sent again so far", "loss"),
            ]
        )
        options = TcpOptions(sack=p.sack, rack=p.detection == "rack", tlp=p.tlp, prr=p.recovery == "prr")
        spec = FlowSpec(
            algorithm=p.algorithm,
            rtt=p.rtt / 1000,
            total=p.size * MSS,
            chunk=p.size * MSS,
            initcwnd=p.window,
            ssthresh=p.window,
            options=options,
        )
        late = frozenset(Marks.numbers(p.late))
        netem = None
        if late or p.reorder:
            netem = NetemSpec(delay=p.late_by / 1000, reorder=1 - p.reorder / 100, held=late)
        bell = Dumbbell(rate=p.rate * 1e6, limit=BUFFER, lose=Marks.numbers(p.lose), netem=netem, rng=rng, flows=[spec])
        flow = bell.flows[0]
        start = flow.started_at
        trace = Trace(bell, start=start)
        notes = _Notes(bell, start, p.size)
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


class _Notes:
    """What becomes of each segment, in words, and how the first recovery goes. It only listens."""

    def __init__(self, bell: Dumbbell, start: float, size: int) -> None:
        (flow,) = bell.flows
        self._clock, self._flow, self._start = bell.clock, flow, start
        self._size = size
        self.first = [NAN] * size  # when each segment was sent first, s
        self.again: list[list[float]] = [[] for _ in range(size)]
        self.why: list[list[int]] = [[] for _ in range(size)]
        self.sacked = [NAN] * size
        self.acked = [NAN] * size
        self._arrived = [0] * size
        self._una = 0
        self._sends: list[float] = []
        self.undone: list[tuple[float, str]] = []
        self._recovery: list[tuple[int, int, bool]] = []  # after each ACK: sent, delivered, still above ssthresh
        self._over = False
        self._packet, self._ack = bell.link.tap, flow.back.tap
        flow.back.receive = self._acknowledged
        bell.link.tap, flow.back.tap = self._on_packet, self._on_ack
        flow.sender.recovery.on_undo = lambda proof: self.undone.append((self._clock.now - start, proof))

    # ---- listening -----------------------------------------------------------------------------------------------

    def _on_packet(self, packet: Segment, now: float, leaves: float, fate: int) -> None:
        if self._packet:
            self._packet(packet, now, leaves, fate)
        number, time = packet.seq // MSS, packet.timestamp - self._start  # when it left, not when it reached the queue
        if number >= self._size:
            return  # a FIN of its own
        self._sends.append(time)
        if packet.repeat:
            self.again[number].append(time)
            self.why[number].append(packet.why)
        else:
            self.first[number] = time
        self._arrived[number] += fate == DELIVERED

    def _on_ack(self, ack: Ack) -> None:
        if self._ack:
            self._ack(ack)
        arrives = self._clock.now + self._flow.spec.rtt - self._start
        for number in range(self._una, min(ack.ack // MSS, self._size)):
            self.acked[number] = arrives
        self._una = max(self._una, min(ack.ack // MSS, self._size))
        for start, end in ack.sacks:
            for number in range(max(start // MSS, self._una), min(end // MSS, self._size)):
                if self.sacked[number] != self.sacked[number]:
                    self.sacked[number] = arrives

    def _acknowledged(self, ack: Ack) -> None:
        """An ACK reaches the sender; it is noted how the first recovery goes."""
        sender = self._flow.sender
        sender.on_ack(ack)
        if sender.recovery.state == RECOVERY and not self._over:
            above = sender.board.in_flight > sender.congestion.ssthresh
            self._recovery.append((sender.packets_sent, sender.board.delivered, above))
        elif self._recovery:
            self._over = True

    # ---- when it is over -----------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """One row per segment."""
        table = Table(
            [
                Column("segment", "", "which segment", "sequence"),
                Column("sent", "s", "sent first", "time"),
                Column("sacked", "s", "reported as arrived behind a hole", "sequence"),
                Column("resent", "s", "sent again, the last time", "loss"),
                Column("reason", "", "why it was sent again", "loss", words=(_NOT, *REASONS)),
                Column("acked", "s", "acknowledged", "time"),
            ]
        )
        for number in range(self._size):
            last, why = (self.again[number][-1], self.why[number][-1] + 1) if self.again[number] else (NAN, 0)
            row = (number + 1, self.first[number], self.sacked[number], last, why, self.acked[number])
            table.append(*row)
        return table

    @property
    def needless(self) -> int:
        """Segments that came more than once."""
        return sum(max(count - 1, 0) for count in self._arrived)

    def first_again(self) -> int | None:
        """Which segment is sent again first."""
        times = [(again[0], number) for number, again in enumerate(self.again) if again]
        return min(times)[1] if times else None

    def _per_ten(self) -> float:
        """Segments sent for ten that arrive, while more is in flight than there shall be."""
        above = [point for point in self._recovery if point[2]]
        if len(above) < 2 or above[-1][1] - above[0][1] < 10:
            return NAN
        return 10 * (above[-1][0] - above[0][0]) / (above[-1][1] - above[0][1])

    def _silence(self) -> float:
        """From the first retransmission to the next packet, s."""
        first = self.first_again()
        if first is None:
            return NAN
        begin = self.again[first][0]
        return min((time for time in self._sends if time > begin), default=NAN) - begin

    def _filled(self) -> float:
        """When the last hole was filled, s."""
        return max((self.acked[number] for number, again in enumerate(self.again) if again), default=NAN)

    def summarise(self, result: Result) -> None:
        """The events and numbers."""
        flow = self._flow
        recovery = flow.sender.recovery
        events = [loss_in_words(entry) for entry in recovery.entered]
        events = [(t - self._start, kind, text) for t, kind, text in events]
        events += [(t, "undo", f"taken back: the {proof} proves that nothing was lost") for t, proof in self.undone]
        for event in sorted(events):
            result.event(*event)
        first = self.first_again()
        waited = NAN if first is None else 1000 * (self.again[first][0] - self.first[first])
        finished = flow.receiver.finished_at
        result.figure("finished", NAN if finished is None else 1000 * (finished - self._start), "ms", "All has arrived")
        result.figure("waited", waited, "ms", "From the loss to the first retransmission")
        result.figure("retransmissions", flow.sender.retransmissions, "segments", "Sent again")
        result.figure("needless", self.needless, "segments", "Needlessly")
        result.figure("timeouts", recovery.timeouts, "", "Timeouts")
        result.figure("undone", len(self.undone), "", "Reductions taken back")
        result.figure("sent_per_ten", self._per_ten(), "segments", "Sent for ten that arrive, while reducing")
        result.figure("silence", 1000 * self._silence(), "ms", "From the first retransmission to the next packet")
        result.figure("filled", 1000 * self._filled(), "ms", "The last hole is known to be filled")


def _sentence(result: Result, p: Any, notes: _Notes) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    first = notes.first_again()
    if first is None:
        parts = ["No segment is sent again."]
    else:
        reason = REASONS[notes.why[first][0]]
        parts = [f"Segment {first + 1} is sent again {significant(value['waited'])} ms after it was sent ({reason})."]
        if value["retransmissions"] > 1:
            parts.append(f"In all {value['retransmissions']} segments are.")
    if value["timeouts"]:
        parts.append(f"The retransmission timer fires {times(int(value['timeouts']))}.")
    if value["needless"]:
        parts.append(f"{value['needless']} of the retransmissions came in addition to the original.")
    if value["undone"]:
        parts.append(f"The reduction of the window is taken back {times(int(value['undone']))}.")
    if value["finished"] == value["finished"]:
        parts.append(f"All {p.size} segments have arrived after {significant(value['finished'])} ms.")
    else:
        parts.append("After a minute not all has arrived.")
    return " ".join(parts)
