"""Every queue between send() and recv(): which one fills, who bounds it, and where its losses are counted."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from inflight.experiments.packet_path.stations import Journey, Station, Way
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Stations
from inflight.figure.words import seconds, significant
from inflight.kernel.clock import Clock
from inflight.scenes.transfer import NAN, RTT

BITS = 1514 * 8
"""Of a packet, all of which are full."""

TRUESIZE = 2304
"""What a socket's buffer counts for a full packet of an Ethernet device, bytes (`skb->truesize`)."""

BUFFER = 93
"""Packets in a socket's buffer by default: 212 992 bytes of truesize, and one that slips past the limit."""

BUFFER_HELP = "The kernel counts memory: 2304 bytes for a full packet, and the last one may slip past the limit."

MOST_PACKETS = 8000
MOST_SENT = 25_000
"""Packets, what is sent again among them."""

POINTS = 600

ON, OFF, TCP, UDP = "on", "off", "tcp", "udp"


@dataclass(frozen=True, kw_only=True)
class Place:
    """A queue of the way, as the figure shows it. `chapter` is the id of a page of the book."""

    id: str
    name: str
    bound: str
    counter: str
    chapter: str
    side: str
    quantity: str
    udp_bound: str = ""
    """What bounds it with UDP, where that differs."""

    @property
    def column(self) -> str:
        """Of its level: a name that can stand beside a curve."""
        return COLUMNS.get(self.id, self.id)


COLUMNS = {"sndbuf": "send_buffer", "rx_ring": "receive_ring", "rcvbuf": "receive_buffer"}

PLACES = (
    Place(
        id="sndbuf",
        name="Send buffer",
        bound="net.ipv4.tcp_wmem; SO_SNDBUF",
        counter="ss -ti: sndbuf_limited",
        chapter="windows/why-slow",
        side="out",
        quantity="sndbuf",
        udp_bound="net.core.wmem_default; SO_SNDBUF",
    ),
    Place(
        id="qdisc",
        name="Qdisc",
        bound="tc qdisc … limit; txqueuelen",
        counter="tc -s qdisc: dropped",
        chapter="disciplines/tc",
        side="out",
        quantity="queue",
    ),
    Place(
        id="ring",
        name="Driver’s ring",
        bound="ethtool -G eth0 tx; BQL",
        counter="byte_queue_limits/inflight",
        chapter="queues/driver-queue",
        side="out",
        quantity="throughput",
    ),
    Place(
        id="router",
        name="Router’s queue",
        bound="tc qdisc … limit, over there",
        counter="tc -s qdisc: dropped, over there",
        chapter="queues/bufferbloat",
        side="out",
        quantity="queue",
    ),
    Place(
        id="rx_ring",
        name="Receive ring",
        bound="ethtool -G eth0 rx",
        counter="ip -s link: missed",
        chapter="queues/receiving",
        side="in",
        quantity="throughput",
    ),
    Place(
        id="backlog",
        name="CPU backlog",
        bound="net.core.netdev_max_backlog",
        counter="/proc/net/softnet_stat, 2nd",
        chapter="queues/receiving",
        side="in",
        quantity="unacked",
    ),
    Place(
        id="rcvbuf",
        name="Receive buffer",
        bound="net.ipv4.tcp_rmem; SO_RCVBUF",
        counter="nstat: UdpRcvbufErrors",
        chapter="windows/receive-window",
        side="in",
        quantity="rwnd",
        udp_bound="net.core.rmem_default; SO_RCVBUF",
    ),
)


def _rate(name: str, label: str, default: float, help: str, quantity: str, knob: str = "", **more: Any) -> Slider:
    return Slider(
        name=name,
        label=label,
        unit="Mbit/s",
        min=1,
        max=1000,
        default=default,
        scale="log10",
        knob=knob,
        help=help,
        quantity=quantity,
        **more,
    )


def _limit(place: str, label: str, default: int, help: str, quantity: str, knob: str, **more: Any) -> Slider:
    return Slider(
        name=place,
        label=label,
        unit="packets",
        min=1,
        max=5000,
        default=default,
        scale="log10",
        step=1,
        integer=True,
        knob=knob,
        help=help,
        quantity=quantity,
        **more,
    )


