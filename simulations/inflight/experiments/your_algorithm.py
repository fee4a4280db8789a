"""The reader's own congestion control in a race against those of Linux, alone and beside CUBIC."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Annotated

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Code, Flag, Parameters, Preset
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes, Race, Racer
from inflight.figure.words import significant, times
from inflight.kernel.congestion.states import RECOVERY
from inflight.reader.code import ReaderAlgorithm
from inflight.reader.starters import BY_DELAY, FIXED, GENTLE, GREEDY, RENO
from inflight.scenes import measured
from inflight.scenes.algorithm_race import NEIGHBOUR, Algorithm, Alone, Beside, RacePath
from inflight.scenes.captured.path import capture_path
from inflight.scenes.transfer import (
    BUFFER,
    DURATION,
    LOSS_RATE,
    RATE,
    RTT,
    TICK,
    Throughput,
    loss_in_words,
    most,
    sampling,
    spelled,
)

YOURS = "yours"
RIVALS = ("reno", "cubic", "bbr")
"""Whom the reader races: the textbook, and those that the net runs on."""

RACERS = (YOURS, *RIVALS)

LINED_UP = ("bbr", "reno", "cubic")
"""The rivals as they stand in the race: that which goes by delay is the one to beat."""

MINE, THEIRS = f"{YOURS}_beside_{NEIGHBOUR}", f"{NEIGHBOUR}_beside_{YOURS}"

TOUR = {
    "short and fast": RacePath(rate=10, rtt=5, buffer=10, loss=0, duration=4),
    "shallow buffer": RacePath(rate=5, rtt=40, buffer=4, loss=0, duration=8),
    "bufferbloat": RacePath(rate=2, rtt=40, buffer=300, loss=0, duration=16),
    "long, 1% lost": RacePath(rate=4, rtt=100, buffer=100, loss=1, duration=10),
}
"""What is good on one path should be good on these, too. Each takes a few thousand packets."""


@dataclass(frozen=True)
class YourAlgorithmParameters(Parameters):
    """The reader's code, and the path on which it races."""

    code: Annotated[
        str,
        Code(
            label="Your algorithm",
            quantity=YOURS,
            help="Python: on_ack(cc, ack), on_loss(cc, now), on_rto(cc, now) and init(cc); leave out what you don't "
            "need. ack has now, acked, rtt, min_rtt, delivered, in_flight, in_recovery and cwnd_limited; seconds and "
            "segments. After a loss the window goes to cc.ssthresh or cc.cwnd, whichever you make the smaller.",
        ),
    ] = RENO
    rate: Annotated[float, RATE] = 5
    rtt: Annotated[float, RTT] = 40
    buffer: Annotated[int, BUFFER] = 60
    loss: Annotated[float, LOSS_RATE] = 0
    duration: Annotated[float, DURATION] = 20
    tour: Annotated[
        bool,
        Flag(
            label="Four other paths, too",
            help="Races on a short and fast path, one with a shallow buffer, one with far too large a buffer, and a "
            "long one that loses packets. The table has the scores.",
        ),
    ] = False


