"""What one end knows of the largest packet that its path takes: from a router's word, or from probing in the dark.

RFC 1191, RFC 4821; `tcp_ipv4.c:tcp_v4_mtu_reduced`, `tcp_output.c:tcp_sync_mss`, `tcp_timer.c:tcp_mtu_probing`.
"""

from __future__ import annotations

from inflight.kernel.sockets.segment import HEADERS
from inflight.kernel.sockets.sysctls import Sysctls

OFF, BLACK_HOLE, ALWAYS = 0, 1, 2
"""Values of tcp_mtu_probing: never, once a black hole is suspected, from the start."""


class PathMtu:
    """pmtu: the MTU that a router has named, B; None: none has.

    probing: whether the search is on. floor: what is sent then, data in a segment, B; 0: not limited by it yet.
    """

    __slots__ = ("_floor", "_sysctls", "floor", "pmtu", "probing")

    def __init__(self, sysctls: Sysctls) -> None:
        self._sysctls = sysctls
        self.pmtu: int | None = None
        self.probing = sysctls.tcp_mtu_probing == ALWAYS
        self._floor = sysctls.tcp_base_mss  # icsk_mtup.search_low
        self.floor = 0

    def segment_size(self, mss: int, options: int) -> int:
        """Most bytes of data in a segment to a peer that takes `mss`; options: their bytes in it (`tcp_sync_mss`)."""
        size = mss if self.pmtu is None else min(mss, self.pmtu - HEADERS)
        size -= options
        return min(size, self.floor) if self.floor else size

    def reduce(self, mtu: int) -> bool:
        """A router could not pass on what was longer than `mtu` B. False: that was known."""
        if self.pmtu is not None and self.pmtu <= mtu:
            return False
        self.pmtu = mtu
        return True

    def connected(self) -> None:
        """connect() has returned (`tcp_rcv_synsent_state_process`).

        With tcp_mtu_probing 2 this end begins with short segments. One that was accepted does not: its MSS has been
        set before the search is on (`tcp_v4_syn_recv_sock`, `tcp_init_transfer`).
        """
        if self.probing:
            self.floor = self._floor

    def black_hole(self) -> None:
        """Segments have been lost for so long that their size is suspected (`tcp_mtu_probing`)."""
        sysctls = self._sysctls
        if sysctls.tcp_mtu_probing == OFF:
            return
        if self.probing:
            half = min(sysctls.tcp_base_mss, self._floor >> 1)
            self._floor = max(half, sysctls.tcp_mtu_probe_floor, sysctls.tcp_min_snd_mss)
        self.probing = True
        self.floor = self._floor
