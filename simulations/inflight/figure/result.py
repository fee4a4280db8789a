"""What a run gives back: columns over time, events in words, a summary. All that a view draws or a test asserts.

An experiment declares its `Outputs`, and starts its `Result` from them.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from inflight.figure import shapes


@dataclass
class Column:
    """`values` in `unit`; NaN where there is no value. `quantity` picks the colour it has everywhere in the book.

    With `words`, a value is an index into them. `band` names two columns beside it: the lowest and the highest value of
    several runs, where chance decides.
    """

    name: str
    unit: str
    meaning: str
    quantity: str
    values: array[float] = field(default_factory=lambda: array("d"))
    words: Sequence[str] = ()
    band: tuple[str, str] | None = None

    def head(self) -> shapes.ColumnHead:
        """Everything but the values."""
        head: shapes.ColumnHead = {
            "name": self.name,
            "unit": self.unit,
            "meaning": self.meaning,
            "quantity": cast("shapes.Quantity", self.quantity),  # many are made from a flow's number
        }
        if self.words:
            head["words"] = list(self.words)
        if self.band:
            head["band"] = list(self.band)
        return head

    def as_dict(self) -> shapes.StoredColumn:
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
        raise KeyError(f"{name}: there are the columns {self._names()}")

    def _names(self) -> str:
        return ", ".join(column.name for column in self.columns)

    def __len__(self) -> int:
        """Rows."""
        return len(self.columns[0].values)

    def append(self, *row: float) -> None:
        """Add one value to each column, in order."""
        try:
            for column, value in zip(self.columns, row, strict=True):
                column.values.append(value)
        except (TypeError, ValueError):
            given = ", ".join(map(repr, row))
            raise ValueError(f"append({given}): wanted is a number for each of {self._names()}") from None


@dataclass(frozen=True)
class Event:
    """Something worth naming at time `t` (in the unit of the first column)."""

    t: float
    kind: str
    text: str


@dataclass(frozen=True)
class Figure:
    """One number of the summary. `runs`: what several runs gave, where chance decides."""

    value: float
    unit: str
    label: str
    runs: Sequence[float] = ()

    def as_dict(self) -> shapes.Figure:
        """As JSON-able data; what is not finite becomes None."""
        value = self.value if math.isfinite(self.value) else None
        figure: shapes.Figure = {"value": value, "unit": self.unit, "label": self.label}
        if self.runs:
            figure["band"] = [min(self.runs), max(self.runs)]
        return figure


@dataclass(frozen=True)
class Output:
    """One number of every summary, or of some: what it is called, before there is a value."""

    name: str
    unit: str
    label: str


class UndeclaredOutput(LookupError):
    """A run gave a number that its experiment has not declared."""


@dataclass(frozen=True)
class Outputs:
    """What runs of an experiment give back: `columns`, the first of which is the x axis, and `figures`, the summary."""

    columns: Sequence[Column]
    figures: Sequence[Output]

    def result(
        self,
        *,
        end: float | None = None,
        words: Mapping[str, Sequence[str]] | None = None,
        meanings: Mapping[str, str] | None = None,
    ) -> Result:
        """An empty Result. `words` and `meanings`, by column, are for those that depend on the parameters."""
        words, meanings = words or {}, meanings or {}
        columns = [
            replace(
                each,
                values=array("d"),
                words=words.get(each.name, each.words),
                meaning=meanings.get(each.name, each.meaning),
            )
            for each in self.columns
        ]
        return Result(columns, declared={each.name: each for each in self.figures}, end=end)

    def as_dict(self) -> shapes.Outputs:
        """The schema entry, as `inflight list --json` prints it."""
        return {
            "columns": [column.head() for column in self.columns],
            "figures": [{"name": each.name, "unit": each.unit, "label": each.label} for each in self.figures],
        }


@dataclass
class Result(Table):
    """The first column is the x axis; grows while the run goes on. `tables` hold what has rows of its own (packets).

    `declared` are the numbers that its summary may have. `end` is where the first column will end, if that is known
    beforehand: a run under way is drawn on its whole axis.
    """

    declared: Mapping[str, Output]

    tables: dict[str, Table] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    summary: dict[str, Figure] = field(default_factory=dict)
    sentence: str = ""
    progress: float = 0.0
    end: float | None = None

    def event(self, t: float, kind: str, text: str) -> None:
        """Note an event."""
        self.events.append(Event(t, kind, text))

    def figure(self, name: str, value: float, *, label: str = "", runs: Sequence[float] = ()) -> None:
        """Put a declared number into the summary, under a `label` of its own where that depends on the parameters.

        `runs` are what it came to in several runs that differ by chance alone.

        Raises:
            UndeclaredOutput: the experiment has no such output.
        """
        if (output := self.declared.get(name)) is None:
            raise UndeclaredOutput(f"figure({name!r}): `outputs` declares " + (", ".join(self.declared) or "none"))
        self.summary[name] = Figure(value, output.unit, label or output.label, runs)

    def head(self) -> shapes.RunHeads:
        """Everything but the columns' values."""
        head: shapes.RunHeads = {
            "columns": [column.head() for column in self.columns],
            "tables": {name: [column.head() for column in table.columns] for name, table in self.tables.items()},
            "events": [{"t": event.t, "kind": event.kind, "text": event.text} for event in self.events],
            "summary": {name: figure.as_dict() for name, figure in self.summary.items()},
            "sentence": self.sentence,
        }
        if self.end is not None and self.progress < 1:
            head["end"] = self.end
        return head

    def as_dict(self) -> shapes.RunValues:
        """The result as JSON-able data."""
        return {
            **self.head(),
            "columns": [column.as_dict() for column in self.columns],
            "tables": {name: [column.as_dict() for column in table.columns] for name, table in self.tables.items()},
        }
