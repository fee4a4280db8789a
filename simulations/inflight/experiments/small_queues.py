"""TCP small queues: an upload whose bottleneck is its own network device, and a ping from the same host."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from typing import Any

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Distribution, Lane, Lanes
from inflight.figure.words import amount, seconds, significant, size
from inflight.kernel.path.dumbbell import FlowSpec
from inflight.kernel.path.host import SendingHost
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.tcp.sender import Sender
from inflight.kernel.tcp.small_queue import LocalQueue, SmallQueue
from inflight.scenes.buffers import TCP_WMEM, Sliding
from inflight.scenes.transfer import DURATION, NAN, RATE, RTT

STEPS = 500  # samples drawn
SMOOTH = 0.05  # s over which a throughput is taken: skbs of 64 KB leave one at a time
PACKETS = 60_000  # full ones on the line: longer runs end there
FULL = 1514  # bytes on the line
PING, PING_EVERY = 98, 0.01  # bytes, s
SETTLED = 0.5  # share of the run that is let pass before means are taken
PLACES = ("in the socket, not sent yet", "below TCP: qdisc and device", "in the network")


@experiment(
    "small-queues",
    part="queues",
    question="Why does one bulk upload no longer fill the qdisc?",
)
class SmallQueues:
    """Uploads over the sender's own device, which is the bottleneck, and what waits below TCP."""

    title = "TCP small queues"
    parameters = (
        Flag(
            name="tsq",
            label="TCP small queues",
            default=False,
            help="Built in since Linux 3.6. Off as before 2012: what the window allows goes into the qdisc at once.",
        ),
        Flag(
            name="autosize",
            label="TSO autosizing",
            default=False,
            knob="net.ipv4.tcp_min_tso_segs",
            help="Since Linux 3.12. On: an skb holds what the flow sends in a ms. Off: all the device takes, 64 KB.",
        ),
        Slider(
            name="limit",
            label="Limit below TCP",
            unit="KiB",
            min=2,
            max=4096,
            default=1024,
            scale="log2",
            step=1,
            integer=True,
            knob="net.ipv4.tcp_limit_output_bytes",
            quantity="queue",
            help="128 KiB in 3.6, 256 KiB in 4.1, 1 MiB in 6.1, 4 MiB in 6.18; the rule around it is that of 6.1.",
        ),
        Flag(
            name="pacing",
            label="Pacing",
            default=False,
            knob="tc qdisc … fq",
            help="TCP hands its skbs down one by one, at the pacing rate; the limit above is not asked then.",
        ),
        Flag(
            name="tso",
            label="TSO or GSO",
            default=True,
            knob="ip link … gso_max_segs",
            help="On: skbs of many segments go through the qdisc whole. Off: one segment each.",
        ),
        replace(RATE, default=100, max=1000, knob="ethtool -s … speed", help="Of the sender's own device."),
        replace(RTT, default=20, max=200),
        Slider(
            name="flows",
            label="Uploads",
            unit="",
            min=1,
            max=100,
            default=1,
            scale="log10",
            step=1,
            integer=True,
            knob="iperf3 -P",
        ),
        Choice(
            name="qdisc",
            label="Qdisc",
            choices={"pfifo": "pfifo", "fq_codel": "fq_codel"},
            default="pfifo",
            knob="tc qdisc replace",
        ),
        Slider(
            name="length",
            label="Longest queue",
            unit="packets",
            min=1,
            max=10240,
            default=1000,
            scale="log10",
            step=1,
            integer=True,
            knob="ip link … txqueuelen",
            quantity="queue",
            help="It counts skbs, of one segment or of 45.",
        ),
        Slider(
            name="completion",
            label="Sent packets are reported after",
            unit="ms",
            min=0,
            max=10,
            default=0,
            step=0.1,
            knob="ethtool -C … tx-usecs",
            quantity="time",
            help="How late the driver frees what has left. A Wi-Fi card does so once per aggregate, every few ms.",
        ),
        Slider(
            name="shift",
            label="sk_pacing_shift",
            unit="",
            min=5,
            max=11,
            default=10,
            step=1,
            integer=True,
            help="Drivers may set it: time that may wait below TCP, and be in an skb. 2⁻¹⁰ s is 1 ms, 2⁻⁷ s 8 ms.",
        ),
        replace(DURATION, min=0.2, max=20, default=2, help=f"The run ends after {PACKETS} full packets at the latest."),
    )
    presets = (
        Preset(
            "Linux 3.5",
            {},
            "All that the window allows stands in the qdisc, and the ping behind it. The upload is its own victim too: "
            "its round trip grows from 20 to 175 ms.",
        ),
        Preset(
            "Linux 3.6: small queues",
            {"tsq": True, "limit": 128},
            "At most two skbs of 64 KB are below TCP, whatever the window is. Same speed, and the ping waits for 9 ms.",
        ),
        Preset(
            "Linux 6.1: and small bursts",
            {"tsq": True, "autosize": True},
            "Now an skb holds a millisecond's worth, and two of them make 3 ms. The megabyte of the sysctl is never "
            "reached.",
        ),
        Preset(
            "One packet per skb",
            {"tso": False, "length": 300},
            "Without offloads and without small queues the qdisc fills to its limit. It refuses what comes then; TCP "
            "knows at once, and nothing is sent twice.",
        ),
        Preset(
            "fq_codel instead",
            {"qdisc": "fq_codel", "length": 10240},
            "The ping does not stand behind the upload any more. But CoDel drops whole skbs, 45 segments at once, and "
            "a sixth of the speed is gone.",
        ),
        Preset(
            "Fifty uploads",
            {"tsq": True, "autosize": True, "flows": 50},
            "The limit is per flow. Fifty flows with two skbs each are a long queue again: that is what fq_codel is "
            "for.",
        ),
        Preset(
            "A driver that reports late",
            {"tsq": True, "autosize": True, "rate": 300, "completion": 4},
            "A millisecond's worth below TCP, and word of it every 4 ms: the device runs dry, and forty per "
            "cent of the speed are gone.",
        ),
        Preset(
            "Late, and told so",
            {"tsq": True, "autosize": True, "rate": 300, "completion": 4, "shift": 8},
            "The driver asks for more below TCP: 2⁻⁸ s, about 4 ms. The speed is back, and so is some of the wait.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("below", "Below TCP", "kB", ("below", "bound"), kind="step"),
                Lane("wait", "A ping waits", "ms", ("wait",), kind="step"),
                Lane("cwnd", "Window", "segments", ("cwnd",)),
                Lane("speed", "Throughput", "Mbit/s", ("speed", "line")),
            ),
        ),
        Bars("places", "place", "held", title="Where the data are"),
        Distribution("wait", table="pings", title="A ping's wait"),
    )
    bets = (
        ValueBet(
            id="ping",
            question="One upload at 100 Mbit/s, a queue of 1000. How long does a ping of the same host wait in it?",
            summary="wait_p50",
            min=0.1,
            max=10_000,
        ),
        ValueBet(
            id="today",
            question="And with Linux 6.1, small queues and small bursts?",
            at="Linux 6.1: and small bursts",
            summary="wait_p50",
            min=0.1,
            max=10_000,
        ),
        CurveBet(
            id="fifty",
            question="Fifty uploads, each with its own limit: how long do pings wait?",
            at="Fifty uploads",
            column="wait",
        ),
    )
    sources = (
        "tcp_output.c:tcp_small_queue_check",
        "tcp_output.c:tcp_wfree",
        "tcp_output.c:tcp_tsq_handler",
        "tcp_output.c:tcp_tso_autosize",
        "tcp_input.c:tcp_enter_cwr",
        "sock.h:sk_pacing_shift_update",
        "Q07",
        "Q14",
    )
    leaves_out = """
        The driver's ring: the line takes one skb after another straight from the qdisc, as with byte queue
        limits that fit. The CPU is the laboratory's, 20 µs for each skb: above 600 Mbit/s it is what limits
        single segments. Of the rule before Linux 4 only the limit's value: 3.6 compared with it alone. Segments
        reach the receiver together when their skb has left, as GRO would pass them on. Small ACKs of the other
        direction. The size limit of the socket, 4 MiB, holds in all cases.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The sender is its own bottleneck: no router."""
        pfifo = p.qdisc == "pfifo"
        root = "fq" if p.pacing else f"{p.qdisc} limit {p.length}"
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_limit_output_bytes={p.limit << 10}",
                    f"ip link set dev eth0 txqueuelen {p.length}",
                    f"tc qdisc replace dev eth0 root {root}" + ("   # pfifo_fast: as before fq_codel" if pfifo else ""),
                    f"ip link set dev eth0 gso_max_segs {65535 if p.tso else 1}",
                    f"ethtool -C eth0 tx-usecs {p.completion * 1000:.0f}",
                    f"tc qdisc add dev back root netem delay {p.rtt:g}ms limit 100000   # the other host, for the ACKs",
                    f"iperf3 -c 192.0.2.1 -t {p.duration:g} -P {p.flows}",
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tinm dst 192.0.2.1     # skmem:(…t<bytes>…): below TCP; notsent: what waits in the socket",
                    "tc -s qdisc show dev eth0  # backlog: bytes and skbs in the qdisc",
                    "ping -i 0.01 192.0.2.1     # who waits behind them",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); of several uploads the account and the window are those of the first."""
        result = Result(
            [
                Column("t", "s", "time since the first write()", "time"),
                Column("below", "kB", "memory of the flow's skbs below TCP", "queue"),
                Column("bound", "kB", "more than this TCP would not hand down", "ssthresh"),
                Column("wait", "ms", "time a ping waits at the sender's device", "rtt"),
                Column("cwnd", "segments", "congestion window", "cwnd"),
                Column("speed", "Mbit/s", "data that left the device, all flows", "throughput"),
                Column("line", "Mbit/s", "line rate", "rwnd"),
                Column("backlog", "packets", "skbs in the qdisc", "queue"),
            ]
        )
        duration = min(p.duration, PACKETS * FULL * 8 / (p.rate * 1e6))
        host = _host(p, rng)
        flows, device = host.flows, host.device
        senders = [flow.sender for flow in flows]
        start, step = max(flow.started_at for flow in flows), duration / STEPS
        account = _account(senders[0])
        below = held = network = 0.0
        longest = pinged = 0
        speed = Sliding(max(SMOOTH, 8 * step))
        waited, seen = NAN, 0
        probe = host.probes[0]
        for number in range(STEPS + 1):
            for _ in host.clock.run(start + number * step):
                yield result
            got = sum(flow.receiver.expected for flow in flows)
            waited, seen = _latest(probe, seen, waited)
            longest = max(longest, device.queued())
            result.append(
                number * step,
                account.allocated / 1000,
                _bound(senders[0], account) / 1000 if p.tsq else NAN,
                waited,
                senders[0].congestion.cwnd,
                speed.at(number * step, got),
                p.rate,
                device.queued(),
            )
            if number == int(SETTLED * STEPS):
                pinged, before = len(probe.delays), got
            if number > SETTLED * STEPS:
                unsent = sum(sender.buffer.unsent for sender in senders)
                down = device.below()
                held += unsent
                below += down
                network += max(sum(sender.nxt - sender.una for sender in senders) - down, 0)
            result.progress = number / (STEPS + 1)
        count = STEPS - int(SETTLED * STEPS)
        result.tables["pings"] = _pings(probe, start)
        result.tables["places"] = _places([held / count / 1000, below / count / 1000, network / count / 1000])
        goodput = (got - before) * 8e-6 / (count * step)
        _summarise(result, p, host, probe.delays[pinged:], goodput, longest)
        yield result


def _host(p: Any, rng: random.Random) -> SendingHost:
    """Uploads start one after another within a round trip: no two are in step."""
    local = LocalQueue(small=p.tsq, limit=p.limit << 10, shift=p.shift, autosize=p.autosize)
    spec = FlowSpec(
        algorithm="cubic",
        rtt=p.rtt / 1000,
        wmem=TCP_WMEM,
        offload=p.tso,
        gso_max_segs=65535 if p.tso else 1,
        pacing=p.pacing,
        local=local,
    )
    return SendingHost(
        rate=p.rate * 1e6,
        qdisc=disciplines()[p.qdisc](limit=p.length),
        flows=[replace(spec, connect=number * spec.rtt / p.flows) for number in range(p.flows)],
        probes=[UdpSpec(rate=PING * 8 / PING_EVERY, size=PING, start=PING_EVERY / 2, timed=True)],
        completion=p.completion / 1000,
        rng=rng,
    )


def _account(sender: Sender) -> SmallQueue:
    account = sender.small_queue
    assert account
    return account


def _bound(sender: Sender, account: SmallQueue) -> int:
    """The limit for a full burst."""
    truesize = sender.full_truesize
    return account.bound(truesize, sender.pacing_rate, paced=sender.paced)


def _latest(probe: Probe, seen: int, before: float) -> tuple[float, int]:
    """The longest wait, ms, of the pings that came in since the last look, or `before`; and how many have come in."""
    fresh = probe.delays[seen:]
    return (1000 * max(fresh) if fresh else before), len(probe.delays)


def _pings(probe: Probe, start: float) -> Table:
    table = Table(
        [
            Column("sent", "s", "time it was sent", "time"),
            Column("wait", "ms", "time a ping waits at the sender's device", "rtt"),
        ]
    )
    for sent, delay in zip(probe.times, probe.delays, strict=True):
        table.append(sent - start, 1000 * delay)
    return table


def _places(held: list[float]) -> Table:
    table = Table(
        [
            Column("place", "", "where they are", "time", words=PLACES),
            Column("held", "kB", "data there, on average over the second half", "queue"),
        ]
    )
    for number, value in enumerate(held):
        table.append(number, value)
    return table


def _summarise(result: Result, p: Any, host: SendingHost, delays: list[float], goodput: float, longest: int) -> None:
    waits = sorted(delays)
    middle = median(waits) if waits else NAN
    worst = waits[-1] if waits else NAN
    senders = [flow.sender for flow in host.flows]
    account = _account(senders[0])
    share = goodput / p.rate
    result.figure("wait_p50", 1000 * middle, "ms", "A ping's wait, median of the second half")
    result.figure("wait_max", 1000 * worst, "ms", "Longest wait of a ping")
    result.figure("goodput", goodput, "Mbit/s", "Goodput of all uploads")
    result.figure("highest", account.highest / 1000, "kB", "Most memory below TCP, first upload")
    result.figure("bound", _bound(senders[0], account) / 1000 if p.tsq else NAN, "kB", "Its limit at the end")
    result.figure("burst", senders[0].burst_segs, "segments", "Most segments in one skb")
    result.figure("longest", longest, "packets", "Longest queue seen")
    result.figure("below", result.tables["places"]["held"][1], "kB", "In qdisc and device on average")
    result.figure("held", result.tables["places"]["held"][0], "kB", "In the sockets, not sent yet, on average")
    result.figure("srtt", (senders[0].rtt.srtt_us >> 3) / 1000, "ms", "The upload's own round trip")
    result.figure("drops", host.device.drops, "packets", "Dropped by the qdisc")
    result.figure("retransmissions", sum(sender.retransmissions for sender in senders), "segments", "Sent again")
    result.figure("waits", account.waits, "", "Times TCP was held back, first upload")
    burst = senders[0].burst_segs
    skbs = f"skbs of up to {burst} segments" if burst > 1 else "skbs of one segment"
    rule = f"TCP small queues allow {size(_bound(senders[0], account))}" if p.tsq else "Nothing limits the flow"
    result.sentence = (
        f"{rule} below TCP, in {skbs}; the most there was "
        f"{amount(account.highest)}. "
        + (f"A ping waits for {seconds(middle)} at the sender's own device. " if waits else "No ping came back. ")
        + f"Uploads reach {significant(goodput)} Mbit/s, {significant(100 * share, 2)} % of the line."
    )
