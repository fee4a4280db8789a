"""Lists that differ from kernel to kernel: each is told by how it differs from the one before."""

from __future__ import annotations

from collections.abc import Sequence


def changed(before: Sequence[str], added: str, gone: str = "") -> list[str]:
    """Without what is gone, and with what was added; what has moved is in both.

    added: a line for each place: the name that it follows, a colon, and the names.

    >>> changed(["a", "b", "c"], "a: d e", gone="b")
    ['a', 'd', 'e', 'c']
    """
    left = [name for name in before if name not in gone.split()]
    for line in added.strip().splitlines():
        place, _, names = line.partition(":")
        at = left.index(place) + 1
        left[at:at] = names.split()
    return left
