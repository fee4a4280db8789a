"""What a receiver tells its sender: an ACK by itself, or in the header of data that go the other way."""

from __future__ import annotations


class Ack:
    """Everything below `ack` has arrived; `window` bytes more may come; `sacks` are (start, end), newest first.

    `sent` is the timestamp, s, and `echo` that of the segment which caused it (TSecr). `ece`: a segment was marked
    (RFC 3168 §6.1.3).
    """

    __slots__ = ("ack", "ece", "echo", "sacks", "sent", "window")

    def __init__(
        self, ack: int, window: int, sacks: tuple[tuple[int, int], ...], sent: float, ece: bool, echo: float
    ) -> None:
        self.ack = ack
        self.ece = ece
        self.echo = echo
        self.window = window
        self.sacks = sacks
        self.sent = sent
