"""Base 32 without letters that are easily mistaken for others (I, L, O, U): https://www.crockford.com/base32.html ."""

from __future__ import annotations

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def letters(digest: str, count: int) -> str:
    """The first `count` letters, at most 12, of a hash in hexadecimal."""
    number = int(digest[:16], 16) >> 4
    return "".join(_LETTERS[number >> 55 - 5 * place & 31] for place in range(count))
