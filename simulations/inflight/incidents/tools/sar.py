"""`sar -n TCP,ETCP 1 3` and `sar -n DEV 1 3` (sysstat 12.6.1): rates, from counters at one moment and the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from inflight.incidents.scene import Machine
from inflight.incidents.tools import clock

SPEED = 1e9
"""Of an e1000e, bit/s."""

Rates = Callable[[Machine, Machine, float], list[str]]
"""The rows between two moments, so many s apart: what follows the time of day."""


@dataclass(frozen=True)
class _Table:
    head: str
    rows: Rates


def tcp(moments: Sequence[Machine]) -> str:
    """`sar -n TCP,ETCP`: openings and segments; failures, resets and retransmissions. Rows are between two moments."""
    return _report(moments, [_TCP, _ETCP])


def devices(moments: Sequence[Machine]) -> str:
    """`sar -n DEV`: packets and kB per s of lo and eth0, and the share of the card's 1 Gbit/s."""
    return _report(moments, [_DEV])


def _report(moments: Sequence[Machine], tables: Sequence[_Table]) -> str:
    first, last = moments[0], moments[-1]
    cpus = len(first.cpus[0]) if first.cpus else 2
    blocks = [f"Linux {first.kernel} ({first.name}) \t{first.date} \t_x86_64_\t({cpus} CPU)"]
    for before, after in pairwise(moments):
        blocks += [_block(each, before, after, clock.time(before), clock.time(after)) for each in tables]
    blocks += [_block(each, first, last, "Average:", "Average:") for each in tables]
    return "\n\n".join(blocks)


def _block(table: _Table, before: Machine, after: Machine, head: str, stamp: str) -> str:
    rows = table.rows(before, after, after.clock - before.clock)
    return "\n".join([f"{head:<11} {table.head}", *(f"{stamp:<11} {row}" for row in rows)])


def _counters(*names: str) -> Rates:
    def rows(before: Machine, after: Machine, over: float) -> list[str]:
        rates = ((after.counters.get(name, 0) - before.counters.get(name, 0)) / over for name in names)
        return [" ".join(f"{each:9.2f}" for each in rates)]

    return rows


def _of_devices(before: Machine, after: Machine, over: float) -> list[str]:
    """lo, of which nothing is known, and eth0."""
    names = ("rx_packets", "tx_packets", "rx_bytes", "tx_bytes", "multicast")
    rx, tx, received, sent, multicast = ((after.nic.get(name, 0) - before.nic.get(name, 0)) / over for name in names)
    share = 100 * max(received, sent) * 8 / SPEED
    card = (rx, tx, received / 1024, sent / 1024, 0.0, 0.0, multicast, share)
    rows = {"lo": (0.0,) * len(card), "eth0": card}
    return [" ".join([f"{name:>9}", *(f"{each:9.2f}" for each in row)]) for name, row in rows.items()]


def _head(*titles: str) -> str:
    return " ".join(f"{each:>9}" for each in titles)


_TCP = _Table(
    _head("active/s", "passive/s", "iseg/s", "oseg/s"),
    _counters("TcpActiveOpens", "TcpPassiveOpens", "TcpInSegs", "TcpOutSegs"),
)
_ETCP = _Table(
    _head("atmptf/s", "estres/s", "retrans/s", "isegerr/s", "orsts/s"),
    _counters("TcpAttemptFails", "TcpEstabResets", "TcpRetransSegs", "TcpInErrs", "TcpOutRsts"),
)
_DEV = _Table(
    _head("IFACE", "rxpck/s", "txpck/s", "rxkB/s", "txkB/s", "rxcmp/s", "txcmp/s", "rxmcst/s", "%ifutil"),
    _of_devices,
)
