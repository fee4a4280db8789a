"""Sliders and presets of the experiment `keepalive`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.experiments.keepalive.silence import (
    BOTH,
    EXITS,
    HANGS,
    HERE,
    LATER,
    LIVES,
    NEVER,
    NOBODY,
    OUTAGE,
    POWER,
    REBOOTS,
    THEN,
)
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.transfer import RTT

_RECORDED = {"keepalive_time": 10, "keepalive_intvl": 5, "keepalive_probes": 3}


@dataclass(frozen=True)
class DeadPeerParameters(Parameters):
    """What happens to the peer, what your program does, and what limits its wait."""

    how: Annotated[
        str,
        Choice(
            label="What happens to the peer",
            choices={
                POWER: "its power fails",
                EXITS: "its program ends",
                HANGS: "its program hangs",
                REBOOTS: "its host reboots",
                OUTAGE: "its cable is out for a while",
                LIVES: "nothing at all",
            },
        ),
    ] = POWER
    dies: Annotated[
        float,
        Slider(
            label="It happens after",
            unit="s",
            min=1,
            max=7200,
            scale="log10",
            quantity="time",
            help="Counted from the last message, in either direction.",
            matters_when={"how": (POWER, EXITS, HANGS, REBOOTS, OUTAGE)},
        ),
    ] = 60
    outage: Annotated[
        float,
        Slider(
            label="It lasts",
            unit="s",
            min=1,
            max=7200,
            scale="log10",
            quantity="time",
            help="Until the host is up again, or the cable is back.",
            matters_when={"how": (REBOOTS, OUTAGE)},
        ),
    ] = 60
    writes: Annotated[
        str,
        Choice(
            label="Your program writes",
            choices={NEVER: "nothing, it waits for messages", THEN: "at that very moment", LATER: "later, twice"},
            help="The second time comes a second after the first.",
        ),
    ] = NEVER
    write_after: Annotated[
        float,
        Slider(
            label="How much later",
            unit="s",
            min=1,
            max=7200,
            scale="log10",
            quantity="time",
            matters_when={"writes": (LATER,)},
        ),
    ] = 600
    reads: Annotated[
        bool,
        Flag(
            label="It waits in read()",
            help="Or in poll(). Otherwise it hears of an error from its next write().",
        ),
    ] = True
    keepalive: Annotated[
        str,
        Choice(
            label="Keepalive",
            choices={NOBODY: "at neither end", HERE: "at your end", BOTH: "at both ends"},
            knob="SO_KEEPALIVE",
        ),
    ] = NOBODY
    keepalive_time: Annotated[
        float,
        Slider(
            label="First probe after",
            unit="s",
            min=1,
            max=14_400,
            scale="log10",
            knob="net.ipv4.tcp_keepalive_time, TCP_KEEPIDLE",
            quantity="rto",
            help="After this much silence.",
        ),
    ] = 7200
    keepalive_intvl: Annotated[
        float,
        Slider(
            label="Next probe after",
            unit="s",
            min=1,
            max=600,
            scale="log10",
            knob="net.ipv4.tcp_keepalive_intvl, TCP_KEEPINTVL",
            quantity="rto",
        ),
    ] = 75
    keepalive_probes: Annotated[
        int,
        Slider(
            label="Probes",
            unit="",
            min=1,
            max=20,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_keepalive_probes, TCP_KEEPCNT",
            quantity="rto",
        ),
    ] = 9
    user_timeout: Annotated[
        float,
        Slider(
            label="User timeout",
            unit="s",
            min=1,
            max=1000,
            scale="log10",
            special={0: "not set"},
            knob="TCP_USER_TIMEOUT",
            quantity="loss",
            help="How long data may stay unacknowledged. It also replaces the number of probes.",
        ),
    ] = 0
    retries2: Annotated[
        int,
        Slider(
            label="tcp_retries2",
            unit="",
            min=0,
            max=15,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_retries2",
            quantity="loss",
            help="Turned into a time: this many doublings of 200 ms.",
        ),
    ] = 15
    beats: Annotated[
        bool,
        Flag(
            label="Heartbeats of your own",
            help="20 B to the peer’s program, which must answer before the next one is due.",
        ),
    ] = False
    beat: Annotated[
        float,
        Slider(
            label="One every",
            unit="s",
            min=5,
            max=600,
            scale="log10",
            quantity="time",
            help="The table “What limits it” uses it even when heartbeats are off.",
        ),
    ] = 30
    nat: Annotated[
        float,
        Slider(
            label="A firewall forgets after",
            unit="s",
            min=10,
            max=86_400,
            scale="log10",
            special={0: "there is none"},
            quantity="loss",
            help="A firewall, NAT or load balancer on the path drops packets of connections that it doesn’t know.",
        ),
    ] = 0
    rtt: Annotated[float, replace(RTT, min=0.1, max=1000, help="")] = 40


PRESETS = (
    Preset("For ever", {}, "You only read, and there is nothing to read. No packet is sent, so nobody misses one."),
    Preset(
        "Keepalive as it comes",
        {"keepalive": HERE},
        "Two hours until the first probe, then nine of them: 7200 + 9 · 75 = 7875 s, plus the timers’ rounding.",
    ),
    Preset(
        "Keepalive in half a minute",
        {"keepalive": HERE, **_RECORDED, "dies": 1},
        "As in the laboratory: after 10 s, three probes 5.12 s apart, then a RST and ETIMEDOUT.",
    ),
    Preset(
        "Data in flight",
        {"writes": THEN},
        "Now something must be acknowledged. tcp_retries2 = 15 gives up after sixteen minutes.",
    ),
    Preset(
        "A user timeout",
        {"writes": THEN, "user_timeout": 20, "dies": 5},
        "The same with a limit that the program has set: 20 s, and a little more.",
    ),
    Preset(
        "Its program ends",
        {"how": EXITS, "dies": 5},
        "Its kernel closes for it. A FIN arrives, and read() returns 0 at once.",
    ),
    Preset(
        "You write, and do not read",
        {"how": EXITS, "reads": False, "writes": LATER, "write_after": 5, "dies": 5},
        "The first write() succeeds, and a RST comes back. The second one gets EPIPE.",
    ),
    Preset(
        "It reboots",
        {"how": REBOOTS, "keepalive": HERE, "keepalive_time": 300},
        "The peer is up again and remembers nothing. It answers your probe with a RST: ECONNRESET.",
    ),
    Preset(
        "It hangs",
        {"how": HANGS, "keepalive": HERE, "keepalive_time": 60, "keepalive_intvl": 10, "keepalive_probes": 6},
        "Its kernel answers every probe. Keepalive asks the kernel, not the program.",
    ),
    Preset(
        "It hangs, with heartbeats",
        {"how": HANGS, "beats": True},
        "A message that the program itself must answer. One interval without an answer is enough.",
    ),
    Preset(
        "A firewall forgets",
        {"how": LIVES, "nat": 350, "writes": LATER},
        "Both ends are fine, and nothing has been sent for ten minutes. Then a write goes nowhere.",
    ),
    Preset(
        "Keepalive keeps it awake",
        {"how": LIVES, "nat": 350, "writes": LATER, "keepalive": HERE, "keepalive_time": 240},
        "A probe every few minutes, and the firewall remembers.",
    ),
    Preset(
        "Too eager",
        {"how": OUTAGE, "keepalive": BOTH, **_RECORDED},
        "A cable is out for a minute while nobody wants to send. Without keepalive nothing would have happened.",
    ),
)
