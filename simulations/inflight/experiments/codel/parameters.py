"""The settings of the experiment `codel`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

LINUX, RFC = "linux", "rfc"
UDP, TCP = "udp", "tcp"


@dataclass(frozen=True)
class CodelParameters(Parameters):
    """CoDel's own settings, the line behind it, and who sends."""

    target: Annotated[
        float,
        Slider(
            label="Target",
            unit="ms",
            min=0.1,
            max=100,
            scale="log10",
            knob="tc qdisc … codel target",
            quantity="ssthresh",
            help="The wait that is good enough.",
        ),
    ] = 5
    interval: Annotated[
        float,
        Slider(
            label="Interval",
            unit="ms",
            min=5,
            max=1000,
            scale="log10",
            knob="tc qdisc … codel interval",
            quantity="rto",
            help="For how long all packets must exceed the target: about a round trip, so that senders can react.",
        ),
    ] = 100
    law: Annotated[
        str,
        Choice(
            label="1/√count",
            choices={LINUX: "one step of Newton's, as Linux", RFC: "exactly, as RFC 8289"},
            quantity="rto",
        ),
    ] = LINUX
    load: Annotated[str, Choice(label="Who sends", choices={UDP: "UDP, constant rate", TCP: "TCP (CUBIC)"})] = UDP
    overload: Annotated[
        float,
        Slider(
            label="UDP sends",
            unit="%",
            min=50,
            max=400,
            scale="log10",
            quantity="inflight",
            help="Of the line's rate. The sender ignores losses: only drops reduce the load.",
            matters_when={"load": (UDP,)},
        ),
    ] = 110
    flows: Annotated[
        int,
        Slider(
            label="TCP flows",
            unit="",
            min=1,
            max=16,
            step=1,
            integer=True,
            quantity="inflight",
            matters_when={"load": (TCP,)},
        ),
    ] = 1
    rtt: Annotated[float, replace(RTT, help="Of the empty path.", matters_when={"load": (TCP,)})] = 40
    ecn: Annotated[
        bool,
        Flag(
            label="ECN",
            knob="tc qdisc … codel ecn, net.ipv4.tcp_ecn",
            quantity="loss",
            help="CoDel marks TCP's packets instead of dropping them. UDP's have no ECN.",
        ),
    ] = False
    rate: Annotated[
        float,
        Slider(
            label="Line rate",
            unit="Mbit/s",
            min=0.25,
            max=100,
            scale="log10",
            knob="tc qdisc … tbf rate",
            quantity="throughput",
        ),
    ] = 10
    limit: Annotated[
        int,
        Slider(
            label="Limit",
            unit="packets",
            min=2,
            max=10_000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … codel limit",
            quantity="queue",
        ),
    ] = 1000
    duration: Annotated[float, Slider(label="Duration", unit="s", min=0.2, max=30, scale="log10")] = 4
    kernel: Annotated[str, KERNEL] = USUAL


PRESETS = (
    Preset(
        "A tenth too much",
        {},
        "A sender that ignores losses. The wait passes 5 ms, and 100 ms later CoDel drops the first packet, then "
        "ever more. It takes 1.7 s to drop enough, and until then the wait grows.",
    ),
    Preset(
        "Drop by drop",
        {"duration": 0.7},
        "The beginning of the same run: the time to the next drop runs out, and starts again a little shorter.",
    ),
    Preset(
        "By the RFC",
        {"law": RFC, "duration": 0.7},
        "+100, +171, +228, +278 ms. Linux computes the root in one step and is early: +100, +150, +206, +255.",
    ),
    Preset(
        "A TCP flow",
        {"load": TCP, "duration": 10},
        "Three drops end slow start. Then one is enough for a second, because the sender slows down. Made for this.",
    ),
    Preset(
        "With ECN",
        {"load": TCP, "duration": 10, "ecn": True},
        "The same happens at nearly the same moments, and nothing is lost: a mark is enough.",
    ),
    Preset(
        "Twice too much",
        {"overload": 200},
        "Half of it must go, 826 packets a second. At interval/√count it takes 17 s to get there, so the limit "
        "drops instead, and the wait is as long as the queue.",
    ),
    Preset(
        "A slow line",
        {"load": TCP, "rate": 0.5, "duration": 20},
        "A packet takes 24 ms, so each one that waits for another exceeds the target. CoDel spares the last packet.",
    ),
    Preset("Not quite full", {"overload": 99}, "No packet waits for another, and the wait never reaches the target."),
)
