"""One write(), and what goes over the wire: TSO, GSO and GRO between the stack and the frames."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from inflight.experiments.offload.stages import (
    ETHERNET,
    GAP,
    GSO,
    OFF,
    TSO,
    Frame,
    Received,
    Skb,
    Wire,
    acks,
    frames,
    receive,
    skbs,
)
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes
from inflight.figure.words import amount, seconds, significant
from inflight.scenes.transfer import NAN

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
    parameters = (
        Slider(
            name="size",
            label="One write()",
            unit="B",
            min=1,
            max=1_000_000,
            default=65536,
            scale="log10",
            step=1,
            integer=True,
            knob="iperf3 -n, iperf3 -l",
            quantity="sequence",
        ),
        Choice(
            name="cut",
            label="Cut into segments",
            choices={TSO: "by the card (TSO)", GSO: "by the kernel, late (GSO)", OFF: "by TCP, at once"},
            default=TSO,
            knob="ethtool -K … tso, ip link … gso_max_segs",
        ),
        Flag(
            name="gro",
            label="Merged by the receiver (GRO)",
            default=True,
            knob="ethtool -K … gro",
        ),
        Slider(
            name="mtu",
            label="MTU",
            unit="B",
            min=576,
            max=9000,
            default=1500,
            scale="log10",
            step=1,
            integer=True,
            knob="ip link … mtu",
        ),
        Flag(
            name="timestamps",
            label="Timestamps",
            default=True,
            knob="net.ipv4.tcp_timestamps",
            help="They take 12 bytes of each segment.",
        ),
        Slider(
            name="pace",
            label="The flow's rate",
            unit="Mbit/s",
            min=0.5,
            max=100_000,
            default=10_000,
            scale="log10",
            knob="SO_MAX_PACING_RATE",
            quantity="throughput",
            help="What TCP believes it can send, as ss shows it. The size of a burst depends on it.",
        ),
        Flag(
            name="pacing",
            label="Pacing",
            default=False,
            knob="tc qdisc … fq",
            help="On: bursts are as far apart as that rate asks for. Off: all leave at once.",
        ),
        Flag(name="autosize", label="TSO autosizing", default=True, knob="net.ipv4.tcp_min_tso_segs"),
        Slider(
            name="line",
            label="Line rate",
            unit="Mbit/s",
            min=10,
            max=100_000,
            default=10_000,
            scale="log10",
            knob="ethtool -s … speed",
            quantity="rwnd",
        ),
        Slider(
            name="rtt",
            label="Shortest round trip",
            unit="ms",
            min=0.05,
            max=200,
            default=20,
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
            help="Below 3 ms TCP makes larger bursts: what is lost near by is repaired fast.",
        ),
        Slider(
            name="coalesce",
            label="Interrupt after",
            unit="µs",
            min=0,
            max=500,
            default=50,
            step=1,
            knob="ethtool -C … rx-usecs",
            quantity="time",
            help="After the first frame that waits. What comes until then is polled together.",
        ),
        Slider(
            name="trip",
            label="A trip through the stack",
            unit="µs",
            min=0,
            max=20,
            default=1,
            step=0.1,
            knob="perf stat",
            quantity="time",
            help="CPU time per packet, large or small. Measure your own; one or two µs are usual.",
        ),
        Choice(
            name="ip",
            label="IP",
            choices={"4": "IPv4", "6": "IPv6"},
            default="4",
            knob="curl -6",
        ),
        Slider(
            name="most",
            label="Largest packet in the host",
            unit="B",
            min=2048,
            max=524280,
            default=65536,
            scale="log2",
            step=1,
            integer=True,
            knob="ip link … gso_max_size, ip link … gro_max_size",
            quantity="queue",
            help="More than 65,536 is BIG TCP: IPv6 since Linux 5.19. IPv4 is held to the 16 bits of its length.",
        ),
    )
    presets = (
        Preset(
            "64 KB",
            {},
            "The sender's tcpdump shows a packet of 65,212 bytes and a small one. On the wire there are 46 frames, "
            "none longer than 1514.",
        ),
        Preset(
            "No offloads",
            {"cut": OFF, "gro": False},
            "Tcpdump tells the truth at last. Each of the 46 segments now makes its own trip through both stacks.",
        ),
        Preset(
            "GSO alone",
            {"cut": GSO},
            "A card that cannot cut: the kernel does it, just above the driver. Two trips through the stack all the "
            "same, and tcpdump, which listens below, shows what the wire carries.",
        ),
        Preset("7300 bytes", {"size": 7300}, "With timestamps a segment holds 1448 bytes: five and a rest, six."),
        Preset(
            "7300 bytes, no timestamps",
            {"size": 7300, "timestamps": False},
            "5 × 1460: exactly five.",
        ),
        Preset(
            "10 Mbit/s",
            {"pace": 10, "pacing": True, "line": 1000},
            "The offload that was blamed for latency: at this rate an skb has two segments, 2.3 ms of the flow's time, "
            "and 24 µs of the line's.",
        ),
        Preset(
            "10 Mbit/s in 2012",
            {"pace": 10, "pacing": True, "line": 1000, "autosize": False},
            "Without autosizing the same flow sends 45 frames back to back, and then nothing for 52 ms.",
        ),
        Preset(
            "An interrupt for each frame",
            {"line": 1000, "coalesce": 0},
            "At 1 Gbit/s a frame takes 12 µs, and the CPU is back before the next one has come: GRO is on and has "
            "nothing to merge.",
        ),
        Preset(
            "BIG TCP",
            {"ip": "6", "size": 500_000, "most": 524280, "line": 100_000, "pace": 100_000},
            "IPv6 leaves the length field 0, so a packet in the host can be half a megabyte: 351 frames, one "
            "trip down. On the way up there are six, since a poll takes 64 frames.",
        ),
    )
    views = (
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
            question="One write() of 65,536 bytes, MTU 1500, timestamps on. How many frames are on the wire?",
            at="64 KB",
            summary="frames",
            min=1,
            max=200,
        ),
        ValueBet(
            id="segments",
            question="7300 bytes with timestamps: how many segments?",
            at="7300 bytes",
            summary="frames",
            min=1,
            max=20,
            scale="linear",
        ),
        ValueBet(
            id="unmerged",
            question="1 Gbit/s, an interrupt as soon as a frame is there, GRO on. How many trips through the "
            "receiver's stack for 64 KB?",
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
        costs the same for a large packet as for a small one; copying the bytes, checksums and the cutting itself cost
        what they cost in any case. Cards that merge in hardware (LRO, HW-GRO), UDP's GSO, tunnels. The card reports
        one ring; with several, a flow still comes through one.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
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
                    "tcpdump -ni eth0 tcp port 5201       # length 65160: above the card, not on the wire",
                    "ethtool -S eth0 | grep packets       # the card counts frames",
                    "ethtool -k eth0 | grep -e segmentation -e receive-offload",
                    "grep eth0 /proc/interrupts; cat /proc/net/softnet_stat",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """A row for each change: an skb is handed down, a frame starts or ends, a packet goes up."""
        result = Result(
            [
                Column("t", "s", "time since the write()", "time"),
                Column("handed_down", "kB", "handed down by TCP", "inflight"),
                Column("on_the_wire", "kB", "data that have left on the wire", "throughput"),
                Column("received", "kB", "with the receiver's TCP", "sequence"),
                Column("line", "Mbit/s", "what the line carries at this moment", "rwnd"),
                Column("flow", "Mbit/s", "the flow's rate", "throughput"),
                Column("frames", "packets", "frames that have left", "queue"),
                Column("handed_up", "packets", "packets that went up the receiver's stack", "cwnd"),
            ]
        )
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
        yield from _rows(result, p, sent, train, got)
        _layers(result, p, wire, sent, train, got)
        _summarise(result, p, wire, sent, train, got)
        yield result


def _rows(result: Result, p: Any, sent: list[Skb], train: list[Frame], got: Received) -> Iterator[Result]:
    """What happens, in order; at the same time the end of a frame comes before the start of the next."""
    events = [(skb.at, 0, skb.payload) for skb in sent]
    events += [(frame.ends, 1, frame.payload) for frame in train]
    events += [(frame.starts, 2, frame.payload) for frame in train]
    events += [(packet.at, 3, packet.payload) for packet in got.packets]
    events.sort(key=lambda event: event[:2])
    handed = wired = up = count = trips = busy = 0
    for number, (t, kind, payload) in enumerate(events):
        if kind == 0:
            handed += payload
        elif kind == 1:
            wired += payload
            count += 1
            busy = 0
        elif kind == 2:
            busy = p.line
        else:
            up += payload
            trips += 1
        result.append(t, handed / 1000, wired / 1000, up / 1000, busy, p.pace, count, trips)
        result.progress = number / len(events)
        if not number % 400:
            yield result


def _layers(result: Result, p: Any, wire: Wire, sent: list[Skb], train: list[Frame], got: Received) -> None:
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
    table.append(3, got.interrupts, NAN)
    table.append(4, len(got.packets), merged)
    table.append(5, acks(got.packets, wire.mss), wire.headers)
    result.tables["layers"] = table


def _burst(train: list[Frame]) -> tuple[int, float]:
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


def _summarise(result: Result, p: Any, wire: Wire, sent: list[Skb], train: list[Frame], got: Received) -> None:
    count, delivered = len(train), len(got.packets)
    longest, lasts = _burst(train)
    on_wire = p.size + count * (wire.headers + ETHERNET + GAP)
    largest = max(skb.payload for skb in sent) + wire.headers
    result.figure("frames", count, "frames", "On the wire")
    result.figure("mss", wire.mss, "bytes", "Data in a full segment")
    result.figure("skbs", len(sent), "packets", "Trips through the sender's stack")
    result.figure("largest", largest, "bytes", "Largest packet from TCP, with headers")
    result.figure("segments", -(-max(skb.payload for skb in sent) // wire.mss), "segments", "Segments in it")
    result.figure("delivered", delivered, "packets", "Trips through the receiver's stack")
    result.figure("interrupts", got.interrupts, "", "Interrupts at the receiver")
    result.figure("acks", acks(got.packets, wire.mss), "", "ACKs on the way back")
    result.figure("burst", longest, "frames", "Longest burst without a gap")
    result.figure("burst_time", lasts * 1e6, "µs", "That it takes the line")
    result.figure("cpu_sender", len(sent) * p.trip, "µs", "Sender's CPU time for trips")
    result.figure("cpu_receiver", delivered * p.trip, "µs", "Receiver's CPU time for trips")
    result.figure("arrives", got.idle_at * 1e6, "µs", "All data are with the receiver's TCP after")
    result.figure("share", 100 * p.size / on_wire, "%", "Data among the bytes on the wire")
    saw = len(sent) if p.cut == TSO else count
    result.sentence = (
        f"{amount(p.size)} make {_number(count, 'frame')} on the wire, with at most {wire.mss} bytes of data each. "
        f"The sender's stack handles {_number(len(sent), 'packet')} and its tcpdump shows {saw}; the receiver's stack "
        f"handles {delivered}, after {_number(got.interrupts, 'interrupt')}. The longest burst has "
        f"{_number(longest, 'frame')}, {seconds(lasts) if lasts >= 1e-3 else significant(lasts * 1e6) + ' µs'}."
    )


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
