"""How fair shares are, in one number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import nan


def index(shares: Sequence[float]) -> float:
    """(Σx)² / (n·Σx²): 1 if all are equal, k/n if k of n share all and the others have nothing; NaN if none has any.

    R. Jain, D. Chiu, W. Hawe, "A Quantitative Measure of Fairness and Discrimination", DEC-TR-301, 1984.
    """
    squares = math.fsum(x * x for x in shares)
    return math.fsum(shares) ** 2 / (len(shares) * squares) if squares else nan
