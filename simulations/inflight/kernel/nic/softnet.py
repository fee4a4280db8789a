"""What each CPU counts of what it receives: a line of /proc/net/softnet_stat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class SoftnetStat:
    """`struct softnet_data`, as far as it counts. `cpu` is the number in the last column."""

    cpu: int = 0
    processed: int = 0
    """Packets that this CPU has taken through the stack (`__netif_receive_skb_core`)."""
    dropped: int = 0
    """Packets that found this CPU's backlog full."""
    time_squeeze: int = 0
    """How often net_rx_action stopped with work left: budget or time was used up."""
    received_rps: int = 0
    """How often another CPU woke this one by an interrupt (IPI) for its backlog; not packets."""
    flow_limit: int = 0
    """Packets dropped because their flow had more than half of the recent ones."""

    def line(self, backlog: int = 0) -> str:
        """The line as the kernel prints it, 13 columns in hexadecimal (`net-procfs.c:softnet_seq_show`).

        1 processed, 2 dropped, 3 time_squeeze, 4–9 always zero, 10 received_rps, 11 flow_limit, 12 packets in the
        backlog now, 13 the CPU.
        """
        columns = [self.processed, self.dropped, self.time_squeeze, *[0] * 6]
        columns += [self.received_rps, self.flow_limit, backlog, self.cpu]
        return " ".join(f"{value & 0xFFFFFFFF:08x}" for value in columns)