@experiment("packet-path", part="queues", question="Where can a packet wait, and which knob bounds each place?")
class PacketPath:
    """Seven queues in a row. What comes faster than it leaves waits before the slowest place, or is lost there."""

    title = "From send() to recv()"
    parameters = (
        Choice(name="protocol", label="Protocol", choices={UDP: "UDP", TCP: "TCP"}, default=UDP),
        _rate("load", "The program writes", 120, "As fast as this, unless send() makes it sleep.", "sndbuf"),
        _rate("card", "Network card", 1000, "How fast it sends.", "throughput", "ethtool -s … speed"),
        _rate("line", "Slowest line", 100, "Behind the router.", "throughput", "tc qdisc … tbf rate"),
        _rate("softirq", "Softirq of the receiver", 600, "What one CPU takes out of the receive ring.", "unacked"),
        Choice(
            name="rps",
            label="RPS",
            choices={OFF: "off", ON: "on: another CPU goes on"},
            default=OFF,
            knob="/sys/class/net/…/queues/…/rps_cpus",
            quantity="unacked",
        ),
        _rate(
            "cpu",
            "The other CPU",
            400,
            "What it takes out of its backlog.",
            "unacked",
            matters_when={"rps": (ON,)},
        ),
        _rate("reader", "The program reads", 500, "As fast as this.", "rwnd"),
        _limit("sndbuf", "Send buffer", BUFFER, BUFFER_HELP, "sndbuf", "SO_SNDBUF"),
        _limit(
            "tsq",
            "TSQ",
            4,
            "What one TCP socket may have below itself; the kernel takes a millisecond at the pacing rate.",
            "sndbuf",
            "net.ipv4.tcp_limit_output_bytes",
            matters_when={"protocol": (TCP,)},
        ),
        _limit(
            "window",
            "Congestion window",
            300,
            "It stays where you put it.",
            "cwnd",
            "ip route … cwnd",
            matters_when={"protocol": (TCP,)},
        ),
        _limit("qdisc", "Queueing discipline", 1000, "", "queue", "tc qdisc … limit"),
        _limit("ring", "Driver’s ring", 256, "Descriptors.", "throughput", "ethtool -G … tx"),
        _limit("bql", "BQL", 20, "The kernel finds it, in bytes.", "throughput", "byte_queue_limits/limit_max"),
        _limit("router", "Router’s queue", 100, "", "queue", "tc qdisc … pfifo limit"),
        _limit("rx_ring", "Receive ring", 256, "Descriptors.", "throughput", "ethtool -G … rx"),
        _limit(
            "backlog",
            "Backlog",
            1000,
            "",
            "unacked",
            "net.core.netdev_max_backlog",
            matters_when={"rps": (ON,)},
        ),
        _limit("rcvbuf", "Receive buffer", BUFFER, BUFFER_HELP, "rwnd", "SO_RCVBUF"),
        replace(RTT, default=4, max=100),
        Slider(name="duration", label="Duration", unit="s", min=0.02, max=5, default=0.4, scale="log10"),
    )
    presets = (
        Preset("A slow line", {}, "The router’s queue is full after 60 ms. Then a sixth of all is lost there."),
        Preset(
            "A slow reader, UDP",
            {"reader": 60, "line": 500},
            "Everything is fast but the program. The kernel throws away what it has already received.",
        ),
        Preset(
            "A slow reader, TCP",
            {"reader": 60, "protocol": TCP},
            "The window closes, the send buffer fills, send() sleeps. Nothing is lost, and nothing is faster.",
        ),
        Preset(
            "A slow card",
            {"card": 50},
            "The queueing discipline has room for 1000, but the socket may only owe 93 packets: the writer sleeps, "
            "and nothing is lost.",
        ),
        Preset(
            "A slow card, a short queue",
            {"card": 50, "qdisc": 30},
            "Now the packets do not find room below the socket. They are lost before they have left the host.",
        ),
        Preset(
            "A slow card, TCP",
            {"card": 50, "protocol": TCP, "sndbuf": 400},
            "With TSQ they wait in the socket; the queues below are nearly empty, and free for others.",
        ),
        Preset("A busy CPU", {"softirq": 70, "line": 500}, "The card has nowhere to put them: missed."),
        Preset(
            "RPS to a busy CPU",
            {"rps": ON, "cpu": 70, "line": 500, "duration": 0.6},
            "The ring is empty now, and the loss has moved: to the second column of softnet_stat.",
        ),
        Preset(
            "TCP with a window too large",
            {"protocol": TCP, "sndbuf": 1000, "rcvbuf": 1000},
            "A window of 300, and room for 100 at the router: what is lost is sent again, and lost again.",
        ),
    )
    views = (
        Stations("places", title="Queues"),
        Lanes(
            (
                Lane("out", "Way out", "packets", ("send_buffer", "qdisc", "ring", "router")),
                Lane("in", "Way in", "packets", ("receive_ring", "backlog", "receive_buffer")),
                Lane("lost", "Lost so far", "packets", ("lost",), kind="step"),
            )
        ),
        Bars("waits", "place", "wait", title="Where the time goes"),
    )
    bets = (
        ValueBet(
            id="qdisc",
            question="A program writes 120 Mbit/s of UDP and the card sends 50. The queueing discipline has room for "
            "1000 packets, 242 ms. How long does a packet wait there, in ms?",
            at="A slow card",
            summary="wait_qdisc",
            min=0.1,
            max=1000,
        ),
        ValueBet(
            id="reader",
            question="A TCP reader takes 60 Mbit/s of the 120 that are written. For how much of the time does send() "
            "sleep?",
            at="A slow reader, TCP",
            summary="blocked",
            min=0,
            max=100,
            scale="linear",
        ),
        ValueBet(
            id="line",
            question="120 Mbit/s of UDP into 100, 100 packets at the router. What does the mean packet take, in ms?",
            at="A slow line",
            summary="delay",
            min=0.5,
            max=500,
        ),
    )
    sources = (
        "sock.c:sock_alloc_send_pskb",
        "tcp_output.c:tcp_small_queue_check",
        "sch_generic.c:dequeue_skb",
        "netdevice.h:netdev_tx_sent_queue",
        "dev.c:enqueue_to_backlog",
        "udp.c:__udp_enqueue_schedule_skb",
        "tcp_input.c:tcp_data_queue",
        "W46",
    )
    leaves_out = """
        Congestion control: a window stays where it is put. All packets are full, all limits count packets, and a CPU
        takes them one by one, not in polls of 64. TSQ and BQL are fixed numbers here; the real ones move. Offloads,
        several queues and several sockets, which have chapters of their own. A lost packet of TCP is sent again after a
        round trip, and the reader does not wait for the hole. The run ends early when much is lost or written.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """A knob and a counter for each queue."""
        socket = (
            "sysctl -w net.ipv4.tcp_{}='4096 {} {}'" if p.protocol == TCP else "sysctl -w net.core.{}_max={}   # {}"
        )
        buffers = {"wmem": p.sndbuf * TRUESIZE, "rmem": p.rcvbuf * TRUESIZE}
        after = {name: size if p.protocol == TCP else "then SO_SNDBUF, SO_RCVBUF" for name, size in buffers.items()}
        return [
            Commands(
                "Set it",
                [
                    socket.format("wmem", buffers["wmem"], after["wmem"]),
                    *([f"sysctl -w net.ipv4.tcp_limit_output_bytes={p.tsq * TRUESIZE}"] if p.protocol == TCP else []),
                    f"tc qdisc replace dev eth0 root pfifo limit {p.qdisc}",
                    f"ethtool -G eth0 tx {p.ring} rx {p.rx_ring}   # each on its own host",
                    f"echo {p.bql * 1514} > /sys/class/net/eth0/queues/tx-0/byte_queue_limits/limit_max",
                    *(["echo 2 > /sys/class/net/eth0/queues/rx-0/rps_cpus"] if p.rps == ON else []),
                    f"sysctl -w net.core.netdev_max_backlog={p.backlog}",
                    socket.format("rmem", buffers["rmem"], after["rmem"]),
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tim            # sndbuf_limited, rwnd_limited; skmem: t not freed, r not read, d dropped",
                    "tc -s qdisc        # dropped, backlog, requeues",
                    "cat /sys/class/net/eth0/queues/tx-0/byte_queue_limits/inflight",
                    "ip -s link         # missed, dropped",
                    "cat /proc/net/softnet_stat   # a line for each CPU: processed, dropped, time_squeeze",
                    "nstat -az UdpRcvbufErrors UdpSndbufErrors TcpExtTCPToZeroWindowAdv TcpRetransSegs",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """A row for each sample, s: the most in each queue since the one before, packets, and its counter."""
        clock = Clock()
        way = _way(p)
        journey = Journey(clock, way)
        stations = dict(zip((place.id for place in PLACES), journey.stations, strict=True))
        result = Result(
            [
                Column("t", "s", "time", "time"),
                *(
                    Column(each.column, "packets", f"in the queue, at most: {each.name}", each.quantity)
                    for each in PLACES
                ),
                *(Column(f"{place.id}_count", "", _counts(place, p), "loss") for place in PLACES),
                Column("lost", "packets", "lost so far, wherever", "loss"),
            ]
        )
        result.tables["places"] = _places(p, way)
        end = min(p.duration, MOST_PACKETS / way.write)
        result.end = end
        for number in range(POINTS + 1):
            t = number * end / POINTS
            yield from (result for _ in clock.run(t))
            levels = [journey.take_charged_peak(), *(station.take_peak() for station in journey.stations[1:])]
            result.append(t, *levels, *_count(journey), sum(each.drops for each in journey.stations))
            result.progress = number / POINTS
            if journey.ring.passed > MOST_SENT:
                end = max(t, end / POINTS)
                break
        _summarise(result, p, journey, stations, end)
        yield result


def _way(p: Any) -> Way:
    per_second = 1e6 / BITS
    return Way(
        tcp=p.protocol == TCP,
        write=p.load * per_second,
        card=p.card * per_second,
        line=p.line * per_second,
        softirq=p.softirq * per_second,
        backlog_cpu=p.cpu * per_second,
        read=p.reader * per_second,
        sndbuf=p.sndbuf,
        tsq=p.tsq,
        window=p.window,
        qdisc=p.qdisc,
        bql=p.bql,
        ring=p.ring,
        router=p.router,
        rx_ring=p.rx_ring,
        backlog=p.backlog,
        rcvbuf=p.rcvbuf,
        rtt=p.rtt / 1000,
        rps=p.rps == ON,
    )


def _drops(place: Place, p: Any) -> bool:
    """Whether this queue drops what does not fit; else it stops whoever comes before it."""
    return place.id not in ("sndbuf", "ring") and not (place.id == "rcvbuf" and p.protocol == TCP)


def _counts(place: Place, p: Any) -> str:
    return f"{'dropped' if _drops(place, p) else 'stopped the one before'}: {place.name}"


def _count(journey: Journey) -> list[int]:
    """What each queue's counter shows: drops, or how often it made the one before wait."""
    drops = [station.drops for station in journey.stations]
    drops[0] = journey.writer_stops
    drops[2] = journey.qdisc.stops
    if journey.way.tcp:
        drops[6] = journey.window_stops
    return drops


