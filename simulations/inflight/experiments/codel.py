"""CoDel: how long packets wait, and which of them it drops for that."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Grid, Lane, Lanes, States
from inflight.figure.words import seconds, significant, times
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.codel import INVERSE_ONE, TICK, CoDel, gap, kernel_gap, newton_step, ticks
from inflight.scenes.transfer import NAN, RTT

LINUX, RFC = "linux", "rfc"
UDP, TCP = "udp", "tcp"
SHORT, LONG, DROPPING = range(3)

MOST_PACKETS = 25_000
POINTS = 1500
NAMED = 12
"""Drops that are named in the picture and told one by one in the table."""


@experiment("codel", part="disciplines", question="Why does CoDel drop now?")
class Codel:
    """Packets that wait longer than a target, for longer than an interval, and a drop every interval/√count then."""

    title = "CoDel's clock"
    parameters = (
        Slider(
            name="target",
            label="Target",
            unit="ms",
            min=0.1,
            max=100,
            default=5,
            scale="log10",
            knob="tc qdisc … codel target",
            quantity="ssthresh",
            help="The wait that is good enough.",
        ),
        Slider(
            name="interval",
            label="Interval",
            unit="ms",
            min=5,
            max=1000,
            default=100,
            scale="log10",
            knob="tc qdisc … codel interval",
            quantity="rto",
            help="How long every packet has to wait longer than that: a round trip, so that senders could react.",
        ),
        Choice(
            name="law",
            label="1/√count",
            choices={LINUX: "one step of Newton's, as Linux", RFC: "exactly, as RFC 8289"},
            default=LINUX,
            quantity="rto",
        ),
        Choice(name="load", label="Who sends", choices={UDP: "UDP, constant rate", TCP: "TCP (CUBIC)"}, default=UDP),
        Slider(
            name="overload",
            label="UDP sends",
            unit="%",
            min=50,
            max=400,
            default=110,
            scale="log10",
            quantity="inflight",
            help="Of the line's rate. It does not listen: only drops make it less.",
            matters_when={"load": (UDP,)},
        ),
        Slider(
            name="flows",
            label="TCP flows",
            unit="",
            min=1,
            max=16,
            default=1,
            step=1,
            integer=True,
            quantity="inflight",
            matters_when={"load": (TCP,)},
        ),
        replace(RTT, help="Of the empty path.", matters_when={"load": (TCP,)}),
        Flag(
            name="ecn",
            label="ECN",
            default=False,
            knob="tc qdisc … codel ecn, net.ipv4.tcp_ecn",
            quantity="loss",
            help="TCP's packets are marked instead of dropped; those of UDP have no ECN.",
        ),
        Slider(
            name="rate",
            label="Line rate",
            unit="Mbit/s",
            min=0.25,
            max=100,
            default=10,
            scale="log10",
            knob="tc qdisc … tbf rate",
            quantity="throughput",
        ),
        Slider(
            name="limit",
            label="Limit",
            unit="packets",
            min=2,
            max=10_000,
            default=1000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … codel limit",
            quantity="queue",
        ),
        Slider(name="duration", label="Duration", unit="s", min=0.2, max=30, default=4, scale="log10"),
    )
    presets = (
        Preset(
            "A tenth too much",
            {},
            "A sender that does not listen. The wait passes 5 ms, and 100 ms later the first packet is dropped, then "
            "ever more. It takes 1.7 s until enough is dropped, and until then the wait grows.",
        ),
        Preset(
            "Drop by drop",
            {"duration": 0.7},
            "The same, its beginning: the time until the next drop runs down, and begins anew a little shorter.",
        ),
        Preset(
            "By the RFC",
            {"law": RFC, "duration": 0.7},
            "+100, +171, +228, +278 ms. Linux computes the root in one step and is early: +100, +150, +206, +255.",
        ),
        Preset(
            "A TCP flow",
            {"load": TCP, "duration": 10},
            "Three drops end slow start. Then one is enough for a second, as the sender slows down. Made for this.",
        ),
        Preset(
            "With ECN",
            {"load": TCP, "duration": 10, "ecn": True},
            "Nearly the same moments, and nothing is lost: a mark says it.",
        ),
        Preset(
            "Twice too much",
            {"overload": 200},
            "Half of all has to go, 826 packets a second. At interval/√count that takes 17 s, so the limit drops "
            "instead, and the wait is as long as the queue.",
        ),
        Preset(
            "A slow line",
            {"load": TCP, "rate": 0.5, "duration": 20},
            "A packet takes 24 ms, so each that waits for another is over the target. CoDel spares the last packet.",
        ),
        Preset("Not quite full", {"overload": 99}, "No packet waits for another one. The target is never reached."),
    )
    views = (
        Lanes(
            (
                Lane("sojourn", "Wait in the queue", "ms", ("sojourn",), handles=("target",)),
                Lane("law", "Until it may drop", "ms", ("waiting", "until"), handles=("interval",)),
                Lane("count", "count", "", ("count",), kind="step"),
                Lane("drops", "Dropped or marked by the law", "packets", ("linux", "rfc"), kind="step"),
            ),
        ),
        Grid("drops", title="Drop by drop"),
        States(title="States"),
    )
    bets = (
        ValueBet(
            id="first",
            question="Target 5 ms, interval 100 ms, and from the start 10 % too much comes. When is the first packet "
            "dropped?",
            at="A tenth too much",
            summary="first",
            min=1,
            max=3000,
        ),
        ValueBet(
            id="fifth",
            question="By the RFC: how many ms after the first drop comes the fifth?",
            at="By the RFC",
            summary="fifth",
            min=10,
            max=3000,
        ),
        ValueBet(
            id="worst",
            question="How long does a packet wait at worst, until enough of the 10 % is dropped?",
            at="A tenth too much",
            summary="worst",
            min=5,
            max=1000,
        ),
    )
    sources = (
        "RFC 8289",
        "codel_impl.h:codel_should_drop",
        "codel_impl.h:codel_control_law",
        "codel_impl.h:codel_Newton_step",
        "Q16",
    )
    leaves_out = """
        Other flows and other queues: fq_codel gives each flow a CoDel of its own. UDP packets come evenly, full size.
        A token bucket of three packets takes a packet out of the queue before it leaves, as tbf does, and CoDel no
        longer counts what is held there. The run ends after 25 000 packets.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The same queue at a router."""
        codel = (
            f"tc qdisc add dev out parent 1:1 codel limit {p.limit} target {p.target:g}ms interval {p.interval:g}ms "
            + ("ecn" if p.ecn else "noecn")
        )
        send = f"iperf3 -c 192.0.2.1 -u -b {p.rate * p.overload / 100:g}M -l 1472 -t {p.duration:g}"
        if p.load == TCP:
            send = f"iperf3 -c 192.0.2.1 -P {p.flows} -t {p.duration:g}"
        return [
            Commands(
                "Set it",
                [
                    *path(rate=p.rate, rtt=p.rtt),
                    codel,
                    *(["sysctl -w net.ipv4.tcp_ecn=1   # both ends"] if p.ecn else []),
                    send,
                ],
            ),
            Commands(
                "See it", ["tc -s qdisc show dev out   # count, ldelay, dropping, drop_next, ecn_mark, drop_overlimit"]
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """A row for each tick, s; the other law is run as well, for its drops."""
        result = Result(
            [
                Column("t", "s", "time", "time"),
                Column("sojourn", "ms", "how long the last packet had waited", "rtt"),
                Column("waiting", "ms", "until the wait has been too long for an interval", "queue"),
                Column("until", "ms", "until the next drop", "rto"),
                Column("count", "", "drops since dropping began", "cwnd"),
                Column("linux", "packets", "dropped or marked with the kernel's step", "loss"),
                Column("rfc", "packets", "dropped or marked with the exact root", "ssthresh"),
            ]
        )
        per_second = p.rate * 1e6 / (1514 * 8) * (max(1.0, p.overload / 100) if p.load == UDP else 1.0)
        end = min(p.duration, MOST_PACKETS / per_second)
        step = max(0.001, end / POINTS)
        seed = rng.random()
        one, other = (_Run(p, exact, random.Random(seed)) for exact in (p.law == RFC, p.law != RFC))
        result.end = end
        for number in range(round(end / step) + 1):
            t = number * step
            for run in (one, other):
                yield from (result for _ in run.bell.clock.run(t))
            law = [len(one.queue.caught), len(other.queue.caught)]
            result.append(t, *one.queue.look(t), *(law if p.law == LINUX else law[::-1]))
            result.progress = t / end
        _summarise(result, p, one, end)
        yield result


class _Watched(CoDel):
    """Notes who is caught by the law (s, and count), and the states that the queue goes through."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.caught: list[tuple[float, int]] = []
        self.states: list[tuple[float, int]] = [(0.0, SHORT)]
        self.too_many = 0
        self.sojourn = NAN
        self.worst = 0.0
        self._now = -1.0

    def enqueue(self, item: Queued) -> None:
        before, self._now = self.drops, -1.0
        super().enqueue(item)
        self.too_many += self.drops - before

    def dequeue(self, now: float) -> Queued | None:
        control = self.control
        self._now = now
        before, dropping = len(self.caught), control.dropping
        item = super().dequeue(now)
        if len(self.caught) > before and not dropping:
            self.caught[before] = now, control.count  # which is set after the first drop
        if item:
            self.sojourn = now - item.arrived
            self.worst = max(self.worst, self.sojourn)
        state = DROPPING if control.dropping else LONG if control.first_above else SHORT
        if state != self.states[-1][1]:
            self.states.append((now, state))
        return item

    def drop(self, item: Queued) -> None:
        if self._now >= 0:
            self._catch()
        super().drop(item)

    def mark(self, item: Queued) -> bool:
        marked = super().mark(item)
        if marked:
            self._catch()
        return marked

    def _catch(self) -> None:
        self.caught.append((self._now, self.control.count))

    def look(self, now: float) -> tuple[float, float, float, float]:
        """The wait, ms; until the interval is over, ms; until the next drop, ms; count."""
        control, sojourn = self.control, self.sojourn
        self.sojourn = NAN
        waiting = until = NAN
        if control.dropping:
            until = max(0.0, 1000 * (control.drop_next * TICK - now))
        elif control.first_above:
            waiting = max(0.0, 1000 * (control.first_above * TICK - now))
        return 1000 * sojourn, waiting, until, control.count if control.dropping else 0


