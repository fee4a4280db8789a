"""What the ACK says: marks on the way there, and how many of them the sender learns of."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import nan
from typing import Annotated

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Grid, Ladder, Lane, Lanes
from inflight.kernel.link import DELIVERED, LOST
from inflight.scenes.ecn_feedback import ACCECN, CLASSIC, DCTCP, Told, told
from inflight.scenes.tcpdump import RECEIVER, SENDER, Arrow, segments

KINDS = (CLASSIC, DCTCP, ACCECN)
SEGMENTS = 8
"""Of which some are marked; more come behind them."""
APART = 0.001
"""s between two segments."""
TICK = APART / 4
BEHIND = [False] * 4


@dataclass(frozen=True)
class EcnFeedbackParameters(Parameters):
    """Which segments are marked, and how the receiver tells."""

    feedback: Annotated[
        str,
        Choice(
            label="Feedback",
            choices={CLASSIC: "classic ECN: ECE and CWR", DCTCP: "DCTCP’s ECE", ACCECN: "Accurate ECN"},
            knob="net.ipv4.tcp_ecn",
        ),
    ] = CLASSIC
    marked: Annotated[
        int,
        Slider(label="Marked segments", unit="", min=0, max=SEGMENTS, step=1, integer=True, quantity="loss"),
    ] = 5
    first: Annotated[
        int,
        Slider(label="First of them", unit="", min=1, max=SEGMENTS, step=1, integer=True, quantity="loss"),
    ] = 2
    lost: Annotated[
        int,
        Slider(
            label="ACK that is lost",
            unit="",
            min=0,
            max=5,
            step=1,
            integer=True,
            quantity="sequence",
            special={0: "none"},
        ),
    ] = 0
    round: Annotated[
        int,
        Slider(
            label="Segments per round trip",
            unit="",
            min=2,
            max=SEGMENTS,
            step=1,
            integer=True,
            quantity="rtt",
            help="One arrives every millisecond.",
        ),
    ] = 4

    @property
    def marks(self) -> list[bool]:
        """Of each segment, whether it is marked."""
        return [self.first <= number < self.first + self.marked for number in range(1, SEGMENTS + 1)]


PRESETS = (
    Preset(
        "One bit",
        {},
        "Five segments are marked. Once the receiver has seen one, each ACK says ECE until CWR arrives, and the sender "
        "can’t tell five marks from one.",
    ),
    Preset(
        "A counter",
        {"feedback": ACCECN},
        "The same segments. Each ACK carries the count, modulo 8, which starts at 5. The sender knows them all.",
    ),
    Preset(
        "DCTCP’s way",
        {"feedback": DCTCP},
        "ECE only for what was marked, and an extra ACK at each turn. The sender knows them all, if it hears them all.",
    ),
    Preset(
        "One mark, lost",
        {"feedback": DCTCP, "marked": 1, "first": 3, "lost": 2},
        "The ACK that said so gets lost. The next one has no ECE, so DCTCP never hears of the mark.",
    ),
    Preset(
        "The same, counted",
        {"feedback": ACCECN, "marked": 1, "first": 3, "lost": 2},
        "The next ACK still has the higher count. Nothing is forgotten.",
    ),
)


@experiment("ecn-feedback", part="disciplines", question="What does the sender hear of a mark?")
class EcnFeedback:
    """The same marked segments, told by classic ECN, by DCTCP's receiver, and by Accurate ECN."""

    title = "What the ACK says"
    parameters = EcnFeedbackParameters
    knobs = ("feedback", "marked", "lost")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "since the first segment left", "time"),
            Column("marked", "segments", "have arrived with a mark", "loss"),
            Column(CLASSIC, "segments", "the sender knows of, classic ECN", "reno"),
            Column(DCTCP, "segments", "the sender knows of, DCTCP’s ECE", "dctcp"),
            Column(ACCECN, "segments", "the sender knows of, Accurate ECN", "cubic"),
        ),
        figures=(
            Output("known", "segments", "The sender knows of"),
            Output("marked", "segments", "Marked"),
            Output(CLASSIC, "segments", "With classic ECN it knows of"),
            Output(DCTCP, "segments", "With DCTCP’s ECE it knows of"),
            Output(ACCECN, "segments", "With Accurate ECN it knows of"),
            Output("acks", "", "ACKs"),
            Output("saying", "", "ACKs that say something of a mark"),
        ),
    )
    views = (
        Ladder(states="", timers="", title="Segments and ACKs"),
        Lanes((Lane("known", "Marks, and what the sender knows", "segments", ("marked", *KINDS), kind="step"),)),
        Grid("acks", title="ACK by ACK"),
    )
    bets = (
        ValueBet(
            id="classic",
            question="Five of eight segments are marked, and a round trip has four. With classic ECN, how many marks "
            "does the sender know of in the end?",
            summary="known",
            min=0,
            max=8,
            scale="linear",
        ),
    )
    sources = (
        "RFC 3168 §6.1.3",
        "RFC 8257 §3.2",
        "RFC 9768 §3.2.2",
        "tcp_input.c:__tcp_accecn_process",
        "tcp_dctcp.h:dctcp_ece_ack_update",
        "tcp_ecn.h:tcp_accecn_set_ace",
    )
    leaves_out = """
        What the sender does about it: here it sends a segment every millisecond, marked or not. Half of the round trip
        is drawn on either way. The option with byte counters is there with Accurate ECN, and isn’t drawn. The
        connection has been there for a while, so the receiver delays its ACKs.
    """

    @staticmethod
    def commands(p: EcnFeedbackParameters) -> list[Commands]:
        """Which feedback is agreed on, and where it is to be seen."""
        ask = {
            CLASSIC: "sysctl -w net.ipv4.tcp_ecn=1   # the end that connects; the other agrees by default",
            DCTCP: "sysctl -w net.ipv4.tcp_congestion_control=dctcp   # both ends",
            ACCECN: "sysctl -w net.ipv4.tcp_ecn=3   # both ends, Linux 7.0 or newer",
        }[p.feedback]
        return [
            Commands("Set it", [ask]),
            Commands(
                "See it",
                [
                    "tcpdump -ni eth0 -v 'tcp port 443'   # E is ECE, W is CWR, e is AE",
                    "ss -tio dst 192.0.2.1   # ecn, ecnseen, delivered_ce",
                    "nstat -az IpExtInCEPkts TcpExtTCPDeliveredCE",
                ],
            ),
        ]

    @staticmethod
    def run(p: EcnFeedbackParameters, rng: random.Random) -> Iterator[Result]:
        """A row every quarter of a millisecond, s."""
        marks, rtt = p.marks, p.round * APART
        heard = {kind: _acks(kind, p) for kind in KINDS}
        chosen = heard[p.feedback]
        end = (SEGMENTS + 1) * APART + rtt
        result = EcnFeedback.outputs.result(end=end)
        arrivals = [number * APART + rtt / 2 for number, marked in enumerate(marks) if marked]
        news = {
            kind: ([ack.at + rtt for ack in acks], [0, *(ack.known for ack in acks)]) for kind, acks in heard.items()
        }
        for row in range(int(end / TICK) + 1):
            now = row * TICK
            known = [values[bisect_right(times, now)] for times, values in news.values()]
            result.append(now, bisect_right(arrivals, now), *known)
        result.tables["segments"] = segments(_arrows(p, chosen), -rtt / 2)
        result.tables["acks"] = _ack_table(p.feedback, chosen)
        result.figure("known", chosen[-1].known)
        result.figure("marked", sum(marks))
        for kind, acks in heard.items():
            result.figure(kind, acks[-1].known)
        result.figure("acks", len(chosen))
        result.figure("saying", sum(_says(p.feedback, chosen, place) for place in range(len(chosen))))
        result.sentence = _sentence(p, chosen[-1].known, sum(marks), len(chosen))
        yield result


