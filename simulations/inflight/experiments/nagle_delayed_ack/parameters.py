"""The messages, the path, and the socket options of both ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.kernel.constants import INIT_CWND
from inflight.scenes.message_rounds import EACH, WHOLE
from inflight.scenes.transfer import INITCWND, RTT

SEPARATE, CORK, MORE, JOIN = "separate", "cork", "more", "join"

ROUNDS = 5
"""As in the recordings."""


@dataclass(frozen=True)
class NagleDelayedAckParameters(Parameters):
    """The messages, the path, and the socket options of both ends."""

    messages: Annotated[
        int,
        Slider(
            label="Messages per request",
            unit="",
            min=1,
            max=20,
            step=1,
            integer=True,
            help="The client writes them one after the other, then waits for the answer.",
        ),
    ] = 3
    size: Annotated[
        int,
        Slider(
            label="Size of a message",
            unit="B",
            min=1,
            max=3000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
    ] = 132
    rtt: Annotated[float, replace(RTT, min=0.1, max=300, help="")] = 1
    mode: Annotated[
        str,
        Choice(
            label="The server answers",
            choices={EACH: "each message", WHOLE: "all at once"},
        ),
    ] = EACH
    write: Annotated[
        str,
        Choice(
            label="The client writes",
            choices={
                SEPARATE: "each message with a write() of its own",
                CORK: "under TCP_CORK, then uncorks",
                MORE: "with MSG_MORE on all but the last",
                JOIN: "all in one write()",
            },
            knob="TCP_CORK, MSG_MORE, writev(fd, iov, n)",
        ),
    ] = SEPARATE
    client_nodelay: Annotated[
        bool,
        Flag(
            label="Client: NODELAY",
            knob="TCP_NODELAY",
            help="Short segments don’t wait for ACKs.",
        ),
    ] = False
    server_nodelay: Annotated[bool, Flag(label="Server: NODELAY", knob="TCP_NODELAY")] = False
    client_quickack: Annotated[
        bool,
        Flag(
            label="Client: QUICKACK",
            knob="TCP_QUICKACK",
            help="Set before each read(), because the kernel forgets it.",
        ),
    ] = False
    server_quickack: Annotated[bool, Flag(label="Server: QUICKACK", knob="TCP_QUICKACK")] = False
    shown: Annotated[
        int,
        Slider(
            label="Round shown",
            unit="",
            min=1,
            max=ROUNDS,
            step=1,
            integer=True,
            help="A new connection acknowledges at once, so the first round never suffers.",
        ),
    ] = 2
    initcwnd: Annotated[
        int,
        replace(INITCWND, max=10, scale="linear", help="In segments, short or full. A timeout leaves a window of one."),
    ] = INIT_CWND


PRESETS = (
    Preset(
        "Three messages",
        {},
        "43.8 ms on a path of 1 ms. The server holds its last echo until the client's ACK comes, "
        "and the client's ACK waits for a timer.",
    ),
    Preset(
        "Two messages",
        {"messages": 2},
        "2.2 ms. The client's ACK is late here too, but nothing waits for it.",
    ),
    Preset(
        "The first round",
        {"shown": 1},
        "The same three messages in 2.17 ms: a new connection acknowledges everything at once.",
    ),
    Preset(
        "One answer to two messages",
        {"mode": WHOLE, "messages": 2},
        "44.8 ms. Now the client holds its second message, and the server's ACK is the late one.",
    ),
    Preset(
        "TCP_NODELAY at both ends",
        {"client_nodelay": True, "server_nodelay": True},
        "1.12 ms: nothing waits for anything. Each message travels in a segment of its own.",
    ),
    Preset(
        "TCP_NODELAY at the server only",
        {"server_nodelay": True},
        "2.2 ms. The client still holds its second message for one round trip, but no timer is involved.",
    ),
    Preset(
        "TCP_QUICKACK at the client",
        {"client_quickack": True},
        "3.22 ms: three round trips. Short segments are still held, though not for long.",
    ),
    Preset(
        "TCP_QUICKACK at the server",
        {"server_quickack": True},
        "Every other round is slow. An echo that leaves soon after a message puts the socket back into its old habit.",
    ),
    Preset(
        "One write()",
        {"mode": WHOLE, "write": JOIN},
        "1.12 ms with no socket option at all. There is only one segment, so there is nothing to hold back.",
    ),
    Preset(
        "A hundred times as far",
        {"rtt": 100},
        "343.8 ms: three round trips and the same 44 ms. The timer doesn’t know how long the path is.",
    ),
    Preset(
        "NODELAY, and a window of one",
        {"mode": WHOLE, "client_nodelay": True, "server_nodelay": True, "initcwnd": 1},
        "44.8 ms with TCP_NODELAY at both ends. The congestion window holds the second message now, and the ACK that "
        "would open it is late.",
    ),
)
