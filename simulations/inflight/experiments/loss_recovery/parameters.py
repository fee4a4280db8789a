"""What can be set: which packets are lost or late, how the sender finds out, and the path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Marks, Parameters, Preset, Slider, Value
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RATE, RTT, spelled

_ALGORITHMS = {name: spelled(name) for name in ("reno", "cubic")}


@dataclass(frozen=True)
class LossRecoveryParameters(Parameters):
    """What happens to the packets, and what the sender knows to do about it."""

    lose: Annotated[
        str,
        Marks(
            label="Packets to lose",
            max=1000,
            quantity="loss",
            help="Counted in the order they reach the queue, retransmissions included. Click a packet to lose it.",
        ),
    ] = "2,4,6,8"
    late: Annotated[
        str,
        Marks(
            label="Packets to delay",
            max=1000,
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
    ] = 5
    reorder: Annotated[
        float,
        Slider(
            label="Share of late packets",
            unit="%",
            min=0,
            max=50,
            step=0.5,
            knob="tc qdisc … netem reorder",
            quantity="rtt",
            help="By chance, on top of those you marked.",
        ),
    ] = 0
    detection: Annotated[
        str,
        Choice(
            label="A loss is noticed by",
            choices={"rack": "RACK-TLP (time)", "dupacks": "three duplicate ACKs"},
            knob="net.ipv4.tcp_recovery",
            help="RACK asks what was sent later and has arrived; the old rule counts ACKs.",
        ),
    ] = "rack"
    sack: Annotated[
        bool,
        Flag(
            label="SACK",
            knob="net.ipv4.tcp_sack",
            help="The receiver says which segments it has. Without SACK, it says only how far nothing is missing.",
        ),
    ] = True
    tlp: Annotated[
        bool,
        Flag(
            label="Tail-loss probes",
            knob="net.ipv4.tcp_early_retrans",
            quantity="rto",
            help="After two round trips of silence, send one more segment to get an answer. Needs SACK.",
        ),
    ] = True
    recovery: Annotated[
        str,
        Choice(
            label="The window shrinks",
            choices={"prr": "bit by bit (PRR)", "classic": "at once (RFC 5681)"},
            quantity="cwnd",
            help="Linux has used PRR since 2012. It has no switch.",
        ),
    ] = "prr"
    algorithm: Annotated[
        str,
        Choice(
            label="Congestion control",
            choices=_ALGORITHMS,
            knob="net.ipv4.tcp_congestion_control",
            quantity="cwnd",
            help="Reno keeps half of the window, CUBIC 0.7 of it.",
        ),
    ] = "reno"
    window: Annotated[
        int,
        Slider(
            label="Window before the loss",
            unit="segments",
            min=2,
            max=44,
            scale="log10",
            step=1,
            integer=True,
            knob="ip route … initcwnd, ip route … ssthresh",
            quantity="cwnd",
            help="A receiver offers 65,160 bytes at first. More than 44 segments don’t fit.",
        ),
    ] = 10
    size: Annotated[
        int,
        Slider(
            label="Segments to send",
            unit="",
            min=1,
            max=1000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
    ] = 30
    rate: Annotated[float, RATE] = 10
    rtt: Annotated[float, RTT] = 40
    kernel: Annotated[str, KERNEL] = USUAL


_LEGACY: Mapping[str, Value] = {"sack": False, "detection": "dupacks", "recovery": "classic", "tlp": False}

PRESETS = (
    Preset(
        "The end of an answer",
        {"lose": "9,10,11", "size": 10, "rate": 5, "rtt": 60, "kernel": "6.1"},
        "Ten segments, and on Linux 6.1 the FIN in the same burst. The last three packets are lost: half a second.",
    ),
    Preset(
        "The FIN waits",
        {"lose": "9,10", "size": 10, "rate": 5, "rtt": 60, "kernel": "6.12"},
        "Since 6.10 the FIN waits for the window. It leaves behind the burst, gets through, and its answer tells.",
    ),
    Preset("As in 1990", _LEGACY, "No SACK: the sender knows one hole at a time, so each costs a round trip."),
    Preset("With SACK", {"detection": "dupacks", "tlp": False}, "All four holes are filled in one round trip."),
    Preset(
        "A lost retransmission",
        {"lose": "4,16", "detection": "dupacks", "tlp": False},
        "The sixteenth packet is the fourth segment again. Duplicate ACKs can’t tell that it is gone, too.",
    ),
    Preset(
        "RACK sees it",
        {"lose": "4,16"},
        "What was sent after the retransmission has arrived, so it must be lost. No timer needed.",
    ),
    Preset(
        "The last one",
        {"lose": "29,30", "tlp": False},
        "Nothing comes after it, so there are no duplicate ACKs, and only the timer is left.",
    ),
    Preset("A probe for the last one", {"lose": "29,30"}, "After two round trips of silence the sender asks."),
    Preset(
        "Late, not lost",
        {"lose": "", "late": "4", "late_by": 8},
        "Six packets overtake it, and it is sent again. The echoed timestamp proves the mistake; Linux undoes the cut.",
    ),
    Preset(
        "Late again",
        {"lose": "", "late": "4,24,44", "late_by": 8, "size": 60},
        "After the first time, RACK waits a quarter of a round trip. That’s long enough.",
    ),
    Preset(
        "Seven for ten",
        {"lose": "60", "window": 40, "size": 150, "algorithm": "cubic"},
        "CUBIC comes down to 0.7 of its window: seven segments leave for every ten that arrive.",
    ),
    Preset(
        "A silence",
        {"lose": "60", "window": 40, "size": 150, "algorithm": "cubic", "recovery": "classic"},
        "The same loss, with the window cut at once: nothing may leave until the surplus has drained.",
    ),
)
