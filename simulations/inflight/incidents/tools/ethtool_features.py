"""`ethtool -k` and `-i` of eth0, a card of the driver e1000e (ethtool 6.1)."""

from __future__ import annotations

from inflight.incidents.scene import Machine
from inflight.incidents.tools.by_kernel import changed
from inflight.kernel.release import newest_of

_NAMES = """\
rx-checksumming tx-checksumming tx-checksum-ipv4 tx-checksum-ip-generic tx-checksum-ipv6 tx-checksum-fcoe-crc
tx-checksum-sctp scatter-gather tx-scatter-gather tx-scatter-gather-fraglist tcp-segmentation-offload
tx-tcp-segmentation tx-tcp-ecn-segmentation tx-tcp-mangleid-segmentation tx-tcp6-segmentation
generic-segmentation-offload generic-receive-offload large-receive-offload rx-vlan-offload tx-vlan-offload
ntuple-filters receive-hashing highdma rx-vlan-filter vlan-challenged tx-lockless netns-local tx-gso-robust
tx-fcoe-segmentation tx-gre-segmentation tx-gre-csum-segmentation tx-ipxip4-segmentation tx-ipxip6-segmentation
tx-udp_tnl-segmentation tx-udp_tnl-csum-segmentation tx-gso-partial tx-tunnel-remcsum-segmentation
tx-sctp-segmentation tx-esp-segmentation tx-udp-segmentation tx-gso-list fcoe-mtu tx-nocache-copy loopback rx-fcs
rx-all tx-vlan-stag-hw-insert rx-vlan-stag-hw-parse rx-vlan-stag-filter l2-fwd-offload hw-tc-offload esp-hw-offload
esp-tx-csum-hw-offload rx-udp_tunnel-port-offload tls-hw-tx-offload tls-hw-rx-offload rx-gro-hw tls-hw-record
rx-gro-list macsec-hw-offload rx-udp-gro-forwarding hsr-tag-ins-offload hsr-tag-rm-offload hsr-fwd-offload
hsr-dup-offload
"""
_GROUPED = """\
tx-checksum-ipv4 tx-checksum-ip-generic tx-checksum-ipv6 tx-checksum-fcoe-crc tx-checksum-sctp tx-scatter-gather
tx-scatter-gather-fraglist tx-tcp-segmentation tx-tcp-ecn-segmentation tx-tcp-mangleid-segmentation
tx-tcp6-segmentation tx-tcp-accecn-segmentation
"""
_ON = """\
rx-checksumming tx-checksumming tx-checksum-ip-generic scatter-gather tx-scatter-gather tcp-segmentation-offload
tx-tcp-segmentation tx-tcp6-segmentation generic-segmentation-offload generic-receive-offload rx-vlan-offload
tx-vlan-offload receive-hashing
"""
_OFF = "tx-tcp-mangleid-segmentation tx-nocache-copy rx-fcs rx-all rx-gro-list rx-udp-gro-forwarding"
_ALWAYS_ON = "highdma rx-vlan-filter"
_FEATURES = _NAMES.split()
_OF_6_12 = changed(_FEATURES, "", gone="tx-lockless netns-local fcoe-mtu")
_BY_KERNEL = {
    "6.1": _FEATURES,
    "6.12": _OF_6_12,
    "7.3": changed(_OF_6_12, "tx-tcp6-segmentation: tx-tcp-accecn-segmentation", gone="tls-hw-record"),
}
"""As `ethtool -k` lists them (`netdev_features_strings`)."""

_PARTS = frozenset(_GROUPED.split())
"""Indented below the feature that they are part of."""

_AFTER_BOOT = {
    **dict.fromkeys([*_FEATURES, "tx-tcp-accecn-segmentation"], "off [fixed]"),
    **dict.fromkeys(_ON.split(), "on"),
    **dict.fromkeys(_OFF.split(), "off"),
    **dict.fromkeys(_ALWAYS_ON.split(), "on [fixed]"),
}


def offloads(machine: Machine) -> str:
    """`ethtool -k`: what the card does for the kernel, or could; [fixed]: nobody can change it."""
    lines = ["Features for eth0:"]
    for name in newest_of(_BY_KERNEL, machine.kernel):
        value = _AFTER_BOOT[name]
        if name in machine.offloads and "fixed" not in value:
            value = "on" if machine.offloads[name] else "off"
            if name == "tx-vlan-offload" and not machine.offloads.get("rx-vlan-offload", True):
                value = "off [requested on]"  # `e1000_fix_features`: the card has one switch for both
        lines.append(f"{chr(9) * (name in _PARTS)}{name}: {value}")
    return "\n".join(lines)


def driver(machine: Machine) -> str:
    """`ethtool -i`: the driver is the kernel's own, so its version is the kernel's."""
    supported = ("statistics", "test", "eeprom-access", "register-dump", "priv-flags")
    return "\n".join(
        [
            "driver: e1000e",
            f"version: {machine.kernel}",
            "firmware-version: 2.1-0",
            "expansion-rom-version:",
            "bus-info: 0000:00:02.0",
            *(f"supports-{each}: yes" for each in supported),
        ]
    )
