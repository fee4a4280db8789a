"""What can be wrong with a transfer that is too slow."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from inflight.incidents.families.transfer.setting import EgressQdisc, TransferSetting
from inflight.incidents.fault import Fault


def _share(rng: random.Random, s: TransferSetting) -> float:
    """A rate that hurts, bit/s: an eighth to a quarter of the line, in steps that people would choose."""
    return round(s.rate * rng.uniform(0.12, 0.27) / 1e5) * 1e5


def _put(**change: Any) -> Callable[[TransferSetting, random.Random], TransferSetting]:
    """Always the same change, or, given a list, one of them."""

    def put(s: TransferSetting, rng: random.Random) -> TransferSetting:
        drawn = {name: rng.choice(value) if isinstance(value, list) else value for name, value in change.items()}
        return replace(s, **drawn)

    return put


FAULTS: Sequence[Fault[TransferSetting]] = (
    Fault(
        id="sndbuf",
        cause="The server’s program sets a small SO_SNDBUF",
        told="`skmem` on the server: tb is small and does not grow with the window, and w is above it. One skb of some "
        "64 KB is let in however small the buffer is; then write() sleeps until most of it is acknowledged. "
        "Setting SO_SNDBUF has switched autotuning off; without it the buffer is twice the congestion window. "
        "`sndbuf_limited` counts only part of the waiting.",
        level=1,
        clues=("ss-tin@1",),
        put=_put(sndbuf=[4096, 6144, 8192]),
        remedy="sndbuf-auto",
        mechanism="send buffer",
        experiment="send-buffer",
        chapter="windows/why-slow",
    ),
    Fault(
        id="rcvbuf",
        cause="The client’s program sets a small SO_RCVBUF",
        told="The sender is rwnd_limited nearly all the time, and yet the receiver’s Recv-Q is empty: it reads fast, "
        "but it offers little. Its rb has not grown, is twice a round number and far below tcp_rmem[2], and its window "
        "scale is 0 or 1: somebody has set it, and that has switched autotuning off.",
        level=1,
        clues=("ss-tin", "tcpdump"),
        put=_put(rcvbuf=[16384, 32768, 49152, 65536]),
        remedy="rcvbuf-auto",
        mechanism="receive buffer",
        experiment="three-windows",
        chapter="windows/receive-window",
    ),
    Fault(
        id="reader",
        cause="The client’s program reads slowly",
        told="The sender is rwnd_limited, and the receiver’s Recv-Q is full: the data are there, and nobody fetches "
        "them. The window closes because it is meant to. No buffer helps, only a faster reader.",
        level=1,
        clues=("ss-tin@0", "ss-tan@0"),
        put=lambda s, rng: replace(s, reading=_share(rng, s)),
        remedy="read-faster",
        experiment="receive-buffer",
        chapter="windows/zero-window",
    ),
    Fault(
        id="disk",
        cause="The server’s program is slow to deliver the data",
        told="Send-Q holds what is on its way and nothing more, the window is larger than what is in flight, no "
        "buffer is full and nothing is lost: TCP waits for the application. `app_limited` is the kernel’s word for it.",
        level=1,
        clues=("ss-tin@1",),
        put=lambda s, rng: replace(s, disk=_share(rng, s)),
        remedy="read-ahead",
        experiment="three-windows",
        chapter="windows/bytes-in-flight",
    ),
    Fault(
        id="loss",
        cause="The line loses packets",
        told="The server sends again what it has sent, its own queue drops nothing and the client’s card sees no "
        "damaged frames: packets vanish on the way. The round trip is as short as that of the empty path, so they do "
        "not vanish in a full queue. A window that shrinks with each loss never gets large.",
        level=1,
        clues=("ss-tin@1", "nstat@1"),
        put=lambda s, rng: replace(s, loss=rng.uniform(0.006, 0.015)),
        remedy="repair-line",
        mechanism="losses behind the queue",
        experiment="loss-and-rtt",
        chapter="congestion/lossy-networks",
    ),
    Fault(
        id="shaper",
        cause="A shaper has been left on the server’s eth0",
        told="`tc -s qdisc` shows a tbf with a rate far below the line’s, and its overlimits grow. Nothing is lost: "
        "the qdisc pushes back, and the data wait in the socket.",
        level=1,
        clues=("tc@1",),
        put=lambda s, rng: replace(
            s, shaper=EgressQdisc(rate=round(s.rate / rng.uniform(4, 8) / 1e6) * 1e6, burst=32768, limit=32768 * 4)
        ),
        remedy="tc-del",
        experiment="token-bucket",
        chapter="disciplines/shaping",
    ),
    Fault(
        id="wmem",
        cause="tcp_wmem on the server has a small maximum",
        told="The send buffer has stopped growing at the third number of tcp_wmem, far below twice the window, and it "
        "is full. Nobody has to call setsockopt for that.",
        level=2,
        clues=("sysctl@1",),
        put=_put(wmem=[8192, 12288, 16384]),
        remedy="wmem-up",
        mechanism="send buffer",
        experiment="tiny-buffers",
        chapter="windows/buffer-sizes",
    ),
    Fault(
        id="rmem",
        cause="tcp_rmem on the client has a small maximum",
        told="The sender is rwnd_limited, the receiver reads at once, and its rb stands at the third number of "
        "tcp_rmem: autotuning would give more, but may not. net.core.rmem_max has no say in it.",
        level=2,
        clues=("sysctl@0",),
        put=_put(rmem=[65536, 98304, 131072]),
        remedy="rmem-up",
        mechanism="receive buffer",
        experiment="bandwidth-delay",
        chapter="windows/buffer-sizes",
    ),
    Fault(
        id="stripped",
        cause="A firewall on the way takes the window-scale option out",
        told="ss prints no wscale, though tcp_window_scaling is 1 on both. tcpdump on both shows why: the client’s "
        "SYN leaves with wscale and arrives with padding in its place. Without it no window is larger than 65,535 "
        "bytes.",
        level=2,
        clues=("ss-tin", "tcpdump"),
        put=_put(stripped=True),
        remedy="firewall",
        mechanism="window scaling",
        experiment="window-scaling",
        chapter="windows/window-scaling",
    ),
    Fault(
        id="metrics",
        cause="The server remembers a tiny ssthresh from a bad hour",
        told="Nothing is lost, and yet the connection has an ssthresh: it was born with it. `ip tcp_metrics` has it "
        "for this client, and tcp_no_ssthresh_metrics_save is 0, as it was for everybody before 5.6. Slow start ends "
        "at once, and Reno adds one segment per round trip. With tcp_no_metrics_save at 1 no later connection corrects "
        "the entry, however well it goes.",
        level=2,
        clues=("tcp-metrics@1", "ss-tin@1"),
        put=lambda s, rng: replace(s, remembered=rng.randint(2, 9), threshold_saved=True, algorithm="reno"),
        remedy="metrics-flush",
        experiment="tcp-metrics",
        chapter="congestion/idle",
    ),
    Fault(
        id="lock",
        cause="A route on the server locks the congestion window",
        told="cwnd stands still at a small number, with no loss and no ssthresh to explain it. `ip route` shows `cwnd "
        "lock`: a clamp, which somebody has set for this network.",
        level=2,
        clues=("ip-route@1",),
        put=lambda s, rng: replace(s, cwnd_lock=rng.randint(10, 32)),
        remedy="unlock",
        experiment="three-windows",
        chapter="windows/bytes-in-flight",
    ),
    Fault(
        id="pacing",
        cause="The server’s program sets a low SO_MAX_PACING_RATE",
        told="ss prints the pacing rate with its limit behind a slash, and the data leave at just that rate. The "
        "option takes bytes per second; somebody has divided by eight once too often.",
        level=2,
        clues=("ss-tin@1",),
        put=lambda s, rng: replace(s, pacing=s.rate / 8 * rng.choice((0.8, 0.9, 1.0))),
        remedy="pacing-off",
        experiment="pacing",
        chapter="congestion/pacing",
    ),
    Fault(
        id="netem",
        cause="A netem test has been left on the server’s eth0",
        told="The server sends a lot again, and what was lost was lost at home: `tc -s qdisc` shows netem with a "
        "loss. What it counts as one dropped packet is an skb, with all of its segments. TCP is not told of these, "
        "so they count like losses on the way.",
        level=2,
        clues=("tc@1",),
        put=_put(shaper=[EgressQdisc(loss=0.01), EgressQdisc(loss=0.015), EgressQdisc(loss=0.02)]),
        remedy="tc-del",
        mechanism="losses behind the queue",
        experiment="netem",
        chapter="disciplines/netem",
    ),
    Fault(
        id="cable",
        cause="The client’s cable or transceiver damages frames",
        told="The server sends a lot again, and `ethtool -S` on the client counts rx_crc_errors, one for each: the "
        "packets come as far as the last metre. A card throws away what is damaged, and TCP takes it for congestion.",
        level=3,
        clues=("ethtool-S@0",),
        put=lambda s, rng: replace(s, loss=rng.uniform(0.006, 0.015), bad_cable=True),
        remedy="new-cable",
        mechanism="losses behind the queue",
        experiment="loss-and-rtt",
        chapter="congestion/lossy-networks",
    ),
    Fault(
        id="scaling",
        cause="tcp_window_scaling is switched off on one of the hosts",
        told="ss prints no wscale, and tcpdump shows who did not offer it: that host has tcp_window_scaling at 0. "
        "Both must offer it, so without it no window is larger than 65,535 bytes either way.",
        level=3,
        clues=("ss-tin", "sysctl", "tcpdump"),
        put=_put(scaling=[(False, True), (True, False)]),
        remedy="scaling-on",
        mechanism="window scaling",
        experiment="window-scaling",
        chapter="windows/window-scaling",
    ),
    Fault(
        id="sack",
        cause="SACK is switched off on the server",
        told="ss prints no `sack`, and tcp_sack is 0 on the server. After the first overflow of the router’s queue it "
        "learns of one hole per round trip: nstat counts TCPRenoRecovery where it fills them one by one, and "
        "TCPTimeouts with TCPSlowStartRetrans where it has to send the rest of the window anew.",
        level=3,
        clues=("ss-tin", "nstat@1", "sysctl@1"),
        put=_put(sack=False, algorithm="cubic"),
        remedy="sack-on",
        experiment="loss-recovery",
        chapter="congestion/losing-packets",
    ),
)
