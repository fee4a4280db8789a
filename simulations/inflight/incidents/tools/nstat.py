"""`nstat` (iproute2): the counters that have moved since it last ran, in the kernel's order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

_NAMES = """\
IpInReceives IpInHdrErrors IpInAddrErrors IpForwDatagrams IpInUnknownProtos IpInDiscards IpInDelivers IpOutRequests
IpOutDiscards IpOutNoRoutes IpReasmTimeout IpReasmReqds IpReasmOKs IpReasmFails IpFragOKs IpFragFails IpFragCreates
IcmpInMsgs IcmpInErrors IcmpInCsumErrors IcmpInDestUnreachs IcmpInTimeExcds IcmpInParmProbs IcmpInSrcQuenchs
IcmpInRedirects IcmpInEchos IcmpInEchoReps IcmpInTimestamps IcmpInTimestampReps IcmpInAddrMasks IcmpInAddrMaskReps
IcmpOutMsgs IcmpOutErrors IcmpOutRateLimitGlobal IcmpOutRateLimitHost IcmpOutDestUnreachs IcmpOutTimeExcds
IcmpOutParmProbs IcmpOutSrcQuenchs IcmpOutRedirects IcmpOutEchos IcmpOutEchoReps IcmpOutTimestamps
IcmpOutTimestampReps IcmpOutAddrMasks IcmpOutAddrMaskReps IcmpMsgInType8 IcmpMsgOutType0 TcpActiveOpens
TcpPassiveOpens TcpAttemptFails TcpEstabResets TcpInSegs TcpOutSegs TcpRetransSegs TcpInErrs TcpOutRsts
TcpInCsumErrors UdpInDatagrams UdpNoPorts UdpInErrors UdpOutDatagrams UdpRcvbufErrors UdpSndbufErrors UdpInCsumErrors
UdpIgnoredMulti UdpMemErrors Ip6InReceives Ip6InHdrErrors Ip6InTooBigErrors Ip6InNoRoutes Ip6InAddrErrors
Ip6InUnknownProtos Ip6InTruncatedPkts Ip6InDiscards Ip6InDelivers Ip6OutForwDatagrams Ip6OutRequests Ip6OutDiscards
Ip6OutNoRoutes Ip6ReasmTimeout Ip6ReasmReqds Ip6ReasmOKs Ip6ReasmFails Ip6FragOKs Ip6FragFails Ip6FragCreates
Ip6InMcastPkts Ip6OutMcastPkts Ip6InOctets Ip6OutOctets Ip6InMcastOctets Ip6OutMcastOctets Ip6InBcastOctets
Ip6OutBcastOctets Ip6InNoECTPkts Ip6InECT1Pkts Ip6InECT0Pkts Ip6InCEPkts Icmp6InMsgs Icmp6InErrors Icmp6OutMsgs
Icmp6OutErrors Icmp6InCsumErrors Icmp6OutRateLimitHost Icmp6InDestUnreachs Icmp6InPktTooBigs Icmp6InTimeExcds
Icmp6InParmProblems Icmp6InEchos Icmp6InEchoReplies Icmp6InGroupMembQueries Icmp6InGroupMembResponses
Icmp6InGroupMembReductions Icmp6InRouterSolicits Icmp6InRouterAdvertisements Icmp6InNeighborSolicits
Icmp6InNeighborAdvertisements Icmp6InRedirects Icmp6InMLDv2Reports Icmp6OutDestUnreachs Icmp6OutPktTooBigs
Icmp6OutTimeExcds Icmp6OutParmProblems Icmp6OutEchos Icmp6OutEchoReplies Icmp6OutGroupMembQueries
Icmp6OutGroupMembResponses Icmp6OutGroupMembReductions Icmp6OutRouterSolicits Icmp6OutRouterAdvertisements
Icmp6OutNeighborSolicits Icmp6OutNeighborAdvertisements Icmp6OutRedirects Icmp6OutMLDv2Reports Icmp6OutType133
Icmp6OutType135 Icmp6OutType143 Udp6InDatagrams Udp6NoPorts Udp6InErrors Udp6OutDatagrams Udp6RcvbufErrors
Udp6SndbufErrors Udp6InCsumErrors Udp6IgnoredMulti Udp6MemErrors TcpExtSyncookiesSent TcpExtSyncookiesRecv
TcpExtSyncookiesFailed TcpExtEmbryonicRsts TcpExtPruneCalled TcpExtRcvPruned TcpExtOfoPruned TcpExtOutOfWindowIcmps
TcpExtLockDroppedIcmps TcpExtArpFilter TcpExtTW TcpExtTWRecycled TcpExtTWKilled TcpExtPAWSActive TcpExtPAWSEstab
TcpExtDelayedACKs TcpExtDelayedACKLocked TcpExtDelayedACKLost TcpExtListenOverflows TcpExtListenDrops TcpExtTCPHPHits
TcpExtTCPPureAcks TcpExtTCPHPAcks TcpExtTCPRenoRecovery TcpExtTCPSackRecovery TcpExtTCPSACKReneging
TcpExtTCPSACKReorder TcpExtTCPRenoReorder TcpExtTCPTSReorder TcpExtTCPFullUndo TcpExtTCPPartialUndo TcpExtTCPDSACKUndo
TcpExtTCPLossUndo TcpExtTCPLostRetransmit TcpExtTCPRenoFailures TcpExtTCPSackFailures TcpExtTCPLossFailures
TcpExtTCPFastRetrans TcpExtTCPSlowStartRetrans TcpExtTCPTimeouts TcpExtTCPLossProbes TcpExtTCPLossProbeRecovery
TcpExtTCPRenoRecoveryFail TcpExtTCPSackRecoveryFail TcpExtTCPRcvCollapsed TcpExtTCPBacklogCoalesce
TcpExtTCPDSACKOldSent TcpExtTCPDSACKOfoSent TcpExtTCPDSACKRecv TcpExtTCPDSACKOfoRecv TcpExtTCPAbortOnData
TcpExtTCPAbortOnClose TcpExtTCPAbortOnMemory TcpExtTCPAbortOnTimeout TcpExtTCPAbortOnLinger TcpExtTCPAbortFailed
TcpExtTCPMemoryPressures TcpExtTCPMemoryPressuresChrono TcpExtTCPSACKDiscard TcpExtTCPDSACKIgnoredOld
TcpExtTCPDSACKIgnoredNoUndo TcpExtTCPSpuriousRTOs TcpExtTCPMD5NotFound TcpExtTCPMD5Unexpected TcpExtTCPMD5Failure
TcpExtTCPSackShifted TcpExtTCPSackMerged TcpExtTCPSackShiftFallback TcpExtTCPBacklogDrop TcpExtPFMemallocDrop
TcpExtTCPMinTTLDrop TcpExtTCPDeferAcceptDrop TcpExtIPReversePathFilter TcpExtTCPTimeWaitOverflow
TcpExtTCPReqQFullDoCookies TcpExtTCPReqQFullDrop TcpExtTCPRetransFail TcpExtTCPRcvCoalesce TcpExtTCPOFOQueue
TcpExtTCPOFODrop TcpExtTCPOFOMerge TcpExtTCPChallengeACK TcpExtTCPSYNChallenge TcpExtTCPFastOpenActive
TcpExtTCPFastOpenActiveFail TcpExtTCPFastOpenPassive TcpExtTCPFastOpenPassiveFail TcpExtTCPFastOpenListenOverflow
TcpExtTCPFastOpenCookieReqd TcpExtTCPFastOpenBlackhole TcpExtTCPSpuriousRtxHostQueues TcpExtBusyPollRxPackets
TcpExtTCPAutoCorking TcpExtTCPFromZeroWindowAdv TcpExtTCPToZeroWindowAdv TcpExtTCPWantZeroWindowAdv
TcpExtTCPSynRetrans TcpExtTCPOrigDataSent TcpExtTCPHystartTrainDetect TcpExtTCPHystartTrainCwnd
TcpExtTCPHystartDelayDetect TcpExtTCPHystartDelayCwnd TcpExtTCPACKSkippedSynRecv TcpExtTCPACKSkippedPAWS
TcpExtTCPACKSkippedSeq TcpExtTCPACKSkippedFinWait2 TcpExtTCPACKSkippedTimeWait TcpExtTCPACKSkippedChallenge
TcpExtTCPWinProbe TcpExtTCPKeepAlive TcpExtTCPMTUPFail TcpExtTCPMTUPSuccess TcpExtTCPDelivered TcpExtTCPDeliveredCE
TcpExtTCPAckCompressed TcpExtTCPZeroWindowDrop TcpExtTCPRcvQDrop TcpExtTCPWqueueTooBig TcpExtTCPFastOpenPassiveAltKey
TcpExtTcpTimeoutRehash TcpExtTcpDuplicateDataRehash TcpExtTCPDSACKRecvSegs TcpExtTCPDSACKIgnoredDubious
TcpExtTCPMigrateReqSuccess TcpExtTCPMigrateReqFailure IpExtInNoRoutes IpExtInTruncatedPkts IpExtInMcastPkts
IpExtOutMcastPkts IpExtInBcastPkts IpExtOutBcastPkts IpExtInOctets IpExtOutOctets IpExtInMcastOctets
IpExtOutMcastOctets IpExtInBcastOctets IpExtOutBcastOctets IpExtInCsumErrors IpExtInNoECTPkts IpExtInECT1Pkts
IpExtInECT0Pkts IpExtInCEPkts IpExtReasmOverlaps
"""
ORDER = _NAMES.split()
"""As the tables of net/ipv4/proc.c and net/ipv6/proc.c have them in Linux 6.1."""

_MPTCP = """\
MPCapableSYNRX MPCapableSYNTX MPCapableSYNACKRX MPCapableACKRX MPCapableFallbackACK MPCapableFallbackSYNACK
MPCapableEndpAttempt MPFallbackTokenInit MPTCPRetrans MPJoinNoTokenFound MPJoinSynRx MPJoinSynBackupRx MPJoinSynAckRx
MPJoinSynAckBackupRx MPJoinSynAckHMacFailure MPJoinAckRx MPJoinAckHMacFailure DSSNotMatching DSSCorruptionFallback
DSSCorruptionReset InfiniteMapTx InfiniteMapRx DSSNoMatchTCP DataCsumErr OFOQueueTail OFOQueue OFOMerge NoDSSInWindow
DuplicateData AddAddr EchoAdd PortAdd AddAddrDrop MPJoinPortSynRx MPJoinPortSynAckRx MPJoinPortAckRx MismatchPortSynRx
MismatchPortAckRx RmAddr RmAddrDrop RmSubflow MPPrioTx MPPrioRx MPFailTx MPFailRx MPFastcloseTx MPFastcloseRx MPRstTx
MPRstRx RcvPruned SubflowStale SubflowRecover SndWndShared RcvWndShared RcvWndConflictUpdate RcvWndConflict
"""
_UDP = [name.removeprefix("Udp") for name in ORDER if name.startswith("Udp") and name[3].isalpha()]
_BY_TYPE = re.compile(r"Icmp6?(Msg)?(In|Out)Type\d+")
"""The kernel lists these only if they aren't 0."""


