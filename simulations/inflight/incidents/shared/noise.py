"""What two hosts print that has nothing to do with their model, for people to stumble over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from inflight.incidents.scene import Metrics, SsSocket

Kind = TypeVar("Kind")
Each = tuple[Kind, Kind]
"""Of the client and of the server."""

_NO_WORDS: Each[Mapping[str, str]] = ({}, {})
_NO_COUNTS: Each[Mapping[str, int]] = ({}, {})


@dataclass(frozen=True, kw_only=True)
class Noise:
    """It is the same whatever is wrong.

    Attributes:
        sysctls, nic: replace what the host has; counters: added to what it has counted.
        sockets: other programs' sockets.
        session: fields of the `TcpInfo` of somebody's idle session on the server.
        strangers: entries in the server's tcp_metrics. route: words after the server's default route.
    """

    sysctls: Each[Mapping[str, str]] = _NO_WORDS
    counters: Each[Mapping[str, int]] = _NO_COUNTS
    nic: Each[Mapping[str, int]] = _NO_COUNTS
    sockets: Each[tuple[SsSocket, ...]] = ((), ())
    session: Mapping[str, Any] = field(default_factory=dict)
    strangers: tuple[Metrics, ...] = ()
    route: str = ""


QUIET = Noise()
"""Nothing else."""


def with_more(noise: Each[Mapping[str, Kind]], side: int, values: Mapping[str, Kind]) -> Each[Mapping[str, Kind]]:
    """One kind of noise, with these on one machine as well."""
    client, server = ({**each, **(values if place == side else {})} for place, each in enumerate(noise))
    return client, server
