"""Addresses that lose their names and keep their neighbours.

Two addresses share exactly as many leading bits afterwards as before: Xu et al., “Prefix-Preserving IP Address
Anonymization”, 2002. As in that paper's construction, a bit is flipped or not depending on a keyed pseudorandom
function of all bits in front of it; here that is keyed BLAKE2b (RFC 7693 §2.9). What remains visible is which hosts are
in the same network.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

_REMEMBERED = 1 << 14
"""Addresses; a scan has more, and then each costs 32 or 128 hashes again."""


class Prefixes:
    """One way to rename addresses; key: 16 to 64 secret bytes."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.renamed = lru_cache(_REMEMBERED)(self._renamed)
        """The new address for an old one of 4 or 16 bytes."""

    def _renamed(self, address: bytes) -> bytes:
        bits = 8 * len(address)
        whole = int.from_bytes(address, "big")
        flips = 0
        for known in range(bits):
            # Everything from the bit at hand on is cleared; how many bits are known is part of what is hashed.
            prefix = whole >> (bits - known) << (bits - known)
            said = bytes((bits, known)) + prefix.to_bytes(len(address), "big")
            flips = flips << 1 | blake2b(said, digest_size=1, key=self._key, person=b"prefix").digest()[0] & 1
        return (whole ^ flips).to_bytes(len(address), "big")

    def bytes_for(self, old: bytes, size: int) -> bytes:
        """Others of that size, the same whenever they stand for the same; size: up to 64."""
        return blake2b(old, digest_size=size, key=self._key, person=b"bytes").digest() if size else b""
