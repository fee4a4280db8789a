"""/etc/services: what tools print instead of a port unless they are asked for numbers."""

from __future__ import annotations

from collections.abc import Mapping

SERVICES: Mapping[int, str] = {
    22: "ssh",
    25: "smtp",
    53: "domain",
    80: "http",
    123: "ntp",
    443: "https",
    3306: "mysql",
    5432: "postgresql",
    6379: "redis",
    8080: "http-alt",
    11211: "memcached",
}
"""Those of Debian 12 (netbase 6.4) that appear in incidents; a port that isn't here stays a number."""


def named(address: str) -> str:
    """The address with the service's name: `10.0.0.1:443` is `10.0.0.1:https`.

    >>> named("[::]:22"), named("10.0.0.1:41712"), named("0.0.0.0:*")
    ('[::]:ssh', '10.0.0.1:41712', '0.0.0.0:*')
    """
    host, colon, port = address.rpartition(":")
    return host + colon + (SERVICES.get(int(port), port) if port.isdigit() else port)
