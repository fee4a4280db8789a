"""A tree of HTB with two or three leaves: who gets what it was promised, and who gets the rest."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.experiments.htb.tree import (
    BETWEEN,
    GROUP,
    LEAVES,
    PLACES,
    ROOT,
    TCP,
    THREE,
    TWO,
    UDP,
    arrived,
    bell,
    class_table,
    classes,
    leaves,
    paid,
    tc_lines,
    traffic_lines,
    windows,
)
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Parameter, Preset, Slider, Value
from inflight.figure.result import Column, Result
from inflight.figure.views import Bars, Grid, Lane, Lanes
from inflight.figure.words import significant
from inflight.kernel.path.dumbbell import Flow
from inflight.kernel.path.udp import UdpFlow
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.htb import Htb
from inflight.kernel.qdisc.htb_class import spelled
from inflight.kernel.tcp.constants import MSS
from inflight.scenes.transfer import BUFFER, DURATION, NAN, RTT

POINTS = 1200
NAMES = tuple(spelled(classid) for classid in LEAVES)
SPAN = 0.5
"""s over which a rate, and the tokens, are averaged."""


def _controls(place: int, rate: float) -> tuple[Parameter, ...]:
    """The sliders of a leaf; the third is not there at first."""
    name, quantity = spelled(LEAVES[place - 1]), f"flow{place}"
    there = {"tree": (THREE, BETWEEN)} if place == 3 else {}
    found: list[Parameter] = [
        Slider(
            name=f"rate{place}",
            label=f"Rate of {name}",
            unit="Mbit/s",
            min=0.01,
            max=2,
            default=rate,
            scale="log10",
            knob="tc class … htb rate",
            quantity=quantity,
            help="What it is promised.",
            matters_when=there,
        ),
        Slider(
            name=f"ceil{place}",
            label=f"Ceil of {name}",
            unit="Mbit/s",
            min=0.01,
            max=2,
            default=0,
            scale="log10",
            special={0: "its rate"},
            knob="tc class … htb ceil",
            quantity=quantity,
            help="What it may have if others do not need it; not less than its rate.",
            matters_when=there,
        ),
        Slider(
            name=f"prio{place}",
            label=f"Prio of {name}",
            unit="",
            min=0,
            max=7,
            default=0,
            step=1,
            integer=True,
            knob="tc class … htb prio",
            quantity=quantity,
            help="0 is asked first.",
            matters_when=there,
        ),
        Slider(
            name=f"load{place}",
            label=f"Load of {name}",
            unit="Mbit/s",
            min=0.01,
            max=4,
            default=2,
            scale="log10",
            quantity=quantity,
            matters_when={"traffic": (UDP,)},
        ),
    ]
    if place > 1:
        when = Slider(name="", label="", unit="s", min=0, max=60, default=0, quantity=quantity, matters_when=there)
        found += [
            replace(when, name=f"start{place}", label=f"Start of {name}", default=20),
            replace(when, name=f"stop{place}", label=f"End of {name}", default=40),
        ]
    return tuple(found)


BORROW: dict[str, Value] = {"ceil1": 0.8, "ceil2": 0.8}
SMALL: dict[str, Value] = {
    "root": 0.1,
    "rate1": 0.04,
    "ceil1": 0.1,
    "rate2": 0.02,
    "ceil2": 0.1,
    "start2": 0,
    "stop2": 60,
    "traffic": UDP,
    "load1": 0.2,
    "load2": 0.2,
}
MORE: dict[str, Value] = {"root": 1, "ceil1": 1, "ceil2": 1}


@experiment(
    "htb",
    part="disciplines",
    question="Who may borrow?",
    kernel=("H_htb_noborrow", "H_htb_borrow", "H_htb_borrow_1000"),
)
class HtbTree:
    """Leaves below a root, each with a promise (rate) and a bound (ceil). The first sends all the time."""

    title = "Who may borrow?"
    parameters = (
        Choice(
            name="tree",
            label="Classes",
            choices={TWO: "two leaves", THREE: "three leaves", BETWEEN: "three, 1:10 and 1:20 below 1:2"},
            default=TWO,
        ),
        Slider(
            name="root",
            label="Rate of the root 1:1",
            unit="Mbit/s",
            min=0.05,
            max=2,
            default=0.8,
            scale="log10",
            knob="tc class … htb rate",
            quantity="throughput",
            help="What there is to share. Its ceil is the same.",
        ),
        *_controls(1, 0.5),
        *_controls(2, 0.3),
        *_controls(3, 0.4),
        Slider(
            name="group",
            label="Ceil of 1:2, in between",
            unit="Mbit/s",
            min=0.01,
            max=2,
            default=0.4,
            scale="log10",
            knob="tc class … htb ceil",
            quantity="flow4",
            help="A class between the root and 1:10 and 1:20. Its rate is what it promises these two.",
            matters_when={"tree": (BETWEEN,)},
        ),
        Choice(
            name="traffic",
            label="Traffic",
            choices={TCP: "TCP, CUBIC", UDP: "UDP, constant rate"},
            default=TCP,
            quantity="cwnd",
        ),
        Slider(
            name="burst",
            label="Burst, cburst",
            unit="B",
            min=1600,
            max=200_000,
            default=3000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc class … htb burst, tc class … htb cburst",
            quantity="sndbuf",
            help="Tokens that a class which was idle may have saved, in both of its buckets.",
        ),
        Slider(
            name="r2q",
            label="r2q",
            unit="",
            min=1,
            max=1000,
            default=10,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … htb r2q",
            quantity="sequence",
            help="A class’s rate in bytes per second, divided by this, is its quantum, from 1000 to 200 000 bytes.",
        ),
        replace(BUFFER, label="Queue of a leaf", max=1000, default=50, help="How many packets each leaf holds."),
        replace(RTT, default=20, matters_when={"traffic": (TCP,)}),
        replace(DURATION, min=5, max=60, default=60),
    )
    presets = (
        Preset(
            "No borrowing",
            {},
            "No ceil, so it is the rate: 1:10 gets 0.5 of 0.8 Mbit/s, and nobody uses the rest when it is alone.",
            recording="H_htb_noborrow",
        ),
        Preset(
            "Borrowing",
            BORROW,
            "Both may use all that the root has. Alone, 1:10 does; together, each has what it was promised.",
            recording="H_htb_borrow",
        ),
        Preset(
            "More than was promised",
            MORE,
            "Promises of 0.5 and 0.3, and the root has 1. What is left is shared as 5 to 3, by quantum.",
            recording="H_htb_borrow_1000",
        ),
        Preset(
            "Priority",
            {**MORE, "prio1": 1},
            "1:20 is asked first now. It gets all that is left, and nothing of what 1:10 was promised.",
        ),
        Preset(
            "A class in between",
            {"tree": BETWEEN, "rate1": 0.2, "rate2": 0.2, **BORROW, "ceil3": 0.8, "start3": 10, "stop3": 50},
            "1:10 has a ceil of 0.8, as the root. But its packets are charged to 1:2 as well, whose ceil is 0.4.",
        ),
        Preset(
            "Promised too much",
            {"tree": THREE, **BORROW, "rate3": 0.5, "ceil3": 0.8},
            "0.5, 0.3 and 0.5 below a root of 0.8. Who has tokens of its own asks nobody: 1.3 leave.",
        ),
        Preset(
            "Too small to differ",
            SMALL,
            "Both quanta would be below 1000 bytes, so both are 1000, and what is left is halved. Set r2q to 1.",
        ),
    )
    views = (
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
            question="0.5 and 0.3 Mbit/s are promised, and there is 1. Both are busy. What share does the first get?",
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
            question="1:10 is alone. It and the root have a ceil of 0.8 Mbit/s, 1:2 in between 0.4. What does it get?",
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
        A line: the device takes what HTB lets out, as the veth of the recordings did, so nothing but the tree limits.
        The timer of the kernel, which wakes some microseconds late. Resets and other small packets. UDP is jittery:
        from nothing to twice the mean lies between two datagrams. Rates are of data, without headers: a class of
        0.5 Mbit/s brings 0.478.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); rates are of data that arrived, tokens are those of the rate's bucket."""
        busy = [leaf for leaf in leaves(p) if leaf.start < leaf.stop]
        htb = Htb(
            classes=classes(p, Pfifo),
            default=LEAVES[1],
            r2q=p.r2q,
            filters={flow: leaf.classid for flow, leaf in enumerate(busy)},
        )
        dumbbell = bell(p, htb, busy, rng)
        flows: list[Flow | UdpFlow] = [*dumbbell.flows, *dumbbell.udp]
        running = dict(zip((leaf.place for leaf in busy), flows, strict=True))
        result = _result(p.duration)
        together, alone = windows(busy, p.duration)
        marks: dict[float, dict[int, float]] = {}
        edges = sorted({*together, *alone} - {NAN}, reverse=True)
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
                *(rates[place] if place in active else NAN for place in PLACES),
                math.fsum(rates.values()),
                *(math.fsum(level) / len(levels) for level in zip(*levels, strict=True)),
                dumbbell.link.queued(),
            )
            result.progress = point / POINTS
        got = _over(marks, together)
        _summarise(result, p, got, _over(marks, alone).get(1, NAN), htb)
        result.tables = {"classes": class_table(htb), "paid": paid(htb, p.duration)}
        result.sentence = _sentence(result, got, htb)
        yield result