def _acks(feedback: str, p: EcnFeedbackParameters) -> list[Told]:
    """Those that tell of the segments that are drawn. What would leave just when an ACK comes leaves behind it."""
    lost = [p.lost - 1] if p.lost else []
    acks = told(feedback, [*p.marks, *BEHIND], apart=APART, rtt=_until_answered(p), lost=lost)
    return [ack for ack in acks if ack.at < (SEGMENTS + 0.5) * APART]


def _until_answered(p: EcnFeedbackParameters) -> float:
    return (p.round - 0.25) * APART


def _says(feedback: str, acks: Sequence[Told], place: int) -> bool:
    """Whether that ACK tells of a mark: ECE is set, or the count differs from that of the one before."""
    before = acks[place - 1].ace if place else 5
    return acks[place].ace != before if feedback == ACCECN else acks[place].ace > 0


def _flags(feedback: str, ace: int) -> str:
    if feedback == ACCECN:
        return f"ACE {ace}"
    return "ECE" if ace else ""


def _answers(acks: Sequence[Told], p: EcnFeedbackParameters) -> set[int]:
    """With classic ECN: the segments that carry CWR, from 0, the next to leave when the sender has heard of a mark."""
    known = [0, *(ack.known for ack in acks)]
    news = [ack.at for ack, before in zip(acks, known, strict=False) if ack.known > before]
    return {round((at + _until_answered(p)) / APART + 0.5) for at in news}


