"""The time of day of a machine, in the ways in which the tools write it; all machines keep UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from inflight.incidents.scene import Machine


def moment(machine: Machine, t: float | None = None) -> datetime:
    """`t` s after midnight of the machine's day, or now; more than 86,400 is another day."""
    month, day, year = map(int, machine.date.split("/"))
    return datetime(2000 + year, month, day, tzinfo=UTC) + timedelta(seconds=machine.clock if t is None else t)


def time(machine: Machine, t: float | None = None) -> str:
    """14:02:11."""
    return f"{moment(machine, t):%H:%M:%S}"


def iso(machine: Machine) -> str:
    """2026-03-09T14:02:11+0000."""
    return f"{moment(machine):%Y-%m-%dT%H:%M:%S+0000}"


def short(machine: Machine, t: float) -> str:
    """Mar 09 14:02:11, as the journal has it."""
    return f"{moment(machine, t):%b %d %H:%M:%S}"


def long(machine: Machine, t: float) -> str:
    """Mon Mar  9 14:02:11 2026, as `ctime` has it."""
    when = moment(machine, t)
    return f"{when:%a %b} {when.day:2} {when:%H:%M:%S %Y}"
