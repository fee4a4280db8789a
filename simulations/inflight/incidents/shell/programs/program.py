"""A program on a machine: what it is called, how it is used, and what it prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass

from inflight.incidents.scene import Machine

Counted = Mapping[str, int]


@dataclass(frozen=True)
class Call:
    """A program with its arguments, on a machine.

    told: what `nstat` has told there before; it writes what it tells now. machines: all there are, by name.
    """

    arguments: Sequence[str]
    machine: Machine
    told: MutableMapping[str, Counted]
    machines: Sequence[Machine]


@dataclass(frozen=True)
class Output:
    """What it prints. took: s. shows: what was looked at, as clues name it: `ss-tin`.

    brief: what a person gets to see of a long text; empty: all of it. A pipe gets the text.
    """

    text: str
    took: float = 0.0
    shows: tuple[str, ...] = ()
    brief: str = ""


@dataclass(frozen=True)
class Program:
    """about: one sentence, as `help` prints it; usage: what can be typed, one way a line."""

    name: str
    about: str
    usage: str
    run: Callable[[Call], Output]
