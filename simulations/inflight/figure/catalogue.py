"""The catalogue: every module in `inflight.experiments` is one experiment."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from inflight.figure.bad_input import BadInput
from inflight.figure.experiment import REGISTERED, Experiment


class UnknownExperiment(BadInput):
    """No experiment of that id; the message lists those that exist."""


def _modules() -> list[str]:
    package = importlib.import_module("inflight.experiments")
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def _load(module: str) -> None:
    importlib.import_module(f"inflight.experiments.{module}")


@cache
def catalogue() -> dict[str, Experiment]:
    """Every experiment by its id; importing the folder's modules is what registers them."""
    for module in _modules():
        _load(module)
    return dict(sorted(REGISTERED.items()))


def find(id: str) -> Experiment:
    """The experiment `id`, of which alone the module is imported: it is called as the id, with underscores.

    Raises:
        UnknownExperiment: there is none.
    """
    if id not in REGISTERED:
        module, known = id.replace("-", "_"), _modules()
        if module not in known:
            names = ", ".join(name.replace("_", "-") for name in known)
            raise UnknownExperiment(f"experiment {id!r}: there is none; known are {names}")
        _load(module)
    return REGISTERED[id]
