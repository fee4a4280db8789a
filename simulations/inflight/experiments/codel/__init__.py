"""CoDel: how long packets wait, and which of them it drops for that."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.codel.parameters import LINUX, PRESETS, RFC, TCP, UDP, CodelParameters
from inflight.experiments.codel.path import CodelPath, WatchedCoDel
from inflight.experiments.codel.tables import drop_table, schedule, state_table
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Grid, Lane, Lanes, Scene, Source, States, Store
from inflight.figure.words import seconds, significant, times
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path

MOST_PACKETS = 25_000
POINTS = 1500


@experiment("codel", part="disciplines", question="Why does CoDel drop now?")
class Codel:
    """Once packets have waited longer than a target for an interval, CoDel drops one, then the next, ever faster."""

    title = "CoDel's clock"
    parameters = CodelParameters
    points = ("sender", "receiver")
    knobs = ("target", "interval")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("sojourn", "ms", "how long the last packet had waited", "rtt"),
            Column("waiting", "ms", "until the wait has been too long for an interval", "queue"),
            Column("until", "ms", "until the next drop", "rto"),
            Column("count", "", "drops since dropping began", "cwnd"),
            Column("linux", "packets", "dropped or marked with the kernel's step", "loss"),
            Column("rfc", "packets", "dropped or marked with the exact root", "ssthresh"),
            Column("queue", "packets", "packets waiting", "queue"),
            Column("sent", "packets", "packets that have reached the queue", "sequence"),
        ),
        figures=(
            Output("first", "ms", "First packet dropped or marked"),
            Output("fifth", "ms", "Fifth, after the first"),
            Output("worst", "ms", "Longest wait"),
            Output("caught", "packets", "Dropped or marked by the law"),
            Output("too_many", "packets", "Dropped because of the limit"),
            Output("throughput", "Mbit/s", "Left the queue"),
            Output("second", "ms", "Second, after the first"),
            Output("third", "ms", "Third, after the first"),
            Output("fifth_rfc", "ms", "Fifth, by the RFC's law"),
            Output("fifth_linux", "ms", "Fifth, by the kernel's step"),
        ),
    )
    views = (
        Scene(
            below="sojourn",
            sources=(Source("sender", "sent"),),
            stores=((Store("Queue", "queue", lost="linux", head=True, waited="sojourn", target="target"),),),
            sink="line",
            out=("rate",),
        ),
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
            question="Target 5 ms, interval 100 ms, and a sender that sends 10% too much from the start. When is the "
            "first packet dropped?",
            at="A tenth too much",
            summary="first",
            min=1,
            max=3000,
        ),
        ValueBet(
            id="fifth",
            question="By the RFC: how many ms after the first drop does the fifth one come?",
            at="By the RFC",
            summary="fifth",
            min=10,
            max=3000,
        ),
        ValueBet(
            id="worst",
            question="How long does a packet wait at worst, until CoDel drops enough of the 10%?",
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
        Other flows and other queues: fq_codel gives each flow a CoDel of its own. UDP packets are full-size and evenly
        spaced. Like tbf, the line takes a packet out of the queue before it can leave, and CoDel no longer counts
        that one. The run ends after 25,000 packets.
    """

    @staticmethod
    def commands(p: CodelParameters) -> list[Commands]:
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
    def run(p: CodelParameters, rng: random.Random) -> Iterator[Result]:
        """A row for each tick, s; the other law is run as well, for its drops."""
        per_second = p.rate * 1e6 / (1514 * 8) * (max(1.0, p.overload / 100) if p.load == UDP else 1.0)
        end = min(p.duration, MOST_PACKETS / per_second)
        result = Codel.outputs.result(end=end)
        step = max(0.001, end / POINTS)
        seed = rng.random()
        one, other = (CodelPath(p, exact, random.Random(seed)) for exact in (p.law == RFC, p.law != RFC))
        capture_path(one.bell)
        for number in range(round(end / step) + 1):
            t = number * step
            for run in (one, other):
                yield from (result for _ in run.bell.clock.run(t))
            law = [len(one.queue.caught), len(other.queue.caught)]
            counts = len(one.queue), one.queue.came
            result.append(t, *one.queue.look(t), *(law if p.law == LINUX else law[::-1]), *counts)
            result.progress = t / end
        _summarise(result, p, one, end)
        yield result


def _summarise(result: Result, p: CodelParameters, run: CodelPath, end: float) -> None:
    queue, caught = run.queue, run.queue.caught
    what = "marked" if p.ecn and p.load == TCP else "dropped"
    after = [1000 * (t - caught[0][0]) for t, _ in caught]
    interval = p.interval / 1000
    result.tables["drops"] = drop_table(interval, caught)
    result.tables["states"] = state_table(queue, end)
    for number, (t, count) in enumerate(caught, 1):
        since = f", {significant(after[number - 1])} ms after the first" if number > 1 else ""
        result.event(t, "mark" if what == "marked" else "loss", f"{what}{since}, count {count}")
    laws = {exact: schedule(interval, 5, exact)[4] for exact in (True, False)}
    result.figure("first", 1000 * caught[0][0] if caught else nan)
    result.figure("fifth", after[4] if len(after) > 4 else nan)
    result.figure("worst", 1000 * queue.worst)
    result.figure("caught", len(caught))
    result.figure("too_many", queue.too_many)
    result.figure("throughput", (run.bell.link.sent * 1514 * 8e-6) / end)
    result.figure("second", after[1] if len(after) > 1 else nan)
    result.figure("third", after[2] if len(after) > 2 else nan)
    result.figure("fifth_rfc", laws[True])
    result.figure("fifth_linux", laws[False])
    result.sentence = _sentence(p, queue, after, what)


def _sentence(p: CodelParameters, queue: WatchedCoDel, after: list[float], what: str) -> str:
    caught = queue.caught
    worst = f"The longest wait is {seconds(queue.worst)}."
    full = f" The limit drops {queue.too_many} more." if queue.too_many else ""
    if not caught:
        return (
            f"The wait never stays above {significant(p.target)} ms for {significant(p.interval)} ms, "
            f"so nothing is {what} for it. {worst}{full}"
        )
    first = f"The first packet is {what} after {seconds(caught[0][0])}"
    if len(after) < 3:
        return f"{first}; that happens {times(len(after))}. {worst}{full}"
    early = ", ".join(f"+{time:.0f}" for time in after[1:5])
    return f"{first}, the next {early} ms later; {len(caught)} are {what} in all. {worst}{full}"
