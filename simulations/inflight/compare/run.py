"""One recording, compared: run the model on its scenario, measure both, judge."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from inflight.compare import bulk, echo, ecn, handshake, pmtu, request, tc, teardown, train
from inflight.compare.bounds import Verdict, judge
from inflight.compare.known import excuses
from inflight.compare.recording import Recording
from inflight.compare.tc import NotYet
from inflight.figure.slices import finish
from inflight.kernel.congestion import algorithms
from inflight.kernel.constants import INFINITE_SSTHRESH
from inflight.kernel.tcp.era import tcp_era

if TYPE_CHECKING:
    from inflight.compare import shapes

Measures = Iterable[tuple[str, float, float]]
Series = dict[str, list[float | None]]
Values = dict[str, list[float]]
"""By metric, of every run."""

SEEDS = range(1, 11)
"""A recording in which chance has a part is one realisation: the model's spread over ten seeds must reach it."""

FEW_SEEDS = SEEDS[:5]
"""For a flow whose algorithm, or a queue whose discipline, draws chance itself; it matters less."""

JITTERS = range(1, 6)
"""Where several flows meet at a drop-tail queue, the mean over small shifts of their starts is what counts.

Where microseconds of the lab's CPU decide what comes first, a write or an ACK, or when its reader begins, the recording
must be within the spread of as many runs.
"""


_BY_SPREAD = "probe_"
"""Of several flows the means count. A ping sees how high the few sawteeth of that one recording stood."""


@dataclass
class Comparison:
    """Verdicts per metric; `reason` is set instead where the scenario cannot be run yet (counts as bad)."""

    name: str
    verdicts: list[Verdict] = field(default_factory=list)
    reason: str = ""
    model: Series = field(default_factory=dict)

    @property
    def bad(self) -> bool:
        """Something is out of bounds, or could not be compared."""
        return bool(self.reason) or any(v.verdict == "bad" for v in self.verdicts)


def compare(*recordings: Recording, every_seed: bool = True) -> Comparison:
    """Run the model on the scenario of one or several recordings, and judge every metric of their summaries.

    Several are as many realisations: what the model's runs gave must reach what they gave.

    every_seed False: where the recording must lie within the spread of several runs, stop as soon as it does. More runs
    only widen the spread, so the verdicts are the same; the means are of fewer runs.
    """
    return finish(comparing(*recordings, every_seed=every_seed))


def comparing(*recordings: Recording, every_seed: bool = True) -> Generator[None, None, Comparison]:
    """Do what `compare` does, run by run of the model."""
    recording = recordings[0]
    result = Comparison(recording.name)
    runs = _RUNS.get(recording.kind)
    if not runs:
        result.reason = f"scenario kind {recording.kind} is not modelled yet"
        return result
    if without := _without(recording):
        result.reason = f"not modelled yet: {without}"
        return result
    lossy, several, draws, timing = _decides(recording)
    places = _PLACES.get(recording.kind)
    by_chance = lossy or timing or places or (draws and not several)
    seeds: Iterable[int] = SEEDS if lossy else JITTERS if several or timing else FEW_SEEDS if draws else SEEDS[:1]
    if places:
        seeds = places(recording)
    values: Values = {}
    kernel: Values = {}
    try:
        for one, seed in product(recordings, seeds):
            measures, series = runs(one, seed)
            result.model = result.model or series
            for metric, ours, theirs in measures:
                values.setdefault(metric, []).append(ours)
                kernel.setdefault(metric, []).append(theirs)
            yield
            if by_chance and not every_seed and _all_well(_verdicts(recording, values, kernel)):
                break
    except NotYet as missing:
        result.reason = f"not modelled yet: {missing}"
        return result
    if not by_chance:
        values = {
            metric: ours if metric.startswith(_BY_SPREAD) else [math.fsum(ours) / len(ours)]
            for metric, ours in values.items()
        }
    result.verdicts = _verdicts(recording, values, kernel)
    if not any(v.bound is not None for v in result.verdicts):
        result.reason = "nothing to judge: the flow did not finish in the model"
    return result


def chance_decides(recording: Recording) -> bool:
    """Whether two recordings of this scenario differ, by chance or because microseconds decide."""
    return any(_decides(recording))


