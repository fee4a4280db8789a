"""What can be wrong when a transfer is too slow."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from inflight.incidents.families.transfer.faults_at_router import AT_ROUTER
from inflight.incidents.families.transfer.setting import EgressQdisc, TransferSetting
from inflight.incidents.families.transfer.telltales import (
    CONNECTION,
    CONNECTION_ONLY,
    FULL_RECV_Q,
    NO_SCALE,
    REPEATS,
    UNSCALED_SYN,
)
from inflight.incidents.fault import Fault


def _share(rng: random.Random, s: TransferSetting) -> float:
    """A rate that hurts, bit/s: about an eighth to a quarter of the line's, in steps that people would choose."""
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
        told="In `skmem` on the server, tb is small and doesn’t grow with the window, and w is above it. The kernel "
        "lets one skb of some 64 KB in, however small the buffer is; then write() sleeps until most of it is "
        "acknowledged. Setting SO_SNDBUF switched autotuning off. With autotuning, the buffer would be twice the "
        "congestion window. `sndbuf_limited` counts only part of the waiting.",
        level=1,
        clues=("ss-tin@1",),
        put=_put(sndbuf=[4096, 6144, 8192]),
        remedy="sndbuf-auto",
        mechanism="send buffer",
        telltales={"ss-tin@1": CONNECTION + r",tb(\d{4}|1\d{4}),"},
        change="deploy  export service 3.2 (connection handling)",
        words=(
            "SO_SNDBUF",
            "setsockopt",
            "small send buffer",
            "socket buffer of the server",
            "write() sleeps",
            "tb in skmem",
            "send autotuning off",
            "socket holds only little",
        ),
        experiment="send-buffer",
        chapter="windows/why-slow",
    ),
    Fault(
        id="rcvbuf",
        cause="The client’s program sets a small SO_RCVBUF",
        told="The sender is rwnd_limited nearly all the time, yet the receiver’s Recv-Q is empty: it reads fast but "
        "offers a small window. Its rb hasn’t grown and is twice a round number, far below tcp_rmem[2], and its "
        "window scale is 0 or 1. So the program has set the buffer, and that switched autotuning off.",
        level=1,
        clues=("ss-tin", "tcpdump"),
        put=_put(rcvbuf=[16384, 32768, 49152, 65536]),
        remedy="rcvbuf-auto",
        mechanism="receive buffer",
        telltales={"ss-tin": r"\bwscale:(?:7,([01])|([01]),7) ", "tcpdump": r"\[S\.?\].*wscale ([01])\]"},
        change="deploy  import client 2.9 (memory use)",
        words=(
            "SO_RCVBUF",
            "setsockopt",
            "small receive buffer",
            "receive autotuning off",
            "window scale 0",
            "tiny receive window",
            "rb in skmem",
        ),
        experiment="three-windows",
        chapter="windows/receive-window",
    ),
    Fault(
        id="reader",
        cause="The client’s program reads slowly",
        told="The sender is rwnd_limited, and the receiver’s Recv-Q is full: the data has arrived, and the program "
        "doesn’t fetch them. The window closes because it is meant to. No buffer helps here, only a faster reader.",
        level=1,
        clues=("ss-tin@0", "ss-tan@0"),
        put=lambda s, rng: replace(s, reading=_share(rng, s)),
        remedy="read-faster",
        telltales={"ss-tin@0": FULL_RECV_Q, "ss-tan@0": FULL_RECV_Q},
        change="deploy  import client 3.0 (schema checks)",
        words=(
            "slow reader",
            "Recv-Q full",
            "receiving application too slow",
            "zero window",
            "client doesn’t read",
            "consumer",
        ),
        experiment="receive-buffer",
        chapter="windows/zero-window",
    ),
    Fault(
        id="disk",
        cause="The server’s program is slow to deliver the data",
        told="Send-Q holds only what is in flight, the window is larger than that, no buffer is full and nothing is "
        "lost: TCP is waiting for the application. `app_limited` is the kernel’s name for it.",
        level=1,
        clues=("ss-tin@1",),
        put=lambda s, rng: replace(s, disk=_share(rng, s)),
        remedy="read-ahead",
        telltales={"ss-tin@1": CONNECTION + r"\b(app_limited)\b"},
        change="storage  export volume moved to tier 2",
        words=(
            "app_limited",
            "application limited",
            "slow disk",
            "storage",
            "sending application has no data",
            "producer",
            "server program too slow",
        ),
        experiment="three-windows",
        chapter="windows/bytes-in-flight",
    ),
    Fault(
        id="loss",
        cause="The line loses packets",
        told="The server retransmits a lot, its own queue drops nothing and the client’s card sees no damaged frames, "
        "so packets vanish on the way. The round trip is as short as on the empty path, so it isn’t a full queue that "
        "drops them. A window that shrinks with every loss never gets large.",
        level=1,
        clues=("ss-tin@1",),
        put=lambda s, rng: replace(s, loss=rng.uniform(0.006, 0.015)),
        remedy="repair-line",
        mechanism="losses behind the queue",
        telltales={"ss-tin@1": REPEATS},
        words=(
            "packet loss",
            "lossy line",
            "random loss",
            "provider drops packets",
            "loss on the path",
            "losses behind the router",
        ),
        experiment="loss-and-rtt",
        chapter="congestion/lossy-networks",
    ),
    Fault(
        id="shaper",
        cause="Somebody left a shaper on the server’s eth0",
        told="`tc -s qdisc` shows a tbf with a rate far below the line’s, and its overlimits go up. Nothing is lost: "
        "the qdisc pushes back, and the data wait in the socket.",
        level=1,
        clues=("tc@1",),
        put=lambda s, rng: replace(
            s, shaper=EgressQdisc(rate=round(s.rate / rng.uniform(4, 8) / 1e6) * 1e6, burst=32768, limit=32768 * 4)
        ),
        remedy="tc-del",
        telltales={"tc@1": r"^qdisc (tbf) .* rate (\S+)"},
        change="operations  load test on the export server finished",
        words=(
            "tbf",
            "shaper",
            "token bucket",
            "rate limit in tc",
            "qdisc on the server",
            "shaping",
        ),
        experiment="token-bucket",
        chapter="disciplines/shaping",
    ),
    Fault(
        id="wmem",
        cause="tcp_wmem on the server has a small maximum",
        told="The send buffer is full, and it stopped growing at the third number of tcp_wmem, far below twice the "
        "window. That happens without any call to setsockopt().",
        level=2,
        clues=("sysctl@1",),
        put=_put(wmem=[8192, 12288, 16384]),
        remedy="wmem-up",
        mechanism="send buffer",
        telltales={"sysctl@1": r"^net\.ipv4\.tcp_wmem = 4096\s+\d+\s+(\d{4,5})$"},
        change="config  sysctl baseline 14 on all servers",
        words=(
            "tcp_wmem",
            "sysctl wmem",
            "maximum of the send buffer",
            "wmem too low",
            "send autotuning capped",
        ),
        experiment="tiny-buffers",
        chapter="windows/buffer-sizes",
    ),
    Fault(
        id="rmem",
        cause="tcp_rmem on the client has a small maximum",
        told="The sender is rwnd_limited, the receiver reads at once, and its rb is stuck at the third number of "
        "tcp_rmem: autotuning would give it more but isn’t allowed to. net.core.rmem_max has no say in it.",
        level=2,
        clues=("sysctl@0",),
        put=_put(rmem=[65536, 98304, 131072]),
        remedy="rmem-up",
        mechanism="receive buffer",
        telltales={"sysctl@0": r"^net\.ipv4\.tcp_rmem = 4096\s+\d+\s+(\d{5,6})$"},
        change="config  sysctl baseline 14 on all clients",
        words=(
            "tcp_rmem",
            "sysctl rmem",
            "maximum of the receive buffer",
            "rmem too low",
            "receive autotuning capped",
        ),
        experiment="bandwidth-delay",
        chapter="windows/buffer-sizes",
    ),
    Fault(
        id="stripped",
        cause="A firewall on the path strips the window-scale option",
        told="ss prints no wscale, although tcp_window_scaling is 1 on both hosts. tcpdump on both shows why: the "
        "client’s SYN leaves with wscale and arrives with padding in its place. Without the option, no window can "
        "exceed 65,535 bytes.",
        level=2,
        clues=("ss-tin", "tcpdump"),
        put=_put(stripped=True),
        remedy="firewall",
        mechanism="window scaling",
        telltales={"ss-tin": NO_SCALE, "tcpdump": UNSCALED_SYN},
        change="firewall  rule set 2026-03-06",
        words=(
            "middlebox",
            "firewall removes options",
            "wscale stripped",
            "option stripping",
            "window scale lost on the path",
            "nop nop nop nop",
        ),
        experiment="window-scaling",
        chapter="windows/window-scaling",
    ),
    Fault(
        id="metrics",
        cause="The server remembers a tiny ssthresh from a bad hour",
        told="Nothing is lost, and yet the connection has an ssthresh: it started with one. `ip tcp_metrics` shows it "
        "for this client, and tcp_no_ssthresh_metrics_save is 0, which was how every kernel before 5.6 behaved. Slow "
        "start ends at once, and Reno adds one segment per round trip. With tcp_no_metrics_save at 1, no later "
        "connection corrects the entry, however well it goes.",
        level=2,
        clues=("tcp-metrics@1", "ss-tin@1"),
        put=lambda s, rng: replace(s, remembered=rng.randint(2, 9), threshold_saved=True, algorithm="reno"),
        remedy="metrics-flush",
        telltales={
            "tcp-metrics@1": r"^10\.\S+ .*\bssthresh (\d+)",
            "ss-tin@1": CONNECTION + r"\bssthresh:(\d)\b(?!.*retrans:)",
        },
        change="network  provider maintenance on the line",
        words=(
            "tcp_metrics",
            "cached ssthresh",
            "remembered slow start threshold",
            "metrics cache",
            "old ssthresh",
            "tcp_no_metrics_save",
        ),
        experiment="tcp-metrics",
        chapter="congestion/idle",
    ),
    Fault(
        id="lock",
        cause="A route on the server locks the congestion window",
        told="cwnd is stuck at a small number, with no loss and no ssthresh to explain it. `ip route` shows `cwnd "
        "lock`: somebody has clamped the window for this network.",
        level=2,
        clues=("ip-route@1",),
        put=lambda s, rng: replace(s, cwnd_lock=rng.randint(10, 32)),
        remedy="unlock",
        telltales={"ip-route@1": r"cwnd lock (\d+)"},
        change="network  routes on the export server cleaned up",
        words=(
            "cwnd lock",
            "ip route",
            "clamped congestion window",
            "cwnd clamp",
            "locked cwnd",
            "route metric",
            "cwnd capped",
            "congestion window can’t grow",
        ),
        experiment="three-windows",
        chapter="windows/bytes-in-flight",
    ),
    Fault(
        id="pacing",
        cause="The server’s program sets a low SO_MAX_PACING_RATE",
        told="ss prints the pacing rate and, after a slash, its limit, and the data leave at exactly that rate. The "
        "option takes bytes per second; somebody divided by eight once too often.",
        level=2,
        clues=("ss-tin@1",),
        put=lambda s, rng: replace(s, pacing=s.rate / 8 * rng.choice((0.8, 0.9, 1.0))),
        remedy="pacing-off",
        telltales={"ss-tin@1": r"pacing_rate \d+bps/(\d+bps)"},
        change="deploy  export service 3.3 (fair use of the line)",
        words=(
            "pacing",
            "SO_MAX_PACING_RATE",
            "pacing limit",
            "paced too slowly",
            "bits and bytes confused",
            "throttles itself",
            "caps its own sending rate",
        ),
        experiment="pacing",
        chapter="congestion/pacing",
    ),
    Fault(
        id="netem",
        cause="Somebody left a netem test on the server’s eth0",
        told="The server retransmits a lot, and the losses happen at home: `tc -s qdisc` shows netem with a loss "
        "rate. What netem counts as one dropped packet is a whole skb with all its segments. Nobody tells TCP about "
        "these drops, so they look to it like losses on the path.",
        level=2,
        clues=("tc@1",),
        put=_put(shaper=[EgressQdisc(loss=0.01), EgressQdisc(loss=0.015), EgressQdisc(loss=0.02)]),
        remedy="tc-del",
        mechanism="losses behind the queue",
        telltales={"tc@1": r"^qdisc (netem) .*loss (\S+)"},
        change="operations  failover drill on the export server closed",
        words=(
            "netem",
            "left-over test",
            "emulated loss",
            "tc netem loss",
            "chaos test",
        ),
        experiment="netem",
        chapter="disciplines/netem",
    ),
    Fault(
        id="cable",
        cause="The client’s cable or transceiver damages frames",
        told="The server retransmits a lot, and `ethtool -S` on the client counts one rx_crc_errors for each lost "
        "packet: the packets get as far as the last metre. A card throws damaged frames away, and TCP takes that for "
        "congestion.",
        level=3,
        clues=("ethtool-S@0",),
        put=lambda s, rng: replace(s, loss=rng.uniform(0.006, 0.015), bad_cable=True),
        remedy="new-cable",
        mechanism="losses behind the queue",
        telltales={"ethtool-S@0": r"rx_crc_errors: ([1-9]\d*)"},
        change="facilities  rack B7 tidied up",
        words=(
            "crc errors",
            "bad cable",
            "damaged frames",
            "transceiver",
            "SFP",
            "checksum errors on the card",
        ),
        experiment="loss-and-rtt",
        chapter="congestion/lossy-networks",
    ),
    Fault(
        id="scaling",
        cause="tcp_window_scaling is switched off on one of the hosts",
        told="ss prints no wscale, and tcpdump shows which host didn’t offer it: tcp_window_scaling is 0 there. Both "
        "hosts must offer the option. Without it, no window can exceed 65,535 bytes in either direction.",
        level=3,
        clues=("ss-tin", "sysctl", "tcpdump"),
        put=_put(scaling=[(False, True), (True, False)]),
        remedy="scaling-on",
        mechanism="window scaling",
        telltales={"ss-tin": NO_SCALE, "sysctl": r"^net\.ipv4\.tcp_window_scaling = (0)$", "tcpdump": UNSCALED_SYN},
        change="config  hardening profile 5 on all hosts",
        words=(
            "tcp_window_scaling",
            "window scaling disabled",
            "no wscale offered",
            "64 KB window",
            "sysctl window scaling 0",
        ),
        experiment="window-scaling",
        chapter="windows/window-scaling",
    ),
    Fault(
        id="sack",
        cause="SACK is switched off on the server",
        told="ss prints no `sack`, and tcp_sack is 0 on the server. After the router’s queue first overflows, the "
        "server learns of only one hole per round trip. nstat counts TCPRenoRecovery when it fills them one by one, "
        "and TCPTimeouts with TCPSlowStartRetrans when it has to send the rest of the window again.",
        level=3,
        clues=("ss-tin", "nstat@1", "sysctl@1"),
        put=_put(sack=False, algorithm="cubic"),
        remedy="sack-on",
        telltales={
            "ss-tin": CONNECTION_ONLY + r"(?!.* sack ).*?\b(ts \w+)",
            "nstat@1": r"^TcpExtTCPRenoRecovery +([1-9]\d*)",
            "sysctl@1": r"^net\.ipv4\.tcp_sack = (0)$",
        },
        change="config  workaround for CVE-2019-11477 on servers",
        words=(
            "tcp_sack",
            "no SACK",
            "selective acknowledgments disabled",
            "sysctl sack 0",
            "Reno recovery",
        ),
        experiment="loss-recovery",
        chapter="congestion/losing-packets",
    ),
    *AT_ROUTER,
)