def _result(duration: float) -> Result:
    result = Result(
        [
            Column("t", "s", "time", "time"),
            *(Column(f"flow_{n}", "Mbit/s", f"data delivered per second, {NAMES[n - 1]}", f"flow{n}") for n in PLACES),
            Column("all", "Mbit/s", "data delivered per second, all together", "throughput"),
            *(Column(f"{name}_tokens", "B", f"tokens of {name}", f"flow{n}") for n, name in enumerate(NAMES, 1)),
            Column("1:2_tokens", "B", "tokens of 1:2, the class in between", "flow4"),
            Column("root_tokens", "B", "tokens of the root 1:1", "throughput"),
            Column("queue", "packets", "packets waiting in all leaves", "queue"),
        ]
    )
    result.end = duration
    return result


def _level(htb: Htb, classid: int, now: float) -> float:
    node = htb.nodes.get(classid)
    return node.tokens_at(now)[0] if node else NAN


def _over(marks: dict[float, dict[int, float]], window: tuple[float, float]) -> dict[int, float]:
    """Mbit/s by place."""
    since, until = window
    if since not in marks or until not in marks:
        return {}
    return {place: (count - marks[since][place]) * 8e-6 / (until - since) for place, count in marks[until].items()}


def _summarise(result: Result, p: Any, got: dict[int, float], alone: float, htb: Htb) -> None:
    everything = math.fsum(got.values()) or NAN
    result.figure("alone", alone, "Mbit/s", "1:10 alone")
    used = alone / (p.root * MSS / 1514) if p.traffic == TCP else alone / (p.root * 1472 / 1514)
    result.figure("used", 100 * used, "%", "Of the root, used by 1:10 alone")
    result.figure("total", everything, "Mbit/s", "All together")
    for place, name in enumerate(NAMES[: 2 if p.tree == TWO else 3], 1):
        result.figure(f"share{place}", 100 * got.get(place, NAN) / everything, "%", f"Share of {name}")
    first = htb.nodes[LEAVES[0]]
    result.figure("borrowed", first.borrowed, "packets", "1:10 borrowed")
    result.figure("lended", first.lended, "packets", "1:10 paid itself")
    result.figure("drops", htb.drops, "packets", "Dropped")


def _sentence(result: Result, got: dict[int, float], htb: Htb) -> str:
    summary, text = result.summary, ""
    alone, used = summary["alone"].value, summary["used"].value
    if alone == alone:
        text = f"Alone, 1:10 gets {significant(alone)} Mbit/s, {min(used, 100):.0f} % of what the root has. "
    if len(got) > 1:
        shares = ", ".join(
            f"{spelled(LEAVES[place - 1])} {significant(rate)} ({summary[f'share{place}'].value:.0f} %)"
            for place, rate in got.items()
        )
        text += f"When all are at work: {shares}. "
    first = htb.nodes[LEAVES[0]]
    return text + f"1:10 paid for {first.lended} packets itself and borrowed for {first.borrowed}."
