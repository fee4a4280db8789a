"""What is remarkable about the counters of `nstat`, `netstat -s` and /proc/net: most of all, that one has grown."""

from __future__ import annotations

from collections.abc import Callable

from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, milliseconds, share, things
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK, Rule, Said


def moved(name: str, weight: int, consequence: str) -> Callable[[Item, Paste], Said | None]:
    """It is not 0. What was counted since boot may be long ago, and weighs less than what has grown in between."""

    def says(counters: Item, _: Paste) -> Said | None:
        value = counters.number(name)
        if value <= 0:
            return None
        short = name.removeprefix("TcpExt")
        if counters.kind == "grown":
            return Said(weight, f"{short} grew by {count(value)}: {consequence}")
        return Said(max(weight - 1, KNOW), f"{short} is {count(value)}: {consequence}")

    return says


def retransmitted(counters: Item, _: Paste) -> Said | None:
    again, sent = counters.number("TcpRetransSegs"), counters.number("TcpOutSegs")
    if not again or not sent:
        return None
    weight = LIMITS if again >= 0.01 * sent else LOOK if again >= 0.001 * sent else KNOW
    return Said(
        weight, f"{count(again)} segments were sent again, {share(again, sent)} of the {count(sent)} that were sent."
    )


def probed(counters: Item, _: Paste) -> Said | None:
    probes, useful = counters.number("TcpExtTCPLossProbes"), counters.number("TcpExtTCPLossProbeRecovery")
    if probes < 20 or useful >= 0.5 * probes:
        return None
    return Said(
        KNOW,
        f"Of {count(probes)} tail-loss probes only {count(useful)} found a loss: "
        "in the other cases, the ACK was just late.",
    )


def needless(counters: Item, _: Paste) -> Said | None:
    twice, again = counters.number("TcpExtTCPDSACKRecv"), counters.number("TcpRetransSegs")
    if not again or twice < 0.25 * again:
        return None
    return Said(
        LOOK,
        f"{things(twice, 'retransmission was', 'retransmissions were')} reported as arriving twice (D-SACK), "
        f"of {count(again)}: they weren’t needed.",
    )


def shut(counters: Item, _: Paste) -> Said | None:
    closed, opened = counters.number("TcpExtTCPToZeroWindowAdv"), counters.number("TcpExtTCPFromZeroWindowAdv")
    if not closed:
        return None
    now = f", and {things(closed - opened, 'window is', 'windows are')} shut now" if closed > opened else ""
    return Said(LOOK, f"Windows were shut {things(closed, 'time')}{now}: a program on this machine reads too slowly.")


def pressure_time(counters: Item, _: Paste) -> Said | None:
    time = counters.number("TcpExtTCPMemoryPressuresChrono")
    return Said(LIMITS, f"TCP was short of memory for {milliseconds(time)}.") if time else None


def other_drops(counters: Item, _: Paste) -> Said | None:
    drops, full = counters.number("TcpExtListenDrops"), counters.number("TcpExtListenOverflows")
    if drops <= full:
        return None
    more = f" and ListenOverflows only {count(full)}" if full else ", but ListenOverflows is 0"
    return Said(
        LOOK, f"ListenDrops is {count(drops)}{more}: the half-open queue, memory or a route is to blame for the others."
    )


def _moved(name: str, weight: int, see: str, source: str, consequence: str) -> Rule:
    return Rule(name, see, source, moved(name, weight, consequence))


