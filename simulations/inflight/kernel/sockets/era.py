"""What the listen queues did in which kernel.

The half-open queue had a table of its own until 4.3; since 4.4 requests live among the connections and are only
counted. The test for a full one was changed once more in 6.14, and that went into the stable kernels.
"""

from __future__ import annotations

from dataclasses import dataclass

from inflight.kernel.release import newest_of


@dataclass(frozen=True, slots=True)
class Era:
    """Rules that differ between kernels.

    counted_to: how far the half-open queue may grow: "power of two" (`request_sock.c:reqsk_queue_alloc`), "backlog", or
    "backlog + 1". young_pass: a SYN passes a full accept queue while at most one request is young. syn_linear_timeouts,
    somaxconn and tw_reuse_delay_ms are defaults; without the last, a port may be had again once the clock of whole
    seconds has moved on (6.14, `tcp_ipv4.c:tcp_twsk_unique`). flood_names_address: the message about a flood has the
    listening address in it (6.2, `tcp_input.c:tcp_syn_flood_action`).
    """

    name: str
    counted_to: str
    young_pass: bool
    syn_linear_timeouts: int
    somaxconn: int
    tw_reuse_delay_ms: int | None = None
    flood_names_address: bool = False

    def half_open_limit(self, max_ack_backlog: int, tcp_max_syn_backlog: int) -> int:
        """How many half-open requests there may be before the queue counts as full.

        max_ack_backlog: the smaller one of listen()'s backlog and somaxconn.
        """
        if self.counted_to == "power of two":
            entries = max(8, min(max_ack_backlog, tcp_max_syn_backlog))
            return 1 << entries.bit_length()  # the next power of two above it
        return max_ack_backlog + (self.counted_to == "backlog + 1")


ERAS = {
    "4.3": Era("up to 4.3", "power of two", True, 0, 128),
    "4.9": Era("4.4 to 4.9", "backlog", True, 0, 128),
    "5.3": Era("4.10 to 5.3", "backlog", False, 0, 128),
    "5.4": Era("5.4 to 6.4", "backlog", False, 0, 4096),
    "6.1": Era("6.1.192, with the change of 6.14", "backlog + 1", False, 0, 4096),
    "6.5": Era("6.5 to 6.13", "backlog", False, 4, 4096, flood_names_address=True),
    "6.12": Era("6.12.117, with the change of 6.14", "backlog + 1", False, 4, 4096, flood_names_address=True),
    "7.3": Era("6.14 and later", "backlog + 1", False, 4, 4096, 1000, flood_names_address=True),
}
"""By a version that belongs to each: of mainline, and, of the kernels that were recorded, as Debian builds them."""

RECORDED = ERAS["6.1"]

_RELEASES = {release: ERAS[release] for release in ("6.1", "6.12", "7.3")}


def socket_era(release: str) -> Era:
    """Of the kernels that were recorded, the newest that is not newer than what `uname -r` says."""
    return newest_of(_RELEASES, release)
