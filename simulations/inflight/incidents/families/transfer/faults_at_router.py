"""What can be wrong at the router in front of the line, or just behind it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.transfer.router import NEIGHBOURS_PORT
from inflight.incidents.families.transfer.setting import Neighbour, Policer, TransferSetting
from inflight.incidents.families.transfer.telltales import AGAIN, BACKED_OFF, POLICED
from inflight.incidents.fault import Fault


def _policed(s: TransferSetting, rng: random.Random) -> TransferSetting:
    """Half of the line’s rate or so, in steps that people would choose, and what somebody took for a large burst."""
    rate = max(round(s.rate * rng.uniform(0.35, 0.55) / 5e6), 1) * 5e6
    return replace(s, policer=Policer(rate=rate, burst=rng.choice((16384, 24576, 32768))))


def _disturbed(s: TransferSetting, rng: random.Random) -> TransferSetting:
    """A fifth of the line on average, in bursts that the queue has no room for."""
    period = max(0.5, 10 * s.rtt)
    return replace(s, neighbour=Neighbour(period=period, packets=2 * s.queue), algorithm="reno")


AT_ROUTER: Sequence[Fault[TransferSetting]] = (
    Fault(
        id="policer",
        cause="A policer on the router drops what exceeds its rate",
        told="The server retransmits, yet the round trip is as short as on the empty path and the router’s pfifo drops "
        "nothing. `tc -s qdisc` on the router shows why: there is a clsact besides the queue, and it counts drops. `tc "
        "-s filter show dev eth0 egress` names the rate. A "
        "policer has no queue. Whatever finds too few tokens is gone, and a window’s worth of segments at a time is "
        "always too much for a small burst.",
        level=2,
        clues=("tc@2", "tc-filter@2"),
        put=_policed,
        remedy="policer-off",
        mechanism="losses behind the server",
        telltales={"tc@2": POLICED, "tc-filter@2": r"(police \S+ rate \S+ burst \S+)[\s\S]*?(dropped [1-9]\d*)"},
        change="network  fair-use profile on the routers",
        words=("policer", "policing", "clsact", "rate limit without a queue", "tc filter police", "drops above a rate"),
        experiment="token-bucket",
        chapter="disciplines/shaping",
    ),
    Fault(
        id="neighbour",
        cause="Somebody else’s bursts overflow the queue that the transfer shares with them",
        told="tcpdump on the router shows whose packets leave there: hundreds in a row from a file server that nobody "
        "mentioned. On average they take a fifth of the line. But each burst fills the queue, pings take twice as long "
        "for a moment, and the transfer loses segments that it would never have lost alone. A longer queue, or one for "
        "each flow, keeps the two apart.",
        level=2,
        clues=("tcpdump@2",),
        put=_disturbed,
        remedy="neighbour-away",
        telltales={"tcpdump@2": rf"IP (10\.\S+\.{NEIGHBOURS_PORT}) > "},
        change="storage  new file server shares its backups hourly",
        words=(
            "noisy neighbour",
            "bursts of others",
            "shared queue",
            "cross traffic",
            "somebody else’s traffic",
            "file server",
            "micro-bursts",
        ),
        experiment="fair-queueing",
        chapter="disciplines/fair-queueing",
    ),
    Fault(
        id="tiny-queue",
        cause="The router’s queue holds only a few packets since its reboot",
        told="`tc -s qdisc` on the router shows a bfifo with a limit of some thousand bytes. Before the reboot it was "
        "a pfifo with hundreds of packets; the boot script gives the limit in bytes. The queue drops almost nothing, "
        "since one drop is enough: slow start sends in bursts, the sixth or seventh segment of one finds no room, and "
        "from there the window grows slowly.",
        level=2,
        clues=("tc@2",),
        put=lambda s, rng: replace(s, tiny=rng.choice((5, 6, 7))),
        remedy="router-pfifo",
        telltales={"tc@2": r"^qdisc (bfifo) .* limit (\d{4,5}b)"},
        change="network  router rebooted after a power test",
        words=(
            "bfifo",
            "tiny queue",
            "queue limit",
            "wrong qdisc after reboot",
            "queue too short",
            "bytes for packets",
        ),
        experiment="bufferbloat",
        chapter="queues/bufferbloat",
    ),
    Fault(
        id="black-hole",
        cause="A tunnel behind the router drops full-size packets without a word (MTU black hole)",
        told="The handshake and the request pass, and then nothing comes. tcpdump on the server shows the same full "
        "segment again and again, each time after twice as long, and the client never sees it. The tunnel drops "
        "packets that don’t fit, since they have the DF bit, and something drops the ICMP message that should tell the "
        "server. Everything small works, and so does ping; with -M do -s 1472 it gets no answer.",
        level=2,
        clues=("tcpdump@1", "ss-tin@1", "ping-M"),
        put=lambda s, rng: replace(s, tunnel=rng.choice((1380, 1400, 1420, 1476))),
        remedy="clamp",
        telltales={"tcpdump@1": AGAIN, "ss-tin@1": BACKED_OFF, "ping-M": r"\b(100% packet loss)"},
        change="network  traffic to the other site goes through the new tunnel",
        words=(
            "MTU",
            "PMTU",
            "path MTU discovery",
            "ICMP blocked",
            "fragmentation needed",
            "full segments vanish",
            "large packets dropped",
            "MSS",
        ),
        experiment="mtu-black-hole",
        chapter="cases/small-works",
    ),
)
