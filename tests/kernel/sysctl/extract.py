"""What a kernel's source says of its sysctls: the tables that register them and the texts that document them."""

import re
from collections.abc import Mapping

_ENTRY = re.compile(r'\.procname\s*=\s*"([\w.]+)"')
# devinet.c names each setting of a device by a macro.
_DEVICE_ENTRY = re.compile(r'DEVINET_SYSCTL_\w+ENTRY\(\w+,\s*"(\w+)"')

TABLES = {
    "net/core/sysctl_net_core.c": ("net.core", _ENTRY),
    "net/ipv4/sysctl_net_ipv4.c": ("net.ipv4", _ENTRY),
    "net/ipv4/devinet.c": ("net.ipv4.conf.all", _DEVICE_ENTRY),
    "net/mptcp/ctrl.c": ("net.mptcp", _ENTRY),
    "net/netfilter/nf_conntrack_standalone.c": ("net.netfilter", _ENTRY),
}
"""Where sysctls are registered, and the folder of /proc/sys that each table is for."""

# `tcp_rmem - vector of 3 INTEGERs: min, default, max`, and in net.rst a heading with a line below it.
_TERM = re.compile(r"^(\w+) - \S.*$", re.MULTILINE)
_HEADING = re.compile(r"^(\w+)\n-{3,}$", re.MULTILINE)

DOCUMENTS = {
    "Documentation/admin-guide/sysctl/net.rst": ("net.core", _HEADING),
    "Documentation/networking/ip-sysctl.rst": ("net.ipv4", _TERM),
    "Documentation/networking/mptcp-sysctl.rst": ("net.mptcp", _TERM),
    "Documentation/networking/nf_conntrack-sysctl.rst": ("net.netfilter", _TERM),
}
"""Where they are documented."""

# The second half of ip-sysctl.rst repeats names, for IPv6.
_OTHER_PROTOCOL = "/proc/sys/net/ipv6/*"


def registered(files: Mapping[str, str]) -> dict[str, str]:
    """The file whose table registers it, by the full name of each sysctl."""
    return {
        f"{folder}.{name}": path
        for path, (folder, entry) in TABLES.items()
        for name in entry.findall(files[path])
        if name != folder.rpartition(".")[2]
    }


def documented(files: Mapping[str, str]) -> set[str]:
    """The full names of what the documentation has an entry for."""
    return {
        f"{folder}.{name}"
        for path, (folder, entry) in DOCUMENTS.items()
        for name in entry.findall(files[path].partition(_OTHER_PROTOCOL)[0])
    }
