"""The experiment contract: what every figure of the book says of itself, and how it is run."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from inflight.figure.bad_input import BadInput
from inflight.figure.bets import Bet
from inflight.figure.description import MOST_KNOBS, WrongDescription, complete, consistent, said_by
from inflight.figure.parameters import Parameter, Parameters, Preset, UnknownParameter, Value, controls
from inflight.figure.result import Outputs, Result
from inflight.figure.views import View

if TYPE_CHECKING:
    from inflight.figure import shapes


@dataclass(frozen=True)
class Commands:
    """Shell lines under one heading, as a reader would type them on Linux."""

    title: str
    lines: Sequence[str]


class Described(Protocol):
    """What every decorated class says of itself; it may also have `bets`, `knobs`, and `points`."""

    title: ClassVar[str]
    parameters: ClassVar[type[Parameters]]
    presets: ClassVar[Sequence[Preset]]
    outputs: ClassVar[Outputs]
    views: ClassVar[Sequence[View]]
    leaves_out: ClassVar[str]
    sources: ClassVar[Sequence[str]]


Given = TypeVar("Given", bound=Parameters, contravariant=True)
"""An experiment's own parameters."""


class Model(Described, Protocol[Given]):
    """An experiment that is one run: `run` yields its growing Result often, the complete one last."""

    @staticmethod
    def commands(p: Given) -> list[Commands]: ...

    @staticmethod
    def run(p: Given, rng: random.Random) -> Iterator[Result]: ...


Values = tuple[float, ...]
Work = Generator[None, None, Values]
"""A computation that yields often, so that it can be given up, and returns numbers."""


class CellModel(Described, Protocol[Given]):
    """An experiment that is many small ones: cells, which may run in any order and in several places at once.

    A cell holds all that its numbers depend on, but for chance: its own random source. So a cell that an earlier run
    has had need not run again.
    """

    @staticmethod
    def commands(p: Given) -> list[Commands]: ...

    @staticmethod
    def cells(p: Given) -> Sequence[Hashable]: ...

    @staticmethod
    def cell(cell: Any, rng: random.Random) -> Work: ...

    @staticmethod
    def combine(p: Given, values: Sequence[Values | None]) -> Result:
        """The Result of what there is so far; None: that cell has not run yet."""
        ...


class UnknownPreset(BadInput):
    """No preset of that name; the message lists those that exist."""


