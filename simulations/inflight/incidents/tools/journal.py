"""`journalctl -k` and `-u SERVICE` (systemd 252, the format `short`), `dmesg` and `dmesg -T` (util-linux 2.38)."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.scene import Machine
from inflight.incidents.scene_host import JournalLine
from inflight.incidents.tools import clock

KERNEL = "kernel"
"""The source of the kernel's own lines."""

NO_ENTRIES = "-- No entries --"


def kernel(machine: Machine, lines: int = 20) -> str:
    """`journalctl -k --no-pager -n LINES`."""
    return _listed(machine, _of_the_kernel(machine), lines)


def service(machine: Machine, unit: str, lines: int = 20) -> str:
    """`journalctl -u UNIT --no-pager -n LINES`."""
    name = unit.removesuffix(".service")
    return _listed(machine, [each for each in machine.journal if each.unit == name], lines)


def everything(machine: Machine, lines: int = 20) -> str:
    """`journalctl --no-pager -n LINES`."""
    return _listed(machine, machine.journal, lines)


def ring(machine: Machine) -> str:
    """`dmesg`: s since boot."""
    booted = machine.clock - machine.load.up
    return "\n".join(f"[{each.t - booted:12.6f}] {each.text}" for each in _of_the_kernel(machine))


def ring_with_dates(machine: Machine) -> str:
    """`dmesg -T`."""
    return "\n".join(f"[{clock.long(machine, each.t)}] {each.text}" for each in _of_the_kernel(machine))


def _of_the_kernel(machine: Machine) -> list[JournalLine]:
    return [each for each in machine.journal if each.source == KERNEL]


def _listed(machine: Machine, found: Sequence[JournalLine], lines: int) -> str:
    if not found:
        return NO_ENTRIES
    return "\n".join(
        f"{clock.short(machine, each.t)} {machine.name} {each.source}: {each.text}" for each in found[-lines:]
    )
