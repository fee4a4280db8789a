"""Numbers that hosts draw at random, derived from names here: the same case always has the same ones."""

from __future__ import annotations


def drawn(text: str, below: int) -> int:
    """A number from 0 on, different for different texts (FNV-1a, with its upper half folded in)."""
    number = 0xCBF29CE484222325
    for octet in text.encode():
        number = (number ^ octet) * 0x100000001B3 % (1 << 64)
    return (number ^ number >> 32) % below


def initial_sequence(source: str, to: str) -> int:
    """Where a direction of a connection starts counting: a hash of its ends (RFC 6528)."""
    return drawn(f"{source} {to}", 1 << 32)


def mac(address: str, card: int = 0) -> str:
    """The address of one of QEMU's cards."""
    number = drawn(f"{address} eth{card}", 1 << 24)
    return f"52:54:00:{number >> 16:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"
