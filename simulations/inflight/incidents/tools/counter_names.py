"""The counters that `nstat` lists, in the order of net/ipv4/proc.c, net/ipv6/proc.c and net/mptcp/mib.c."""

from __future__ import annotations

from functools import cache

from inflight.incidents.tools.by_kernel import changed
from inflight.kernel.release import newest_of

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
"""Those of Linux 6.1, without protocols that the room never uses."""

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


_SINCE_6_12 = """\
IpFragCreates: IpOutTransmits
Ip6InCEPkts: Ip6OutTransmits
TcpExtTCPMigrateReqFailure: TcpExtTCPPLBRehash TcpExtTCPAORequired TcpExtTCPAOBad TcpExtTCPAOKeyNotFound TcpExtTCPAOGood
TcpExtTCPAOGood: TcpExtTCPAODroppedIcmps
MPTcpExtMPCapableFallbackSYNACK: MPTcpExtMPCapableSYNTXDrop MPTcpExtMPCapableSYNTXDisabled
MPTcpExtMPJoinAckHMacFailure: MPTcpExtMPJoinSynTx MPTcpExtMPJoinSynTxCreatSkErr MPTcpExtMPJoinSynTxBindErr
MPTcpExtMPJoinSynTxBindErr: MPTcpExtMPJoinSynTxConnectErr
MPTcpExtAddAddr: MPTcpExtAddAddrTx MPTcpExtAddAddrTxDrop
MPTcpExtEchoAdd: MPTcpExtEchoAddTx MPTcpExtEchoAddTxDrop
MPTcpExtRmAddrDrop: MPTcpExtRmAddrTx MPTcpExtRmAddrTxDrop
MPTcpExtRcvWndConflict: MPTcpExtMPCurrEstab MPTcpExtBlackhole MPTcpExtMPCapableDataFallback MPTcpExtMD5SigFallback
MPTcpExtMD5SigFallback: MPTcpExtDssFallback MPTcpExtSimultConnectFallback MPTcpExtFallbackFailed
"""
_SINCE_7_3 = """\
TcpExtPAWSEstab: TcpExtBeyondWindow TcpExtTSEcrRejected TcpExtPAWSOldAck TcpExtPAWSTimewait
MPTcpExtMPJoinNoTokenFound: MPTcpExtMPJoinNoIdFound
MPTcpExtMPJoinSynAckHMacFailure: MPTcpExtMPJoinSynAckNoMPJoin
MPTcpExtMPJoinAckHMacFailure: MPTcpExtMPJoinAckNoMPJoin MPTcpExtMPJoinAckNoCtx MPTcpExtMPJoinRejected
MPTcpExtMPJoinRejected: MPTcpExtMPJoinNotEstablished
MPTcpExtMD5SigFallback: MPTcpExtMD5SigReset
MPTcpExtDssFallback: MPTcpExtDssReset
MPTcpExtFallbackFailed: MPTcpExtWinProbe MPTcpExtBacklogDrop MPTcpExtRcvPruned MPTcpExtOFOPruned
"""


@cache
def counter_names(release: str) -> list[str]:
    """All of them, those that only -z shows among them."""
    of_6_1 = _with_other_protocols()
    of_6_12 = changed(of_6_1, _SINCE_6_12)
    lite = [name for name in of_6_12 if name.startswith("UdpLite")]
    of_7_3 = changed(of_6_12, _SINCE_7_3, gone=" ".join([*lite, "MPTcpExtRcvPruned"]))
    return newest_of({"6.1": of_6_1, "6.12": of_6_12, "7.3": of_7_3}, release)
