"""What somebody has seen, and what of it gives a fault away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Span = tuple[int, int]
"""From and to, in characters of the text."""


@dataclass(frozen=True)
class Seen:
    """What was on the screen: which looks it was (`ss-tin`), at the machine of which place, and the text.

    typed: what was typed for it: options say what the numbers mean.
    """

    looks: Sequence[str]
    place: int
    text: str
    typed: str = ""


@dataclass(frozen=True)
class Pointed:
    """Where it shows. said: what to see there, in a sentence, if the places alone don’t tell."""

    spans: Sequence[Span]
    said: str = ""


Telltale = str | Callable[[Seen], Pointed | None]
"""A regular expression, or, where numbers have to be compared, a function that finds the place."""
