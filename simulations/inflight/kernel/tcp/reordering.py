"""How much the network reorders, and how long RACK therefore waits. `tcp_recovery.c`, RFC 8985 §6.2."""

from __future__ import annotations

from inflight.kernel.constants import MSS, REORDERING

MAX_REORDERING = 300  # net.ipv4.tcp_max_reordering
PERSIST = 16  # TCP_RACK_RECOVERY_THRESH
MAX_STEPS = 255


class Reordering:
    """`degree` is `tp->reordering`, segments; the rest is `tp->rack`."""

    __slots__ = ("_adjusted", "_steps", "degree", "dsack_seen", "persist", "seen")

    def __init__(self) -> None:
        self.degree = REORDERING
        self.seen = False
        """A segment has come later than one that was sent after it."""
        self.dsack_seen = False
        """A retransmission turned out to be needless, and the wait has not been made longer for it yet."""
        self.persist = 0
        self._steps = 1
        self._adjusted = -1.0

    def found(self, low: int, fack: int) -> None:
        """The original at `low` came after what lies below `fack` had been SACKed (`tcp_check_sack_reordering`)."""
        if low < fack:
            self.degree = max(self.degree, min(-(-(fack - low) // MSS), MAX_REORDERING))
            self.seen = True

    def window_us(self, in_recovery: bool, sacked_out: int, min_rtt_us: int, srtt_us: int) -> int:
        """How long to wait for a segment that is overtaken (`tcp_rack_reo_wnd`).

        A quarter of the smallest RTT, more where retransmissions were needless. As long as no reordering has been
        seen it is nothing at all once three segments are SACKed, or recovery has begun.
        """
        if not self.seen and (in_recovery or sacked_out >= self.degree):
            return 0
        return min((min_rtt_us >> 2) * self._steps, srtt_us >> 3)

    def adapt(self, sent: float, now: float) -> None:
        """Wait longer, at most once per round trip: data `sent` then have arrived (`tcp_rack_update_reo_wnd`)."""
        if self.dsack_seen and sent > self._adjusted:
            self._steps = min(self._steps + 1, MAX_STEPS)
            self._adjusted = now
            self.persist = PERSIST
        self.dsack_seen = False

    def undone(self) -> None:
        """D-SACKs have undone a recovery: what was learnt is kept for longer (`tcp_try_undo_dsack`)."""
        self.persist = min(self.persist + 1, PERSIST)

    def recovered(self) -> None:
        """A recovery was for real; after sixteen of them the wait is short again."""
        if self.persist:
            self.persist -= 1
            if not self.persist:
                self._steps = 1
