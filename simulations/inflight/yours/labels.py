"""Labelled captures: the truth beside a capture, and how much of it is named right.

The format is told in `tests/kernel/captures/README.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inflight.figure.bad_input import BadInput
from inflight.yours.limits.limit import CONGESTION_WINDOW, Interval, Limit

_NAMES: dict[str, tuple[Limit, ...]] = {
    **{limit.value: (limit,) for limit in Limit},
    "congestion-window": CONGESTION_WINDOW,
    "cwnd": CONGESTION_WINDOW,
    "idle": (Limit.IDLE,),
    "app-idle": (Limit.IDLE,),
    "pace": (Limit.PACE,),
    "app-pace": (Limit.PACE,),
    "app-limited": (Limit.IDLE, Limit.PACE),
    "application-limited": (Limit.IDLE, Limit.PACE),
    "sndbuf": (Limit.SEND_BUFFER,),
    "sndbuf-limited": (Limit.SEND_BUFFER,),
    "rwnd": (Limit.RECEIVE_WINDOW,),
    "rwnd-limited": (Limit.RECEIVE_WINDOW,),
    "zero-window": (Limit.RECEIVE_WINDOW,),
    "path-capacity": (Limit.PATH,),
    "standing-queue": (Limit.PATH,),
    "recovery": (Limit.LOSS,),
    "delayed-ack": (Limit.NAGLE,),
    "handshake-retries": (Limit.HANDSHAKE,),
}
"""What a label may say: our own names, and those of `ss`; case doesn't matter, nor blanks for hyphens."""


class LabelError(BadInput):
    """The message names the file, the value and what is allowed."""


@dataclass(frozen=True)
class Label:
    """From `start` to `end`, s, any of `limits` is right."""

    start: float
    end: float
    limits: tuple[Limit, ...]


@dataclass(frozen=True)
class Labelled:
    """One recording. captures: files by where they were taken. flow: source and target of the data, `address:port`."""

    name: str
    about: str
    captures: dict[str, Path]
    flow: tuple[str, str] | None
    start_ns: int | None
    labels: tuple[Label, ...]


@dataclass
class Score:
    """Seconds of labelled time. matrix: by the label's first limit and what was said."""

    labelled: float = 0.0
    right: float = 0.0
    wrong: float = 0.0
    sure_and_wrong: float = 0.0
    untold: float = 0.0
    matrix: dict[tuple[Limit, Limit], float] = field(default_factory=dict)

    def add(self, other: Score) -> None:
        """Sum up."""
        self.labelled += other.labelled
        self.right += other.right
        self.wrong += other.wrong
        self.sure_and_wrong += other.sure_and_wrong
        self.untold += other.untold
        for pair, seconds in other.matrix.items():
            self.matrix[pair] = self.matrix.get(pair, 0.0) + seconds


def score(labels: Sequence[Label], told: Iterable[Interval], shift: float = 0.0) -> Score:
    """Hold what was told to the labels. shift: what to add to the told times to have the labels' clock, s.

    Time that is labelled and that nothing was told about counts as `cannot-tell`.
    """
    result = Score()
    intervals = [each._replace(start=each.start + shift, end=each.end + shift) for each in told]
    for label in labels:
        left = label.end - label.start
        result.labelled += left
        for each in intervals:
            shared = min(label.end, each.end) - max(label.start, each.start)
            if shared <= 0:
                continue
            left -= shared
            _count(result, label, each.limit, shared, sure=each.sure)
        if left > 1e-9:
            _count(result, label, Limit.CANNOT_TELL, left, sure=False)
    return result


def _count(result: Score, label: Label, limit: Limit, seconds: float, *, sure: bool) -> None:
    right = limit in label.limits
    pair = (limit if right else label.limits[0], limit)
    result.matrix[pair] = result.matrix.get(pair, 0.0) + seconds
    if right:
        result.right += seconds
    elif limit is Limit.CANNOT_TELL:
        result.untold += seconds
    else:
        result.wrong += seconds
        result.sure_and_wrong += seconds * sure


def load(folder: Path) -> list[Labelled]:
    """All recordings of a folder, by name.

    Raises:
        LabelError: there are none, or one is not in the format.
    """
    files = sorted(folder.glob("*.json"))
    if not files:
        raise LabelError(f"{folder} has no labels: no *.json in it")
    return [_labelled(file) for file in files]


def _labelled(file: Path) -> Labelled:
    try:
        said: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        named = said["captures"] if "captures" in said else _beside(file)
        captures = {str(at): file.parent / str(name) for at, name in named.items()}
        flow = said.get("flow")
        labels = tuple(_label(file, each) for each in said["intervals"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, LabelError):
            raise
        raise LabelError(f"{file.name} is not a label file: {type(error).__name__}: {error}") from None
    for at, path in captures.items():
        if not path.is_file():
            raise LabelError(f"{file.name}: the capture at the {at}, {path.name}, is not there")
    ends = (str(flow["source"]), str(flow["target"])) if flow else None
    return Labelled(file.stem, str(said.get("about", "")), captures, ends, said.get("start_ns"), labels)


def _beside(file: Path) -> dict[str, str]:
    """Captures that are called like the labels: `NAME.sender.pcap.gz`."""
    found = sorted(file.parent.glob(f"{file.stem}.*.pcap*"))
    return {path.name.removeprefix(f"{file.stem}.").split(".")[0]: path.name for path in found}


def _label(file: Path, said: dict[str, Any]) -> Label:
    names = said["limit"] if isinstance(said["limit"], list) else [said["limit"]]
    limits: list[Limit] = []
    for name in names:
        found = _NAMES.get("-".join(str(name).lower().replace("_", " ").replace("-", " ").split()))
        if found is None:
            known = ", ".join([*Limit, "congestion-window"])
            raise LabelError(f"{file.name}: {name!r} is no limit; choose from {known}")
        limits.extend(found)
    start, end = float(said["from"]), float(said["to"])
    if not start <= end:
        raise LabelError(f"{file.name}: an interval from {start} to {end} s")
    return Label(start, end, tuple(limits))
