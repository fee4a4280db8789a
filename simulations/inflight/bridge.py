"""What the page calls: text and typed arrays go in and out, so nothing of Python leaks into JavaScript."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Iterator, Mapping
from typing import Any

from inflight import __version__
from inflight.compare.recording import parse
from inflight.compare.run import as_dict
from inflight.compare.run import compare as run_comparison
from inflight.experiment import Experiment, find
from inflight.experiment import catalogue as experiments
from inflight.parameters import Value
from inflight.result import Result


def listing() -> dict[str, Any]:
    """All experiments with their parameters and presets: what `inflight list --json` prints."""
    return {"version": __version__, "experiments": [entry.schema() for entry in experiments().values()]}


def catalogue() -> str:
    """`listing`, as JSON."""
    return json.dumps(listing(), ensure_ascii=False)


class Run:
    """One run, advanced in slices so that the page stays alive and a newer request can take its place."""

    def __init__(self, entry: Experiment, parameters: Mapping[str, Value], seed: int) -> None:
        self._entry, self._parameters, self._seed = entry, parameters, seed
        self._steps: Iterator[Result] = entry.run(parameters, seed)
        self._result = next(self._steps)
        self._done = False

    def step(self, budget_ms: float) -> bool:
        """Advance for about `budget_ms`; True when the run is complete."""
        end = time.perf_counter() + budget_ms / 1000
        while not self._done and time.perf_counter() < end:
            try:
                self._result = next(self._steps)
            except StopIteration:
                self._done = True
        return self._done

    @property
    def progress(self) -> float:
        """Share of the run that is done, 0 to 1."""
        return self._result.progress

    def columns(self) -> list[tuple[str, array[float]]]:
        """Name and a copy of the values so far, for each column."""
        return [(column.name, column.values[:]) for column in self._result.columns]

    def head(self) -> str:
        """The Result without values, as JSON; the commands come with the complete one."""
        commands = self._entry.commands(self._parameters) if self._done else []
        return json.dumps({**self._identity(), **self._result.head(), "commands": commands}, ensure_ascii=False)

    def result(self) -> dict[str, Any]:
        """The complete Result as the command line prints it: runs what is left of it first."""
        while not self.step(1000):
            pass
        return {**self._identity(), **self._result.as_dict(), "commands": self._entry.commands(self._parameters)}

    def _identity(self) -> dict[str, Any]:
        return {"experiment": self._entry.id, "parameters": dict(self._parameters), "seed": self._seed}


def start(experiment: str, parameters_json: str, seed: int = 1) -> Run:
    """Begin a run; the message of a ValueError is meant for the reader.

    Raises:
        UnknownExperiment, ParameterError: what was given cannot be run.
    """
    entry = find(experiment)
    return Run(entry, entry.fill(json.loads(parameters_json)), seed)


_OVERLAY = {
    "t": ("s", "time since the start", "time"),
    "cwnd": ("segments", "congestion window", "cwnd"),
    "q": ("packets", "packets waiting at the bottleneck", "queue"),
    "srtt": ("ms", "smoothed round-trip time (SRTT)", "rtt"),
    "acked": ("kB", "acknowledged", "sequence"),
}
"""Series of a recording that can be laid over the model's: unit, meaning, quantity."""


def compare(recording_json: str) -> str:
    """A recording and the model's run of the same scenario, with the verdicts of `inflight compare`; JSON.

    {"name", "reason", "metrics": […], "kernel": [columns], "model": [columns]}, columns as in a Result.

    Raises:
        RecordingError: it is not a recording.
    """
    recording = parse(recording_json)
    result = run_comparison(recording)
    kernel = {name: recording.series[name] for name in _OVERLAY if name in recording.series}
    model = {name: result.model[name] for name in kernel if name in result.model}
    return json.dumps({**as_dict(result), "kernel": _columns(kernel), "model": _columns(model)}, ensure_ascii=False)


def _columns(series: Mapping[str, list[float | None]]) -> list[dict[str, Any]]:
    return [
        dict(zip(("name", "unit", "meaning", "quantity"), (name, *_OVERLAY[name]), strict=True)) | {"values": values}
        for name, values in series.items()
    ]


def source(experiment: str) -> str:
    """The experiment's own Python file."""
    with open(find(experiment).source_file, encoding="utf-8") as file:
        return file.read()