class _Run:
    """A line with CoDel, and those who send."""

    def __init__(self, p: Any, exact: bool, rng: random.Random) -> None:
        self.queue = _Watched(limit=p.limit, target=p.target / 1000, interval=p.interval / 1000, ecn=p.ecn, exact=exact)
        rate = p.rate * 1e6
        tcp = (
            [FlowSpec(algorithm="cubic", rtt=p.rtt / 1000, ecn=p.ecn) for _ in range(p.flows)] if p.load == TCP else []
        )
        udp = [UdpSpec(rate=rate * p.overload / 100)] if p.load == UDP else []
        self.bell = Dumbbell(rate=rate, qdisc=self.queue, flows=tcp, udp=udp, rng=rng)


def schedule(interval: float, drops: int, exact: bool) -> list[float]:
    """When a queue that stays too long drops, ms after the first drop. interval: s."""
    length = ticks(interval)
    due, inverse = 0, INVERSE_ONE
    found = [0.0]
    for count in range(1, drops):
        if count > 1:
            inverse = newton_step(inverse, count)
        due += gap(length, count) if exact else kernel_gap(length, inverse)
        found.append(1000 * due * TICK)
    return found


def _drop_table(p: Any, caught: list[tuple[float, int]]) -> Table:
    """The first drops, what the RFC's law says, and what Linux's does."""
    table = Table(
        [
            Column("number", "", "which drop of a queue that stays too long", "time"),
            Column("rfc", "ms", "after the first, by interval/√count", "ssthresh"),
            Column("linux", "ms", "after the first, by the kernel's integers", "loss"),
            Column("here", "ms", "after the first, in this run", "time"),
            Column("count", "", "count in this run", "cwnd"),
        ]
    )
    laws = [schedule(p.interval / 1000, NAMED, exact) for exact in (True, False)]
    for number, (rfc, linux) in enumerate(zip(*laws, strict=True)):
        here, count = caught[number] if number < len(caught) else (NAN, NAN)
        table.append(number + 1, rfc, linux, 1000 * (here - caught[0][0]) if caught else NAN, count)
    return table