def _places(p: Any, way: Way) -> Table:
    """A row for each queue: all that the picture says besides levels."""

    def column(name: str, meaning: str, words: list[str]) -> Column:
        return Column(name, "", meaning, "queue", words=words)

    known = list(PLACES)
    counter = [_counter(place, p) for place in known]
    table = Table(
        [
            column("place", "which queue", [place.name for place in known]),
            column("level", "the column that holds its level", [place.column for place in known]),
            column("count", "the column that holds its counter", [f"{place.id}_count" for place in known]),
            Column("limit", "packets", "how many it holds", "queue"),
            Column("drops", "", "1: it drops what does not fit; 0: it stops the one before", "loss"),
            column("bound", "what bounds it", [_bound(place, p) for place in known]),
            column("counter", "where to see it", counter),
            column("chapter", "the page of the book", [place.chapter for place in known]),
            column("side", "which way", ["way out", "way in"]),
        ]
    )
    limits = (way.sndbuf, way.qdisc, min(way.ring, way.bql), way.router, way.rx_ring, way.backlog, way.rcvbuf)
    for row, (place, limit) in enumerate(zip(known, limits, strict=True)):
        side = 0 if place.side == "out" else 1
        used = NAN if place.id == "backlog" and not way.rps else limit
        table.append(row, row, row, used, _drops(place, p), row, row, row, side)
    return table


