"""A tree of HTB with two or three leaves: who gets what it was promised, and who gets the rest."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator
from math import nan

from inflight.experiments.htb.parameters import LEAVES, NAMES, PLACES, PRESETS, TCP, TWO, HtbParameters
from inflight.experiments.htb.tree import (
    GROUP,
    ROOT,
    arrived,
    bell,
    class_table,
    classes,
    paid,
    tc_lines,
    traffic_lines,
    windows,
)
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Bars, Grid, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Flow
from inflight.kernel.path.udp import UdpFlow
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.htb import Htb
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path

POINTS = 1200
SPAN = 0.5
"""s over which a rate, and the tokens, are averaged."""


def _leaf(place: int) -> Store:
    return Store(
        NAMES[place - 1],
        f"{NAMES[place - 1]}_tokens",
        out=f"flow_{place}",
        shape="bucket",
        drip=f"rate{place}",
        ceil=f"ceil{place}",
        parent="root_tokens" if place == PLACES[-1] else "",
    )


@experiment(
    "htb",
    part="disciplines",
    question="Who may borrow?",
    kernel=("H_htb_noborrow", "H_htb_borrow", "H_htb_borrow_1000"),
)
class HtbTree:
    """Leaves below a root, each with a promise (rate) and a limit (ceil). The first one sends all the time."""

    title = "Who may borrow?"
    parameters = HtbParameters
    points = ("sender", "receiver")
    knobs = ("rate1", "ceil1", "load1")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            *(Column(f"flow_{n}", "Mbit/s", f"data delivered per second, {NAMES[n - 1]}", f"flow{n}") for n in PLACES),
            Column("all", "Mbit/s", "data delivered per second, all together", "throughput"),
            *(Column(f"{name}_tokens", "B", f"tokens of {name}", f"flow{n}") for n, name in enumerate(NAMES, 1)),
            Column("1:2_tokens", "B", "tokens of 1:2, the class in between", "flow4"),
            Column("root_tokens", "B", "tokens of the root 1:1", "throughput"),
            Column("queue", "packets", "packets waiting in all leaves", "queue"),
        ),
        figures=(
            Output("alone", "Mbit/s", "1:10 alone"),
            Output("used", "%", "How much of the root 1:10 uses alone"),
            Output("total", "Mbit/s", "All together"),
            *(Output(f"share{place}", "%", f"Share of {name}") for place, name in enumerate(NAMES, 1)),
            Output("borrowed", "packets", "1:10 borrowed"),
            Output("lended", "packets", "1:10 paid itself"),
            measured.DROPS,
        ),
    )
    views = (
        Scene(
            below="rates",
            sources=tuple(Source(f"flow {place}", f"flow_{place}") for place in PLACES),
            stores=(
                tuple(_leaf(place) for place in PLACES),
                (Store("1:2", "1:2_tokens", shape="bucket"),),
                (Store("1:1", "root_tokens", shape="bucket", drip="root"),),
            ),
            sink="line",
            out=("flow_1", "flow_2", "flow_3"),
            seconds=40,
        ),
        Lanes(
            (
                Lane(
                    "rates",
                    "Flow 1 in 1:10, 2 in 1:20, 3 in 1:30",
                    "Mbit/s",
                    ("flow_1", "flow_2", "flow_3", "all"),
                    handles=("root",),
                ),
                Lane("tokens", "Tokens", "B", tuple(f"{name}_tokens" for name in (*NAMES, "1:2", "root"))),
                Lane("queue", "In all queues", "packets", ("queue",), kind="area"),
            )
        ),
        Bars("paid", label="who", value="rate", title="Who pays"),
        Grid("classes", title="tc -s class"),
    )
    bets = (
        ValueBet(
            id="rest",
            question="0.5 and 0.3 Mbit/s are promised, the root has 1, both are busy. What share does the first get?",
            at="More than was promised",
            summary="share1",
            min=0,
            max=100,
            scale="linear",
        ),
        ValueBet(
            id="prio",
            question="The same, but the second has prio 0 and the first prio 1. What share does the first get?",
            at="Priority",
            summary="share1",
            min=0,
            max=100,
            scale="linear",
        ),
        ValueBet(
            id="between",
            question="What does 1:10 get alone? It and the root have a ceil of 0.8 Mbit/s, 1:2 between them has 0.4.",
            at="A class in between",
            summary="alone",
            min=0.01,
            max=2,
        ),
    )
    sources = (
        "sch_htb.c:htb_charge_class",
        "sch_htb.c:htb_class_mode",
        "sch_htb.c:htb_dequeue_tree",
        "sch_htb.c:htb_change_class",
        "sch_generic.c:psched_ratecfg_precompute__",
        "tc-htb(8)",
        "Q17",
        "Q18",
    )
    leaves_out = """
        A line: the device takes what HTB lets out, as the veth of the recordings did, so that only the tree limits.
        The kernel’s timer, which wakes some microseconds late. Resets and other small packets. UDP is jittery: the gap
        between two datagrams is anything from zero to twice the mean. Rates are of data, without headers: a class of
        0.5 Mbit/s yields 0.478.
    """

    @staticmethod
    def commands(p: HtbParameters) -> list[Commands]:
        """The tree, the traffic, and what shows the counters."""
        return [
            Commands("Set it", [path(rate=1, rtt=p.rtt)[0], *tc_lines(p)]),
            Commands("Run it", traffic_lines(p)),
            Commands(
                "See it",
                [
                    "tc -s class show dev out   # lended, borrowed, tokens and ctokens of each class",
                    "tc -s qdisc show dev out   # direct_packets_stat, and drops of each leaf",
                ],
            ),
        ]

    @staticmethod
    def run(p: HtbParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); rates are of data that arrived, tokens are those of the rate's bucket."""
        result = HtbTree.outputs.result(end=p.duration)
        busy = [leaf for leaf in p.leaves() if leaf.start < leaf.stop]
        htb = Htb(
            classes=classes(p, Pfifo),
            default=LEAVES[1],
            r2q=p.r2q,
            filters={flow: leaf.classid for flow, leaf in enumerate(busy)},
        )
        dumbbell = bell(p, htb, busy, rng)
        capture_path(dumbbell, places=[leaf.place - 1 for leaf in busy])
        flows: list[Flow | UdpFlow] = [*dumbbell.flows, *dumbbell.udp]
        running = dict(zip((leaf.place for leaf in busy), flows, strict=True))
        together, alone = windows(busy, p.duration)
        marks: dict[float, dict[int, float]] = {}
        edges = sorted({*together, *alone} - {nan}, reverse=True)
        step = p.duration / POINTS
        meters: deque[tuple[float, dict[int, float]]] = deque([(0.0, arrived(running))])
        shown = (*LEAVES, GROUP, ROOT)
        levels: deque[list[float]] = deque(maxlen=max(1, round(SPAN / step)))
        for point in range(1, POINTS + 1):
            now = point * step
            for _ in dumbbell.clock.run(now):
                yield result
            counts = arrived(running)
            while edges and edges[-1] <= now + step / 2:
                marks[edges.pop()] = counts
            levels.append([_level(htb, classid, now) for classid in shown])
            meters.append((now, counts))
            while now - meters[0][0] > SPAN + step / 2:
                meters.popleft()
            then, before = meters[0]
            rates = {place: (counts[place] - before[place]) * 8e-6 / (now - then) for place in counts}
            active = {leaf.place for leaf in busy if leaf.start <= now <= leaf.stop + SPAN}
            result.append(
                now,
                *(rates[place] if place in active else nan for place in PLACES),
                math.fsum(rates.values()),
                *(math.fsum(level) / len(levels) for level in zip(*levels, strict=True)),
                dumbbell.link.queued(),
            )
            result.progress = point / POINTS
        got = _over(marks, together)
        _summarise(result, p, got, _over(marks, alone).get(1, nan), htb)
        result.tables = {"classes": class_table(htb), "paid": paid(htb, p.duration)}
        result.sentence = _sentence(result, got, htb)
        yield result


