"""`sysctl -a | grep net`: what Linux has after boot, and what a machine has instead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from inflight.incidents.scene import Machine
from inflight.incidents.tools.sysctl_defaults import PER_DEVICE, PLAIN
from inflight.incidents.tools.sysctl_since import LATER
from inflight.kernel.release import version


def sysctls(machine: Machine) -> str:
    """All of them, sorted by name."""
    return "\n".join(f"{name} = {value}".rstrip() for name, value in sorted(valued(machine).items()))


def valued(machine: Machine) -> dict[str, str]:
    """The value of each, by its full name."""
    values = {**_defaults(machine.kernel, len(machine.addresses) or 1), **machine.sysctls}
    return {name: value.strip() for name, value in values.items()}


def setting(machine: Machine, name: str) -> str | None:
    """One of them, as its file below /proc/sys has it: `net.ipv4.tcp_mem`; None: there is no such setting."""
    return valued(machine).get(name)


@lru_cache(maxsize=4)
def _defaults(release: str, cards: int) -> dict[str, str]:
    later = [each for kernel, each in LATER.items() if version(kernel) <= version(release)]
    plain = [PLAIN, *(each.plain for each in later)]
    per_device = [PER_DEVICE, *(each.per_device for each in later)]
    found = dict(line.split(" =", 1) for line in "".join(plain).splitlines())
    for line in "".join(per_device).splitlines():
        kind, name, _, *values = line.split()
        every, default, card, lo = values if len(values) == 4 else values * 4
        for device, value in _devices(cards, every, default, card, lo):
            if value != "-" and (device, kind[5:]) != ("all", "neigh"):
                found[f"net.{kind}.{device}.{name}"] = value
    return found


def _devices(cards: int, every: str, default: str, card: str, lo: str) -> Iterator[tuple[str, str]]:
    yield from (("all", every), ("default", default), ("lo", lo))
    yield from ((f"eth{number}", card) for number in range(cards))
