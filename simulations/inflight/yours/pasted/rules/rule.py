"""What a rule is, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from inflight.yours.pasted.field import Item
from inflight.yours.pasted.paste import Paste

LIMITS, LOOK, KNOW = 3, 2, 1
"""How much it matters: it limits or breaks something, look at it, good to know."""


class Said(NamedTuple):
    weight: int
    text: str
    """A sentence with the numbers in it."""


@dataclass(frozen=True)
class Rule:
    """Something worth saying about a field of an item, if `says` says it."""

    field: str
    """The field that it is about. The rule is asked even if the field is missing: that can be what is remarkable."""
    see: str
    """The chapter with its section, or `knob:…`."""
    source: str
    """The kernel's function, or the document, that the rule rests on."""
    says: Callable[[Item, Paste], Said | None]


class Remark(NamedTuple):
    """What is remarkable, and where it stands."""

    weight: int
    text: str
    see: str
    source: str
    tool: str
    item: str
    line: int
    column: int
    """From 1; 0: the remark is about all of the line."""
