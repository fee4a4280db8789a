"""Sliders and presets of the experiment `four-way-close`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from inflight.experiments.four_way_close.teardown import (
    ACK1,
    ACK2,
    AFTER_ACK,
    ALL,
    BOTH,
    CLIENT,
    CLOSE,
    FIN1,
    FIN2,
    LATER,
    LINGER,
    NEVER,
    NOTHING,
    PLAIN,
    SERVER,
    SHUTDOWN,
    SIDES,
    UNREAD,
    WINDOW,
    WRITE,
)
from inflight.figure.parameters import Choice, Parameters, Preset, Slider, Value
from inflight.scenes.transfer import RTT

_UNANSWERED: Mapping[str, tuple[Value, ...]] = {"lost": (FIN1, ACK1, FIN2, ACK2, ALL, AFTER_ACK), "catch": (WINDOW,)}
"""When something is sent again, or a window is probed."""


def _sysctl(name: str, most: int, help: str = "", when: Mapping[str, tuple[Value, ...]] | None = None) -> Slider:
    return Slider(
        label=name,
        unit="",
        min=0,
        max=most,
        step=1,
        integer=True,
        quantity="rto",
        knob=f"net.ipv4.{name}",
        help=help,
        matters_when=when or {},
    )


@dataclass(frozen=True)
class FourWayCloseParameters(Parameters):
    """Who closes, how, what goes wrong meanwhile, and the hosts' settings."""

    first: Annotated[
        str,
        Choice(
            label="Who closes first",
            choices={SIDES[CLIENT]: "the client", SIDES[SERVER]: "the server", BOTH: "both at once"},
        ),
    ] = SIDES[CLIENT]
    how: Annotated[
        str,
        Choice(
            label="It calls",
            choices={CLOSE: "close()", SHUTDOWN: "shutdown(SHUT_WR)"},
            knob="close(fd), shutdown(fd, how)",
            help="After close() no process has the socket any more: it’s an orphan. After shutdown() one still reads.",
        ),
    ] = CLOSE
    other: Annotated[
        str,
        Choice(
            label="Then the other side",
            choices={NEVER: "does nothing", LATER: "closes", WRITE: "writes twice, then closes"},
            matters_when={"first": SIDES},
            help="What its program does once the FIN has arrived.",
        ),
    ] = NEVER
    after: Annotated[
        float,
        Slider(
            label="It acts after",
            unit="s",
            min=0.001,
            max=600,
            scale="log10",
            special={0: "at once"},
            matters_when={"other": (LATER, WRITE)},
        ),
    ] = 1
    catch: Annotated[
        str,
        Choice(
            label="In addition",
            choices={
                PLAIN: "nothing",
                UNREAD: "some data is left unread",
                LINGER: "SO_LINGER with 0 s",
                WINDOW: "the other side’s window is closed",
            },
            knob="SO_LINGER",
            quantity="rwnd",
            help="On the side that closes first, or on the client if both do.",
        ),
    ] = PLAIN
    lost: Annotated[
        str,
        Choice(
            label="The network loses",
            choices={
                NOTHING: "nothing",
                FIN1: "the first FIN",
                ACK1: "its ACK",
                FIN2: "the second FIN",
                ACK2: "the last ACK",
                ALL: "everything from the first close on",
                AFTER_ACK: "everything after the first FIN’s ACK",
            },
            quantity="loss",
        ),
    ] = NOTHING
    times: Annotated[
        int,
        Slider(
            label="How many times",
            unit="",
            min=1,
            max=10,
            step=1,
            integer=True,
            quantity="loss",
            matters_when={"lost": (FIN1, ACK1, FIN2, ACK2)},
        ),
    ] = 1
    fin_timeout: Annotated[
        int,
        Slider(
            label="tcp_fin_timeout",
            unit="s",
            min=1,
            max=300,
            step=1,
            integer=True,
            quantity="rto",
            knob="net.ipv4.tcp_fin_timeout",
            matters_when={"how": (CLOSE,)},
            help="How long an orphan waits in FIN_WAIT2.",
        ),
    ] = 60
    orphan_retries: Annotated[int, _sysctl("tcp_orphan_retries", 12, "For an orphan; 0 means 8.", _UNANSWERED)] = 0
    retries2: Annotated[int, _sysctl("tcp_retries2", 15, "For a socket that a process still has.", _UNANSWERED)] = 15
    max_orphans: Annotated[int, replace(_sysctl("tcp_max_orphans", 262144), step=256)] = 16384
    orphans: Annotated[
        int,
        Slider(
            label="Other orphans",
            unit="",
            min=0,
            max=262144,
            step=256,
            integer=True,
            quantity="queue",
            help="Orphans that each host already has.",
        ),
    ] = 0
    rtt: Annotated[float, replace(RTT, min=0.1, max=1000, help="")] = 20


