"""One write(), and what goes over the wire: TSO, GSO and GRO between the stack and the frames."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.offload.captured import capture_layers
from inflight.experiments.offload.parameters import PRESETS, OffloadParameters
from inflight.experiments.offload.stages import (
    ETHERNET,
    GAP,
    OFF,
    TSO,
    Received,
    SentSkb,
    Wire,
    WireFrame,
    acks,
    frames,
    receive,
    skbs,
)
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Cut, Cuts, Grid, Lane, Lanes
from inflight.figure.words import amount, seconds, significant

LAYERS = (
    "sender: TCP, IP, qdisc",
    "sender: driver, tcpdump",
    "on the wire",
    "receiver: interrupts",
    "receiver: tcpdump, TCP",
    "ACKs on the way back",
)


@experiment(
    "offload",
    part="queues",
    question="What goes over the wire when I send 64 KB?",
)
class Offload:
    """A write() on its way: packets at each layer of both hosts, and their trips through the stack."""

    title = "Offloads"
    parameters = OffloadParameters
    points = ("sender", "receiver")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the write()", "time"),
            Column("handed_down", "kB", "handed down by TCP", "inflight"),
            Column("on_the_wire", "kB", "data sent on the wire", "throughput"),
            Column("received", "kB", "data that reached the receiver's TCP", "sequence"),
            Column("line", "Mbit/s", "what the line carries now", "rwnd"),
            Column("flow", "Mbit/s", "the flow's rate", "throughput"),
            Column("frames", "packets", "frames that have left", "queue"),
            Column("handed_up", "packets", "packets that went up the receiver's stack", "cwnd"),
        ),
        figures=(
            Output("frames", "frames", "On the wire"),
            Output("mss", "bytes", "Data in a full segment"),
            Output("skbs", "packets", "Trips through the sender's stack"),
            Output("largest", "bytes", "Largest packet from TCP, with headers"),
            Output("segments", "segments", "Segments in it"),
            Output("delivered", "packets", "Trips through the receiver's stack"),
            Output("interrupts", "", "Interrupts at the receiver"),
            Output("acks", "", "ACKs on the way back"),
            Output("burst", "frames", "Longest burst without a gap"),
            Output("burst_time", "µs", "Time that burst takes"),
            Output("cpu_sender", "µs", "Sender's CPU time for trips"),
            Output("cpu_receiver", "µs", "Receiver's CPU time for trips"),
            Output("arrives", "µs", "Until the receiver's TCP has it all"),
            Output("share", "%", "Share of data in the bytes on the wire"),
        ),
    )
    views = (
        Cuts(
            below="bytes",
            whole="one write()",
            rows=(
                Cut("sender's TCP", "handed_down"),
                Cut("on the wire", "on_the_wire"),
                Cut("receiver's TCP", "received"),
            ),
        ),
        Bars("layers", "layer", "count", title="Packets at each layer"),
        Grid("layers", title="In numbers"),
        Lanes(
            (
                Lane("bytes", "Data", "kB", ("handed_down", "on_the_wire", "received"), kind="step"),
                Lane("burst", "The line", "Mbit/s", ("line", "flow"), kind="step"),
                Lane("packets", "Packets so far", "packets", ("frames", "handed_up"), kind="step"),
            ),
        ),
    )
    bets = (
        ValueBet(
            id="frames",
            question="One write() of 65,536 bytes, MTU 1500, timestamps on. How many frames does the wire carry?",
            at="64 KB",
            summary="frames",
            min=1,
            max=200,
        ),
        ValueBet(
            id="segments",
            question="7300 bytes with timestamps. How many segments are that?",
            at="7300 bytes",
            summary="frames",
            min=1,
            max=20,
            scale="linear",
        ),
        ValueBet(
            id="unmerged",
            question="1 Gbit/s, GRO on, and the card interrupts for each frame at once. How many trips through the "
            "receiver's stack do 64 KB make?",
            at="An interrupt for each frame",
            summary="delivered",
            min=1,
            max=200,
        ),
    )
    sources = (
        "sock.c:sk_setup_caps",
        "tcp_output.c:tcp_tso_autosize",
        "dev.c:validate_xmit_skb",
        "dev.c:dev_queue_xmit_nit",
        "gro.c:skb_gro_receive",
        "tcp_offload.c:tcp_gro_receive",
        "RFC 7323 §3.2",
        "Q06",
        "Q07",
        "Q09",
    )
    leaves_out = """
        Windows, losses and retransmissions: the connection has been running for a while and may send all of it. A trip
        costs the same for a large packet as for a small one; copying, checksums and the cutting itself are left out.
        So are cards that merge in hardware (LRO, HW-GRO), UDP's GSO and tunnels. The card has one ring; with several,
        a flow would still come through one.
    """

    @staticmethod
    def commands(p: OffloadParameters) -> list[Commands]:
        """Both hosts' cards, and the three places to look."""
        root = f"fq maxrate {p.pace:g}mbit" if p.pacing else "fq_codel"
        return [
            Commands(
                "Set it",
                [
                    f"ethtool -K eth0 tso {'on' if p.cut == TSO else 'off'}   # sender",
                    f"ip link set dev eth0 gso_max_segs {1 if p.cut == OFF else 65535}   # sender; 1: TCP cuts",
                    f"ethtool -K eth0 gro {'on' if p.gro else 'off'}           # receiver",
                    f"ethtool -C eth0 rx-usecs {p.coalesce:g}        # receiver",
                    f"ip link set dev eth0 mtu {p.mtu} gso_max_size {p.most} gro_max_size {p.most}",
                    f"sysctl -w net.ipv4.tcp_timestamps={int(p.timestamps)}",
                    f"tc qdisc replace dev eth0 root {root}",
                    f"iperf3 -{p.ip} -c 192.0.2.1 -n {p.size} -l {p.size}",
                ],
            ),
            Commands(
                "See it",
                [
                    "tcpdump -ni eth0 tcp port 5201       # length 65160: seen above the card, not on the wire",
                    "ethtool -S eth0 | grep packets       # the card counts frames",
                    "ethtool -k eth0 | grep -e segmentation -e receive-offload",
                    "grep eth0 /proc/interrupts; cat /proc/net/softnet_stat",
                ],
            ),
        ]

    @staticmethod
    def run(p: OffloadParameters, rng: random.Random) -> Iterator[Result]:
        """A row for each change: an skb is handed down, a frame starts or ends, a packet goes up."""
        result = Offload.outputs.result()
        wire = Wire(mtu=p.mtu, timestamps=p.timestamps, ipv6=p.ip == "6", line=p.line * 1e6)
        sent = skbs(
            p.size,
            wire,
            cut=p.cut,
            gso_max_size=p.most,
            rate=p.pace * 1e6,
            rtt=p.rtt / 1000,
            autosize=p.autosize,
            pacing=p.pacing,
        )
        train = frames(sent, wire)
        got = receive(train, wire, gro=p.gro, gro_max_size=p.most, coalesce=p.coalesce * 1e-6, trip=p.trip * 1e-6)
        capture_layers(wire, sent, train, got)
        yield from _rows(result, p, sent, train, got)
        _layers(result, p, wire, sent, train, got)
        _summarise(result, p, wire, sent, train, got)
        yield result


