"""What is wrong with a file: that it is no capture at all, or where it is damaged."""

from __future__ import annotations

from typing import NamedTuple

KEPT = 100
"""Notes of a file; a damaged one has as many as it has packets."""


class NotACapture(ValueError):
    """The file cannot be read at all; the message says what it is and what is allowed."""


class Note(NamedTuple):
    """What is damaged. packet: from 1; the damage may lie just in front of it. text: a clause that names the value.

    >>> str(Note(17, "captured length", "captured length 9 is more than the file's snap length of 8"))
    "packet 17: captured length 9 is more than the file's snap length of 8"
    """

    packet: int
    field: str
    text: str

    def __str__(self) -> str:
        return f"packet {self.packet:,}: {self.text}"


class Notes:
    """The first notes of a file, and how many there were beyond."""

    def __init__(self) -> None:
        self.kept: list[Note] = []
        self.left_out = 0

    def add(self, packet: int, field: str, text: str) -> None:
        if len(self.kept) < KEPT:
            self.kept.append(Note(packet, field, text))
        else:
            self.left_out += 1