PRESETS = (
    Preset(
        "Never closed",
        {},
        "The client is gone after a minute in FIN_WAIT2. The server’s program doesn’t call close(): CLOSE_WAIT, and "
        "no timer will end it.",
    ),
    Preset(
        "Four segments",
        {"other": LATER, "after": 0.1},
        "As it should be. The side that closes first pays with a minute of TIME_WAIT.",
    ),
    Preset(
        "The server first",
        {"first": SIDES[SERVER], "other": LATER, "after": 0.1},
        "The same with the sides swapped: now the server has the TIME_WAIT.",
    ),
    Preset(
        "Both at once",
        {"first": BOTH},
        "The FINs cross. Both sides pass through CLOSING, and both end up in TIME_WAIT.",
    ),
    Preset(
        "tcp_fin_timeout 70",
        {"fin_timeout": 70},
        "You’d expect more than a minute. But above 60 s the kernel waits T − 60 s, twice: 20 s.",
    ),
    Preset(
        "shutdown(), no answer",
        {"how": SHUTDOWN},
        "FIN_WAIT2 that never ends: a process still has the socket, so no sysctl limits it.",
    ),
    Preset(
        "Half-closed",
        {"how": SHUTDOWN, "other": WRITE},
        "What shutdown() is for: one direction is closed while the other still carries data.",
    ),
    Preset(
        "Writing to nobody",
        {"other": WRITE},
        "The first write() succeeds, and a reset comes back. The second one fails with EPIPE.",
    ),
    Preset(
        "Unread data",
        {"catch": UNREAD},
        "With six bytes unread, close() sends a reset instead of a FIN. The other side’s read() fails.",
    ),
    Preset(
        "Nobody answers",
        {"lost": ALL},
        "The FIN is sent ten times. tcp_orphan_retries 0 means 8, and 8 means 102 s from the first retransmission on.",
    ),
    Preset(
        "Nobody answers a shutdown()",
        {"lost": ALL, "how": SHUTDOWN},
        "The same FIN, but the socket isn’t an orphan: tcp_retries2 limits it, and it takes 16 minutes.",
    ),
    Preset(
        "Cut after the first FIN",
        {"lost": AFTER_ACK, "other": LATER, "after": 5},
        "Nobody answers the server’s FIN. LAST_ACK ends the way FIN_WAIT1 does, by tcp_orphan_retries.",
    ),
    Preset(
        "A closed window",
        {"catch": WINDOW},
        "Data are queued before the FIN, and the peer answers each probe: no room. The orphan ends after 6 minutes.",
    ),
    Preset(
        "Too many orphans",
        {"orphans": 20480},
        "With more orphans than tcp_max_orphans, a reset follows the FIN and the socket is gone at once.",
    ),
    Preset(
        "The last ACK is lost",
        {"other": LATER, "after": 0.1, "lost": ACK2},
        "What TIME_WAIT is for: somebody is still there to answer the FIN when it comes again.",
    ),
)
