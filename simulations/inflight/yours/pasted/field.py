"""What stands in an output: fields with their values, gathered in the things that they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Line(NamedTuple):
    """A line of what was pasted."""

    number: int
    """From 1."""
    text: str


class Field(NamedTuple):
    """A name with its value, as they were printed."""

    name: str
    """As the tool calls it; in a table, the word above the column."""
    value: str
    """As printed; '' for a word that says something by being there."""
    number: float | None
    """The value in `unit`; None if it is no number, or one with more digits than any counter has."""
    unit: str
    line: int
    column: int
    """Where it stands, both from 1."""
    width: int
    """Characters that it takes there, its name included if that is beside it."""
    about: str = ""
    """The book's entry about it: `ss:cwnd` of docs/outputs, `counter:TcpRetransSegs`, `knob:net.ipv4.tcp_rmem`."""
    known: bool = True
    """Does the tool's own code print this? What it does not, is called unknown."""


class Item:
    """A socket, a discipline, a device, a CPU: what fields belong to. Of fields with one name, the first is found."""

    __slots__ = ("_found", "fields", "kind", "line", "name")

    def __init__(self, kind: str, name: str, line: int) -> None:
        self.kind = kind
        self.name = name
        self.line = line
        self.fields: list[Field] = []
        self._found: dict[str, Field] = {}

    def add(self, field: Field) -> None:
        self.fields.append(field)
        self._found.setdefault(field.name, field)

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def get(self, name: str) -> Field | None:
        return self._found.get(name)

    def number(self, name: str, default: float = 0) -> float:
        """Its value, or what it is when it is not printed: most tools leave out what is 0."""
        field = self._found.get(name)
        return default if field is None or field.number is None else field.number

    def text(self, name: str) -> str:
        """Its value as printed; '' if there is none."""
        field = self._found.get(name)
        return "" if field is None else field.value
