"""The messages, the path, and the socket options of both ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.message_rounds import EACH, WHOLE
from inflight.scenes.transfer import RTT

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
            help="The client writes them one after the other, and then waits for the answer.",
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
                SEPARATE: "each message by itself",
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
            help="Short segments do not wait for ACKs.",
        ),
    ] = False
    server_nodelay: Annotated[bool, Flag(label="Server: NODELAY", knob="TCP_NODELAY")] = False
    client_quickack: Annotated[
        bool,
        Flag(
            label="Client: QUICKACK",
            knob="TCP_QUICKACK",
            help="Set before each read(), as the kernel forgets it.",
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
            help="A fresh connection acknowledges at once, so the first round never suffers.",
        ),
    ] = 2


PRESETS = (
    Preset(
        "Three messages",
        {},
        "43.8 ms on a path of 1 ms. The server holds its second answer until the client's ACK comes, "
        "and the client's ACK waits for a timer.",
    ),
    Preset(
        "Two messages",
        {"messages": 2},
        "2.2 ms. The client's ACK is delayed as well, but nothing waits for it.",
    ),
    Preset(
        "The first round",
        {"shown": 1},
        "The same three messages in 2.17 ms: a fresh connection acknowledges everything at once.",
    ),
    Preset(
        "One answer to two messages",
        {"mode": WHOLE, "messages": 2},
        "44.8 ms. Now the client holds its second message, and it is the server whose ACK waits.",
    ),
    Preset(
        "TCP_NODELAY at both ends",
        {"client_nodelay": True, "server_nodelay": True},
        "1.12 ms: nothing waits for anything, and each message travels in a segment of its own.",
    ),
    Preset(
        "TCP_NODELAY at the server only",
        {"server_nodelay": True},
        "2.2 ms. The client still holds its second message, for one round trip, but no timer is waited for.",
    ),
    Preset(
        "TCP_QUICKACK at the client",
        {"client_quickack": True},
        "3.22 ms: three round trips. What is held is not for long, but it is still held.",
    ),
    Preset(
        "TCP_QUICKACK at the server",
        {"server_quickack": True},
        "Every other round is slow. The answer that follows soon after puts the socket back into its old habit.",
    ),
    Preset(
        "One write()",
        {"mode": WHOLE, "write": JOIN},
        "1.12 ms with no socket option at all: there is one segment, so there is nothing to hold back.",
    ),
    Preset(
        "A hundred times as far",
        {"rtt": 100},
        "343.8 ms: three round trips and the same 44 ms. The timer does not know the path.",
    ),
)
