"""The experiment contract, and the registry: every module in `inflight.experiments` is one experiment."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any, ClassVar, Protocol

from inflight.parameters import Parameter, ParameterError, Preset, Value
from inflight.result import Result


@dataclass(frozen=True)
class Lane:
    """One strip of the figure: columns that share a y axis. `kind` is line, step, area or points."""

    id: str
    title: str
    unit: str
    series: Sequence[str]
    kind: str = "line"


@dataclass(frozen=True)
class Commands:
    """Shell lines under one heading, as a reader would type them on Linux."""

    title: str
    lines: Sequence[str]


class Model(Protocol):
    """What a decorated class provides. `run` yields its growing Result often, and returns it when done."""

    title: ClassVar[str]
    parameters: ClassVar[Sequence[Parameter]]
    presets: ClassVar[Sequence[Preset]]
    lanes: ClassVar[Sequence[Lane]]
    leaves_out: ClassVar[str]
    sources: ClassVar[Sequence[str]]

    @staticmethod
    def commands(p: Any) -> list[Commands]: ...

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]: ...


class UnknownExperiment(ValueError):
    """No experiment of that id; the message lists those that exist."""


class UnknownPreset(ValueError):
    """No preset of that name; the message lists those that exist."""


@dataclass(frozen=True)
class Experiment:
    """A model with its id, question and the recordings it can be laid over."""

    id: str
    part: str
    question: str
    model: type[Model]
    kernel: Sequence[str] = ()

    @property
    def source_file(self) -> str:
        """Path of the Python file, as the interpreter sees it."""
        return inspect.getsourcefile(self.model) or ""

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
        known = {parameter.name: parameter for parameter in self.model.parameters}
        for name in given:
            if name not in known:
                raise ParameterError(name, given[name], f"no such parameter; {self.id} has " + ", ".join(known))
        return {
            name: parameter.check(given[name]) if name in given else parameter.default
            for name, parameter in known.items()
        }

    def run(self, parameters: Mapping[str, Value], seed: int = 1) -> Iterator[Result]:
        """Start a run of checked parameters (see `fill`); iterate to advance it. The last Result is complete."""
        for partial in self.model.run(SimpleNamespace(**parameters), random.Random(seed)):
            last = partial
            yield partial
        last.progress = 1.0

    def commands(self, parameters: Mapping[str, Value]) -> list[dict[str, Any]]:
        """Linux commands that set up and show the same thing."""
        return [
            {"title": block.title, "lines": list(block.lines)}
            for block in self.model.commands(SimpleNamespace(**parameters))
        ]

    def schema(self) -> dict[str, Any]:
        """The one description from which sliders, links, flags and tables are made."""
        model = self.model
        return {
            "id": self.id,
            "part": self.part,
            "title": model.title,
            "question": self.question,
            "leaves_out": " ".join(model.leaves_out.split()),
            "sources": list(model.sources),
            "file": "inflight/experiments/" + self.id.replace("-", "_") + ".py",
            "parameters": [parameter.as_dict() for parameter in model.parameters],
            "presets": [preset.as_dict() for preset in model.presets],
            "lanes": [{**lane.__dict__, "series": list(lane.series)} for lane in model.lanes],
            "kernel": list(self.kernel),
        }


_registry: dict[str, Experiment] = {}


def experiment(id: str, *, part: str, question: str, kernel: Sequence[str] = ()) -> Any:
    """Class decorator that puts a model into the catalogue."""

    def register(model: type[Model]) -> type[Model]:
        entry = Experiment(id, part, question, model, kernel)
        for preset in model.presets:
            entry.fill(preset.values)
        _registry[id] = entry
        return model

    return register


@cache
def catalogue() -> dict[str, Experiment]:
    """Every experiment by its id; importing the folder's modules is what registers them."""
    package = importlib.import_module("inflight.experiments")
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"{package.__name__}.{module}")
    return dict(sorted(_registry.items()))


def find(id: str) -> Experiment:
    """The experiment `id`.

    Raises:
        UnknownExperiment: there is none.
    """
    try:
        return catalogue()[id]
    except KeyError:
        raise UnknownExperiment(f"experiment {id!r}: there is none; known are " + ", ".join(catalogue())) from None
