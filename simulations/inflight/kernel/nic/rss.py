"""Which CPU serves a flow: the card's hash (RSS), the queue's interrupt and its mask, and the kernel's spread (RPS)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MICROSOFT_KEY = bytes.fromhex(
    "6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa",
)
"""The 40 bytes with which Microsoft's verification suite is computed. Linux draws its own (`netdev_rss_key_fill`)."""

ENTRIES = 128
"""Of the indirection table, as most cards have it; `ethtool -x` shows it."""

_MASK32 = 0xFFFFFFFF


@dataclass(frozen=True)
class Tuple4:
    """What tells a flow from another. Addresses as 32-bit numbers, ports as 16-bit ones."""

    src: int
    dst: int
    sport: int
    dport: int

    @property
    def source(self) -> str:
        """`192.0.2.1:40000`."""
        return f"{dotted(self.src)}:{self.sport}"


def address(text: str) -> int:
    """`192.0.2.1` as a number."""
    value = 0
    for part in text.split("."):
        value = value << 8 | int(part)
    return value


def dotted(value: int) -> str:
    """A number as `192.0.2.1`."""
    return ".".join(str(value >> shift & 255) for shift in (24, 16, 8, 0))


def toeplitz(data: bytes, key: bytes = MICROSOFT_KEY) -> int:
    """The 32-bit Toeplitz hash: for each bit of `data` that is set, the 32 bits of the key that begin there, XORed."""
    bits = int.from_bytes(key, "big")
    room = 8 * len(key) - 32
    value = 0
    for number, byte in enumerate(data):
        for bit in range(8):
            if byte & 0x80 >> bit:
                value ^= bits >> room - 8 * number - bit & _MASK32
    return value


def rss_hash(flow: Tuple4, *, ports: bool = True, key: bytes = MICROSOFT_KEY) -> int:
    """What the card writes beside a packet: the hash of both addresses and, with `ports`, of both ports."""
    data = flow.src.to_bytes(4, "big") + flow.dst.to_bytes(4, "big")
    if ports:
        data += flow.sport.to_bytes(2, "big") + flow.dport.to_bytes(2, "big")
    return toeplitz(data, key)


def indirection(queues: int, entries: int = ENTRIES) -> list[int]:
    """The table as drivers fill it at first: the queues in turn (`ethtool_rxfh_indir_default`)."""
    return [entry % queues for entry in range(entries)]


def queue_of(value: int, table: Sequence[int]) -> int:
    """The queue to which the low bits of the hash point. The table's length is a power of two."""
    return table[value & len(table) - 1]


def cpus_of(mask: str | int) -> list[int]:
    """The CPUs of a hexadecimal mask, as in smp_affinity and rps_cpus: 10 is CPU 4, f0 are 4 to 7.

    Above 32 CPUs the kernel puts a comma between groups of eight digits.
    """
    value = int(mask.replace(",", ""), 16) if isinstance(mask, str) else mask
    return [cpu for cpu in range(value.bit_length()) if value >> cpu & 1]


def mask_of(cpus: Sequence[int]) -> str:
    """The mask of CPUs as the kernel prints it, in hexadecimal digits."""
    return f"{sum(1 << cpu for cpu in set(cpus)):x}"


def irq_cpu(allowed: Sequence[int]) -> int:
    """The CPU that gets an interrupt which several may get.

    x86 gives a vector one CPU of the mask, not all in turn (`apic_set_affinity`, single target). Which one depends on
    how many vectors each has already; here it is the first.
    """
    return allowed[0]


def reciprocal_scale(value: int, end: int) -> int:
    """A 32-bit number scaled to 0 … end - 1 by its high bits (`kernel.h:reciprocal_scale`)."""
    return value * end >> 32


def rps_cpu(value: int, cpus: Sequence[int]) -> int | None:
    """The CPU to which RPS hands a packet with this hash; None: it stays where it is.

    `dev.c:get_rps_cpu`, without RFS. A hash of 0 counts as none.
    """
    if not value or not cpus:
        return None
    return cpus[reciprocal_scale(value, len(cpus))]


def sample_flows(count: int) -> list[Tuple4]:
    """Flows to show: hosts of 198.51.100.0/24, each with a port of its own, towards port 443 of 192.0.2.1.

    Ports step by 2, as Linux hands out even ones to connect() first (`__inet_hash_connect`).
    """
    server = address("192.0.2.1")
    client = address("198.51.100.0")
    return [Tuple4(client + 1 + n % 250, server, 40000 + 2 * (n * 7919 % 12000), 443) for n in range(count)]
