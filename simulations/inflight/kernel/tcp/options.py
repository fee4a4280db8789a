"""Switches of loss recovery: sysctls and a route's metric, and one thing that Linux no longer has."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.kernel.tcp.rtt import RTO_MIN_US


@dataclass(frozen=True, kw_only=True)
class TcpOptions:
    """How losses are found and repaired.

    sack: both ends use SACK and D-SACK (net.ipv4.tcp_sack). rack: losses are told by time (net.ipv4.tcp_recovery),
    otherwise by three duplicate ACKs. tlp: tail-loss probes (net.ipv4.tcp_early_retrans). prr: the window shrinks in
    proportion to what arrives (RFC 6937), otherwise at once as in RFC 5681, which Linux left in 2012. rto_min_us: how
    far the timeout is from the RTT at least, µs (`ip route … rto_min`).
    """

    sack: bool = True
    rack: bool = True
    tlp: bool = True
    prr: bool = True
    rto_min_us: int = RTO_MIN_US


LINUX = TcpOptions()
"""What Linux does unless it is told otherwise."""
