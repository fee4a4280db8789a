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
    earlier: the machine as it was before, at the moments that the program has asked for. stopped: with Ctrl-C; killed:
    by `timeout`.
    """

    arguments: Sequence[str]
    machine: Machine
    told: MutableMapping[str, Counted]
    machines: Sequence[Machine]
    earlier: Sequence[Machine] = ()
    stopped: bool = False
    killed: bool = False

    @property
    def moments(self) -> Sequence[Machine]:
        """The machine then, and now."""
        return [*self.earlier, self.machine]


@dataclass(frozen=True)
class Output:
    """What it prints. took: s. shows: what was looked at, as clues name it: `ss-tin`.

    brief: what a person gets to see instead: of a long text, or with what isn't for a pipe between; empty: the text,
    and then the errors. A pipe gets the text. errors: lines that are for people in any case (stderr).
    state: of all sockets that are listed, if that isn't printed; proves: the text with it; empty: the text alone.
    """

    text: str
    errors: str = ""
    state: str = ""
    proves: str = ""
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
