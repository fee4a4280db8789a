"""Datagrams get lost on the way in: a ring, a backlog, a socket or a CPU is too small for the bursts of a feed."""

from __future__ import annotations

import random
from dataclasses import replace

from inflight.incidents.fault import Family, Fault, Fix, nothing, to
from inflight.incidents.models.arrivals import Setting, run

CHAPTER = "queues/receiving"
FIGURE = "receive-ring"

COMPLAINTS = (
    "The gaps are back: {program} on {receiver} says that datagrams are missing in every burst. The people at {sender} "
    "swear that they sent them all, {burst} in a burst. Nobody has touched the network.",
    "Could you look at {receiver}? The feed from {sender} comes in bursts of {burst} datagrams, and part of each is "
    "gone before {program} sees it. The switch shows no drops.",
    "Since we moved {program} to {receiver} the numbers in the feed jump. {sender} sends {burst} datagrams in a few "
    "milliseconds, then it is quiet. Between the bursts nothing is ever lost.",
)

PROGRAMS = ("collector", "quotes", "ingestd", "sampler")


def _draw(rng: random.Random) -> Setting:
    """Bursts that a CPU takes a little longer for than they last, with a ring and a buffer that bridge that."""
    number = rng.randint(1, 40)
    return Setting(
        burst=rng.randrange(3000, 3501, 50),
        gap=rng.uniform(1.0e-6, 1.2e-6),
        period=rng.uniform(24e-3, 30e-3),
        stack=rng.uniform(1.3e-6, 1.5e-6),
        read=rng.uniform(2.2e-6, 2.6e-6),
        names=(f"feed{number}", f"source{rng.randint(1, 9)}"),
        program=rng.choice(PROGRAMS),
    )


def _complaint(healthy: Setting) -> str:
    """Told with the names and the size of a burst."""
    receiver, sender = healthy.names
    words = COMPLAINTS[healthy.burst // 50 % len(COMPLAINTS)]
    return words.format(receiver=receiver, sender=sender, burst=healthy.burst, program=healthy.program)


def _lost_before(s: Setting, rng: random.Random) -> Setting:
    return replace(s, before=rng.randint(20, 400))


def _other_budget(s: Setting, rng: random.Random) -> Setting:
    return replace(s, budget=rng.choice((100, 600, 1200)))


def _other_moderation(s: Setting, rng: random.Random) -> Setting:
    return replace(s, rx_usecs=float(rng.choice((0, 3, 100))))


def _copied_settings(s: Setting, rng: random.Random) -> Setting:
    copied = (("net.core.rmem_default", "33554432"), ("net.ipv4.tcp_rmem", "4096 131072 67108864"))
    return replace(s, extra_sysctls=copied)


FAULTS = (
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

FIXES = (
    Fix(id="ring-max", text="ethtool -G eth0 rx 4096", put=to(ring=4096)),
    Fix(
        id="rcvbuf",
        text="sysctl -w net.core.rmem_max=8388608, and SO_RCVBUF of 8 MB in the program",
        put=to(rcvbuf=16 << 20),
    ),
    Fix(
        id="program",
        text="Let the program read many datagrams per call, and parse them elsewhere",
        put=lambda s: replace(s, read=min(s.read, 0.8e-6)),
    ),
    Fix(
        id="backlog",
        text="sysctl -w net.core.netdev_max_backlog=30000",
        put=to(max_backlog=30000),
    ),
    Fix(
        id="rules",
        text="Take the capture and the filter rules out of the packets’ way",
        put=lambda s: replace(s, stack=min(s.stack, 1e-6)),
    ),
    Fix(
        id="rps",
        text="echo e | tee /sys/class/net/eth0/queues/rx-0/rps_cpus: three other CPUs do the stack’s work",
        put=to(rps=(1, 2, 3)),
    ),
    Fix(id="usecs-50", text="ethtool -C eth0 rx-usecs 50", put=to(rx_usecs=50.0)),
    Fix(
        id="taskset",
        text="taskset: bind the program to a CPU without interrupts",
        put=to(shares=False),
    ),
    Fix(id="budget", text="sysctl -w net.core.netdev_budget=3000", put=to(budget=3000)),
    Fix(id="tcp-rmem", text="sysctl -w net.ipv4.tcp_rmem='4096 131072 67108864'", put=nothing),
    Fix(id="txqueuelen", text="ip link set dev eth0 txqueuelen 10000", put=nothing),
)

FAMILY = Family(
    id="arrivals",
    title="Datagrams get lost on the way in",
    draw=_draw,
    complaint=_complaint,
    run=run,
    faults=FAULTS,
    fixes=FIXES,
    oddities=(_lost_before, _other_budget, _other_moderation, _copied_settings),
)