def _bound(place: Place, p: Any) -> str:
    return place.udp_bound if p.protocol == UDP and place.udp_bound else place.bound


def _counter(place: Place, p: Any) -> str:
    if place.id == "rcvbuf" and p.protocol == TCP:
        return "ss -ti: rwnd_limited"
    if place.id == "sndbuf" and p.protocol == UDP:
        return "ss -um: skmem t; strace: send()"
    return place.counter


def _wait(station: Station) -> float:
    """Of a packet that has passed, ms."""
    return 1000 * station.waited / station.passed if station.passed else 0.0


def _summarise(result: Result, p: Any, journey: Journey, stations: dict[str, Station], end: float) -> None:
    lost = int(result["lost"][-1])
    table = Table(
        [
            Column("place", "", "which queue", "time", words=[*(place.name for place in PLACES), "The wire"]),
            Column("wait", "ms", "how long a packet is there, on average", "rtt"),
        ]
    )
    for row, place in enumerate(PLACES):
        table.append(row, _wait(stations[place.id]))
    table.append(len(PLACES), p.rtt / 2)
    result.tables["waits"] = table
    droppers = [place for place in PLACES if stations[place.id].drops]
    for place in droppers:
        counts = result[f"{place.id}_count"]
        row = next(row for row, count in enumerate(counts) if count)
        result.event(result["t"][row], "loss", f"{place.name}: full, the first packet is dropped")
    result.events.sort(key=lambda event: event.t)
    delay = 1000 * math.fsum(journey.delays) / len(journey.delays) if journey.delays else NAN
    blocked = 100 * journey.asleep_until_now() / end
    read = journey.read * BITS / 1e6 / end
    result.figure("read", read, "Mbit/s", "The program reads")
    result.figure("written", journey.written, "packets", "Written")
    result.figure("lost", lost, "packets", "Lost")
    result.figure("blocked", blocked, "%", "Time that send() sleeps")
    result.figure("delay", delay, "ms", "Mean time from send() to recv()")
    result.figure("longest", max(_wait(station) for station in stations.values()), "ms", "Longest of its waits, mean")
    for place in PLACES:
        result.figure(f"wait_{place.id}", _wait(stations[place.id]), "ms", f"Mean time in: {place.name}")
    for place in droppers:
        result.figure(f"lost_{place.id}", stations[place.id].drops, "packets", f"Lost at: {place.name}")
    result.sentence = _sentence(p, journey, stations, lost, blocked, delay)


def _sentence(p: Any, journey: Journey, stations: dict[str, Station], lost: int, blocked: float, delay: float) -> str:
    longest = max(PLACES, key=lambda place: _wait(stations[place.id]))
    wait = _wait(stations[longest.id])
    where = f"A packet takes {seconds(delay / 1000)}, most of it in one place: {longest.name}, {seconds(wait / 1000)}."
    if delay != delay:
        where = "No packet has arrived."
    elif wait < p.rtt / 2:
        where = f"A packet takes {seconds(delay / 1000)}, most of it on the wire."
    gone = [f"{stations[place.id].drops} at: {place.name}" for place in PLACES if stations[place.id].drops]
    loss = f"{lost} packets are lost: {', '.join(gone)}." if gone else "Nothing is lost."
    if len(gone) == 1:
        loss = f"{lost} packets are lost, all of them {gone[0].split(' ', 1)[1]}."
    sleep = f" send() sleeps {significant(blocked)} % of the time." if blocked >= 0.5 else " send() never sleeps."
    return f"{where} {loss}{sleep}"
