"""`sar -n DEV,EDEV,SOCK,TCP,ETCP 1 3` (sysstat 12.6.1): rates, from counters at one moment and the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from inflight.incidents.scene import Machine
from inflight.incidents.tools import clock
from inflight.incidents.tools.ss_summary import totals

SPEED = 1e9
"""Of an e1000e, bit/s."""

Rows = Callable[[Sequence[Machine]], list[str]]
"""What follows the time of day, for the time from the first of these moments to the last."""


@dataclass(frozen=True)
class _Table:
    head: str
    rows: Rows
    per_device: bool = False


def head(machine: Machine) -> str:
    """What all reports of sysstat begin with."""
    cpus = len(machine.cpus) or 2
    return f"Linux {machine.kernel} ({machine.name}) \t{machine.date} \t_x86_64_\t({cpus} CPU)"


def intervals(moments: Sequence[Machine], names: Sequence[str]) -> str:
    """`sar -n NAMES`: a block for each table between two moments; a single table with one row has one head for all."""
    tables = _chosen(names)
    blocks = [head(moments[0])]
    for number, (before, after) in enumerate(pairwise(moments)):
        for each in tables:
            begin, end = clock.time(before), clock.time(after)
            rows = [f"{end:<11} {row}" for row in each.rows([before, after])]
            if _is_single(tables) and number:
                blocks[-1] = "\n".join([blocks[-1], *rows])
            else:
                blocks.append("\n".join([f"{begin:<11} {each.head}", *rows]))
    return "\n\n".join(blocks)


def averages(moments: Sequence[Machine], names: Sequence[str]) -> str:
    """What it prints at the end, with the blank line before it."""
    tables = _chosen(names)
    if _is_single(tables):
        return f"{'Average:':<11} {tables[0].rows(moments)[0]}"
    blocks = [
        "\n".join([f"{'Average:':<11} {each.head}", *(f"{'Average:':<11} {row}" for row in each.rows(moments))])
        for each in tables
    ]
    return "\n" + "\n\n".join(blocks)


def _chosen(names: Sequence[str]) -> list[_Table]:
    """In its own order, however they are asked for."""
    return [table for name, table in TABLES.items() if name in names]


def _is_single(tables: Sequence[_Table]) -> bool:
    return len(tables) == 1 and not tables[0].per_device


def _over(moments: Sequence[Machine]) -> tuple[Machine, Machine, float]:
    before, after = moments[0], moments[-1]
    return before, after, after.clock - before.clock


def _counters(*names: str) -> Rows:
    def rows(moments: Sequence[Machine]) -> list[str]:
        before, after, over = _over(moments)
        rates = ((after.counters.get(name, 0) - before.counters.get(name, 0)) / over for name in names)
        return [" ".join(f"{each:9.2f}" for each in rates)]

    return rows


def _of_devices(moments: Sequence[Machine]) -> list[str]:
    """lo, of which nothing is known, and eth0."""
    before, after, over = _over(moments)
    names = ("rx_packets", "tx_packets", "rx_bytes", "tx_bytes", "multicast")
    rx, tx, received, sent, multicast = ((after.nic.get(name, 0) - before.nic.get(name, 0)) / over for name in names)
    share = 100 * max(received, sent) * 8 / SPEED
    return _by_device(rx, tx, received / 1024, sent / 1024, 0.0, 0.0, multicast, share)


_ERRORS: Sequence[Sequence[str]] = (
    ("rx_errors",),
    ("tx_errors",),
    ("collisions",),
    ("rx_dropped", "rx_missed_errors"),
    ("tx_dropped",),
    ("tx_carrier_errors", "tx_aborted_errors", "tx_window_errors", "tx_heartbeat_errors"),
    ("rx_length_errors", "rx_over_errors", "rx_crc_errors", "rx_frame_errors"),
    ("rx_fifo_errors",),
    ("tx_fifo_errors",),
)
"""What /proc/net/dev adds up in its columns (net-procfs.c: `dev_seq_printf_stats`)."""


def _errors_of_devices(moments: Sequence[Machine]) -> list[str]:
    before, after, over = _over(moments)
    return _by_device(*((_error(after, names) - _error(before, names)) / over for names in _ERRORS))


def _error(machine: Machine, names: Sequence[str]) -> int:
    """The driver's counters, and for drops the kernel's own besides."""
    above = {"rx_dropped": machine.link.rx_dropped, "tx_dropped": machine.link.tx_dropped}
    return sum(machine.nic.get(name, 0) + above.get(name, 0) for name in names)


def _by_device(*card: float) -> list[str]:
    rows = {"lo": (0.0,) * len(card), "eth0": card}
    return [" ".join([f"{name:>9}", *(f"{each:9.2f}" for each in row)]) for name, row in rows.items()]


def _sockets(moments: Sequence[Machine]) -> list[str]:
    """How many there are at the end of each interval, and their mean."""
    seen = [_socket_counts(each) for each in moments[1:]]
    return [" ".join(f"{sum(column) / len(seen):9.0f}" for column in zip(*seen, strict=True))]


def _socket_counts(machine: Machine) -> tuple[int, ...]:
    """As /proc/net/sockstat has them."""
    t = totals(machine)
    old = {name: count for name, (count, _) in t.transports.items()}
    return (t.total, old["TCP"], old["UDP"], old["RAW"], old["FRAG"], t.timewait)


def _head(*titles: str) -> str:
    return " ".join(f"{each:>9}" for each in titles)


TABLES: Mapping[str, _Table] = {
    "DEV": _Table(
        _head("IFACE", "rxpck/s", "txpck/s", "rxkB/s", "txkB/s", "rxcmp/s", "txcmp/s", "rxmcst/s", "%ifutil"),
        _of_devices,
        per_device=True,
    ),
    "EDEV": _Table(
        _head(
            *("IFACE", "rxerr/s", "txerr/s", "coll/s", "rxdrop/s", "txdrop/s"),
            *("txcarr/s", "rxfram/s", "rxfifo/s", "txfifo/s"),
        ),
        _errors_of_devices,
        per_device=True,
    ),
    "SOCK": _Table(_head("totsck", "tcpsck", "udpsck", "rawsck", "ip-frag", "tcp-tw"), _sockets),
    "TCP": _Table(
        _head("active/s", "passive/s", "iseg/s", "oseg/s"),
        _counters("TcpActiveOpens", "TcpPassiveOpens", "TcpInSegs", "TcpOutSegs"),
    ),
    "ETCP": _Table(
        _head("atmptf/s", "estres/s", "retrans/s", "isegerr/s", "orsts/s"),
        _counters("TcpAttemptFails", "TcpEstabResets", "TcpRetransSegs", "TcpInErrs", "TcpOutRsts"),
    ),
}
"""By the keyword of -n, in the order in which they are printed."""
