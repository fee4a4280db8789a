"""Every queue between send() and recv(): which one fills, who bounds it, and where its losses are counted."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.packet_path.parameters import ON, PRESETS, TCP, PacketPathParameters
from inflight.experiments.packet_path.places import PLACES, Place, counter_meanings, places_table
from inflight.experiments.packet_path.stations import Journey, PathSettings, QueueStation
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Stations
from inflight.figure.words import seconds, significant
from inflight.kernel.clock import Clock
from inflight.scenes import measured

BITS = 1514 * 8
"""Of a packet, all of which are full."""

TRUESIZE = 2304
"""What a socket's buffer counts for a full packet of an Ethernet device, bytes (`skb->truesize`)."""

MOST_PACKETS = 8000
MOST_SENT = 25_000
"""Packets, what is sent again among them."""

POINTS = 600


@experiment("packet-path", part="queues", question="Where can a packet wait, and which knob bounds each place?")
class PacketPath:
    """Seven queues in a row. Packets that come too fast wait in front of the slowest place, or are lost there."""

    title = "From send() to recv()"
    parameters = PacketPathParameters
    knobs = ("load", "line", "reader")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            *(Column(each.column, "packets", f"most packets: {each.name}", each.quantity) for each in PLACES),
            *(Column(each.counter_column, "", f"its counter: {each.name}", "loss") for each in PLACES),
            Column("lost", "packets", "lost so far, anywhere", "loss"),
        ),
        figures=(
            Output("read", "Mbit/s", "The program reads"),
            Output("written", "packets", "Written"),
            measured.LOST,
            Output("blocked", "%", "Time send() sleeps"),
            Output("delay", "ms", "Mean time from send() to recv()"),
            Output("longest", "ms", "Mean wait in the fullest queue"),
            *(Output(f"wait_{each.id}", "ms", f"Mean time in: {each.name}") for each in PLACES),
            *(Output(f"lost_{each.id}", "packets", f"Lost at: {each.name}") for each in PLACES if each.can_drop),
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
            question="A program writes 120 Mbit/s of UDP, but the card sends only 50. The queueing discipline has room "
            "for 1000 packets, which is 242 ms. How many ms does a packet wait there?",
            at="A slow card",
            summary="wait_qdisc",
            min=0.1,
            max=1000,
        ),
        ValueBet(
            id="reader",
            question="Over TCP, a program writes 120 Mbit/s and the reader takes 60. How much of the time does send() "
            "sleep, in per cent?",
            at="A slow reader, TCP",
            summary="blocked",
            min=0,
            max=100,
            scale="linear",
        ),
        ValueBet(
            id="line",
            question="120 Mbit/s of UDP into a line of 100, and room for 100 packets at the router. How many ms does a "
            "packet take on average?",
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
        Congestion control: the window stays where you put it. All packets are full, all limits count packets, and a
        CPU takes packets one by one instead of 64 at a time. TSQ and BQL are fixed numbers here; the real ones move.
        Offloads, several queues and several sockets have chapters of their own. TCP sends a lost packet again after
        a round trip, and the reader doesn’t wait for the gap to close. The run ends early if very many packets are
        written or lost.
    """

    @staticmethod
    def commands(p: PacketPathParameters) -> list[Commands]:
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
    def run(p: PacketPathParameters, rng: random.Random) -> Iterator[Result]:
        """A row for each sample, s: the most in each queue since the one before, packets, and its counter."""
        clock = Clock()
        way = _way(p)
        end = min(p.duration, MOST_PACKETS / way.write)
        result = PacketPath.outputs.result(end=end, meanings=counter_meanings(p))
        result.tables["places"] = places_table(p, way)
        journey = Journey(clock, way)
        stations = dict(zip((place.id for place in PLACES), journey.stations, strict=True))
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


def _way(p: PacketPathParameters) -> PathSettings:
    per_second = 1e6 / BITS
    return PathSettings(
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


def _count(journey: Journey) -> list[int]:
    """What each queue's counter shows: drops, or how often it made the one before wait."""
    drops = [station.drops for station in journey.stations]
    drops[0] = journey.writer_stops
    drops[2] = journey.qdisc.stops
    if journey.way.tcp:
        drops[6] = journey.window_stops
    return drops


def _wait(station: QueueStation) -> float:
    """Of a packet that has passed, ms."""
    return 1000 * station.waited / station.passed if station.passed else 0.0


def _waits(p: PacketPathParameters, stations: dict[str, QueueStation]) -> Table:
    table = Table(
        [
            Column("place", "", "which queue", "time", words=[*(place.name for place in PLACES), "The wire"]),
            Column("wait", "ms", "how long a packet is there, on average", "rtt"),
        ]
    )
    for row, place in enumerate(PLACES):
        table.append(row, _wait(stations[place.id]))
    table.append(len(PLACES), p.rtt / 2)
    return table


def _summarise(
    result: Result, p: PacketPathParameters, journey: Journey, stations: dict[str, QueueStation], end: float
) -> None:
    lost = int(result["lost"][-1])
    result.tables["waits"] = _waits(p, stations)
    droppers = [place for place in PLACES if stations[place.id].drops]
    for place in droppers:
        row = next(row for row, count in enumerate(result[place.counter_column]) if count)
        result.event(result["t"][row], "loss", f"{place.name}: full, the first packet is dropped")
    result.events.sort(key=lambda event: event.t)
    delay = 1000 * math.fsum(journey.delays) / len(journey.delays) if journey.delays else nan
    blocked = 100 * journey.asleep_until_now() / end
    result.figure("read", journey.read * BITS / 1e6 / end)
    result.figure("written", journey.written)
    result.figure("lost", lost)
    result.figure("blocked", blocked)
    result.figure("delay", delay)
    result.figure("longest", max(_wait(station) for station in stations.values()))
    for place in PLACES:
        result.figure(f"wait_{place.id}", _wait(stations[place.id]))
    for place in droppers:
        result.figure(f"lost_{place.id}", stations[place.id].drops)
    result.sentence = _sentence(p, stations, lost, blocked, delay)


def _sentence(
    p: PacketPathParameters, stations: dict[str, QueueStation], lost: int, blocked: float, delay: float
) -> str:
    longest = max(PLACES, key=lambda place: _wait(stations[place.id]))
    wait = _wait(stations[longest.id])
    where = f"A packet takes {seconds(delay / 1000)}, most of it in {_named(longest)}: {seconds(wait / 1000)}."
    if delay != delay:
        where = "No packet has arrived yet."
    elif wait < p.rtt / 2:
        where = f"A packet takes {seconds(delay / 1000)} and spends most of that on the wire."
    gone = [f"{stations[place.id].drops} in {_named(place)}" for place in PLACES if stations[place.id].drops]
    loss = f"{lost} packets are lost: {', '.join(gone)}." if gone else "Nothing is lost."
    if len(gone) == 1:
        loss = f"{lost} packets are lost, all of them {gone[0].split(' ', 1)[1]}."
    sleep = f" send() sleeps {significant(blocked)}% of the time." if blocked >= 0.5 else " send() never sleeps."
    return f"{where} {loss}{sleep}"


def _named(place: Place) -> str:
    """Its name within a sentence."""
    name = place.name
    return f"the {name}" if name.startswith("CPU") else f"the {name[0].lower()}{name[1:]}"
