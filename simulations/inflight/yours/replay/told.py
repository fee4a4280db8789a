"""A replay as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inflight.yours.replay.estimates import Seen
from inflight.yours.replay.model import POINTS, Run
from inflight.yours.replay.parameters import CONTROLS, ReplayParameters, as_values
from inflight.yours.replay.residual import Residual
from inflight.yours.replay.words import LEAVES_OUT, alone, fit, what_if

if TYPE_CHECKING:
    from inflight.yours import shapes


def told(values: ReplayParameters, run: Run, seen: Seen, before: Run, found: Residual) -> shapes.CaptureReplay:
    """A run beside its capture. before: the run with everything as captured, which `found` is of."""
    order = [each.name for each in CONTROLS]
    estimates = sorted(seen.estimates, key=lambda each: order.index(each.parameter))
    return {
        **_of(values, run, what_if(values, seen.parameters, run, before)),
        "captured": as_values(seen.parameters),
        "estimates": [
            {"parameter": each.parameter, "value": each.value, "known": each.known, "evidence": each.evidence}
            for each in estimates
        ],
        "capture": _curve(seen.acked),
        "took": seen.took,
        "fit": {
            "explains": found.explains,
            "sentence": fit(found),
            "apart": found.apart,
            "parts": found.parts,
        },
        "as_captured": None if run is before else _run(before),
    }


def told_alone(values: ReplayParameters, run: Run) -> shapes.Replay:
    """A run of which nothing is known but its parameters."""
    return _of(values, run, alone(values, run))


def _of(values: ReplayParameters, run: Run, sentence: str) -> shapes.Replay:
    return {
        "controls": [each.as_dict() for each in CONTROLS],
        "values": as_values(values),
        "run": _run(run),
        "sentence": sentence,
        "leaves_out": LEAVES_OUT,
    }


def _run(run: Run) -> shapes.ReplayRun:
    return {
        "t": run.t,
        "acked": [float(each) for each in run.acked],
        "flight": [float(each) for each in run.flight],
        "took": run.took,
        "resent": run.resent,
    }


def _curve(points: Sequence[tuple[float, int]]) -> shapes.ReplayCurve:
    every = -(-len(points) // POINTS) or 1
    kept = [*points[:-1:every], *points[-1:]]
    return {"t": [time for time, _ in kept], "acked": [float(count) for _, count in kept]}
