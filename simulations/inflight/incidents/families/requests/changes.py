"""What else people changed in the week before calls got slow."""

from __future__ import annotations

from collections.abc import Sequence

CHANGES: Sequence[str] = (
    "deploy  catalog 4.12.1 (metrics)",
    "deploy  front page 7.3 (wording)",
    "kernel  {update} on both hosts, rolling reboot",
    "network  leaf-3 uplink moved to spine 2",
    "firewall  monitoring may reach port 9100",
    "config  log level of the server INFO → WARN",
    "certificates  wildcard renewed",
    "database  index on orders rebuilt",
    "access  two people joined the on-call group",
    "monitoring  probes every 10 s instead of every 30 s",
)
"""Entries of the change log that did no harm."""
