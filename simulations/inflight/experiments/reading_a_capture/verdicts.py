"""Both verdicts side by side: of each captured segment, what Wireshark writes and what the model knows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inflight.capture.crossing import Crossing
from inflight.capture.options import scale_in
from inflight.capture.tcp import FLAGS
from inflight.capture.wireshark import Analysis, Packet, Remark
from inflight.experiments.reading_a_capture.transfer import Heard
from inflight.experiments.reading_a_capture.truth import JUDGED, Story, Truth
from inflight.figure.result import Column, Table
from inflight.scenes.captured.words import ENDS
from inflight.scenes.tcpdump import SENDER, SIDES

SILENT = "–"


@dataclass(frozen=True)
class Verdict:
    """About the packet `number` of the capture, seen at `time`, s."""

    number: int
    time: float
    heard: Heard
    remarks: tuple[Remark, ...]
    truth: Truth

    @property
    def names(self) -> tuple[str, ...]:
        """Of what Wireshark says."""
        return tuple(remark.name for remark in self.remarks)

    @property
    def judged(self) -> int:
        """What is to be thought of it."""
        return self.truth.judge(self.names)

    @property
    def side(self) -> int:
        """Who has sent it."""
        return SENDER if self.heard.crossing.source == ENDS[SENDER] else 1 - SENDER

    @property
    def is_named(self) -> bool:
        """Wireshark calls it a retransmission, of whatever kind."""
        return any("Retransmission" in name for name in self.names)

    @property
    def is_remarkable(self) -> bool:
        """Somebody has something to say about it."""
        return bool(self.remarks or self.truth.text)


def verdicts(heard: Sequence[Heard], point: str, shift: int) -> list[Verdict]:
    """Of all that is captured at `point`; shift: the receiver's window scale."""
    address = ENDS[SIDES.index(point)].address
    seen = [(each.crossing.seen_at(address), each) for each in heard]
    captured = sorted(((time, each) for time, each in seen if time is not None), key=lambda pair: pair[0])
    analysis, story = Analysis(), Story(heard, address, shift)
    return [
        Verdict(number, time, each, tuple(analysis.remarks(packet_of(each.crossing, number, time))), story.truth(each))
        for number, (time, each) in enumerate(captured, 1)
    ]


def packet_of(crossing: Crossing, number: int, time: float) -> Packet:
    """As Wireshark gets it."""
    return Packet(
        number=number,
        time=round(time * 1e9),
        side=ENDS.index(crossing.source),
        seq=crossing.seq,
        ack=crossing.ack,
        length=crossing.length,
        flags=sum(FLAGS[letter] for letter in crossing.flags),
        window=crossing.window,
        shift=scale_in(crossing.options) if "S" in crossing.flags else None,
    )


def packet_list(found: Iterable[Verdict]) -> Table:
    """The capture, packet by packet, as Wireshark lists it, with what is true beside it."""
    rows = list(found)
    return Table(
        [
            _numbers("number", "", "its number in the capture", "time", [row.number for row in rows]),
            _numbers("time", "s", "when it was captured, since the SYN left", "time", [row.time for row in rows]),
            Column("from", "", "who sends it", "time", array("d", [row.side for row in rows]), SIDES),
            _texts("packet", "its numbers, as tcpdump has them", "sequence", [_label(row) for row in rows]),
            _texts("Wireshark", "what its TCP analysis says", "kernel", [_said(row.remarks) for row in rows]),
            _texts("truth", "what happened", "loss", [row.truth.text or SILENT for row in rows]),
            Column("judged", "", "how good it is", "loss", array("d", [row.judged for row in rows]), JUDGED),
        ]
    )


def remarkable(found: Iterable[Verdict]) -> Table:
    """Only those of which somebody has something to say; neighbours of whom the same is said share a row."""
    groups: list[list[Verdict]] = []
    for row in found:
        if not row.is_remarkable:
            continue
        if groups and _alike(groups[-1][-1], row):
            groups[-1].append(row)
        else:
            groups.append([row])
    firsts = [group[0] for group in groups]
    return Table(
        [
            _numbers("time", "s", "when the first was captured, since the SYN left", "time", [r.time for r in firsts]),
            _numbers("until", "s", "when the last was", "time", [group[-1].time for group in groups]),
            _numbers("packets", "", "how many", "sequence", [len(group) for group in groups]),
            Column("from", "", "who sends them", "time", array("d", [row.side for row in firsts]), SIDES),
            _texts("packet", "the first one", "sequence", [_label(row) for row in firsts]),
            _texts("said", "what Wireshark says", "kernel", [_said_of(group) for group in groups]),
            _texts("truth", "what happened", "loss", [row.truth.text or SILENT for row in firsts]),
            Column("judged", "", "how good it is", "loss", array("d", [row.judged for row in firsts]), JUDGED),
        ]
    )


def _alike(one: Verdict, other: Verdict) -> bool:
    return (one.side, one.names, one.truth.text, one.judged) == (
        other.side,
        other.names,
        other.truth.text,
        other.judged,
    )


def _label(row: Verdict) -> str:
    crossing = row.heard.crossing
    if "S" in crossing.flags:
        return "SYN-ACK" if "A" in crossing.flags else "SYN"
    if crossing.length:
        return f"{crossing.seq}:{crossing.seq + crossing.length}"
    return "probe" if row.heard.probe else f"ack {crossing.ack}"


def _said(remarks: Sequence[Remark]) -> str:
    return ", ".join(map(str, remarks)) or SILENT


def _said_of(group: Sequence[Verdict]) -> str:
    first, last = group[0].remarks, group[-1].remarks
    if len(group) > 1 and len(first) == 1 and first[0].of:
        return f"{first[0]} to #{last[0].times}"
    return _said(first)


def _numbers(name: str, unit: str, meaning: str, quantity: str, values: Iterable[float]) -> Column:
    return Column(name, unit, meaning, quantity, array("d", values))


def _texts(name: str, meaning: str, quantity: str, texts: Sequence[str]) -> Column:
    words = list(dict.fromkeys(texts))
    return Column(name, "", meaning, quantity, array("d", map(words.index, texts)), words)
