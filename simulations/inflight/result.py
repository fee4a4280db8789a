"""What a run gives back: columns over time, events in words, a summary. All that a view draws or a test asserts."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Column:
    """`values` in `unit`; NaN where there is no value. `quantity` picks the colour it has everywhere in the book."""

    name: str
    unit: str
    meaning: str
    quantity: str
    values: array[float] = field(default_factory=lambda: array("d"))


@dataclass(frozen=True)
class Event:
    """Something worth naming at time `t` (in the unit of the first column)."""

    t: float
    kind: str
    text: str


@dataclass(frozen=True)
class Figure:
    """One number of the summary."""

    value: float
    unit: str
    label: str


@dataclass
class Result:
    """Columns of equal length, the first of which is the x axis; grows while the run goes on."""

    columns: list[Column]
    events: list[Event] = field(default_factory=list)
    summary: dict[str, Figure] = field(default_factory=dict)
    sentence: str = ""
    progress: float = 0.0

    def __getitem__(self, name: str) -> array[float]:
        """The values of the column `name`."""
        for column in self.columns:
            if column.name == name:
                return column.values
        raise KeyError(name)

    def append(self, *row: float) -> None:
        """Add one value to each column, in order."""
        for column, value in zip(self.columns, row, strict=True):
            column.values.append(value)

    def event(self, t: float, kind: str, text: str) -> None:
        """Note an event."""
        self.events.append(Event(t, kind, text))

    def figure(self, name: str, value: float, unit: str, label: str) -> None:
        """Put one number into the summary."""
        self.summary[name] = Figure(value, unit, label)

    def head(self) -> dict[str, Any]:
        """Everything but the columns' values."""
        return {
            "columns": [
                {"name": c.name, "unit": c.unit, "meaning": c.meaning, "quantity": c.quantity} for c in self.columns
            ],
            "events": [e.__dict__ for e in self.events],
            "summary": {name: _no_nan(f.__dict__) for name, f in self.summary.items()},
            "sentence": self.sentence,
        }

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON-able data; NaN becomes None."""
        data = self.head()
        for entry, column in zip(data["columns"], self.columns, strict=True):
            entry["values"] = [None if math.isnan(v) else v for v in column.values]
        return data


def _no_nan(entry: dict[str, Any]) -> dict[str, Any]:
    value = entry["value"]
    return {**entry, "value": None if isinstance(value, float) and not math.isfinite(value) else value}
