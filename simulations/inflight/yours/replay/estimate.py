"""An estimate, what it was made from, and how far it can be believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inflight.figure.parameters import Value

Known = Literal["measured", "at least", "assumed"]


@dataclass(frozen=True)
class Estimate:
    """parameter: its name in `ReplayParameters`. evidence: one sentence."""

    parameter: str
    value: Value
    known: Known
    evidence: str
