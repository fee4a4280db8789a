"""One recording, compared: run the model on its scenario, measure both, judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inflight.compare import bulk
from inflight.compare.bounds import Verdict, judge
from inflight.compare.recording import Recording
from inflight.tcp.constants import INFINITE_SSTHRESH

SEEDS = range(1, 11)
"""A recording with random loss is one realisation: the model's spread over ten seeds must reach it."""


@dataclass
class Comparison:
    """Verdicts per metric; `reason` is set instead where the scenario cannot be run yet (counts as bad)."""

    name: str
    verdicts: list[Verdict] = field(default_factory=list)
    reason: str = ""
    model: dict[str, list[float | None]] = field(default_factory=dict)

    @property
    def bad(self) -> bool:
        """Something is out of bounds, or could not be compared."""
        return bool(self.reason) or any(v.verdict == "bad" for v in self.verdicts)


def compare(recording: Recording) -> Comparison:
    """Run the model on the recording's scenario and judge every metric of its summary."""
    result = Comparison(recording.name)
    if recording.kind != "bulk":
        result.reason = f"scenario kind {recording.kind} is not modelled yet"
        return result
    seeds = SEEDS if recording.scenario["net"].get("loss") else SEEDS[:1]
    values: dict[str, list[float]] = {}
    kernel: dict[str, float] = {}
    try:
        for seed in seeds:
            bell, trace = bulk.run(recording.scenario, seed)
            if seed == seeds[0]:
                result.model = _series(trace)
            for metric, ours, theirs in bulk.measure(recording, bell, trace):
                values.setdefault(metric, []).append(ours)
                kernel[metric] = theirs
    except bulk.NotYet as missing:
        result.reason = f"not modelled yet: {missing}"
        return result
    result.verdicts = [judge(recording.name, metric, ours, kernel[metric]) for metric, ours in values.items()]
    if not any(v.bound is not None for v in result.verdicts):
        result.reason = "nothing to judge: the flow did not finish in the model"
    return result


def _series(trace: bulk.Trace) -> dict[str, list[float | None]]:
    """The model's samples under the names that recordings use (flow 0)."""
    columns: dict[str, list[float | None]] = {"t": [*trace.t], "q": [*trace.queue]}
    if trace.flows:
        first = trace.flows[0]
        columns["cwnd"] = [*first["cwnd"]]
        columns["srtt"] = [*first["srtt"]]
        columns["ssthresh"] = [None if v >= INFINITE_SSTHRESH else v for v in first["ssthresh"]]
        columns["acked"] = [v / 1000 for v in first["acked"]]
    return columns


def as_dict(result: Comparison) -> dict[str, Any]:
    """For JSON: name, reason, and one entry per metric."""
    return {"name": result.name, "reason": result.reason, "metrics": [v.__dict__ for v in result.verdicts]}