def _arrows(p: EcnFeedbackParameters, acks: Sequence[Told]) -> Iterator[Arrow]:
    way = p.round * APART / 2
    answers = _answers(acks, p) if p.feedback == CLASSIC else set()
    for number, marked in enumerate([*p.marks, False]):
        flags = f"{' CE' * marked}{' CWR' * (number in answers)}"
        detail = f"segment {number + 1}{', marked' * marked}{', with CWR' * (number in answers)}"
        yield Arrow(number * APART - way, number * APART, SENDER, f"{number + 1}{flags}", detail)
    for ack in acks:
        flags = _flags(p.feedback, ack.ace)
        label = f"ack {ack.segments}{f' {flags}' if flags else ''}"
        detail = f"the sender knows of {ack.known}" if ack.heard else "the sender doesn’t hear it"
        fate, arrived = (DELIVERED, ack.at + way) if ack.heard else (LOST, nan)
        yield Arrow(ack.at, arrived, RECEIVER, label, detail, fate=fate)


def _ack_table(feedback: str, acks: Sequence[Told]) -> Table:
    words = list(dict.fromkeys(_flags(feedback, ack.ace) or "–" for ack in acks))
    table = Table(
        [
            Column("at", "ms", "leaves the receiver", "time"),
            Column("segments", "", "acknowledges so many segments", "sequence"),
            Column("marked", "", "of them came with a mark", "loss"),
            Column("says", "", "its flags", "cwnd", words=words),
            Column("heard", "", "what became of it", "loss", words=["lost", "heard"]),
            Column("known", "", "marks that the sender knows of then", "dctcp"),
        ]
    )
    for ack in acks:
        says = words.index(_flags(feedback, ack.ace) or "–")
        table.append(1000 * ack.at, ack.segments, ack.marked, says, int(ack.heard), ack.known)
    return table


def _sentence(p: EcnFeedbackParameters, known: int, marked: int, acks: int) -> str:
    how = {CLASSIC: "classic ECN", DCTCP: "DCTCP’s ECE", ACCECN: "Accurate ECN"}[p.feedback]
    lost = f"; ACK {p.lost} is lost" if p.lost and p.lost <= acks else ""
    if not marked:
        return f"No segment is marked, and {acks} ACKs say so."
    are = "1 segment is" if marked == 1 else f"{marked} segments are"
    of = "all of them" if marked > 1 else "it"
    knows = f"knows of {of}" if known == marked else f"knows of {known}" if known else "knows of none"
    return f"{are} marked, and with {how} the sender {knows}{lost}."
