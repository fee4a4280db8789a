"""How the request is written, the path, and the client's card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

PLAIN, NODELAY, CORK, MORE, WRITEV, FORGOTTEN, LATE = (
    "plain",
    "nodelay",
    "cork",
    "more",
    "writev",
    "forgotten",
    "late",
)
WAYS = {
    PLAIN: "one call after the other",
    NODELAY: "the same, with TCP_NODELAY",
    CORK: "under TCP_CORK, and pulls it",
    MORE: "with MSG_MORE on all but the last",
    WRITEV: "all in one writev()",
    FORGOTTEN: "under TCP_CORK, never pulled",
    LATE: "under TCP_CORK, pulled late",
}


@dataclass(frozen=True)
class CorkParameters(Parameters):
    """How the request is written, the path, and the client's card."""

    way: Annotated[
        str,
        Choice(
            label="The client writes",
            choices=WAYS,
            knob="TCP_CORK, TCP_NODELAY, MSG_MORE",
        ),
    ] = FORGOTTEN
    header: Annotated[
        int,
        Slider(
            label="Header",
            unit="B",
            min=1,
            max=3000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
            help="One write().",
        ),
    ] = 200
    body: Annotated[
        int,
        Slider(
            label="Body",
            unit="B",
            min=1,
            max=20_000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
    ] = 1000
    pieces: Annotated[
        int,
        Slider(
            label="Calls for the body",
            unit="",
            min=1,
            max=50,
            step=1,
            integer=True,
            help="The body may be written in several pieces.",
        ),
    ] = 1
    every: Annotated[
        float,
        Slider(
            label="Time before each of them",
            unit="µs",
            min=1,
            max=1000,
            scale="log10",
            quantity="time",
            help="How long the program takes to make the next piece.",
        ),
    ] = 5
    late: Annotated[
        float,
        Slider(
            label="Cork pulled after",
            unit="ms",
            min=0,
            max=500,
            step=1,
            knob="TCP_CORK",
            matters_when={"way": (LATE,)},
            help="Counted from the last write.",
        ),
    ] = 50
    rtt: Annotated[float, replace(RTT, min=0.1, max=300, help="")] = 1
    card: Annotated[
        float,
        Slider(
            label="Client’s network card",
            unit="Mbit/s",
            min=1,
            max=1000,
            scale="log10",
            special={0: "sends at once"},
            quantity="throughput",
            help="While it is sending, short segments wait for company, even with TCP_NODELAY: autocorking.",
        ),
    ] = 0
    kernel: Annotated[str, KERNEL] = USUAL

    @property
    def body_writes(self) -> int:
        """Calls for the body; each has a byte at least."""
        return min(self.pieces, self.body)


PRESETS = (
    Preset(
        "A forgotten cork",
        {},
        "Nothing is in flight, nothing is lost, and nothing happens for 207 ms. Then the timer that probes closed "
        "windows fires, and the request leaves.",
    ),
    Preset(
        "Forgotten, far away",
        {"rtt": 100},
        "The timer waits for the retransmission timeout, 300 ms rounded up to 332. Then comes the round trip.",
    ),
    Preset("Corked and uncorked", {"way": CORK}, "Header and body share a segment: 1.12 ms."),
    Preset("Uncorked late", {"way": LATE}, "The request waits as long as the program does: 51.1 ms."),
    Preset(
        "Two plain writes",
        {"way": PLAIN},
        "44.8 ms. The body waits for the ACK of the header, and the server delays that ACK.",
    ),
    Preset(
        "TCP_NODELAY",
        {"way": NODELAY},
        "1.12 ms as well, but in two segments instead of one.",
    ),
    Preset(
        "A long body",
        {"way": FORGOTTEN, "body": 20_000},
        "Full segments pass the cork. Only the end of the body stays behind, and the answer waits for it.",
    ),
    Preset(
        "Autocorking",
        {"way": NODELAY, "body": 900, "pieces": 9, "every": 50, "card": 10},
        "Ten writes with TCP_NODELAY, three segments: whatever is written while the slow card sends leaves together.",
    ),
    Preset(
        "The same on a fast card",
        {"way": NODELAY, "body": 900, "pieces": 9, "every": 50},
        "The card is done before the next write comes, so ten segments leave. 1.75 ms.",
    ),
    Preset(
        "More writes than the window",
        {"way": NODELAY, "body": 2000, "pieces": 20, "every": 50},
        "21 writes, 13 segments. Ten small ones fill the window just as ten large ones would; the rest wait for ACKs.",
    ),
)
