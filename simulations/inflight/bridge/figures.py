"""Figures: what there is, and runs in slices."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from inflight import __version__
from inflight.bridge.stepped import Stepped
from inflight.figure.catalogue import catalogue as experiments
from inflight.figure.catalogue import find
from inflight.figure.experiment import Experiment, Values, Work
from inflight.figure.parameters import Code, Value
from inflight.figure.result import Result

if TYPE_CHECKING:
    from inflight.figure import shapes


def listing() -> dict[str, Any]:
    """All experiments with their parameters, presets and outputs: what `inflight list --json` prints."""
    return {"version": __version__, "experiments": [entry.schema() for entry in experiments().values()]}


def describe(experiment: str) -> str:
    """What `listing` says of one experiment, as JSON.

    Raises:
        UnknownExperiment: there is none of that id.
    """
    return json.dumps(find(experiment).schema(), ensure_ascii=False)


def takes_code(experiment: str) -> bool:
    """Whether it runs what a reader wrote: that is for the sandbox only."""
    return any(isinstance(parameter, Code) for parameter in find(experiment).parameters)


class Shown:
    """A Result, complete or not, as the page takes it over."""

    def __init__(
        self, entry: Experiment, parameters: Mapping[str, Value], seed: int, result: Result, done: bool
    ) -> None:
        self._entry, self._parameters, self._seed = entry, parameters, seed
        self._result, self._done = result, done

    @property
    def progress(self) -> float:
        """Share of the run that is done, 0 to 1."""
        return min(self._result.progress, 1.0)  # a share of time may be a hair above, by rounding

    def columns(self) -> list[tuple[str, array[float]]]:
        """Name and a copy of the values so far, for each column."""
        return [(column.name, column.values[:]) for column in self._result.columns]

    def tables(self) -> list[tuple[str, str, array[float]]]:
        """Table, column and a copy of its values, for each column of the tables."""
        tables = self._result.tables.items()
        return [(name, column.name, column.values[:]) for name, table in tables for column in table.columns]

    def head(self) -> str:
        """The Result without values, as JSON; the commands come with the complete one."""
        commands = self._entry.commands(self._parameters) if self._done else []
        head: shapes.SentHead = {**self._identity(), **self._result.head(), "commands": commands}
        return json.dumps(head, ensure_ascii=False)

    def _identity(self) -> shapes.RunIdentity:
        return {"experiment": self._entry.id, "parameters": dict(self._parameters), "seed": self._seed}


class Run(Shown, Stepped):
    """One run: what it has come to so far can be shown at any time."""

    def __init__(self, entry: Experiment, parameters: Mapping[str, Value], seed: int) -> None:
        steps = entry.run(parameters, seed)
        Shown.__init__(self, entry, parameters, seed, next(steps), False)
        Stepped.__init__(self, steps)

    def _yielded(self, value: object) -> None:
        self._result = cast(Result, value)

    def result(self) -> shapes.CompleteResult:
        """The complete Result as the command line prints it: runs what is left of it first."""
        while not self.step(1000):
            pass
        return {**self._identity(), **self._result.as_dict(), "commands": self._entry.commands(self._parameters)}


def start(experiment: str, parameters_json: str, seed: int = 1) -> Run:
    """Begin a run; the message of a ValueError is meant for the reader.

    Raises:
        UnknownExperiment, ParameterError: what was given cannot be run.
    """
    return Run(*_filled(experiment, parameters_json), seed)


def run(experiment: str, parameters_json: str) -> str:
    """The complete Result at once, as the command line prints it; for the build of the book.

    Raises:
        UnknownExperiment, ParameterError: what was given cannot be run.
    """
    return json.dumps(start(experiment, parameters_json).result(), ensure_ascii=False, allow_nan=False)


class CellRun(Stepped):
    """One cell of an experiment; it gives numbers instead of a Result."""

    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self._values = array("d")

    def _returned(self, value: object) -> None:
        self._values = array("d", cast(Values, value))

    def values(self) -> array[float]:
        """What it came to; empty while it is under way."""
        return self._values[:]


def _filled(experiment: str, parameters_json: str) -> tuple[Experiment, dict[str, Value]]:
    entry = find(experiment)
    return entry, entry.fill(json.loads(parameters_json))


def cells(experiment: str, parameters_json: str) -> int:
    """How many cells a run has; 0: it is a single run, see `start`."""
    entry, parameters = _filled(experiment, parameters_json)
    return len(entry.cells(parameters))


def known_cells(experiment: str, parameters_json: str, seed: int) -> list[tuple[int, array[float]]]:
    """Place and values of the cells that need not run again."""
    entry, parameters = _filled(experiment, parameters_json)
    return [(index, array("d", values)) for index, values in entry.known_cells(parameters, seed).items()]


def start_cell(experiment: str, parameters_json: str, seed: int, index: int) -> CellRun:
    """Begin one cell, counted from 0. In which order, and in how many workers, makes no difference to `combine`."""
    entry, parameters = _filled(experiment, parameters_json)
    return CellRun(entry.cell(parameters, seed, index))


def combine(
    experiment: str,
    parameters_json: str,
    seed: int,
    indices: Iterable[int],
    values: Iterable[Iterable[float]],
    done: bool,
) -> Shown:
    """The Result of the cells that are there: `indices` and, in the same order, the `values` of each.

    With `done` it is the one that `start` would have come to. What is given here is known from now on.
    """
    entry, parameters = _filled(experiment, parameters_json)
    # A page's whole numbers come as integers.
    found = {index: tuple(map(float, each)) for index, each in zip(indices, values, strict=True)}
    entry.keep_cells(parameters, seed, found)
    result = entry.combine(parameters, [found.get(index) for index in range(len(entry.cells(parameters)))])
    return Shown(entry, parameters, seed, result, done)
