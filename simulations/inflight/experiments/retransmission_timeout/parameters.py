"""What can be set: the samples of the RTT, the timer, and the segments that leave then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Marks, Parameters, Preset, Slider
from inflight.scenes.transfer import RTT


@dataclass(frozen=True)
class RetransmissionTimeoutParameters(Parameters):
    """The samples, the timer's minimum, and what is lost."""

    samples: Annotated[
        str,
        Choice(
            label="Samples",
            choices={"path": "of the path below", "example": "1000, 1200, 900 ms"},
            help="The path's RTT and jitter, or three samples to follow RFC 6298 with a pencil.",
        ),
    ] = "path"
    rtt: Annotated[float, replace(RTT, help="Of the path, without the jitter.")] = 40
    jitter: Annotated[
        float,
        Slider(
            label="Jitter",
            unit="ms",
            min=0,
            max=1000,
            step=1,
            knob="tc qdisc … netem delay TIME JITTER",
            quantity="rtt",
            help="Chance makes each sample longer than the RTT, by up to this much.",
        ),
    ] = 0
    count: Annotated[int, Slider(label="Number of samples", unit="", min=1, max=100, step=1, integer=True)] = 30
    rto_min: Annotated[
        float,
        Slider(
            label="rto_min",
            unit="ms",
            min=1,
            max=1000,
            scale="log10",
            knob="ip route … rto_min",
            quantity="rto",
            help="The timeout is at least this much longer than the RTT.",
        ),
    ] = 200
    flight: Annotated[
        int,
        Slider(
            label="Segments sent then",
            unit="",
            min=1,
            max=10,
            step=1,
            integer=True,
            quantity="inflight",
        ),
    ] = 10
    lose: Annotated[
        str,
        Marks(
            label="Which of them are lost",
            max=40,
            quantity="loss",
            help="Higher numbers are the packets sent later: retransmissions and probes.",
        ),
    ] = "9,10"
    tlp: Annotated[
        bool,
        Flag(
            label="Tail-loss probes",
            knob="net.ipv4.tcp_early_retrans",
            quantity="rto",
            help="After two round trips of silence, send one more segment to get an answer.",
        ),
    ] = True


PRESETS = (
    Preset(
        "Only the timer",
        {"tlp": False},
        "Nothing comes after the last segment to tell that it’s lost. The timer takes 240 ms on a path of 40.",
    ),
    Preset("With a probe", {}, "After two round trips of silence the sender asks, and the answer shows the hole."),
    Preset(
        "A lone segment",
        {"flight": 1, "lose": "1"},
        "The receiver may delay the ACK of a lone segment, so the probe waits 200 ms more, as long as the timer.",
    ),
    Preset("In the middle", {"lose": "5"}, "Three segments behind it are enough. No timer is involved."),
    Preset(
        "A jittery path",
        {"jitter": 400, "count": 60},
        "The deviation counts four times, so the timeout climbs far above the RTT, and comes back slowly.",
    ),
    Preset(
        "RFC 6298 with a pencil",
        {"samples": "example"},
        "SRTT 1000, 1025, 1009.4; RTTVAR 500, 425, 350 ms. Linux has the same mean, and calms down more slowly.",
    ),
    Preset(
        "Lost again and again",
        {"flight": 1, "lose": "1,2,3,4,5,6", "tlp": False},
        "Each timeout doubles the next. Six losses take many seconds.",
    ),
    Preset(
        "In a data centre",
        {"rtt": 1, "lose": "10", "flight": 10, "tlp": False},
        "The path takes 1 ms and the timer 201, two hundred round trips. Try rto_min 5 ms.",
    ),
)
