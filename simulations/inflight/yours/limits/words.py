"""Each limit in words: what it is, the chapter that explains it, and what to check on the host."""

from __future__ import annotations

from typing import NamedTuple

from inflight.yours.limits.limit import Limit


class Words(NamedTuple):
    """title: for tables; means: one sentence; verdict: "For 3.2 s …"; chapter: its path in the book; next: in order."""

    title: str
    means: str
    verdict: str
    chapter: str
    next: tuple[str, ...]


WORDS: dict[Limit, Words] = {
    Limit.HANDSHAKE: Words(
        "Handshake",
        "The connection isn’t open yet: the SYN or its answer is on the way, or is being sent again.",
        "the connection was being opened",
        "opening/handshake",
        (
            "On the server, `nstat -az TcpExtListenOverflows TcpExtListenDrops TcpExtTCPReqQFullDrop`.",
            "`ss -lnt` on the server: is Recv-Q above Send-Q?",
            "If the SYN never arrives there, capture at the server, too: a firewall may drop it.",
        ),
    ),
    Limit.IDLE: Words(
        "Application idle",
        "Everything is acknowledged, and for a while the application has written nothing.",
        "the application had nothing to send",
        "windows/why-slow",
        (
            "Look at what the application waits for: `strace -f -tt -e trace=network -p PID`.",
            "If it waits for the other end, read the other direction.",
        ),
    ),
    Limit.PACE: Words(
        "Application’s own pace",
        "What the application writes leaves at once, and no window is full: it could go faster if more were written.",
        "the application wrote less than the connection could carry",
        "windows/why-slow",
        (
            "`ss -tin`: app_limited, and notsent is missing or 0.",
            "Is the sending program limited by a disk, a CPU or a rate of its own? `pidstat -dru -p PID 1`.",
            "If requests take turns with answers, send several at once.",
        ),
    ),
    Limit.SEND_BUFFER: Words(
        "Send buffer",
        "The application would write more, but its send buffer is full of bytes that aren’t acknowledged yet.",
        "the send buffer was full",
        "windows/so-sndbuf",
        (
            "`ss -tinm` on the sender: sndbuf_limited grows, and tb in skmem stays at one value.",
            "Does the program set SO_SNDBUF? `strace -f -e trace=setsockopt -p PID`. If not, Linux adapts the buffer.",
            "`sysctl net.ipv4.tcp_wmem net.core.wmem_max`.",
        ),
    ),
    Limit.RECEIVE_WINDOW: Words(
        "Receive window",
        "As much is in flight as the receiver allows.",
        "the receiver’s window was used up",
        "windows/receive-window",
        (
            "`ss -tin` on the sender: rwnd_limited grows.",
            "`ss -tinm` on the receiver: a large Recv-Q means that the program reads too slowly.",
            "Recv-Q near 0: the buffer is too small. `sysctl net.ipv4.tcp_rmem`; does the program set SO_RCVBUF?",
        ),
    ),
    Limit.SLOW_START: Words(
        "Slow start",
        "The congestion window is used up, and doubles with each round trip.",
        "the connection was in slow start",
        "congestion/slow-start",
        (
            "Keep connections open: a new one begins with ten segments.",
            "`sysctl net.ipv4.tcp_slow_start_after_idle`, if it happens again after pauses.",
            "`ip route show` and `ip tcp_metrics`: is initcwnd or a remembered ssthresh in the way?",
        ),
    ),
    Limit.AFTER_A_LOSS: Words(
        "Congestion window, after a loss",
        "The congestion window is used up, is below what the path could hold, and grows slowly.",
        "the congestion window was small and grew slowly",
        "congestion/lossy-networks",
        (
            "`ss -tin`: cwnd and ssthresh are small, and retrans has grown.",
            "Where are packets lost? `nstat -az TcpRetransSegs`, `ip -s link`, `tc -s qdisc` along the path.",
            "`sysctl net.ipv4.tcp_congestion_control`: BBR minds random loss less.",
        ),
    ),
    Limit.PATH: Words(
        "Path capacity",
        "The congestion window is used up, and a queue stands at the bottleneck: the path can’t carry more.",
        "the path was full, and a queue stood at its bottleneck",
        "queues/bufferbloat",
        (
            "This is as fast as the path goes. Is that the speed you pay for?",
            "`ping` while the transfer runs: by how much does the round trip grow?",
            "If the delay hurts others, shape at the bottleneck: `tc qdisc replace dev DEV root cake bandwidth …`.",
        ),
    ),
    Limit.LOSS: Words(
        "Repairing a loss",
        "Lost segments are sent again after duplicate ACKs, SACKs or a tail loss probe.",
        "a loss was being repaired",
        "congestion/losing-packets",
        (
            "`nstat -az TcpRetransSegs TcpExtTCPFastRetrans TcpExtTCPLossProbes`.",
            "Did a queue stand before it? Then it overflowed. If not, look for a faulty link: `ethtool -S DEV`.",
        ),
    ),
    Limit.RTO: Words(
        "Retransmission timeout",
        "Nothing told the sender of a loss, so it waited for its timer.",
        "the sender waited for a retransmission timeout",
        "congestion/losing-packets",
        (
            "`nstat -az TcpExtTCPTimeouts TcpExtTCPLostRetransmit`.",
            "`ss -tino`: timer:(on,…) with a growing backoff means that nothing gets through at all.",
        ),
    ),
    Limit.NAGLE: Words(
        "Nagle and delayed ACK",
        "A small segment waited for the ACK of the one before it, and that ACK was delayed.",
        "small segments waited for delayed ACKs",
        "small-writes/nagle",
        (
            "Write a message with one call (`writev`, or a buffer), not in pieces.",
            "Or switch Nagle off: TCP_NODELAY on the side that sends the small segments.",
        ),
    ),
    Limit.CANNOT_TELL: Words(
        "Can’t tell",
        "The capture doesn’t say what the sender waited for.",
        "the capture doesn’t tell what the sender waited for",
        "guide/locate",
        (
            "Capture at the sender, from before the connection opens.",
            "`ss -tin` there, twice: busy, rwnd_limited and sndbuf_limited.",
        ),
    ),
}
