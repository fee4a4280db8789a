"""A stream of packets through netem: who arrives, when, in which order, and who never does."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from math import nan

from inflight.experiments.netem.captured import capture_netem
from inflight.experiments.netem.parameters import PRESETS, SOME, NetemParameters
from inflight.experiments.netem.path import MOST_PACKETS, SHOWN, NetemPath
from inflight.experiments.netem.words import sentence, tc_line
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Distribution, Ladder, Lane, Lanes, Scene, Source, Store
from inflight.scenes import measured
from inflight.scenes.captured.wanted import is_wanted
from inflight.scenes.tcpdump import segments

POINTS = 200
"""Of the curves, while packets are sent."""

PATIENCE = 3
"""So many times as long as sending and the delay take, the run waits for the last packets."""

SIDES = ("sender", "receiver")
FATES = ("in order", "late", "a second time", "damaged", "lost on purpose", "no room (limit)")


@experiment("netem", part="disciplines", question="Is my test network what I think it is?")
class EmulatedNetwork:
    """Evenly spaced packets go through one netem, and each setting does something different to them."""

    title = "A network made of one line of tc"
    parameters = NetemParameters
    points = ("sender", "receiver")
    knobs = ("delay", "limit")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("offered", "Mbit/s", "sent in this interval", "sequence"),
            Column("arriving", "Mbit/s", "arrived in this interval", "throughput"),
            Column("inside", "packets", "packets inside netem (skbs)", "queue"),
            Column("shortest", "ms", "shortest delay of what arrived in this interval", "rtt"),
            Column("longest", "ms", "longest delay", "rto"),
            Column("gone", "packets", "lost, dropped or damaged so far", "loss"),
            Column("late", "packets", "arrived after one sent later, so far", "sequence"),
        ),
        figures=(
            Output("arrived", "Mbit/s", "Arrived"),
            Output("dropped", "packets", "Dropped for lack of room"),
            Output("most", "packets", "Most inside at a time"),
            Output("late", "packets", "Arrived after one that was sent later"),
            Output("longest", "ms", "Longest delay"),
            Output("lost", "packets", "Lost on purpose"),
            Output("needed", "packets", "On their way during the delay"),
            Output("sent", "packets", "Sent"),
            Output("whole", "packets", "Packets that arrived whole"),
            Output("at_once", "packets", "Sent on at once"),
            Output("twice", "packets", "Arrived a second time"),
            Output("damaged", "packets", "Damaged, and thrown away"),
            Output("left", "packets", "Still inside when the run ends"),
            Output("median", "ms", "Median delay"),
            Output("least", "ms", "Shortest delay"),
        ),
    )
    views = (
        Scene(
            below="inside",
            sources=(Source("sender", "offered"),),
            stores=((Store("Inside netem", "inside", limit="limit", lost="gone", shape="line", delay="delay"),),),
            sink="receiver",
            out=("arriving",),
        ),
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
            question="200 Mbit/s go into netem delay 100ms, without any other setting. How much arrives?",
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
        The CPU: on a busy host packets leave late, and the lab's host adds 0.02 ms. Timers coarser than a nanosecond.
        Damage to a frame's address, which no checksum covers. The loss model with four states, ECN, slots and ATM
        cells, which the model has but this figure doesn't show. The run ends after 20,000 packets.
    """

    @staticmethod
    def commands(p: NetemParameters) -> list[Commands]:
        """The one line, and where to look whether it did what was meant."""
        return [
            Commands("Set it", [f"tc qdisc add dev eth0 root {tc_line(p.applied())}"]),
            Commands(
                "See it",
                [
                    "tc -s qdisc show dev eth0   # dropped: lost on purpose and for want of room; backlog: inside now",
                    "ping -i 0.002 -c 1000 192.0.2.1   # time, packets out of order, DUP!",
                    "ip -d link show dev eth0 | grep -o 'gso_max_segs [0-9]*'   # so many packets may be one skb",
                ],
            ),
        ]

    @staticmethod
    def run(p: NetemParameters, rng: random.Random) -> Iterator[Result]:
        """A row at the end of each interval, s, until the last packet has arrived."""
        result = EmulatedNetwork.outputs.result()
        p = p.applied()
        path = NetemPath(p, rng, shown=MOST_PACKETS if is_wanted() else SHOWN)
        width = max(p.duration, (p.delay + p.jitter) / 1000) / POINTS
        patience = PATIENCE * (p.duration + (p.delay + 4 * p.jitter) / 1000)
        rows = 0
        result.append(0.0, 0.0, 0.0, 0, nan, nan, 0, 0)
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
            path.shortest = path.longest = nan
            result.progress = min(path.sent / path.count, 0.99)
            yield result
        result.tables = _tables(path)
        capture_netem(p, path)
        _summarise(result, p, path)
        yield result


def _tables(path: NetemPath) -> dict[str, Table]:
    netem = path.netem
    in_order = len(path.delays) - path.late
    counts = (in_order, path.late, path.twice, netem.thrown_away, netem.lost, path.overflow)
    return {
        "packets": Table(
            [
                Column("number", "", "which packet, in the order they arrive", "sequence", path.numbers),
                Column("delay", "ms", "how long it took", "rtt", path.delays),
            ]
        ),
        "fates": Table(
            [
                Column("fate", "", "what became of it", "loss", array("d", range(len(FATES))), FATES),
                Column("packets", "packets", "how many", "sequence", array("d", counts)),
            ]
        ),
        "segments": segments(path.arrows(), 0.0, SIDES),
    }


def _busy(p: NetemParameters, path: NetemPath) -> float:
    """How long packets were sent, or, if that took longer, how long the emulated line was busy with them, s."""
    sending = path.sent * path.gap
    busy = path.last - (p.delay + p.jitter) / 1000 if p.rate else 0.0
    return max(sending, busy)


def _summarise(result: Result, p: NetemParameters, path: NetemPath) -> None:
    netem, arrived = path.netem, len(path.delays)
    in_order = sorted(path.delays)
    throughput = path.bytes * 8e-6 / _busy(p, path)
    result.figure("arrived", throughput)
    result.figure("dropped", path.overflow)
    result.figure("most", path.most)
    result.figure("late", path.late)
    result.figure("longest", in_order[-1] if arrived else nan)
    if p.faults == SOME:
        result.figure("lost", netem.lost)
    else:
        result.figure("needed", p.delay / 1000 / path.gap)
    result.figure("sent", path.sent)
    result.figure("whole", arrived)
    result.figure("at_once", netem.reordered)
    result.figure("twice", path.twice)
    result.figure("damaged", netem.thrown_away)
    result.figure("left", len(netem))
    result.figure("median", in_order[arrived // 2] if arrived else nan)
    result.figure("least", in_order[0] if arrived else nan)
    result.sentence = sentence(p, path, throughput)