def _level(htb: Htb, classid: int, now: float) -> float:
    node = htb.nodes.get(classid)
    return node.tokens_at(now)[0] if node else nan


def _over(marks: dict[float, dict[int, float]], window: tuple[float, float]) -> dict[int, float]:
    """Mbit/s by place."""
    since, until = window
    if since not in marks or until not in marks:
        return {}
    return {place: (count - marks[since][place]) * 8e-6 / (until - since) for place, count in marks[until].items()}


def _summarise(result: Result, p: HtbParameters, got: dict[int, float], alone: float, htb: Htb) -> None:
    everything = math.fsum(got.values()) or nan
    result.figure("alone", alone)
    used = alone / (p.root * MSS / 1514) if p.traffic == TCP else alone / (p.root * 1472 / 1514)
    result.figure("used", 100 * used)
    result.figure("total", everything)
    for place in PLACES[: 2 if p.tree == TWO else 3]:
        result.figure(f"share{place}", 100 * got.get(place, nan) / everything)
    first = htb.nodes[LEAVES[0]]
    result.figure("borrowed", first.borrowed)
    result.figure("lended", first.lended)
    result.figure("drops", htb.drops)


def _sentence(result: Result, got: dict[int, float], htb: Htb) -> str:
    summary, text = result.summary, ""
    alone, used = summary["alone"].value, summary["used"].value
    if alone == alone:
        text = f"Alone, 1:10 gets {significant(alone)} Mbit/s, {min(used, 100):.0f}% of what the root has. "
    if len(got) > 1:
        shares = ", ".join(
            f"{NAMES[place - 1]} {significant(rate)} ({summary[f'share{place}'].value:.0f}%)"
            for place, rate in got.items()
        )
        text += f"With all of them busy: {shares}. "
    first = htb.nodes[LEAVES[0]]
    return text + f"1:10 paid for {first.lended} packets itself, and others paid for {first.borrowed}."