def _state_table(queue: _Watched, end: float) -> Table:
    words = ("short", "too long", "dropping")
    table = Table(
        [
            Column("start", "s", "entered", "time"),
            Column("end", "s", "left", "time"),
            Column("side", "", "whose", "time", words=("queue",)),
            Column("state", "", "state of CoDel", "rto", words=words),
        ]
    )
    ends = [start for start, _ in queue.states[1:]]
    for (start, state), left in zip(queue.states, [*ends, end], strict=True):
        table.append(start, left, 0, state)
    return table


def _summarise(result: Result, p: Any, run: _Run, end: float) -> None:
    queue, caught = run.queue, run.queue.caught
    what = "marked" if p.ecn and p.load == TCP else "dropped"
    after = [1000 * (t - caught[0][0]) for t, _ in caught]
    result.tables["drops"] = _drop_table(p, caught)
    result.tables["states"] = _state_table(queue, end)
    for number, (t, count) in enumerate(caught[:NAMED], 1):
        since = f", {significant(after[number - 1])} ms after the first" if number > 1 else ""
        result.event(t, "mark" if what == "marked" else "loss", f"{what}{since}, count {count}")
    laws = {exact: schedule(p.interval / 1000, 5, exact)[4] for exact in (True, False)}
    result.figure("first", 1000 * caught[0][0] if caught else NAN, "ms", "First packet dropped or marked")
    result.figure("fifth", after[4] if len(after) > 4 else NAN, "ms", "Fifth, after the first")
    result.figure("worst", 1000 * queue.worst, "ms", "Longest wait")
    result.figure("caught", len(caught), "packets", "Dropped or marked by the law")
    result.figure("too_many", queue.too_many, "packets", "Dropped because of the limit")
    result.figure("throughput", (run.bell.link.sent * 1514 * 8e-6) / end, "Mbit/s", "Left the queue")
    result.figure("second", after[1] if len(after) > 1 else NAN, "ms", "Second, after the first")
    result.figure("third", after[2] if len(after) > 2 else NAN, "ms", "Third, after the first")
    result.figure("fifth_rfc", laws[True], "ms", "Fifth, by the RFC's law")
    result.figure("fifth_linux", laws[False], "ms", "Fifth, by the kernel's step")
    result.sentence = _sentence(p, queue, after, what)


def _sentence(p: Any, queue: _Watched, after: list[float], what: str) -> str:
    caught = queue.caught
    worst = f"The longest wait is {seconds(queue.worst)}."
    full = f" The limit drops {queue.too_many} more." if queue.too_many else ""
    if not caught:
        return f"No packet waits longer than {significant(p.target)} ms for {significant(p.interval)} ms. {worst}{full}"
    first = f"The first packet is {what} after {seconds(caught[0][0])}"
    if len(after) < 3:
        return f"{first}; that happens {times(len(after))}. {worst}{full}"
    early = ", ".join(f"+{time:.0f}" for time in after[1:5])
    return f"{first}, the next {early} ms later; {len(caught)} are {what} in all. {worst}{full}"