RULES = (
    _moved(
        "TcpExtListenOverflows",
        LIMITS,
        "opening/listen-queues#full",
        "tcp_ipv4.c:tcp_v4_syn_recv_sock",
        "handshakes found the accept queue full, because the program accepts too slowly or its backlog is too small.",
    ),
    Rule("TcpExtListenDrops", "opening/listen-queues#full", "tcp_input.c:tcp_conn_request", other_drops),
    _moved(
        "TcpExtTCPReqQFullDrop",
        LIMITS,
        "opening/syn-flood#limits",
        "tcp_input.c:tcp_syn_flood_action",
        "SYNs were dropped because the half-open queue was full and cookies are off.",
    ),
    _moved(
        "TcpExtTCPReqQFullDoCookies",
        LOOK,
        "opening/burst#burst",
        "tcp_input.c:tcp_syn_flood_action",
        "the half-open queue was full and cookies were sent, because of a flood, "
        "or because the backlog is too small for your bursts.",
    ),
    _moved(
        "TcpExtTCPSynRetrans",
        LOOK,
        "opening/timers#back",
        "tcp_output.c:__tcp_retransmit_skb",
        "SYNs or SYN-ACKs were sent again, and each is a connect() that hangs for a second or more.",
    ),
    _moved(
        "TcpAttemptFails",
        KNOW,
        "opening/handshake#refused",
        "tcp.c:tcp_done",
        "handshakes failed: refused, given up, or reset before the third segment.",
    ),
    Rule("TcpRetransSegs", "congestion/losing-packets#rack", "tcp_output.c:__tcp_retransmit_skb", retransmitted),
    _moved(
        "TcpExtTCPTimeouts",
        LIMITS,
        "congestion/losing-packets#timer",
        "tcp_timer.c:tcp_retransmit_timer",
        "retransmission timeouts, each of them 200 ms or more of silence.",
    ),
    _moved(
        "TcpExtTCPLostRetransmit",
        LOOK,
        "congestion/losing-packets#rack",
        "tcp_input.c:tcp_mark_skb_lost",
        "retransmissions were lost as well: losses come in bursts, or a policer drops what is above its rate.",
    ),
    _moved(
        "TcpExtTCPSlowStartRetrans",
        LOOK,
        "congestion/losing-packets#timer",
        "tcp_output.c:tcp_xmit_retransmit_queue",
        "segments were sent again after a timeout.",
    ),
    _moved(
        "TcpExtTCPSpuriousRtxHostQueues",
        LOOK,
        "queues/bql-and-tsq#tsq",
        "tcp_output.c:skb_still_in_host_queue",
        "a retransmission was due while the original was still in a queue of this machine, "
        "so the local queue is the bottleneck.",
    ),
    Rule("TcpExtTCPLossProbes", "congestion/losing-packets#probe", "tcp_output.c:tcp_send_loss_probe", probed),
    Rule("TcpExtTCPDSACKRecv", "congestion/losing-packets#late", "tcp_input.c:tcp_check_dsack", needless),
    _moved(
        "TcpExtTCPSACKReorder",
        KNOW,
        "congestion/losing-packets#late",
        "tcp_input.c:tcp_check_sack_reordering",
        "packets overtake each other on a path.",
    ),
    _moved(
        "TcpExtTCPRenoRecovery",
        LOOK,
        "congestion/losing-packets#duplicates",
        "tcp_input.c:tcp_enter_recovery",
        "losses were repaired without SACK, so somebody has removed it from a SYN.",
    ),
    _moved(
        "TcpExtTCPMTUPFail",
        LOOK,
        "cases/small-works#figure",
        "tcp_input.c:tcp_mtup_probe_failed",
        "large probe packets got lost, so a path has a smaller MTU than its ends believe.",
    ),
    _moved(
        "TcpExtTCPWinProbe",
        LOOK,
        "windows/zero-window#trace",
        "tcp_output.c:tcp_send_probe0",
        "this machine asked whether a shut window has opened, because a program at the other end isn’t reading.",
    ),
    Rule("TcpExtTCPToZeroWindowAdv", "windows/zero-window#shut", "tcp_output.c:tcp_select_window", shut),
    _moved(
        "TcpExtTCPRcvQDrop",
        LIMITS,
        "windows/memory#readers",
        "tcp_input.c:tcp_data_queue",
        "segments that had arrived were thrown away for lack of memory.",
    ),
    _moved(
        "TcpExtTCPBacklogDrop",
        LIMITS,
        "queues/receiving#counters",
        "tcp_ipv4.c:tcp_add_backlog",
        "segments were dropped while a program had the socket locked, "
        "because the CPU is too busy or the buffers are small.",
    ),
    _moved(
        "TcpExtPruneCalled",
        LOOK,
        "windows/zero-window#collapse",
        "tcp_input.c:tcp_prune_queue",
        "a receive buffer was over its limit, because small segments fill it with overhead.",
    ),
    _moved(
        "TcpExtTCPRcvCollapsed",
        LOOK,
        "windows/zero-window#collapse",
        "tcp_input.c:tcp_collapse",
        "segments were merged to save memory in a receive buffer, which takes CPU time.",
    ),
    _moved(
        "TcpExtRcvPruned",
        LIMITS,
        "windows/memory#readers",
        "tcp_input.c:tcp_prune_queue",
        "segments were dropped because even merging made no room in a receive buffer.",
    ),
    _moved(
        "TcpExtOfoPruned",
        LIMITS,
        "windows/memory#readers",
        "tcp_input.c:tcp_prune_ofo_queue",
        "segments that SACK had reported were thrown away, and must be sent again.",
    ),
    _moved(
        "TcpExtTCPOFODrop",
        LOOK,
        "windows/memory#see",
        "tcp_input.c:tcp_data_queue_ofo",
        "segments behind a hole found no room: the receive buffer is too small for the path.",
    ),
    _moved(
        "TcpExtTCPZeroWindowDrop",
        KNOW,
        "windows/zero-window#trace",
        "tcp_input.c:tcp_data_queue",
        "segments came although the window was shut.",
    ),
    _moved(
        "TcpExtTCPAbortOnMemory",
        LIMITS,
        "closing/orphans#too-many",
        "tcp_timer.c:tcp_out_of_resources",
        "connections were reset for lack of memory, or because there are too many orphans.",
    ),
    _moved(
        "TcpExtTCPAbortOnTimeout",
        LOOK,
        "closing/dead-peers#retries2",
        "tcp_timer.c:tcp_write_err",
        "connections were given up because the other end no longer answers.",
    ),
    _moved(
        "TcpExtTCPAbortOnClose",
        KNOW,
        "closing/closing-well#resets",
        "tcp.c:__tcp_close",
        "programs closed with data unread, and the connection was reset.",
    ),
    _moved(
        "TcpExtTCPAbortOnData",
        KNOW,
        "closing/closing-well#resets",
        "tcp_input.c:tcp_rcv_state_process",
        "data arrived for a program that had already closed, and the connection was reset.",
    ),
    _moved(
        "TcpExtTCPTimeWaitOverflow",
        LOOK,
        "closing/ports#buckets",
        "tcp_minisocks.c:tcp_time_wait",
        "there were more connections in TIME-WAIT than tcp_max_tw_buckets allows, so they were forgotten early.",
    ),
    _moved(
        "TcpExtTCPMemoryPressures",
        LIMITS,
        "windows/memory#marks",
        "tcp.c:tcp_enter_memory_pressure",
        "TCP’s memory was above the second mark of tcp_mem, and everybody’s buffers shrank.",
    ),
    Rule("TcpExtTCPMemoryPressuresChrono", "windows/memory#marks", "tcp.c:tcp_leave_memory_pressure", pressure_time),
    _moved(
        "TcpExtIPReversePathFilter",
        LOOK,
        "opening/reverse-path#filter",
        "ip_input.c:ip_rcv_finish_core",
        "packets were dropped because they came in by an unexpected device.",
    ),
    _moved(
        "IpOutNoRoutes",
        LOOK,
        "opening/reverse-path#firewall",
        "ip_output.c:__ip_queue_xmit",
        "packets could not be sent because there was no route.",
    ),
    _moved(
        "TcpExtPAWSEstab",
        LOOK,
        "disciplines/netem#paws",
        "tcp_input.c:tcp_validate_incoming",
        "segments with an old timestamp were thrown away.",
    ),
    _moved(
        "UdpRcvbufErrors",
        LOOK,
        "queues/receiving#counters",
        "udp.c:__udp_queue_rcv_skb",
        "datagrams were dropped because a program reads too slowly.",
    ),
    _moved(
        "UdpSndbufErrors",
        LOOK,
        "windows/why-slow#myths",
        "udp.c:udp_send_skb",
        "a program wrote datagrams faster than the line can send them.",
    ),
)
