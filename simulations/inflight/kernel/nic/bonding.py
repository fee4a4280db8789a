"""A bond: several links that look like one, and the seven ways to choose the link for a packet.

Hashes are those of a little-endian machine, as the kernel XORs addresses and ports as it finds them in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inflight.kernel.nic.rss import Tuple4

MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad", "balance-tlb", "balance-alb")
"""By their numbers, 0 to 6 (`bond_mode_tbl`)."""

RR, BACKUP, XOR, BROADCAST, LACP, TLB, ALB = range(7)

POLICIES = ("layer2", "layer2+3", "layer3+4")
"""`xmit_hash_policy`, as far as it is told here; layer2 is the default."""

REBALANCE_S = 10
"""How often balance-tlb and -alb deal the flows out anew, s (`BOND_TLB_REBALANCE_INTERVAL`)."""

ETH_P_IP = 0x0800
_BUCKETS = 256
_MASK32 = 0xFFFFFFFF


@dataclass(frozen=True)
class Frame:
    """What a bond can see of a packet. Of the MAC addresses only the last byte counts. `ports`: there are some."""

    flow: Tuple4
    src_mac: int
    dst_mac: int
    ports: bool = True


def eth_hash(frame: Frame) -> int:
    """The last bytes of both MAC addresses, and the type (`bond_eth_hash`)."""
    return frame.dst_mac ^ frame.src_mac ^ ETH_P_IP


def xmit_hash(frame: Frame, policy: str) -> int:
    """`__bond_xmit_hash` for IPv4 without fragments."""
    if policy == "layer2":
        return eth_hash(frame)
    if policy == "layer2+3":
        value = eth_hash(frame)
    else:
        value = _in_memory(frame.flow.sport, 2) | _in_memory(frame.flow.dport, 2) << 16 if frame.ports else 0
    value ^= _in_memory(frame.flow.dst, 4) ^ _in_memory(frame.flow.src, 4)
    value ^= value >> 16
    value ^= value >> 8
    # Clients often have even ports only, so the lowest bit says nothing (`bond_ip_hash`).
    return value >> 1 if policy == "layer3+4" else value


def _in_memory(value: int, size: int) -> int:
    """A number in network order, as a little-endian machine reads it."""
    return int.from_bytes(value.to_bytes(size, "big"), "little")


class Bond:
    """Links of `speeds` Mbit/s, all of them up; the first is the active one."""

    def __init__(self, mode: int, speeds: Sequence[int], policy: str = "layer2") -> None:
        self.mode, self.policy = mode, policy
        self._speeds = list(speeds)
        self._counter = 0
        # balance-tlb, balance-alb: which link a bucket of the hash has, what it sends, and what it sent before
        self._link: list[int | None] = [None] * _BUCKETS
        self._bytes = [0] * _BUCKETS
        self._history = [0] * _BUCKETS
        self._load = [0] * len(self._speeds)  # bytes/s

    @property
    def links(self) -> int:
        """How many."""
        return len(self._speeds)

    def send(self, frame: Frame, size: int = 0) -> list[int]:
        """The links that a packet of `size` bytes takes (`__bond_start_xmit`): one, or all with broadcast."""
        count = len(self._speeds)
        match self.mode:
            case 0:  # RR: each packet the next one, whatever flow it is of (`bond_rr_gen_slave_id`)
                self._counter += 1
                return [self._counter % count]
            case 1:
                return [0]
            case 3:
                return list(range(count))
            case 5:
                return [self._least_loaded(xmit_hash(frame, self.policy) & _BUCKETS - 1, size)]
            case 6:
                return [self._least_loaded(_simple_hash(frame.flow.dst), size)]
        return [(xmit_hash(frame, self.policy) & _MASK32) % count]

    def _least_loaded(self, bucket: int, size: int) -> int:
        """The link of a bucket; a bucket without one gets the link with most room (`__tlb_choose_channel`)."""
        link = self._link[bucket]
        if link is None:
            gaps = [(speed << 20) - (load << 3) for speed, load in zip(self._speeds, self._load, strict=True)]
            link = gaps.index(max(gaps))
            self._link[bucket] = link
            self._load[link] += self._history[bucket]
        self._bytes[bucket] += size
        return link

    def rebalance(self) -> None:
        """Every ten seconds all buckets are taken from their links, with what they have sent (`bond_alb_monitor`).

        Before the first time nothing is known of any, so all have gone to the first link.
        """
        for bucket, link in enumerate(self._link):
            if link is not None:
                self._history[bucket] = 1 + self._bytes[bucket] // REBALANCE_S
                self._bytes[bucket] = 0
                self._link[bucket] = None
        self._load = [0] * len(self._speeds)


def _simple_hash(address: int) -> int:
    """The bytes of an address XORed (`bond_alb.c:_simple_hash`)."""
    return (address ^ address >> 8 ^ address >> 16 ^ address >> 24) & 0xFF