@dataclass(frozen=True)
class Experiment:
    """A model with its id, question and the recordings it can be laid over."""

    id: str
    part: str
    question: str
    model: type[Model[Any]] | type[CellModel[Any]]
    kernel: Sequence[str] = ()

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The controls, in the order of the fields."""
        return controls(self.model.parameters)

    @property
    def file(self) -> str:
        """Where `run` is written: a module of `inflight.experiments`, or a folder with what only this figure has."""
        module = self.model.__module__
        is_package = hasattr(sys.modules[module], "__path__")
        return module.replace(".", "/") + ("/__init__.py" if is_package else ".py")

    @property
    def bets(self) -> Sequence[Bet]:
        """What a reader may predict before it is shown."""
        return getattr(self.model, "bets", ())

    @property
    def knobs(self) -> Sequence[str]:
        """The controls beside the figure until a reader asks for all: unless said, the first that always matter."""
        always = [each.name for each in self.parameters if not each.matters_when and each.kind not in ("code", "marks")]
        return getattr(self.model, "knobs", always[:MOST_KNOBS])

    @property
    def points(self) -> Sequence[str]:
        """The hosts at which its packets can be captured; none where it has no connection to show."""
        return getattr(self.model, "points", ())

    def asked_at(self, bet: Bet) -> Mapping[str, Value]:
        """The values that a bet's `at` stands for."""
        return self.preset(bet.at).values if isinstance(bet.at, str) else bet.at

    def preset(self, name: str) -> Preset:
        """The preset of that id or name (case does not matter)."""
        for preset in self.model.presets:
            if name.lower() in (preset.id, preset.name.lower()):
                return preset
        raise UnknownPreset(f"preset {name!r}: {self.id} has " + ", ".join(preset.id for preset in self.model.presets))

    def fill(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All parameters: those given, checked, and the defaults of the others.

        Raises:
            ParameterError: an unknown name, or a value out of range.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise UnknownParameter(name, given[name], self.id, known)
        return {
            name: parameter.check(given[name]) if name in given else parameter.default
            for name, parameter in known.items()
        }

    def _given(self, parameters: Mapping[str, Value]) -> Parameters:
        return self.model.parameters(**parameters)

    def run(self, parameters: Mapping[str, Value], seed: int = 1) -> Iterator[Result]:
        """Start a run of checked parameters (see `fill`); iterate to advance it. The last Result is complete."""
        whole = self._run_cells if self.in_cells else self._run_whole
        for partial in whole(parameters, seed):
            last = partial
            yield partial
        last.progress = 1.0

    def _run_whole(self, parameters: Mapping[str, Value], seed: int) -> Iterator[Result]:
        return cast(type[Model[Any]], self.model).run(self._given(parameters), random.Random(seed))

    def _run_cells(self, parameters: Mapping[str, Value], seed: int) -> Iterator[Result]:
        values: list[Values | None] = [None] * len(self.cells(parameters))
        result = self.combine(parameters, values)
        yield result
        for index in range(len(values)):
            work = self.cell(parameters, seed, index)
            while True:
                try:
                    next(work)
                except StopIteration as end:
                    values[index] = end.value
                    break
                yield result
            result = self.combine(parameters, values)
            yield result

    @property
    def in_cells(self) -> bool:
        """Whether a run is made of cells."""
        return hasattr(self.model, "cells")

    def cells(self, parameters: Mapping[str, Value]) -> Sequence[Hashable]:
        """The cells of a run of checked parameters; none if it is not made of cells."""
        return cast(type[CellModel[Any]], self.model).cells(self._given(parameters)) if self.in_cells else ()

    def cell(self, parameters: Mapping[str, Value], seed: int, index: int) -> Work:
        """Work out one cell, from `seed` and its place in the list: neither order nor company matter."""
        cell = self.cells(parameters)[index]
        if (values := _known_cells.get((self.id, seed, index, cell))) is None:
            values = yield from self.cell_afresh(parameters, seed, index)
            self._keep(seed, index, cell, values)
        return values

    def cell_afresh(self, parameters: Mapping[str, Value], seed: int, index: int) -> Work:
        """The same, whether or not it is known."""
        model, cell = cast(type[CellModel[Any]], self.model), self.cells(parameters)[index]
        return (yield from model.cell(cell, random.Random(seed << 32 | index)))

    def drawn_cell(self, parameters: Mapping[str, Value]) -> int:
        """The place of the one that can be captured: the first, unless the model has another `drawn_cell`."""
        return range(len(self.cells(parameters)))[getattr(self.model, "drawn_cell", 0)]

    def known_cells(self, parameters: Mapping[str, Value], seed: int) -> dict[int, Values]:
        """The cells that an earlier run has had, by their place in the list."""
        keys = [(self.id, seed, index, cell) for index, cell in enumerate(self.cells(parameters))]
        return {index: _known_cells[key] for index, key in enumerate(keys) if key in _known_cells}

    def keep_cells(self, parameters: Mapping[str, Value], seed: int, values: Mapping[int, Values]) -> None:
        """Keep what cells came to elsewhere."""
        cells = self.cells(parameters)
        for index, each in values.items():
            self._keep(seed, index, cells[index], each)

    def _keep(self, seed: int, index: int, cell: Hashable, values: Values) -> None:
        if len(_known_cells) >= KNOWN_CELLS:
            _known_cells.clear()
        _known_cells[self.id, seed, index, cell] = values

    def combine(self, parameters: Mapping[str, Value], values: Sequence[Values | None]) -> Result:
        """The Result of the cells that are done; its progress is their share."""
        result = cast(type[CellModel[Any]], self.model).combine(self._given(parameters), values)
        result.progress = sum(value is not None for value in values) / len(values)
        return result

    def commands(self, parameters: Mapping[str, Value]) -> list[shapes.Commands]:
        """Linux commands that set up and show the same thing."""
        return [
            {"title": block.title, "lines": list(block.lines)} for block in self.model.commands(self._given(parameters))
        ]

    def schema(self) -> shapes.Experiment:
        """The one description from which sliders, links, flags and tables are made."""
        model = self.model
        return {
            "id": self.id,
            "part": self.part,
            "title": model.title,
            "question": self.question,
            "leaves_out": " ".join(model.leaves_out.split()),
            "sources": list(model.sources),
            "file": self.file,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
            "knobs": list(self.knobs),
            "outputs": model.outputs.as_dict(),
            "presets": [preset.as_dict() for preset in model.presets],
            "views": [view.as_dict() for view in model.views],
            "bets": [bet.as_dict(self.asked_at(bet)) for bet in self.bets],
            "kernel": list(self.kernel),
            "points": list(self.points),
        }


KNOWN_CELLS = 4096
"""Cells whose values are kept: a reader who moves one point of a map does not wait for the map."""

_known_cells: dict[tuple[str, int, int, Hashable], Values] = {}

REGISTERED: dict[str, Experiment] = {}
"""Those whose modules have been imported, by id (see `catalogue`)."""

Decorated = TypeVar("Decorated")


def experiment(
    id: str, *, part: str, question: str, kernel: Sequence[str] = ()
) -> Callable[[type[Decorated]], type[Decorated]]:
    """Class decorator that puts a `Model` or a `CellModel` into the catalogue.

    Raises:
        WrongDescription: what the class says of itself cannot be.
    """

    def register(decorated: type[Decorated]) -> type[Decorated]:
        model = cast(type[Model[Any]], decorated)
        complete(id, model)
        entry = Experiment(id, part, question, model, kernel)
        consistent(id, model, entry.parameters, entry.bets)
        for preset in model.presets:
            with said_by(id, f"preset {preset.name}"):
                entry.fill(preset.values)
        for bet in entry.bets:
            with said_by(id, f"bet {bet.id}"):
                entry.fill(entry.asked_at(bet))
        if (other := REGISTERED.get(id)) and other.model.__name__ != model.__name__:
            raise WrongDescription(f"experiment {id}: there are two, {other.model.__name__} and {model.__name__}")
        REGISTERED[id] = entry
        return decorated

    return register
