"""Kernels by what `uname -r` says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

_VERSION = re.compile(r"(\d+)\.(\d+)")


def newest_of(known: Mapping[str, T], release: str) -> T:
    """The newest of `known` that is not newer than `release`; the oldest, if all are.

    known: by version, oldest first.

    Raises:
        ValueError: `release` does not begin with a version.
    """
    wanted = version(release)
    names = list(known)
    return known[max((name for name in names if version(name) <= wanted), key=version, default=names[0])]


def version(release: str) -> tuple[int, int]:
    """Major and minor.

    Raises:
        ValueError: `release` does not begin with them.
    """
    if not (found := _VERSION.match(release)):
        raise ValueError(f"{release!r} is no kernel release; one is 6.12.117+deb13-amd64")
    return int(found[1]), int(found[2])
