"""What else people changed in the week before a slow transfer."""

from __future__ import annotations

from collections.abc import Sequence

CHANGES: Sequence[str] = (
    "deploy  catalog 4.12.1 (metrics)",
    "deploy  import dashboard 1.8 (new colours)",
    "kernel  {update} on both hosts, rolling reboot",
    "network  leaf-3 uplink moved to spine 2",
    "firewall  monitoring may reach port 9100",
    "config  NTP servers replaced",
    "certificates  wildcard renewed",
    "storage  snapshots of the import volume moved to 02:00",
    "access  two people joined the on-call group",
    "dns  time to live of internal names 300 → 60 s",
)
"""Entries of the change log that did no harm."""