_V4 = (0, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14)
_V6 = (1, 2, 3, 4, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 143)
_TYPES = {
    "IcmpMsgInType8": [f"IcmpMsgInType{each}" for each in _V4],
    "IcmpMsgOutType0": [f"IcmpMsgOutType{each}" for each in _V4],
    "Icmp6OutType133": [f"Icmp6{way}Type{each}" for way in ("In", "Out") for each in _V6],
    "Icmp6OutType135": [],
    "Icmp6OutType143": [],
}
"""Where the kernel lists messages by their type."""


def _with_other_protocols() -> list[str]:
    found = []
    for name in ORDER:
        found += _TYPES.get(name, [name])
        if name == "UdpMemErrors":
            found += [f"UdpLite{each}" for each in _UDP]
        elif name == "Udp6MemErrors":
            found += [f"UdpLite6{each}" for each in _UDP if each != "IgnoredMulti"]
    return [*found, *(f"MPTcpExt{each}" for each in _MPTCP.split())]


ALL = _with_other_protocols()
"""With those of protocols that the room never uses, which only -z shows."""

_PLACE = {name: place for place, name in enumerate(ALL)}


def printed(
    now: Mapping[str, int], told: Mapping[str, int], patterns: Sequence[str] = (), *, zeros: bool = False
) -> str:
    """`nstat PATTERN…`: what has been added to what was told; zeros: -z. Patterns are those of a shell."""
    lines = ["#kernel"]
    for name in ALL if zeros else sorted(now, key=_PLACE.__getitem__):
        count = now.get(name, 0) - told.get(name, 0)
        shown = count or (zeros and (now.get(name, 0) or not _BY_TYPE.fullmatch(name)))
        if shown and _matches(name, patterns):
            lines.append(f"{name:<32}{count:<16}{0:6.1f}")
    return "\n".join(lines)


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatchcase(name.lower(), each.lower()) for each in patterns)
