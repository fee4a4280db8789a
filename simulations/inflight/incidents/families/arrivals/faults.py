"""What can be wrong when datagrams get lost: each fault loses them in a different place, or for a different reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Fault

CHAPTER = "queues/receiving"
FIGURE = "receive-ring"

MISSED = r"^ +(rx_missed_errors: \d{4,})$"
"""More than what was lost long ago, for another reason."""

FAULTS: Sequence[Fault[ArrivalsSetting]] = (
    Fault(
        id="short-ring",
        cause="The receive ring is too short for a burst",
        told="The driver counted rx_missed_errors, nothing after it lost a packet, and ethtool -g shows a ring far "
        "shorter than the card allows. The CPU is idle most of the time, so a ring that holds a whole burst is enough.",
        level=1,
        clues=("ethtool-S@0", "ethtool-g@0"),
        telltales={
            "ethtool-S@0": MISSED,
            "ethtool-g@0": r"^Current hardware settings:\n(RX:\s+(?:128|256|512))$",
        },
        change="image     feed receivers rebuilt from base image 41 (network defaults)",
        words=(
            "ring buffer",
            "rx ring",
            "descriptors",
            "rx_missed_errors",
            "ethtool -g",
            "card drops",
            "ring overflows",
        ),
        put=lambda s, rng: replace(s, ring=rng.choice((128, 256, 512))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="ring-max",
    ),
    Fault(
        id="small-rcvbuf",
        cause="The socket’s receive buffer is too small for a burst",
        told="UdpRcvbufErrors went up, and so did d in skmem: the datagrams had made it through the card and the "
        "stack and found the socket full. With rb212992 the socket holds 93 of them, with rb425984 185, because each "
        "one counts as 2304 bytes, however little it carries. The program’s CPU is idle most of the time, so it would "
        "have read them all.",
        level=1,
        clues=("nstat@0", "ss-unam@0"),
        telltales={
            "nstat@0": r"^(UdpRcvbufErrors +[1-9]\d*)",
            "ss-unam@0": r"^UNCONN .*:5000 .*\n.*(rb(?:212992|425984)),.*(d[1-9]\d*)\)$",
        },
        change="deploy    collector library 5.2 (own event loop, smaller footprint)",
        words=("SO_RCVBUF", "rmem_max", "rcvbuf", "socket buffer", "UdpRcvbufErrors", "skmem", "receive buffer small"),
        mechanism="socket full",
        put=lambda s, rng: replace(s, rcvbuf=rng.choice((212992, 2 * 212992))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="rcvbuf",
    ),
    Fault(
        id="slow-program",
        cause="The program takes longer over each datagram than the feed leaves it",
        told="UdpRcvbufErrors went up even though rb in skmem is 16 MiB, which is room for two bursts, and the "
        "program’s CPU is always busy. A buffer can bridge a burst. It can’t make up for a reader that is too slow on "
        "average.",
        level=1,
        clues=("mpstat@0", "ss-unam@0"),
        telltales={
            "mpstat@0": r"^Average: +\d+ +(\d\d\.\d\d) .* (\d\.\d\d)$",
            "ss-unam@0": r"^UNCONN .*:5000 .*\n.*(rb16777216),.*(d[1-9]\d*)\)$",
        },
        change="deploy    parser 8.0 (validates every field)",
        words=(
            "reader too slow",
            "parsing",
            "program busy",
            "consumer",
            "cannot keep up",
            "application CPU",
            "100% usr",
        ),
        mechanism="socket full",
        put=lambda s, rng: replace(s, read=s.period / s.burst * rng.uniform(2.2, 3.0)),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="program",
    ),
    Fault(
        id="short-backlog",
        cause="RPS hands the packets to another CPU, and that CPU’s backlog is too short",
        told="The second column of softnet_stat went up: packets were dropped because netdev_max_backlog was reached. "
        "Without RPS, packets from a card with NAPI never see that queue. The card itself lost nothing.",
        level=1,
        clues=("softnet@0",),
        telltales={"softnet@0": r"^[0-9a-f]{8} ((?!0{8})[0-9a-f]{8}) "},
        change="tuning    cpu steering profile applied to feed receivers",
        words=(
            "netdev_max_backlog",
            "backlog",
            "RPS",
            "rps_cpus",
            "softnet_stat second column",
            "steering",
            "per-CPU queue",
        ),
        put=lambda s, rng: replace(s, rps=(1,), max_backlog=rng.choice((100, 200, 300))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="backlog",
    ),
    Fault(
        id="busy-stack",
        cause="Each packet costs the CPU that takes the interrupts too much work (filter rules, captures)",
        told="The card dropped packets although its ring isn’t short: CPU 0 spends all its time in softirqs while the "
        "other CPUs sit idle. A longer ring would only make packets wait longer. Either the work has to shrink, or "
        "other CPUs have to share it.",
        level=2,
        clues=("mpstat@0",),
        telltales={"mpstat@0": r"^Average: +0 +0\.\d+ +\S+ +0\.\d+ +\S+ +\S+ +(9\d\.\d\d|100\.00) "},
        change="security  packet audit enabled on feed receivers",
        words=("softirq", "iptables", "nftables", "filter rules", "capture", "expensive packets", "ksoftirqd", "audit"),
        mechanism="softirq busy",
        put=lambda s, rng: replace(s, stack=s.period / s.burst * rng.uniform(2.0, 2.6)),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="rules",
    ),
    Fault(
        id="late-interrupt",
        cause="The card waits so long before each interrupt that its ring overflows",
        told="The card dropped packets although the CPU was idle and the ring isn’t short. ethtool -c shows an "
        "rx-usecs in the thousands, which means milliseconds. Until the interrupt comes, nothing takes packets out of "
        "the ring.",
        level=2,
        clues=("ethtool-c@0",),
        telltales={"ethtool-c@0": r"^(rx-usecs: [1-9]\d{3,})$"},
        change="tuning    power profile applied to feed receivers (fewer wake-ups)",
        words=("coalescing", "interrupt moderation", "rx-usecs", "ethtool -c", "late interrupt", "interrupt delay"),
        put=lambda s, rng: replace(s, rx_usecs=float(rng.choice((4000, 5000, 8000)))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="usecs-50",
    ),
    Fault(
        id="same-cpu",
        cause="The program runs on the CPU that also takes the interrupts",
        told="mpstat shows CPU 0 busy with both programs and softirqs, and three idle CPUs. ksoftirqd and the program "
        "take turns on one CPU, and while it’s the program’s turn nothing empties the ring.",
        level=3,
        clues=("mpstat@0",),
        telltales={"mpstat@0": r"^Average: +0 +([1-9]\d*\.\d\d) +\S+ +\S+ +\S+ +\S+ +([1-9]\d*\.\d\d) "},
        change="deploy    systemd units cleaned up (resource settings)",
        words=("affinity", "pinned", "taskset", "same CPU", "CPU 0", "IRQ and program share", "shares a core"),
        put=lambda s, rng: replace(s, shares=True, read=s.read * rng.uniform(1.6, 1.9)),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="taskset",
    ),
    Fault(
        id="livelock",
        cause="A flood of packets for a port that nobody listens on keeps the CPU busy (receive livelock)",
        told="UdpNoPorts grows by hundreds of thousands a second: CPU 0 does little but take packets up to UDP and "
        "throw them away. With an interrupt for each of them no program would run any more, which is called receive "
        "livelock. NAPI prevents that: the card drops what nobody fetches. But it drops the feed along with the "
        "flood. A longer ring only fills later, and RPS gives the flood, which is one flow, to one CPU. Drop it where "
        "it costs nothing, in the card or before it.",
        level=2,
        clues=("nstat@0",),
        telltales={"nstat@0": r"^(UdpNoPorts +\d{5,})"},
        change="deploy    statsd moved to metrics-2, port 8125 on feed receivers closed",
        words=("livelock", "flood", "UdpNoPorts", "no listener", "unwanted packets", "closed port", "stray packets"),
        mechanism="softirq busy",
        put=lambda s, rng: replace(s, flood=rng.uniform(1.35, 1.6) / (s.driver + s.stack)),
        experiment=FIGURE,
        chapter="queues/steering",
        remedy="card-filter",
    ),
)
