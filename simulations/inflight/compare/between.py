"""Recordings of two kernels, a folder or an archive each: which metrics differ by more than their bound.

No model takes part. There may be several recordings of one scenario (`NAME.json`, `NAME.2.json` …). Where chance
decides, a metric has moved if the ranges on both sides are further apart than the bound; of few recordings nobody can
tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from inflight.compare.bounds import bound_of
from inflight.compare.files import load
from inflight.compare.recorded import Value, recorded
from inflight.compare.recording import Recording, RecordingError, by_name
from inflight.compare.run import chance_decides
from inflight.kernel.clock import wheel_step

if TYPE_CHECKING:
    from inflight.compare import shapes

_TIMERS = {"timer", "watched_timer", "seldom_watched"}
"""Of these, each may be late by as much as the timer wheel rounds, and by how much depends on the uptime."""

ENOUGH = 5
"""Recordings on each side: that the ranges of so many have nothing in common happens by chance once in 126 times."""

Runs = dict[str, list[Value]]


@dataclass(frozen=True)
class Movement:
    """One metric of one scenario in both folders: the values of the runs, in order; none where it does not occur."""

    metric: str
    unit: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    room: float | None
    verdict: shapes.MovementVerdict

    def as_dict(self) -> shapes.Movement:
        """As JSON-able data."""
        return {
            "metric": self.metric,
            "unit": self.unit,
            "before": list(self.before),
            "after": list(self.after),
            "room": self.room,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Between:
    """What became of a scenario. `kernels`: what `uname -r` said, of each folder."""

    name: str
    kernels: tuple[str, str]
    movements: list[Movement]

    @property
    def moved(self) -> bool:
        """Whether any metric has."""
        return any(movement.verdict == "moved" for movement in self.movements)

    def as_dict(self) -> shapes.Between:
        """As JSON-able data."""
        return {
            "name": self.name,
            "kernels": list(self.kernels),
            "metrics": [movement.as_dict() for movement in self.movements],
        }


def between(one: Path, other: Path, family: str | None = None) -> list[Between]:
    """Every scenario that both folders have, in order of name.

    Raises:
        RecordingError: a folder has no recordings, a file is damaged, or they have no name in common.
    """
    before, after = (by_name(load(folder, family)) for folder in (one, other))
    common = [name for name in before if name in after]
    if not common:
        raise RecordingError(f"{one} and {other} have no recordings of the same name")
    return [compare_runs(before[name], after[name]) for name in common]


def compare_runs(before: list[Recording], after: list[Recording]) -> Between:
    """One scenario, recorded once or several times in each folder.

    Raises:
        RecordingError: the scenarios are not the same.
    """
    name = before[0].name
    if any(recording.scenario != before[0].scenario for recording in (*before, *after)):
        raise RecordingError(f"{name}: recordings of the same name, but not of the same scenario")
    few = chance_decides(before[0]) and min(len(before), len(after)) < ENOUGH
    ours, theirs = _runs(before), _runs(after)
    movements = [
        movement
        for metric in ours | theirs
        for movement in _movements(metric, ours.get(metric, []), theirs.get(metric, []), few=few)
    ]
    return Between(name, (before[0].kernel, after[0].kernel), movements)


def _runs(recordings: list[Recording]) -> Runs:
    found: Runs = {}
    for recording in recordings:
        try:
            for metric, value in recorded(recording):
                found.setdefault(metric, []).append(value)
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise RecordingError(f"{recording.name}: damaged ({type(error).__name__}: {error})") from None
    return found


def _movements(metric: str, before: list[Value], after: list[Value], *, few: bool) -> Iterable[Movement]:
    """One for a number or words; for lists that of the element that is furthest beyond its bound, and their lengths."""
    sides = before, after
    if any(isinstance(value, str) for value in (*before, *after)):
        same = bool(set(map(repr, before)) & set(map(repr, after)))
        yield Movement(metric, "", (1.0,), (float(same),), 0.0, _verdict(not same, few=few))
        return
    if not any(isinstance(value, list) for value in (*before, *after)):
        yield _movement(metric, *(_numbers(side) for side in sides), few=few)
        return
    lists = [[value for value in side if isinstance(value, list)] for side in sides]
    lengths = [tuple(sorted(float(len(each)) for each in side)) for side in lists]
    if lengths[0] != lengths[1]:
        yield _movement(f"count {metric}", *lengths, few=few)
    shortest = min((len(each) for side in lists for each in side), default=0) if all(lists) else 0
    elements = [
        _movement(f"{metric} #{place + 1}", *(_numbers(each[place] for each in side) for side in lists), few=few)
        for place in range(shortest)
    ]
    if elements:
        yield max(elements, key=_beyond)


def _numbers(values: Iterable[Value]) -> tuple[float, ...]:
    return tuple(sorted(value for value in values if isinstance(value, int | float)))


def _movement(metric: str, before: tuple[float, ...], after: tuple[float, ...], *, few: bool) -> Movement:
    bound = bound_of(metric)
    if bound.unit == "" and metric.startswith(("counter ", "count ")):  # the kernel's zeros are not written down
        before, after = before or (0.0,), after or (0.0,)
    middle = _middle(before or after)
    room = bound.room(middle)
    if room is not None and metric.split(" ")[0] in _TIMERS:
        room += wheel_step(max(_middle(before), _middle(after)))
    if room is None:
        return Movement(metric, bound.unit, before, after, None, "shown")
    moved = not before or not after or _apart(before, after) > room * (1 + 1e-9)
    return Movement(metric, bound.unit, before, after, room, _verdict(moved, few=few))


def _verdict(moved: bool, *, few: bool) -> shapes.MovementVerdict:
    return "within" if not moved else "chance" if few else "moved"


def _middle(values: tuple[float, ...]) -> float:
    return sum(values) / len(values) if values else 0.0


def _apart(before: tuple[float, ...], after: tuple[float, ...]) -> float:
    """What lies between two ranges; 0: they overlap."""
    return max(after[0] - before[-1], before[0] - after[-1], 0.0)


def _beyond(movement: Movement) -> float:
    """How far apart, as a multiple of what is allowed."""
    apart = _apart(movement.before, movement.after)
    return apart / movement.room if movement.room else apart * 1e9
