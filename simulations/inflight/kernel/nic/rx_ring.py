"""The receive ring: descriptors, each of which names a piece of memory that the card may write one packet to."""

from __future__ import annotations

from collections import deque


class Packet:
    """One that has come in: its number from 0, when the card had it, s, and the hash the card computed."""

    __slots__ = ("arrived", "hash", "number")

    def __init__(self, number: int, arrived: float, value: int = 0) -> None:
        self.number, self.arrived, self.hash = number, arrived, value


class RxRing:
    """`size` descriptors. The card takes them in turn; the driver gives each back when its packet is done.

    If there is none, the card has nowhere to write, and the packet is gone before any software has seen it. Cards
    count that themselves; drivers show it as rx_missed_errors, and many as rx_fifo_errors, "overruns" in `ifconfig`.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._filled: deque[Packet] = deque()
        self.received = 0
        """Packets that found a descriptor: rx_packets."""
        self.missed = 0
        """Packets that found none: rx_missed_errors."""
        self.most = 0
        """Descriptors that were taken at the same time, at most."""

    def __len__(self) -> int:
        """Descriptors with a packet in them."""
        return len(self._filled)

    def put(self, packet: Packet) -> bool:
        """The card has a packet; False: no descriptor was free."""
        if len(self._filled) >= self.size:
            self.missed += 1
            return False
        self._filled.append(packet)
        self.received += 1
        self.most = max(self.most, len(self._filled))
        return True

    def first(self) -> Packet | None:
        """The packet that came first."""
        return self._filled[0] if self._filled else None

    def give_back(self) -> None:
        """The first packet is done, and its descriptor is the card's again.

        Drivers do so for 16 or so at a time, which takes that many from the ring at worst.
        """
        self._filled.popleft()
