"""The kernel of a case: all of its machines run the same one. Their tools are always those of Debian 12."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from inflight.scenes.kernel import USUAL


class Release(NamedTuple):
    """What `uname -r` says, and what the change log says of the last update, both ways of Debian's to name a kernel."""

    name: str
    update: str


RELEASES: Mapping[str, Release] = {
    "6.1": Release("6.1.0-56-amd64", "6.1.0-55 → 6.1.0-56"),
    "6.12": Release("6.12.117+deb12-amd64", "6.12.111+deb12 → 6.12.117+deb12"),
    "7.3": Release("7.3.4+deb12-amd64", "7.3.3+deb12 → 7.3.4+deb12"),
}
"""By what the reader calls it. Debian 12 came with the first, and has later ones in its backports."""


class Buffers(NamedTuple):
    """As after boot, B. core_max: net.core.rmem_max and wmem_max; rmem: tcp_rmem[2]."""

    core_max: int
    rmem: int


_OLD, _NEW = Buffers(212992, 6 << 20), Buffers(4 << 20, 7235136)
BUFFERS: Mapping[str, Buffers] = {"6.1": _OLD, "6.12": _OLD, "7.3": _NEW}
"""Of each kernel. The second one was recorded on a server with 1 GiB; with more memory, rmem is more."""


@dataclass(frozen=True, kw_only=True)
class OnKernel:
    """What every family's setting has. kernel: one of `RELEASES`."""

    kernel: str = USUAL

    def on(self, kernel: str) -> Self:
        """The same with another kernel, as it is after boot."""
        return replace(self, kernel=kernel)


@dataclass(frozen=True, kw_only=True)
class Buffered(OnKernel):
    """A setting in which buffers matter: `core_max` and `rmem` are those of `Buffers`."""

    core_max: int = BUFFERS[USUAL].core_max
    rmem: int = BUFFERS[USUAL].rmem

    def on(self, kernel: str) -> Self:
        """With buffers as they are after boot, too."""
        return replace(super().on(kernel), **BUFFERS[kernel]._asdict())