@experiment("your-algorithm", part="congestion", question="Can you do better?")
class YourAlgorithm:
    """How full your algorithm keeps the line, how empty the queue, and how it gets along with others."""

    title = "Your own algorithm"
    parameters = YourAlgorithmParameters
    points = ("sender", "receiver")
    presets = (
        Preset(
            "Yours is Reno",
            {},
            "The line is always busy, and so is the queue: packets wait for longer than they travel.",
        ),
        Preset(
            "A fixed window",
            {"code": FIXED, "tour": True},
            "Always as many packets as fill the wire: close to 100 points here. Look at the other paths.",
        ),
        Preset(
            "Too greedy",
            {"code": GREEDY},
            "No loss slows it down, so the queue is always full, and a neighbour gets next to nothing.",
        ),
        Preset("Back off less", {"code": GENTLE}, "0.9 instead of a half: more teeth, a longer queue, a lower score."),
        Preset(
            "By delay",
            {"code": BY_DELAY},
            "It stops where the round-trip time starts to grow, and wins. Beside CUBIC it gets pushed aside.",
        ),
        Preset(
            "By delay, 1% lost",
            {"code": BY_DELAY, "loss": 1, "buffer": 20},
            "Watching the delay doesn’t help if every lost packet halves the window. Can you tell the losses apart?",
        ),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_SYN,
            *(Column(name, "segments", f"congestion window, {spelled(name)}", name) for name in RACERS),
            *(Column(f"{name}_queue", "packets", f"packets waiting, {spelled(name)}", name) for name in RACERS),
            *(
                Column(f"{name}_throughput", "Mbit/s", f"data delivered per second, {spelled(name)}", name)
                for name in RACERS
            ),
            Column(MINE, "Mbit/s", f"what yours gets on a line with {spelled(NEIGHBOUR)}", YOURS),
            Column(THEIRS, "Mbit/s", f"what {spelled(NEIGHBOUR)} gets on a line with yours", NEIGHBOUR),
        ),
        figures=(
            Output("score", "", "Your score"),
            Output("best", "", "Best of the others"),
            Output("share", "%", f"Your share beside {spelled(NEIGHBOUR)}"),
            Output("goodput", "Mbit/s", "Your goodput"),
            Output("mean_rtt", "ms", "Your mean round-trip time"),
            measured.QUEUE_DROPS,
            measured.LOST_AT_RANDOM,
            measured.RETRANSMISSIONS,
            measured.TIMEOUTS,
            Output("tour", "", "Your mean score of five paths"),
        ),
    )
    knobs = ("buffer",)
    views = (
        Race(
            below="window",
            racers=tuple(
                Racer(spelled(name), queue=f"{name}_queue", rate=f"{name}_throughput") for name in (YOURS, *LINED_UP)
            ),
            limit="buffer",
            rate="rate",
            scores="score",
            name="algorithm",
            score="score",
        ),
        Lanes(
            (
                Lane("window", "Window", "segments", RACERS),
                Lane(
                    "queue",
                    "Queue",
                    "packets",
                    tuple(f"{name}_queue" for name in RACERS),
                    handles=("buffer",),
                ),
                Lane(
                    "throughput",
                    "Throughput",
                    "Mbit/s",
                    tuple(f"{name}_throughput" for name in RACERS),
                ),
                Lane("beside", f"Beside {spelled(NEIGHBOUR)}", "Mbit/s", (MINE, THEIRS)),
            )
        ),
        Bars("score", label="algorithm", value="score", title="Score"),
        Grid("score", title="Table"),
    )
    bets = (
        ValueBet(
            id="back-off-less",
            question="Reno keeps half of its window after a loss and scores 28. Keep 0.9 of it: what is the score?",
            at="Back off less",
            summary="score",
            min=0,
            max=100,
            scale="linear",
        ),
    )
    sources = (
        "Kleinrock 1979 (power)",
        "RFC 5681",
        "RFC 6937",
        "RFC 9438",
        "Brakmo and Peterson 1995 (TCP Vegas)",
        "tcp.h:tcp_congestion_ops",
    )
    leaves_out = """
        Most neighbours. For the score each algorithm is alone on its path. For its share it joins a line where one
        CUBIC flow has been for a tenth of the time. What both get after a quarter of the time counts, in one run, so a
        few per cent are luck. The connection repairs losses and sets the window meanwhile, as Linux does for all
        algorithms. Yours decides the rest, but it cannot pace its packets, and it does not hear of ECN. Mean
        round-trip times are those of the packets that got through; a retransmission costs goodput.
    """

    @staticmethod
    def commands(p: YourAlgorithmParameters) -> list[Commands]:
        """The same path, and the two ways from here to a kernel that runs an algorithm of one's own."""
        return [
            Commands("Set it", path(rate=p.rate, rtt=p.rtt, buffer=p.buffer, loss=p.loss)),
            Commands(
                "Race the others",
                [
                    "sysctl net.ipv4.tcp_available_congestion_control",
                    "iperf3 -c 192.0.2.1 -t " + f"{p.duration:g} -C cubic   # on the sender; then -C reno …",
                    "ss -tin dst 192.0.2.1   # cwnd, ssthresh, rtt, retrans",
                ],
            ),
            Commands(
                "Run your own on Linux",
                [
                    "# in C, loaded as BPF; the kernel's tools/testing/selftests/bpf/progs/bpf_cubic.c is an example",
                    "bpftool struct_ops register mine.bpf.o /sys/fs/bpf",
                    "sysctl -w net.ipv4.tcp_congestion_control=mine",
                ],
            ),
        ]

    @staticmethod
    def run(p: YourAlgorithmParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the score is that of the whole run, slow start included."""
        here = RacePath(rate=p.rate, rtt=p.rtt, buffer=p.buffer, loss=p.loss, duration=p.duration)
        yours = _Racer(YOURS, partial(ReaderAlgorithm, p.code), here, rng)
        capture_path(yours.alone.bell)
        racers = [yours, *_rivals(here, rng)]
        result = YourAlgorithm.outputs.result(end=p.duration)
        yield result
        ticks, every = sampling(p.duration)
        shared = [Throughput(sender, _span(here)) for sender in (yours.beside.sender, yours.beside.neighbour)]
        length = p.duration + p.tour * math.fsum(each.duration for each in TOUR.values())
        for place, tick in enumerate(range(every, ticks + 1, every)):
            now = tick * TICK
            for racer in (*racers[1:], yours):
                for _ in racer.run(place, now):
                    yield result
            samples = zip(*(racer.samples[place] for racer in racers), strict=True)
            result.append(now, *chain(*samples), *(throughput.at(now) for throughput in shared))
            for entry in yours.alone.sender.recovery.entered[len(result.events) :]:
                result.event(*loss_in_words(entry))
            result.progress = now / length
        _judge(result, racers, p)
        if p.tour:
            for _ in _tour(result, racers, rng, length):
                yield result
        yield result


class _Racer:
    """One algorithm, in both of its races, run as far as it was asked for.

    samples: window (segments), queue (packets) and throughput (Mbit/s) at each tick that is drawn. toured: its scores
    on the paths of the tour.
    """

    def __init__(self, name: str, algorithm: Algorithm, path: RacePath, chance: random.Random) -> None:
        self.algorithm = algorithm
        self.spelled = spelled(name)
        self.alone = Alone(algorithm, path, chance)
        self.beside = Beside(algorithm, path, chance)
        self.samples: list[tuple[float, float, float]] = []
        self.toured: list[float] = []
        self._throughput = Throughput(self.alone.sender, _span(path))

    def run(self, place: int, now: float) -> Iterator[None]:
        """On to `now`, where sample number `place` is taken; what was run before is not run again."""
        if place < len(self.samples):
            return
        for bell in (self.alone.bell, self.beside.bell):
            yield from bell.clock.run(now)
        if place < len(self.samples):  # another run of the same race has come so far meanwhile
            return
        window, queued = self.alone.sender.congestion.cwnd, self.alone.bell.link.queued()
        self.samples.append((window, queued, self._throughput.at(now)))

    @property
    def mean(self) -> float:
        """Of the scores on all paths."""
        return (self.alone.score + math.fsum(self.toured)) / (1 + len(self.toured))


def _span(path: RacePath) -> float:
    """Over what throughputs are averaged, s: four round trips. What is compared is the level, no rhythm of windows."""
    _, every = sampling(path.duration)
    return max(4 * path.rtt / 1000, every * TICK)


_KEPT = 2
"""Paths of which the rivals' races are remembered: the reader's, and the one before it."""

_known: dict[tuple[RacePath, object], list[_Racer]] = {}


def _rivals(path: RacePath, chance: random.Random) -> list[_Racer]:
    """Those that the reader races. Their races are the same whatever the reader writes, and so are run once."""
    key = path, chance.getstate()
    if key not in _known:
        while len(_known) >= _KEPT:
            del _known[next(iter(_known))]
        _known[key] = [_Racer(name, name, path, chance) for name in RIVALS]
    return _known[key]


def _tour(result: Result, racers: list[_Racer], rng: random.Random, length: float) -> Iterator[None]:
    """Each racer alone on each path of the tour; `length` is that of all races, s."""
    for place, each in enumerate(TOUR.values()):
        for racer in racers:
            if place < len(racer.toured):
                continue
            run = Alone(racer.algorithm, each, rng)
            yield from run.bell.clock.run(each.duration)
            if place == len(racer.toured):
                racer.toured.append(run.score)
        result.progress += each.duration / length
    result.tables["score"] = _table(racers, tour=True)
    result.figure("tour", racers[0].mean)


def _table(racers: list[_Racer], *, tour: bool) -> Table:
    """A row for each algorithm, the best first; with the scores of the `tour`, if there was one."""
    ranked = sorted(racers, key=lambda r: -r.alone.score)  # of equals, yours stands first
    toured = tuple(TOUR) if tour else ()
    table = Table(
        [
            Column("algorithm", "", "congestion control", "time", words=tuple(r.spelled for r in ranked)),
            Column("score", "", "power: 100 is a full line and an empty queue", "cwnd"),
            *(Column(f"score_{name}", "", f"score on the path “{name}”", "cwnd") for name in toured),
            *([Column("mean_score", "", "mean of the scores on all paths", "cwnd")] if toured else []),
            Column("share", "%", f"of the line, beside a flow of {spelled(NEIGHBOUR)}", NEIGHBOUR),
            Column("goodput", "Mbit/s", "data that arrived per second", "throughput"),
            Column("rtt", "ms", "mean round-trip time", "rtt"),
            Column("retransmissions", "segments", "sent again", "loss"),
            Column("timeouts", "", "times the timer fired", "rto"),
        ]
    )
    for place, r in enumerate(ranked):
        alone = r.alone
        again, fired = alone.sender.retransmissions, alone.sender.recovery.timeouts
        scores = (*r.toured, r.mean) if tour else ()
        table.append(place, alone.score, *scores, r.beside.share, alone.goodput, alone.mean_rtt, again, fired)
    return table


def _judge(result: Result, racers: list[_Racer], p: YourAlgorithmParameters) -> None:
    """The table, the summary of the reader's run, and the verdict in a sentence."""
    result.tables = {"score": _table(racers, tour=False)}
    yours, *rivals = racers
    best = max(rivals, key=lambda r: r.alone.score)
    mine = yours.alone
    result.figure("score", mine.score)
    result.figure("best", best.alone.score, label=f"Best of the others ({best.spelled})")
    result.figure("share", yours.beside.share)
    result.figure("goodput", mine.goodput)
    result.figure("mean_rtt", mine.mean_rtt)
    result.figure("drops", mine.bell.link.drops)
    result.figure("lost", mine.bell.link.lost)
    result.figure("retransmissions", mine.sender.retransmissions)
    result.figure("timeouts", mine.sender.recovery.timeouts)
    result.sentence = _sentence(yours, rivals, p)


def _sentence(yours: _Racer, rivals: list[_Racer], p: YourAlgorithmParameters) -> str:
    mine = yours.alone
    scores = ", ".join(f"{r.spelled} {r.alone.score:.0f}" for r in sorted(rivals, key=lambda r: -r.alone.score))
    verdict = f"Your algorithm scores {mine.score:.0f} of 100; {scores}."
    if not mine.goodput:
        return f"{verdict} Nothing of yours has got through."
    part = min(100, 100 * mine.goodput / most(p.rate))
    losses = sum(state == RECOVERY for _, state, *_ in mine.sender.recovery.entered)
    return (
        f"{verdict} Yours gets {significant(mine.goodput)} Mbit/s through, {part:.0f}% of what the line can carry. "
        f"Its packets take {significant(mine.mean_rtt)} ms there and back, where the empty path takes {p.rtt:g} ms. "
        + (f"It sees losses {times(losses)}. " if losses else "It sees no loss. ")
        + _manners(yours.beside.share)
    )


def _manners(share: float) -> str:
    """What the share of the line says about living with others."""
    other = spelled(NEIGHBOUR)
    if math.isnan(share):
        return f"Beside {other}, nobody gets anything through."
    gets = f"Beside a flow of {other} it gets {share:.0f}% of what both get through"
    if share < 25:
        return f"{gets}: it is pushed aside."
    return f"{gets}: it pushes {other} aside." if share > 75 else f"{gets}."
