"""A stream of packets through netem: who arrives, when, in which order, and who never does."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Distribution, Ladder, Lane, Lanes
from inflight.figure.words import seconds, significant
from inflight.kernel.link import DELIVERED, DROPPED, LOST
from inflight.kernel.loss import GilbertElliott
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.netem import Netem
from inflight.kernel.qdisc.netem_tables import DISTRIBUTIONS
from inflight.scenes.tcpdump import Arrow, segments
from inflight.scenes.transfer import NAN

ETHERNET = 14
"""Header of a frame, which netem counts, bytes."""

MOST_PACKETS = 20_000
POINTS = 200
"""Of the curves, while packets are sent."""

PATIENCE = 3
"""So many times as long as sending and the delay take, the run waits for the last packets."""

SHOWN = 24
"""Packets of the ladder: with more of them nobody sees who overtakes whom."""

NONE, SOME = "none", "some"
FAULTY = {"faults": (SOME,)}
SIDES = ("sender", "receiver")
FATES = ("in order", "late", "a second time", "damaged", "lost on purpose", "no room (limit)")


@experiment("netem", part="disciplines", question="Is my test network what I think it is?")
class EmulatedNetwork:
    """Packets at even distances go through one netem; each setting does something else to them."""

    title = "A network made of one line of tc"
    parameters = (
        Slider(
            name="delay",
            label="Delay",
            unit="ms",
            min=0.1,
            max=2000,
            default=100,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
            help="Of every packet, one way.",
        ),
        Slider(
            name="jitter",
            label="Jitter",
            unit="ms",
            min=0.01,
            max=500,
            default=0,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem delay TIME JITTER",
            quantity="rtt",
            help="How much more or less: at most with a uniform distribution, the standard deviation with the others.",
        ),
        Choice(
            name="distribution",
            label="Distribution of the delay",
            choices={name: name for name in DISTRIBUTIONS},
            default="uniform",
            knob="tc qdisc … netem distribution",
            quantity="rtt",
            help="Only with a delay and a jitter.",
        ),
        Choice(
            name="faults",
            label="Faults",
            choices={NONE: "none", SOME: "as set here"},
            default=NONE,
            quantity="loss",
            help="Loss, duplicates, damage, and packets that overtake others.",
        ),
        Slider(
            name="loss",
            label="Loss",
            unit="%",
            min=0.01,
            max=50,
            default=0,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem loss",
            quantity="loss",
            chance=True,
            matters_when=FAULTY,
        ),
        Slider(
            name="burst",
            label="Packets lost in a row, on average",
            unit="packets",
            min=1,
            max=50,
            default=1,
            scale="log10",
            knob="tc qdisc … netem loss gemodel",
            quantity="loss",
            help="Above 1 the losses come in bursts: the model of Gilbert, p and r.",
            matters_when=FAULTY,
        ),
        Slider(
            name="duplicate",
            label="Duplicates",
            unit="%",
            min=0.01,
            max=100,
            default=0,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem duplicate",
            quantity="loss",
            chance=True,
            matters_when=FAULTY,
        ),
        Slider(
            name="corrupt",
            label="Damage",
            unit="%",
            min=0.01,
            max=100,
            default=0,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem corrupt",
            quantity="loss",
            chance=True,
            help="One bit is wrong. The receiver's checksum finds it, and throws the packet away.",
            matters_when=FAULTY,
        ),
        Slider(
            name="reorder",
            label="Sent on at once",
            unit="%",
            min=0.1,
            max=100,
            default=0,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem reorder",
            quantity="sequence",
            help="These skip the delay, and overtake those that wait. Needs a delay.",
            matters_when=FAULTY,
        ),
        Slider(
            name="gap",
            label="Gap: one of so many may",
            unit="packets",
            min=1,
            max=100,
            default=1,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … netem gap",
            quantity="sequence",
            matters_when=FAULTY,
        ),
        Slider(
            name="correlation",
            label="Correlation",
            unit="%",
            min=0,
            max=99,
            default=0,
            knob="tc qdisc … netem … CORRELATION",
            help="The second percentage behind jitter, loss, duplicate, corrupt and reorder: here the same for all.",
        ),
        Slider(
            name="rate",
            label="Rate of the emulated line",
            unit="Mbit/s",
            min=0.1,
            max=10_000,
            default=0,
            special={0: "none"},
            scale="log10",
            knob="tc qdisc … netem rate",
            quantity="throughput",
        ),
        Slider(
            name="limit",
            label="Limit",
            unit="packets",
            min=1,
            max=100_000,
            default=1000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … netem limit",
            quantity="queue",
            help="Packets inside, whether they wait for their time or for the line. 1000 unless you say it.",
        ),
        Slider(
            name="offered",
            label="Offered rate",
            unit="Mbit/s",
            min=0.05,
            max=2000,
            default=200,
            scale="log10",
            quantity="throughput",
            help="With IP headers. The packets come at even distances.",
        ),
        Slider(
            name="size",
            label="Packet",
            unit="B",
            min=28,
            max=1500,
            default=1500,
            step=1,
            integer=True,
            help="As IP counts.",
        ),
        Slider(
            name="gso",
            label="Segments in an skb",
            unit="",
            min=1,
            max=44,
            default=1,
            step=1,
            integer=True,
            knob="ip link … gso_max_segs",
            quantity="inflight",
            help="netem counts a GSO skb as one packet, and delays or loses it whole.",
        ),
        Slider(name="duration", label="Duration", unit="s", min=0.05, max=20, default=0.6, scale="log10"),
    )
    presets = (
        Preset(
            "The limit trap",
            {},
            "delay 100ms and nothing else. There is room for 1000 packets, and in 100 ms 1667 come: two of five are "
            "dropped, and what arrives comes 60 ms long and then 40 ms not at all.",
        ),
        Preset(
            "Room for the delay",
            {"limit": 2000},
            "1667 packets are on their way at any time. A limit above that, and nothing is dropped.",
        ),
        Preset(
            "Large packets hide it",
            {"gso": 40},
            "The same traffic in skbs of 40 segments: netem counts 42 packets, and the limit is far away. The test "
            "passes on this host and fails on a router, where they come one by one.",
        ),
        Preset(
            "Jitter reorders",
            {"jitter": 10, "offered": 0.8, "size": 200, "duration": 2},
            "100 ms ± 10 ms, packets 2 ms apart. On Linux 570 of 1000 came after one that was sent later.",
        ),
        Preset(
            "A bell, not a box",
            {"jitter": 20, "distribution": "normal", "offered": 0.8, "size": 200, "duration": 2},
            "The jitter is a standard deviation now, so some are 60 ms early or late: 839 of 1000 out of order on "
            "Linux, from 42 to 162 ms.",
        ),
        Preset(
            "A rate keeps the order",
            {"jitter": 10, "rate": 100, "offered": 0.8, "size": 200, "duration": 2},
            "The same jitter with a rate: a packet cannot leave before the one in front of it. None is late.",
        ),
        Preset(
            "Overtaking by choice",
            {"faults": SOME, "delay": 10, "reorder": 25, "correlation": 50, "offered": 0.8, "size": 200, "duration": 2},
            "reorder 25% 50%. Correlated numbers stay near the middle, so far fewer than a quarter go first: 51 of "
            "1000 on Linux.",
        ),
        Preset(
            "One per cent of nothing",
            {"faults": SOME, "delay": 10, "loss": 1, "correlation": 25, "offered": 2, "size": 200, "duration": 8},
            "loss 1% 25%, to make the losses come together. 10 000 packets, and not a hundred are lost but none: a "
            "quarter of the last number is in each, and keeps it above one per cent.",
        ),
        Preset(
            "Losses in bursts",
            {"faults": SOME, "delay": 10, "loss": 5, "burst": 5, "offered": 0.8, "size": 200, "duration": 2},
            "One in twenty is lost, as with loss 5%, but five in a row. For TCP these are two different networks.",
        ),
        Preset(
            "Delay, rate, limit",
            {"delay": 20, "rate": 100, "offered": 120, "duration": 1},
            "One line for a slow path. Its limit is the router's buffer as well: 1000 packets, less the 165 that are "
            "on the way.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("flow", "Offered and arriving", "Mbit/s", ("offered", "arriving"), kind="step"),
                Lane("inside", "Packets inside", "packets", ("inside",), handles=("limit",)),
                Lane("delay", "Delay of what arrives", "ms", ("shortest", "longest"), kind="points"),
                Lane("bad", "Gone, and late, so far", "packets", ("gone", "late"), kind="step"),
            ),
        ),
        Distribution("delay", table="packets", title="Delays"),
        Bars("fates", "fate", "packets", title="What became of them"),
        Ladder(sides=SIDES, states="", timers="", title="The first packets"),
    )
    bets = (
        ValueBet(
            id="trap",
            question="200 Mbit/s go into netem delay 100ms, with no other setting. How much arrives?",
            at="The limit trap",
            summary="arrived",
            min=10,
            max=1000,
        ),
        ValueBet(
            id="late",
            question="1000 packets, 2 ms apart, 100 ms ± 10 ms. How many arrive after one that was sent later?",
            at="Jitter reorders",
            summary="late",
            min=0,
            max=1000,
            scale="linear",
        ),
        ValueBet(
            id="correlated",
            question="reorder 25% 50%: how many of 1000 packets are sent on at once?",
            at="Overtaking by choice",
            summary="at_once",
            min=0,
            max=1000,
            scale="linear",
        ),
    )
    sources = (
        "sch_netem.c:netem_enqueue",
        "sch_netem.c:tabledist",
        "sch_netem.c:get_crandom",
        "iproute2, q_netem.c:netem_parse_opt",
        "tc-netem(8)",
        "Q22",
        "Q24",
    )
    leaves_out = """
        The CPU: on a busy host packets leave later than their time, and the lab's add 0.02 ms. Timers that are coarser
        than a nanosecond. Damage to the address of a frame, which a checksum does not see. The loss model with four
        states, ECN, slots and the cells of ATM, which the model has and this figure does not show. After 20 000
        packets the run ends.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The one line, and where to look whether it did what was meant."""
        return [
            Commands("Set it", [f"tc qdisc add dev eth0 root {_line(_given(p))}"]),
            Commands(
                "See it",
                [
                    "tc -s qdisc show dev eth0   # dropped: lost on purpose and for want of room; backlog: inside now",
                    "ping -i 0.002 -c 1000 192.0.2.1   # time, packets out of order, DUP!",
                    "ethtool -k eth0 | grep segmentation   # one skb may be 44 packets",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """A row at the end of each interval, s, until the last packet has arrived."""
        result = Result(
            [
                Column("t", "s", "time", "time"),
                Column("offered", "Mbit/s", "sent in this interval", "sequence"),
                Column("arriving", "Mbit/s", "arrived in this interval", "throughput"),
                Column("inside", "packets", "packets inside netem (skbs)", "queue"),
                Column("shortest", "ms", "shortest delay of what arrived in this interval", "rtt"),
                Column("longest", "ms", "longest delay", "rto"),
                Column("gone", "packets", "lost, dropped or damaged so far", "loss"),
                Column("late", "packets", "arrived after one sent later, so far", "sequence"),
            ]
        )
        p = _given(p)
        path = _Path(p, rng)
        width = max(p.duration, (p.delay + p.jitter) / 1000) / POINTS
        patience = PATIENCE * (p.duration + (p.delay + 4 * p.jitter) / 1000)
        rows = 0
        result.append(0.0, 0.0, 0.0, 0, NAN, NAN, 0, 0)
        while path.sent < path.count or (len(path.netem) and rows * width < patience):
            rows += 1
            before = path.sent, path.bytes
            path.until(rows * width)
            result.append(
                rows * width,
                (path.sent - before[0]) * path.payload * 8e-6 / width,
                (path.bytes - before[1]) * 8e-6 / width,
                len(path.netem),
                path.shortest,
                path.longest,
                path.netem.drops + path.netem.thrown_away,
                path.late,
            )
            path.shortest = path.longest = NAN
            result.progress = min(path.sent / path.count, 0.99)
            yield result
        path.tell(result, p)
        yield result


def _given(p: Any) -> Any:
    """Without the faults, unless they are wanted."""
    none = {"loss": 0, "burst": 1, "duplicate": 0, "corrupt": 0, "reorder": 0, "gap": 1}
    return p if p.faults == SOME else SimpleNamespace(**{**vars(p), **none})


def _line(p: Any) -> str:
    """What tc is told."""
    also = f" {p.correlation:g}%" if p.correlation else ""
    words = ["netem"]
    if p.delay or p.jitter:
        words.append(f"delay {p.delay:g}ms")
    if p.jitter:
        words.append(f"{p.jitter:g}ms{also}")
        if p.distribution != "uniform" and p.delay:
            words.append(f"distribution {p.distribution}")
    if p.loss and p.burst > 1:
        model = _bursts(p)
        words.append(f"loss gemodel {significant(100 * model.p)}% {significant(100 * model.r)}%")
    elif p.loss:
        words.append(f"loss {p.loss:g}%{also}")
    for name in ("duplicate", "corrupt"):
        if getattr(p, name):
            words.append(f"{name} {getattr(p, name):g}%{also}")
    if p.reorder and p.delay:
        words.append(f"reorder {p.reorder:g}%{also}" + (f" gap {p.gap}" if p.gap > 1 else ""))
    if p.rate:
        words.append(f"rate {p.rate * 1000:g}kbit")
    return " ".join([*words, f"limit {p.limit}"])


def _bursts(p: Any) -> GilbertElliott:
    """All is lost in the bad state: it lasts 1/r packets, and p/(p + r) of them meet it."""
    back = 1 / p.burst
    return GilbertElliott(min(p.loss / (100 - p.loss) * back, 1.0), back)


class _Packet:
    """Knows its number and when it was sent, s."""

    __slots__ = ("number", "sent")
    ect = False

    def __init__(self, number: int, sent: float) -> None:
        self.number, self.sent = number, sent


class _Path:
    """The sender, netem, and the receiver: its `receive`. Without a line behind it netem needs no device."""

    flow = 0

    def __init__(self, p: Any, rng: random.Random) -> None:
        share = p.correlation / 100
        jitter = p.jitter / 1000
        self.netem = Netem(
            limit=p.limit,
            delay=p.delay / 1000,
            jitter=jitter,
            delay_correlation=share,
            distribution=p.distribution if p.delay and jitter else "uniform",
            loss=0.0 if p.burst > 1 else p.loss / 100,
            loss_correlation=share,
            gemodel=_bursts(p) if p.loss and p.burst > 1 else None,
            duplicate=p.duplicate / 100,
            duplicate_correlation=share,
            corrupt=p.corrupt / 100,
            corrupt_correlation=share,
            reorder=p.reorder / 100 if p.delay else 0.0,
            reorder_correlation=share,
            gap=p.gap,
            rate=p.rate * 1e6 if p.rate else None,
            rng=rng,
        )
        self.netem.on_drop = self._dropped
        self.payload = p.size * p.gso
        self._frame = (p.size + ETHERNET) * p.gso
        self._gap = self.payload * 8 / (p.offered * 1e6)
        self.count = max(1, min(MOST_PACKETS, int(p.duration / self._gap + 1e-9)))
        self._now = 0.0
        self.sent = self.bytes = self.late = self.twice = self.most = 0
        self.shortest = self.longest = NAN
        self._newest = -1
        self._last = 0.0  # when the last one arrived, s
        self._lost = 0  # what netem had lost on purpose when it dropped a packet last
        self._came = bytearray(self.count)
        self._arrows: list[Arrow] = []
        self._fates: dict[int, int] = {}
        self.numbers, self.delays = array("d"), array("d")

    def until(self, end: float) -> None:
        """Send and receive what is due before `end`, s."""
        netem = self.netem
        while self.sent < self.count and (now := self.sent * self._gap) < end:
            self._drain(now)
            self._now = now
            packet = _Packet(self.sent, now)
            self.sent += 1
            netem.enqueue(Queued(packet, self._frame, self, now, packet.number))
            self.most = max(self.most, len(netem))
            while item := netem.dequeue(now):
                item.sink.receive(item.packet)
        self._drain(end)

    def _drain(self, end: float) -> None:
        netem = self.netem
        while (due := netem.due()) <= end:
            self._now = max(self._now, due)
            item = netem.dequeue(self._now)
            assert item
            item.sink.receive(item.packet)

    def receive(self, packet: _Packet) -> None:
        """A packet has arrived whole."""
        number, now = packet.number, self._now
        again = bool(self._came[number])
        if number < SHOWN:
            label = f"{number + 1}{' again' if again else ''}"
            self._arrows.append(Arrow(packet.sent, now, 0, label, f"packet {label}"))
        if again:
            self.twice += 1
            return
        self._came[number] = 1
        self._last = now
        self.bytes += self.payload
        if number < self._newest:
            self.late += 1
        else:
            self._newest = number
        delay = round(1000 * (now - packet.sent), 6)  # to the nanosecond, as netem has it
        self.numbers.append(number + 1)
        self.delays.append(delay)
        if not self.shortest <= delay:
            self.shortest = delay
        if not self.longest >= delay:
            self.longest = delay

    def _dropped(self, item: Queued) -> None:
        lost, self._lost = self._lost, self.netem.lost
        if item.packet.number < SHOWN:
            self._fates[item.packet.number] = DROPPED if lost == self._lost else LOST

    # ---- when it is over -----------------------------------------------------------------------------------------

    def tell(self, result: Result, p: Any) -> None:
        """Tables, summary and sentence."""
        netem = self.netem
        arrived = len(self.delays)
        overflow = netem.drops - netem.lost
        counts = (arrived - self.late, self.late, self.twice, netem.thrown_away, netem.lost, overflow)
        result.tables = {
            "packets": Table(
                [
                    Column("number", "", "which packet, in the order they arrive", "sequence", self.numbers),
                    Column("delay", "ms", "how long it took", "rtt", self.delays),
                ]
            ),
            "fates": Table(
                [
                    Column("fate", "", "what became of it", "loss", array("d", range(len(FATES))), FATES),
                    Column("packets", "packets", "how many", "sequence", array("d", counts)),
                ]
            ),
            "segments": segments(self._all_arrows(), 0.0, SIDES),
        }
        in_order = sorted(self.delays)
        throughput = self.bytes * 8e-6 / self._span(p)
        needed = p.delay / 1000 / self._gap
        result.figure("arrived", throughput, "Mbit/s", "Arrived")
        result.figure("dropped", overflow, "packets", "Dropped for want of room")
        result.figure("most", self.most, "packets", "Most inside at a time")
        result.figure("late", self.late, "packets", "Arrived after one that was sent later")
        result.figure("longest", in_order[-1] if arrived else NAN, "ms", "Longest delay")
        if p.faults == SOME:
            result.figure("lost", netem.lost, "packets", "Lost on purpose")
        else:
            result.figure("needed", needed, "packets", "On their way during the delay")
        result.figure("sent", self.sent, "packets", "Sent")
        result.figure("whole", arrived, "packets", "Packets that arrived whole")
        result.figure("at_once", netem.reordered, "packets", "Sent on at once")
        result.figure("twice", self.twice, "packets", "Arrived a second time")
        result.figure("damaged", netem.thrown_away, "packets", "Damaged, and thrown away")
        result.figure("left", len(netem), "packets", "Still inside when the run ends")
        result.figure("median", in_order[arrived // 2] if arrived else NAN, "ms", "Median delay")
        result.figure("least", in_order[0] if arrived else NAN, "ms", "Shortest delay")
        result.sentence = self._sentence(p, throughput, arrived, overflow)

    def _span(self, p: Any) -> float:
        """How long packets were sent, or, if that took longer, how long the emulated line was busy with them, s."""
        sending: float = self.sent * self._gap
        busy: float = self._last - (p.delay + p.jitter) / 1000 if p.rate else 0.0
        return max(sending, busy)

    def _all_arrows(self) -> list[Arrow]:
        came = {int(arrow.label.split()[0]) - 1 for arrow in self._arrows}
        missing = [
            Arrow(n * self._gap, NAN, 0, str(n + 1), f"packet {n + 1}", 0, self._fates.get(n, LOST))
            for n in range(min(self.sent, SHOWN))
            if n not in came
        ]
        assert all(arrow.fate == DELIVERED for arrow in self._arrows)
        return sorted([*self._arrows, *missing], key=lambda arrow: arrow.sent)

    def _sentence(self, p: Any, throughput: float, arrived: int, overflow: int) -> str:
        if not arrived:
            return f"None of the {self.sent} packets arrives whole."
        parts = []
        if overflow:
            parts.append(
                f"The limit of {p.limit} packets is full: {overflow} of {self.sent} are dropped, and "
                f"{significant(throughput)} of {significant(p.offered)} Mbit/s arrive"
            )
        else:
            parts.append(f"{significant(throughput)} of {significant(p.offered)} Mbit/s arrive")
        if self.netem.lost:
            parts.append(f"{self.netem.lost} are lost on purpose")
        if self.late:
            parts.append(f"{self.late} come after one that was sent later")
        if self.twice:
            parts.append(f"{self.twice} come twice")
        if self.netem.thrown_away:
            parts.append(f"{self.netem.thrown_away} come damaged")
        least, most = min(self.delays), max(self.delays)
        if most - least > 0.001:
            parts.append(f"delays are between {seconds(least / 1000)} and {seconds(most / 1000)}")
        else:
            parts.append(f"each takes {seconds(most / 1000)}")
        return "; ".join(parts) + "."
