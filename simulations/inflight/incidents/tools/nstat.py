"""`nstat` (iproute2): counters since it was last asked, those that have moved, in the kernel's order."""

from __future__ import annotations

from inflight.incidents.scene import Machine

GROUPS = ("Ip", "Icmp", "Tcp", "Udp", "TcpExt", "IpExt")

ORDER = (
    " IpInReceives IpInDelivers IpOutRequests TcpActiveOpens TcpPassiveOpens TcpAttemptFails TcpEstabResets "
    "TcpInSegs TcpOutSegs TcpRetransSegs TcpOutRsts UdpInDatagrams UdpInErrors UdpOutDatagrams UdpRcvbufErrors "
    "TcpExtSyncookiesSent TcpExtSyncookiesRecv TcpExtSyncookiesFailed TcpExtEmbryonicRsts TcpExtPruneCalled "
    "TcpExtTW TcpExtPAWSEstab TcpExtDelayedACKs TcpExtListenOverflows TcpExtListenDrops TcpExtTCPPureAcks "
    "TcpExtTCPRenoRecovery TcpExtTCPSackRecovery TcpExtTCPSACKReorder TcpExtTCPRenoReorder TcpExtTCPFullUndo "
    "TcpExtTCPDSACKUndo TcpExtTCPLossUndo TcpExtTCPLostRetransmit TcpExtTCPFastRetrans TcpExtTCPSlowStartRetrans "
    "TcpExtTCPTimeouts TcpExtTCPLossProbes TcpExtTCPLossProbeRecovery TcpExtTCPRcvCollapsed TcpExtTCPDSACKOldSent "
    "TcpExtTCPDSACKOfoSent TcpExtTCPDSACKRecv TcpExtTCPDSACKOfoRecv TcpExtTCPAbortOnData TcpExtTCPAbortOnClose "
    "TcpExtTCPAbortOnTimeout TcpExtIPReversePathFilter TcpExtTCPReqQFullDoCookies TcpExtTCPReqQFullDrop "
    "TcpExtTCPRcvCoalesce TcpExtTCPOFOQueue TcpExtTCPOFODrop TcpExtTCPAutoCorking TcpExtTCPFromZeroWindowAdv "
    "TcpExtTCPToZeroWindowAdv TcpExtTCPWantZeroWindowAdv TcpExtTCPSynRetrans TcpExtTCPOrigDataSent "
    "TcpExtTCPHystartTrainDetect TcpExtTCPHystartDelayDetect TcpExtTCPWinProbe TcpExtTCPKeepAlive "
    "TcpExtTCPDelivered IpExtInOctets IpExtOutOctets "
)
"""Within the groups, as in the tables of net/ipv4/proc.c. Others come behind those of their group."""


def _place(name: str) -> tuple[int, int]:
    fitting = [index for index, group in enumerate(GROUPS) if name.startswith(group)]
    group = max(fitting, key=lambda index: len(GROUPS[index])) if fitting else len(GROUPS)
    place = ORDER.find(f" {name} ")
    return group, place if place >= 0 else len(ORDER)


def counters(machine: Machine) -> str:
    """A line for each counter that is not 0."""
    names = sorted((name for name, count in machine.counters.items() if count), key=_place)
    return "\n".join(["#kernel", *(f"{name:<32}{machine.counters[name]:<16}{0:6.1f}" for name in names)])
