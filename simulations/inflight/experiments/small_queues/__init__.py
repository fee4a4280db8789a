"""TCP small queues: an upload whose bottleneck is its own network device, and a ping from the same host."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import nan
from statistics import median

from inflight.experiments.small_queues.parameters import PACKETS, PRESETS, SmallQueuesParameters
from inflight.experiments.small_queues.tables import pings, places
from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Bars, Distribution, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import amount, seconds, significant, size
from inflight.kernel.path.dumbbell import FlowSpec
from inflight.kernel.path.host import SendingHost
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.sender import Sender
from inflight.kernel.tcp.small_queue import LocalQueue, SmallQueue
from inflight.scenes import measured
from inflight.scenes.buffers import TCP_WMEM, Sliding
from inflight.scenes.captured.path import capture_host

STEPS = 500  # samples drawn
SMOOTH = 0.05  # s over which a throughput is taken: skbs of 64 KB leave one at a time
FULL = 1514  # bytes on the line
PING, PING_EVERY = 98, 0.01  # bytes, s
SETTLED = 0.5  # share of the run that is let pass before means are taken


@experiment(
    "small-queues",
    part="queues",
    question="Why does one bulk upload no longer fill the qdisc?",
)
class SmallQueues:
    """Uploads whose bottleneck is the sender's own device, and the packets that wait below TCP."""

    title = "TCP small queues"
    parameters = SmallQueuesParameters
    points = ("sender", "receiver")
    knobs = ("tsq", "rate")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_WRITE,
            Column("below", "kB", "memory of the flow's skbs below TCP", "queue"),
            Column("bound", "kB", "the most TCP would hand down", "ssthresh"),
            Column("wait", "ms", "time a ping waits at the sender's device", "rtt"),
            measured.CWND,
            Column("speed", "Mbit/s", "data that left the device, all flows", "throughput"),
            Column("line", "Mbit/s", "line rate", "rwnd"),
            Column("backlog", "packets", "skbs in the qdisc", "queue"),
        ),
        figures=(
            Output("wait_p50", "ms", "A ping's wait, median of the second half"),
            Output("wait_max", "ms", "Longest wait of a ping"),
            Output("goodput", "Mbit/s", "Goodput of all uploads"),
            Output("highest", "kB", "Most memory below TCP, first upload"),
            Output("bound", "kB", "Its limit at the end"),
            Output("burst", "segments", "Most segments in one skb"),
            Output("longest", "packets", "Longest queue seen"),
            Output("below", "kB", "In qdisc and device on average"),
            Output("held", "kB", "In the sockets, not sent yet, on average"),
            Output("srtt", "ms", "The upload's own round trip"),
            Output("drops", "packets", "Dropped by the qdisc"),
            measured.RETRANSMISSIONS,
            Output("waits", "", "Times TSQ held TCP back, first upload"),
        ),
    )
    views = (
        Scene(
            below="below",
            sources=(Source("TCP", "speed"),),
            stores=((Store("Below TCP", "below", marks=("bound",)),),),
            sink="wire",
            out=("speed",),
            walker="wait",
            seconds=16,
        ),
        Lanes(
            (
                Lane("below", "Below TCP", "kB", ("below", "bound"), kind="step"),
                Lane("wait", "A ping waits", "ms", ("wait",), kind="step"),
                Lane("cwnd", "Window", "segments", ("cwnd",)),
                Lane("speed", "Throughput", "Mbit/s", ("speed", "line")),
            ),
        ),
        Bars("places", "place", "held", title="Where the data is"),
        Distribution("wait", table="pings", title="A ping's wait"),
    )
    bets = (
        ValueBet(
            id="ping",
            question="One upload at 100 Mbit/s, and a queue of 1000 packets. How many ms does the host’s own ping "
            "wait in it?",
            summary="wait_p50",
            min=0.1,
            max=10_000,
        ),
        ValueBet(
            id="today",
            question="And with Linux 6.12, small queues and small bursts? How many ms does the ping wait?",
            at="Linux 6.12: and small bursts",
            summary="wait_p50",
            min=0.1,
            max=10_000,
        ),
        CurveBet(
            id="fifty",
            question="Fifty uploads, each with its own limit. Draw how long pings wait.",
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
        limits that fit. The CPU is the laboratory's and takes 20 µs for each skb, so above 600 Mbit/s it limits
        single segments. Of the rule before Linux 4, the model has only the limit's value, the only thing 3.6
        looked at. Segments reach the receiver together when their skb has left, as GRO would pass them on. There
        are no small ACKs of the other direction. The socket's limit of 4 MiB applies in all cases.
    """

    @staticmethod
    def commands(p: SmallQueuesParameters) -> list[Commands]:
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
                    f"tc qdisc add dev back root netem delay {p.rtt:g}ms limit 100000   # other host, for the ACKs",
                    f"iperf3 -c 192.0.2.1 -t {p.duration:g} -P {p.flows}",
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tinm dst 192.0.2.1     # skmem:(…t<bytes>…): below TCP; notsent: what waits in the socket",
                    "tc -s qdisc show dev eth0  # backlog: bytes and skbs in the qdisc",
                    "ping -i 0.01 192.0.2.1     # it waits behind them",
                ],
            ),
        ]

    @staticmethod
    def run(p: SmallQueuesParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); of several uploads the account and the window are those of the first."""
        result = SmallQueues.outputs.result()
        duration = min(p.duration, PACKETS * FULL * 8 / (p.rate * 1e6))
        host = _host(p, rng)
        capture_host(host, pinged=p.rtt / 1000)
        flows, device = host.flows, host.device
        senders = [flow.sender for flow in flows]
        start, step = max(flow.started_at for flow in flows), duration / STEPS
        account = _account(senders[0])
        below = held = network = 0.0
        longest = pinged = 0
        speed = Sliding(max(SMOOTH, 8 * step))
        waited, seen = nan, 0
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
                _bound(senders[0], account) / 1000 if p.tsq else nan,
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
        result.tables["pings"] = pings(probe, start)
        result.tables["places"] = places([held / count / 1000, below / count / 1000, network / count / 1000])
        goodput = (got - before) * 8e-6 / (count * step)
        _summarise(result, p, host, probe.delays[pinged:], goodput, longest)
        yield result


def _host(p: SmallQueuesParameters, rng: random.Random) -> SendingHost:
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
        era=tcp_era(p.kernel),
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


def _summarise(
    result: Result, p: SmallQueuesParameters, host: SendingHost, delays: list[float], goodput: float, longest: int
) -> None:
    waits = sorted(delays)
    middle = median(waits) if waits else nan
    worst = waits[-1] if waits else nan
    senders = [flow.sender for flow in host.flows]
    account = _account(senders[0])
    share = goodput / p.rate
    result.figure("wait_p50", 1000 * middle)
    result.figure("wait_max", 1000 * worst)
    result.figure("goodput", goodput)
    result.figure("highest", account.highest / 1000)
    result.figure("bound", _bound(senders[0], account) / 1000 if p.tsq else nan)
    result.figure("burst", senders[0].burst_segs)
    result.figure("longest", longest)
    result.figure("below", result.tables["places"]["held"][1])
    result.figure("held", result.tables["places"]["held"][0])
    result.figure("srtt", (senders[0].rtt.srtt_us >> 3) / 1000)
    result.figure("drops", host.device.drops)
    result.figure("retransmissions", sum(sender.retransmissions for sender in senders))
    result.figure("waits", account.waits)
    burst = senders[0].burst_segs
    skbs = f"skbs of up to {burst} segments" if burst > 1 else "skbs of one segment"
    rule = f"TCP small queues allow {size(_bound(senders[0], account))}" if p.tsq else "Nothing limits the flow"
    result.sentence = (
        f"{rule} below TCP, in {skbs}; the peak is {amount(account.highest)}. "
        + (f"A ping waits {seconds(middle)} at the sender's own device. " if waits else "No ping came back. ")
        + f"Uploads reach {significant(goodput)} Mbit/s, {significant(100 * share, 2)}% of the line."
    )
