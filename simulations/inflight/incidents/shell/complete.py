"""What Tab makes of a word."""

from __future__ import annotations

from collections.abc import Iterable

from inflight.incidents.menu import suggestions
from inflight.incidents.scene import Machine
from inflight.incidents.shell.filters import FILTERS
from inflight.incidents.shell.programs import PROGRAMS
from inflight.incidents.shell.session import OWN
from inflight.incidents.tools.sysctl import valued

MOST = 60
"""Words that are told."""


def completions(typed: str, machine: Machine) -> list[str]:
    """Words that the last one may become; the first is what all of them share, if that is longer than what is typed."""
    before, _, word = typed.rpartition(" ")
    command = before.rpartition("|")[2].split()
    known: Iterable[str]
    if not command:
        known = FILTERS if "|" in before else [*PROGRAMS, *OWN, "help"]
    elif command[0] == "sysctl":
        known = valued(machine)
    elif command[0] == "help":
        known = [*PROGRAMS, *FILTERS]
    else:
        # Whatever the menu types with that program: options, devices, addresses, files.
        known = [
            part for each in suggestions(machine) for part in each.on(machine).split()[1:] if command[0] in each.command
        ]
    fitting = sorted({each for each in known if each.startswith(word)})[:MOST]
    # The first and the last in order share what all of them do.
    shared = _shared(fitting[0], fitting[-1]) if fitting else ""
    return [shared, *fitting] if len(fitting) > 1 and len(shared) > len(word) else fitting


def _shared(one: str, other: str) -> str:
    count = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[:count]