def _rows(
    result: Result, p: OffloadParameters, sent: list[SentSkb], train: list[WireFrame], got: Received
) -> Iterator[Result]:
    """What happens, in order; at the same time the end of a frame comes before the start of the next."""
    events = [(skb.at, 0, skb.payload) for skb in sent]
    events += [(frame.ends, 1, frame.payload) for frame in train]
    events += [(frame.starts, 2, frame.payload) for frame in train]
    events += [(packet.at, 3, packet.payload) for packet in got.packets]
    events.sort(key=lambda event: event[:2])
    handed = wired = up = count = trips = 0
    busy = 0.0
    for number, (t, kind, payload) in enumerate(events):
        if kind == 0:
            handed += payload
        elif kind == 1:
            wired += payload
            count += 1
            busy = 0.0
        elif kind == 2:
            busy = p.line
        else:
            up += payload
            trips += 1
        result.append(t, handed / 1000, wired / 1000, up / 1000, busy, p.pace, count, trips)
        result.progress = number / len(events)
        if not number % 400:
            yield result


def _layers(
    result: Result, p: OffloadParameters, wire: Wire, sent: list[SentSkb], train: list[WireFrame], got: Received
) -> None:
    table = Table(
        [
            Column("layer", "", "where", "time", words=LAYERS),
            Column("count", "", "how many packets (or interrupts)", "queue"),
            Column("largest", "bytes", "the largest: IP packet, on the wire the frame", "sequence"),
        ]
    )
    largest = max(skb.payload for skb in sent) + wire.headers
    frame = max(frame.payload for frame in train) + wire.headers
    merged = max(packet.payload for packet in got.packets) + wire.headers
    table.append(0, len(sent), largest)
    table.append(1, len(sent) if p.cut == TSO else len(train), largest if p.cut == TSO else frame)
    table.append(2, len(train), frame + ETHERNET)
    table.append(3, got.interrupts, nan)
    table.append(4, len(got.packets), merged)
    table.append(5, acks(got.packets, wire.mss), wire.headers)
    result.tables["layers"] = table


def _burst(train: list[WireFrame]) -> tuple[int, float]:
    """Frames in the longest run without a gap, and the time it takes, s."""
    best, length, count, begin = 0.0, 0, 0, 0.0
    before = -1.0
    for frame in train:
        if frame.starts > before + 1e-12:
            count, begin = 0, frame.starts
        count += 1
        before = frame.ends
        if frame.ends - begin > best:
            best, length = frame.ends - begin, count
    return length, best


def _summarise(
    result: Result, p: OffloadParameters, wire: Wire, sent: list[SentSkb], train: list[WireFrame], got: Received
) -> None:
    count, delivered = len(train), len(got.packets)
    longest, lasts = _burst(train)
    on_wire = p.size + count * (wire.headers + ETHERNET + GAP)
    largest = max(skb.payload for skb in sent) + wire.headers
    result.figure("frames", count)
    result.figure("mss", wire.mss)
    result.figure("skbs", len(sent))
    result.figure("largest", largest)
    result.figure("segments", -(-max(skb.payload for skb in sent) // wire.mss))
    result.figure("delivered", delivered)
    result.figure("interrupts", got.interrupts)
    result.figure("acks", acks(got.packets, wire.mss))
    result.figure("burst", longest)
    result.figure("burst_time", lasts * 1e6)
    result.figure("cpu_sender", len(sent) * p.trip)
    result.figure("cpu_receiver", delivered * p.trip)
    result.figure("arrives", got.idle_at * 1e6)
    result.figure("share", 100 * p.size / on_wire)
    saw = len(sent) if p.cut == TSO else count
    result.sentence = (
        f"{amount(p.size)} become {_number(count, 'frame')} on the wire, with at most {wire.mss} bytes of data each. "
        f"The sender's stack handles {_number(len(sent), 'packet')} and its tcpdump shows {saw}; the receiver's stack "
        f"handles {delivered}, after {_number(got.interrupts, 'interrupt')}. The longest burst has "
        f"{_number(longest, 'frame')}, {seconds(lasts) if lasts >= 1e-3 else significant(lasts * 1e6) + ' µs'}."
    )


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
