"""What can be set: where the capture is taken, what the path does, and what the receiver does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Marks, Parameters, Preset, Slider
from inflight.scenes.buffers import RCVBUF, RMEM_MAX
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RATE, RTT

MOST_PACKETS = 400
"""Segments of a transfer: a longer list of packets is read by nobody."""


@dataclass(frozen=True)
class CaptureParameters(Parameters):
    """The capture, the path, and the receiver."""

    point: Annotated[
        str,
        Choice(
            label="Captured at",
            choices={"sender": "the sender", "receiver": "the receiver"},
            help="The same transfer. Each end sees its own packets when they leave, and the other's when they arrive.",
        ),
    ] = "sender"
    lose: Annotated[
        str,
        Marks(
            label="Packets to lose",
            max=MOST_PACKETS,
            quantity="loss",
            help="Counted in the order they reach the queue, retransmissions included. Click a packet to lose it.",
        ),
    ] = ""
    lose_acks: Annotated[
        str,
        Marks(label="ACKs to lose", max=MOST_PACKETS, quantity="loss", help="Counted in the order they are sent."),
    ] = ""
    late: Annotated[
        str,
        Marks(
            label="Packets to delay",
            max=MOST_PACKETS,
            quantity="rtt",
            help="The packets behind them overtake these.",
        ),
    ] = ""
    late_by: Annotated[
        float,
        Slider(
            label="Delayed by",
            unit="ms",
            min=0.5,
            max=200,
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
        ),
    ] = 8
    missed: Annotated[
        str,
        Marks(
            label="Packets tcpdump misses",
            max=MOST_PACKETS,
            quantity="ghost",
            help="They are on the path and not in the file: “packets dropped by kernel”, as tcpdump says at its end.",
        ),
    ] = ""
    pause: Annotated[
        float,
        Slider(
            label="The program doesn’t read for",
            unit="s",
            min=0,
            max=20,
            step=0.1,
            quantity="rwnd",
            help="From the beginning of the transfer on.",
        ),
    ] = 0
    rcvbuf: Annotated[int, replace(RCVBUF, min=4096, max=RMEM_MAX)] = 0
    tlp: Annotated[
        bool,
        Flag(
            label="Tail-loss probes",
            knob="net.ipv4.tcp_early_retrans",
            quantity="rto",
            help="After two round trips of silence, send one more segment to get an answer.",
        ),
    ] = True
    size: Annotated[
        int,
        Slider(
            label="Segments to send",
            unit="",
            min=5,
            max=MOST_PACKETS // 2,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
    ] = 30
    rate: Annotated[float, RATE] = 10
    rtt: Annotated[float, RTT] = 40
    kernel: Annotated[str, KERNEL] = USUAL


PRESETS = (
    Preset(
        "Three holes",
        {"lose": "14,16,18"},
        "Three segments are lost and sent again. It’s the sender’s own capture, and Wireshark sees no retransmission.",
    ),
    Preset(
        "The same, at the receiver",
        {"lose": "14,16,18", "point": "receiver"},
        "The holes can be seen, and the round trip can’t. What fills the holes is called out of order here, too.",
    ),
    Preset(
        "Only the ACK was lost",
        {"lose_acks": "9,10", "size": 10},
        "A probe, because the last two ACKs are lost. At the sender it looks like a loss; the receiver knows better.",
    ),
    Preset(
        "Late, not lost",
        {"late": "14", "rcvbuf": 131072},
        "A segment is 8 ms late and is sent again needlessly. The sender’s capture can’t tell.",
    ),
    Preset(
        "Late, at the receiver",
        {"late": "14", "rcvbuf": 131072, "point": "receiver"},
        "The original is taken for a retransmission, because duplicate ACKs have asked for it.",
    ),
    Preset(
        "The last one is lost",
        {"lose": "30"},
        "A tail-loss probe repairs it. Wireshark has no word for that. At the receiver, it sees nothing at all.",
    ),
    Preset(
        "The window is full",
        {"rcvbuf": 16384, "size": 60},
        "“Window Full” again and again, and the receiver isn’t slow: its window is just smaller than the path.",
    ),
    Preset(
        "A full window, at the receiver",
        {"rcvbuf": 16384, "size": 60, "point": "receiver"},
        "The same transfer. Nothing is marked and almost nothing in flight: by this file, nobody waits for a window.",
    ),
    Preset(
        "It stops reading",
        {"rcvbuf": 32768, "pause": 2, "size": 60},
        "The window shuts. The sender asks whether it has opened, and Wireshark takes that for keepalive.",
    ),
    Preset(
        "tcpdump was too slow",
        {"missed": "14,15,16,17"},
        "Nothing was lost on the path, only in the file. The giveaway: something is acknowledged that was never seen.",
    ),
)
