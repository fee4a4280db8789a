"""`ethtool -S`, `-g` and `-c` of eth0."""

from __future__ import annotations

from inflight.incidents.scene import Machine


def statistics(machine: Machine) -> str:
    """`ethtool -S`: what the driver counts."""
    return "\n".join(["NIC statistics:", *(f"     {name}: {count}" for name, count in machine.nic.items())])


def ring(machine: Machine) -> str:
    """`ethtool -g`: `max_rx`, `max_tx`, `rx` and `tx` of the machine's rings, in descriptors."""
    r = machine.ring
    return "\n".join(
        [
            "Ring parameters for eth0:",
            "Pre-set maximums:",
            *_sizes(r["max_rx"], r["max_tx"]),
            "Current hardware settings:",
            *_sizes(r["rx"], r["tx"]),
        ]
    )


def _sizes(rx: int, tx: int) -> list[str]:
    return [f"RX:\t\t{rx}", "RX Mini:\tn/a", "RX Jumbo:\tn/a", f"TX:\t\t{tx}"]


def coalescing(machine: Machine) -> str:
    """`ethtool -c`: how long the card waits before it interrupts, µs and frames."""
    lines = [f"{name}: {value}" for name, value in machine.coalescing.items()]
    return "\n".join(["Coalesce parameters for eth0:", "Adaptive RX: off  TX: off", *lines])
