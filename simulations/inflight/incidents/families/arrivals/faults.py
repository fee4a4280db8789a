"""What can be wrong where datagrams get lost: each of these loses them in another place, or for another reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Fault

CHAPTER = "queues/receiving"
FIGURE = "receive-ring"

FAULTS: Sequence[Fault[ArrivalsSetting]] = (
    Fault(
        id="short-ring",
        cause="The receive ring is too short for a burst",
        told="The driver counted rx_missed_errors, nothing behind it lost a packet, and ethtool -g shows a ring far "
        "below what the card can do. The CPU is idle most of the time, so a ring that holds the burst is enough.",
        level=1,
        clues=("ethtool-S@0", "ethtool-g@0"),
        put=lambda s, rng: replace(s, ring=rng.choice((128, 256, 512))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="ring-max",
    ),
    Fault(
        id="small-rcvbuf",
        cause="The socket’s receive buffer is too small for a burst",
        told="UdpRcvbufErrors counted, and d in skmem: the datagrams had come through card and stack and found the "
        "socket full. With rb212992 it holds 93 of them, with rb425984 185: each counts 2304 bytes, however few it "
        "carries. And the program’s CPU is idle most of the time, so it would have read them all.",
        level=1,
        clues=("nstat@0", "ss-unam@0"),
        put=lambda s, rng: replace(s, rcvbuf=rng.choice((212992, 2 * 212992))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="rcvbuf",
    ),
    Fault(
        id="slow-program",
        cause="The program takes longer for a datagram than the feed leaves it",
        told="UdpRcvbufErrors counted although rb in skmem is 16 MiB, room for two bursts, and the program’s CPU is in "
        "use all the time. A buffer bridges a burst; it cannot make up for a reader that is too slow on average.",
        level=1,
        clues=("mpstat@0", "ss-unam@0"),
        put=lambda s, rng: replace(s, read=s.period / s.burst * rng.uniform(2.2, 3.0)),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="program",
    ),
    Fault(
        id="short-backlog",
        cause="RPS hands the packets to another CPU, whose backlog is too short",
        told="The second column of softnet_stat counted: packets dropped at netdev_max_backlog. Without RPS the "
        "packets of a card with NAPI never see that queue. The card itself has lost nothing.",
        level=1,
        clues=("softnet@0",),
        put=lambda s, rng: replace(s, rps=(1,), max_backlog=rng.choice((100, 200, 300))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="backlog",
    ),
    Fault(
        id="busy-stack",
        cause="Each packet costs the CPU of the interrupts too much (filter rules, captures)",
        told="The card dropped, although its ring is not short: CPU 0 spends all its time in softirqs, and the "
        "other CPUs are idle. A longer ring only makes the wait longer. The work must shrink, or be spread.",
        level=2,
        clues=("mpstat@0",),
        put=lambda s, rng: replace(s, stack=s.period / s.burst * rng.uniform(2.0, 2.6)),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="rules",
    ),
    Fault(
        id="late-interrupt",
        cause="The card waits so long before it interrupts that the ring overflows",
        told="The card dropped with an idle CPU and a ring that is not short, and ethtool -c shows an rx-usecs "
        "of thousands, which is milliseconds: until the interrupt comes, nobody takes anything out of the ring.",
        level=2,
        clues=("ethtool-c@0",),
        put=lambda s, rng: replace(s, rx_usecs=float(rng.choice((4000, 5000, 8000)))),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="usecs-50",
    ),
    Fault(
        id="same-cpu",
        cause="The program runs on the CPU that also takes the interrupts",
        told="mpstat shows CPU 0 in programs and in softirqs, and three idle CPUs. When ksoftirqd and the program "
        "take turns on one CPU, nobody empties the ring during the program’s turn.",
        level=3,
        clues=("mpstat@0",),
        put=lambda s, rng: replace(s, shares=True, read=s.read * rng.uniform(1.6, 1.9)),
        experiment=FIGURE,
        chapter=CHAPTER,
        remedy="taskset",
    ),
)
