"""What a run gives back: columns over time, events in words, a summary. All that a view draws or a test asserts."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Column:
    """`values` in `unit`; NaN where there is no value. `quantity` picks the colour it has everywhere in the book.

    With `words`, a value is an index into them.
    """

    name: str
    unit: str
    meaning: str
    quantity: str
    values: array[float] = field(default_factory=lambda: array("d"))
    words: Sequence[str] = ()

    def head(self) -> dict[str, Any]:
        """Everything but the values."""
        head = {"name": self.name, "unit": self.unit, "meaning": self.meaning, "quantity": self.quantity}
        return {**head, "words": list(self.words)} if self.words else head

    def as_dict(self) -> dict[str, Any]:
        """As JSON-able data; NaN becomes None."""
        return {**self.head(), "values": [None if math.isnan(v) else v for v in self.values]}


@dataclass
class Table:
    """Columns of equal length."""

    columns: list[Column]

    def __getitem__(self, name: str) -> array[float]:
        """The values of the column `name`."""
        for column in self.columns:
            if column.name == name:
                return column.values
        raise KeyError(name)

    def __len__(self) -> int:
        """Rows."""
        return len(self.columns[0].values)

    def append(self, *row: float) -> None:
        """Add one value to each column, in order."""
        for column, value in zip(self.columns, row, strict=True):
            column.values.append(value)


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
class Result(Table):
    """The first column is the x axis; grows while the run goes on. `tables` hold what has rows of its own (packets).

    `end` is where the first column will end, if that is known beforehand: a run under way is drawn on its whole axis.
    """

    tables: dict[str, Table] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    summary: dict[str, Figure] = field(default_factory=dict)
    sentence: str = ""
    progress: float = 0.0
    end: float | None = None

    def event(self, t: float, kind: str, text: str) -> None:
        """Note an event."""
        self.events.append(Event(t, kind, text))

    def figure(self, name: str, value: float, unit: str, label: str) -> None:
        """Put one number into the summary."""
        self.summary[name] = Figure(value, unit, label)

    def head(self) -> dict[str, Any]:
        """Everything but the columns' values."""
        return {
            "columns": [column.head() for column in self.columns],
            "tables": {name: [column.head() for column in table.columns] for name, table in self.tables.items()},
            "events": [e.__dict__ for e in self.events],
            "summary": {name: _no_nan(f.__dict__) for name, f in self.summary.items()},
            "sentence": self.sentence,
            **({"end": self.end} if self.end is not None and self.progress < 1 else {}),
        }

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON-able data."""
        return {
            **self.head(),
            "columns": [column.as_dict() for column in self.columns],
            "tables": {name: [column.as_dict() for column in table.columns] for name, table in self.tables.items()},
        }


def _no_nan(entry: dict[str, Any]) -> dict[str, Any]:
    value = entry["value"]
    return {**entry, "value": None if isinstance(value, float) and not math.isfinite(value) else value}
