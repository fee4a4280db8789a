"""All programs that the machines have."""

from __future__ import annotations

from collections.abc import Mapping

from inflight.incidents.shell.programs.devices import ETHTOOL, IP, TC
from inflight.incidents.shell.programs.files import FILES
from inflight.incidents.shell.programs.host import BPFTRACE, DMESG, JOURNALCTL, STRACE, TOP, UNAME, UPTIME
from inflight.incidents.shell.programs.looking import PING, TCPDUMP
from inflight.incidents.shell.programs.network import CONNTRACK, MTR, TRACEPATH
from inflight.incidents.shell.programs.program import Program
from inflight.incidents.shell.programs.sampling import MPSTAT, SAR, VMSTAT
from inflight.incidents.shell.programs.settings import SYSCTL
from inflight.incidents.shell.programs.sockets import NSTAT, SS

_ALL = (
    *(SS, NSTAT, IP, TC, ETHTOOL, SYSCTL),
    *(PING, TRACEPATH, MTR, CONNTRACK, TCPDUMP),
    *(SAR, MPSTAT, VMSTAT, UPTIME, UNAME, TOP, STRACE, BPFTRACE, JOURNALCTL, DMESG),
    *FILES,
)

PROGRAMS: Mapping[str, Program] = {each.name: each for each in _ALL}
"""By name, in the order in which `help` lists them."""
