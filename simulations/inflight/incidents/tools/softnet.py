"""/proc/net/softnet_stat (net-procfs.c:softnet_seq_show): a line per CPU, hexadecimal."""

from __future__ import annotations

from inflight.incidents.scene import Machine
from inflight.kernel.release import version


def softnet_stat(machine: Machine) -> str:
    """Columns: 1 packets, 2 dropped, 3 squeezed, 10 received by RPS, 11 flow limit, 12 backlog, 13 CPU.

    Later kernels split the backlog: 14 what waits, 15 what is being processed.
    """
    split = version(machine.kernel) > (6, 1)
    lines = []
    for cpu, row in enumerate(machine.softnet):
        numbers = [row.processed, row.dropped, row.time_squeeze, 0, 0, 0, 0, 0, 0]
        numbers += [row.received_rps, row.flow_limit, row.backlog, cpu, *([row.backlog, 0] if split else [])]
        lines.append(" ".join(f"{number:08x}" for number in numbers))
    return "\n".join(lines)