def _decides(recording: Recording) -> tuple[bool, bool, bool, bool]:
    """Losses, or the lab's busy CPU; several flows; what draws chance by itself; which of two things comes first."""
    flows = recording.scenario.get("flows", ())
    used = {flow.get("cc") for flow in flows}
    lossy = _by_chance(recording) or (recording.kind == "bulk" and bulk.limited_by_sender(recording.scenario))
    draws = _draws(recording.scenario["net"]) or any(kind.draws for name, kind in algorithms().items() if name in used)
    timing = recording.kind == "echo" or any(flow.get("read_Bps") for flow in flows)
    return lossy, len(flows) > 1, draws, timing


def _verdicts(recording: Recording, values: Values, kernel: Values) -> list[Verdict]:
    known = excuses(recording.kernel)
    return [
        judge(metric, ours, kernel[metric], known.get((recording.name, metric), "")) for metric, ours in values.items()
    ]


def _all_well(verdicts: list[Verdict]) -> bool:
    return all(verdict.verdict in ("ok", "shown") for verdict in verdicts)


def _without(recording: Recording) -> str:
    """What a scenario needs that is not modelled; empty: nothing."""
    modules = {"handshake": handshake, "teardown": teardown}
    return modules[recording.kind].missing(recording) if recording.kind in modules else ""


def _by_chance(recording: Recording) -> bool:
    """Packets are lost at random, or the lab's CPU was too busy to be on time (see `request.SLOWEST`)."""
    net, configs = recording.scenario["net"], recording.scenario.get("configs", ())
    if recording.kind == "train":
        return train.by_chance(recording.scenario)
    chance = net.get("fwd_netem") or net.get("offload")
    return bool(chance) or any(part.get("loss") for part in (net, *configs))


def _draws(net: dict[str, Any]) -> bool:
    """Whether the bottleneck's discipline drops by chance."""
    bottleneck = net.get("bottleneck") or {}
    return any(tc.draws(line) for line in (bottleneck.get("qdisc"), bottleneck.get("root")) if line)


def _bulk(recording: Recording, seed: int) -> tuple[Measures, Series]:
    bell, trace = bulk.run(recording, seed)
    return bulk.measure(recording, bell, trace), _series(trace)


def _train(recording: Recording, seed: int) -> tuple[Measures, Series]:
    return train.measure(recording, train.run(recording, seed)), {}


def _request(recording: Recording, seed: int) -> tuple[Measures, Series]:
    return request.measure(recording, request.run(recording.scenario, seed, tcp_era(recording.kernel))), {}


def _echo(recording: Recording, seed: int) -> tuple[Measures, Series]:
    return echo.measure(recording, echo.run(recording, seed)), {}


def _undrawn(measure: Callable[[Recording, int], Measures]) -> Callable[[Recording, int], tuple[Measures, Series]]:
    """A run of which only the measures are kept."""
    return lambda recording, seed: (measure(recording, seed), {})


_PLACES: dict[str, Callable[[Recording], range]] = {
    "handshake": handshake.seeds,
    "teardown": teardown.seeds,
    "pmtu": pmtu.seeds,
}
"""Kinds that depend on where the timer wheel stands and on the lab's one CPU: how many places are tried."""

_RUNS: dict[str, Callable[[Recording, int], tuple[Measures, Series]]] = {
    "bulk": _bulk,
    "request": _request,
    "echo": _echo,
    "train": _train,
    "handshake": _undrawn(handshake.measure),
    "teardown": _undrawn(teardown.measure),
    "pmtu": _undrawn(pmtu.measure),
    "ecn": _undrawn(ecn.measure),
}
"""Scenario kind → one run of the model: (metric, model, kernel) each, and series to draw."""


def _series(trace: bulk.Trace) -> Series:
    """The model's samples under the names that recordings use: of flow 0, and where there are several, of each."""
    columns: Series = {"t": [*trace.t], "q": [*trace.queue]}
    if trace.flows:
        first = trace.flows[0]
        columns["cwnd"] = [*first["cwnd"]]
        columns["srtt"] = [*first["srtt"]]
        columns["ssthresh"] = [None if v >= INFINITE_SSTHRESH else v for v in first["ssthresh"]]
        columns["acked"] = [v / 1000 for v in first["acked"]]
    if len(trace.flows) > 1:
        for number, flow in enumerate(trace.flows):
            columns[f"f{number}_acked"] = [v / 1000 for v in flow["acked"]]
    return columns


def as_dict(result: Comparison) -> shapes.Judged:
    """For JSON: name, reason, and one entry per metric."""
    return {"name": result.name, "reason": result.reason, "metrics": [v.as_dict() for v in result.verdicts]}
