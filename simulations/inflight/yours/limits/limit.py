"""What can hold a sender back. The names are those of labels, of JSON and of the page."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Limit(StrEnum):
    """In the order in which a connection meets them."""

    HANDSHAKE = "handshake"
    IDLE = "application-idle"
    PACE = "application-pace"
    SEND_BUFFER = "send-buffer"
    RECEIVE_WINDOW = "receive-window"
    SLOW_START = "slow-start"
    AFTER_A_LOSS = "after-a-loss"
    PATH = "path"
    LOSS = "loss"
    RTO = "rto"
    NAGLE = "nagle"
    CANNOT_TELL = "cannot-tell"


CONGESTION_WINDOW = (Limit.SLOW_START, Limit.AFTER_A_LOSS, Limit.PATH)
"""What a label `congestion-window` means."""


class Interval(NamedTuple):
    """What held a sender back from `start` to `end`, s. sure: the evidence is strong."""

    start: float
    end: float
    limit: Limit
    sure: bool
