"""What a reader's code is given of Python: the same wherever it runs, so that it decides the same.

Taken away, or made the same, is what differs between two runs, or between the page and the command line: files, clocks,
addresses of objects (`id`, `hash`, the order of sets, what `repr` shows), chance without a seed. Modules are given
without what they have imported themselves, through which all of that would be back.

This is for agreement and not for safety, like the list of modules (`imports.py`): who looks for a way around it finds
one, in names that `classroom.flags` points out to a teacher. What keeps code in is the sandbox.
"""

from __future__ import annotations

import builtins
import importlib
import random
from abc import ABCMeta
from collections.abc import Callable
from numbers import Number
from types import FunctionType, ModuleType
from typing import Any, NoReturn

from inflight.reader.serials import serials

_GONE = ("breakpoint", "exit", "help", "input", "open", "quit")
_INTERACTIVE = ("copyright", "credits", "license")
_KEPT = ("__build_class__", "__debug__", "__name__")
"""Of the builtins with such names; the others lead to how Python imports."""

_LEFT_OUT = {"abc": ("get_cache_token",), "contextlib": ("chdir",), "random": ("SystemRandom",)}
"""What of a module counts what else has been imported, finds folders, or asks the system for chance."""

_HASHED = (Number, str, bytes, type(None))


class Dice(random.Random):
    """As Python's, and without a seed it begins at the same place each time."""

    def __init__(self, x: Any = None) -> None:
        super().__init__(0 if x is None else x)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """From the clock there is nothing."""
        super().seed(0 if a is None else a, version)


class Frozen:
    """The builtins and modules of one text."""

    def __init__(self, load: Callable[..., ModuleType]) -> None:
        serial = serials()
        self._numbered = _numbered(serial)
        self._modules: dict[str, ModuleType] = {}
        self.builtins: dict[str, Any] = {
            name: value
            for name, value in vars(builtins).items()
            if name not in _INTERACTIVE and (not name.startswith("__") or name in _KEPT)
        }
        self.builtins |= {name: _gone(name) for name in _GONE}
        self.builtins |= {"__import__": load, "__build_class__": self._build, "id": serial, "hash": self._hash}

    def _hash(self, thing: object, /) -> int:
        """Of what has one that is not its address."""
        if isinstance(thing, tuple | frozenset):
            for each in thing:
                self._hash(each)
        elif not isinstance(thing, _HASHED) and not isinstance(type(thing).__hash__, FunctionType):
            raise TypeError(f"hash: that of a {type(thing).__name__} is another one each time")
        return 0 if isinstance(thing, float) and thing != thing else builtins.hash(thing)

    def _build(self, body: Any, name: str, /, *bases: Any, **keywords: Any) -> Any:
        """A class, whose objects are hashed and shown by their number and not by their address."""
        bases = tuple(each for each in bases if each is not object)
        if all(type(each) in (type, ABCMeta) and each.__hash__ is object.__hash__ for each in bases):
            bases = (*bases, self._numbered)
        return builtins.__build_class__(body, name, *bases, **keywords)

    def module(self, name: str) -> ModuleType:
        """What a module is there for, without what it has from others; `random` with dice of its own."""
        if name not in self._modules:
            real = importlib.import_module(name)
            public = getattr(real, "__all__", None) or [each for each in vars(real) if not each.startswith("_")]
            made = self._modules[name] = ModuleType(name)
            found = {each: getattr(real, each) for each in public}
            vars(made).update({each: value for each, value in found.items() if not isinstance(value, ModuleType)})
            for each in _LEFT_OUT.get(name, ()):
                vars(made).pop(each, None)
            if name == "random":
                _with_dice(made)
            parent, _, last = name.rpartition(".")
            if parent:
                setattr(self.module(parent), last, made)
        return self._modules[name]


def _numbered(serial: Callable[[object], int]) -> type:
    class Numbered:
        __slots__ = ()

        def __hash__(self) -> int:
            return serial(self)

        def __repr__(self) -> str:
            return f"<{type(self).__name__} object {serial(self)}>"

    return Numbered


def _with_dice(made: ModuleType) -> None:
    # The next of the dice that everybody has: the marker has rolled them for this run (`sandbox_runs`).
    dice = Dice(random.getrandbits(64))
    made.Random = Dice  # type: ignore[attr-defined]
    for name, value in list(vars(made).items()):
        if isinstance(getattr(value, "__self__", None), random.Random):
            setattr(made, name, getattr(dice, name))


def _gone(name: str) -> Callable[..., NoReturn]:
    def taken(*_: object, **__: object) -> NoReturn:
        raise PermissionError(f"{name} cannot be used here: code has to decide the same wherever it runs")

    return taken
