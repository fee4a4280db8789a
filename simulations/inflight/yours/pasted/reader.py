"""What all readers of outputs have in common: they take a line after the other, and say of each if it is theirs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from inflight.yours.pasted.field import Item, Line


class Reader(ABC):
    """Reads one output of a tool."""

    tool: str
    """Which, as a person would call it: `ss`, `tc -s qdisc`."""
    kind: ClassVar[str]
    """Which rules are about it."""

    def __init__(self) -> None:
        self.items: list[Item] = []

    @classmethod
    @abstractmethod
    def opens(cls, text: str) -> bool:
        """Whether an output of this tool can begin with this line. Strict: no other tool's line may pass."""

    @abstractmethod
    def take(self, line: Line) -> bool:
        """Read a line into items; False: this tool does not print such a line, or not here."""

    def item(self, kind: str, name: str, line: Line) -> Item:
        """Begin another item."""
        made = Item(kind, name, line.number)
        self.items.append(made)
        return made
