"""Times in the form of files: in UTC, such as 2026-11-22T09:00:00.000Z. Nothing here reads a clock."""

from __future__ import annotations

import re
from datetime import datetime

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z")


def time(text: object) -> str:
    """A time as in the file; "" for anything else."""
    if not isinstance(text, str) or not _TIME.fullmatch(text):
        return ""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return ""
    return text
