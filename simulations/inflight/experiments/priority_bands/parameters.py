"""The settings of the experiment `priority-bands`: three senders, and what they write into the TOS byte."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.scenes.transfer import DURATION, RATE

MARKS = {
    "10": "0x10 minimise delay",
    "00": "0x00 nothing said",
    "08": "0x08 maximise throughput",
    "b8": "0xB8 EF, voice",
    "48": "0x48 AF21, OpenSSH typing",
    "20": "0x20 CS1, OpenSSH copying",
    "c0": "0xC0 CS6, routing",
}
"""What programs write into the TOS byte."""

WHO = ("call", "download", "backup")


class MarkedSender(NamedTuple):
    """load: Mbit/s; tos: the TOS byte, two hexadecimal digits."""

    who: str
    load: float
    tos: str


def _mark(place: int) -> Choice:
    return Choice(
        label=f"TOS byte of the {WHO[place - 1]}",
        choices=MARKS,
        quantity=f"flow{place}",
        knob="IP_TOS",
    )


def _load(place: int) -> Slider:
    return Slider(
        label=f"The {WHO[place - 1]} sends",
        unit="Mbit/s",
        min=0.05,
        max=20,
        scale="log10",
        quantity=f"flow{place}",
        help="Full packets at this mean rate, whether they get through or not.",
    )


@dataclass(frozen=True)
class PriorityBandsParameters(Parameters):
    """What each of the three sends, how it marks it, and the line."""

    load1: Annotated[float, _load(1)] = 0.5
    tos1: Annotated[str, _mark(1)] = "10"
    load2: Annotated[float, _load(2)] = 5
    tos2: Annotated[str, _mark(2)] = "00"
    load3: Annotated[float, _load(3)] = 1.5
    tos3: Annotated[str, _mark(3)] = "08"
    txqueuelen: Annotated[
        int,
        Slider(
            label="Length of a band",
            unit="packets",
            min=1,
            max=5000,
            scale="log10",
            step=1,
            integer=True,
            quantity="queue",
            knob="ip link … txqueuelen",
            help="Each of the three bands has this length.",
        ),
    ] = 1000
    rate: Annotated[float, replace(RATE, min=0.5, max=20)] = 3
    duration: Annotated[float, replace(DURATION, min=2, max=30)] = 10

    def senders(self) -> tuple[MarkedSender, ...]:
        """Call, download, backup."""
        loads = self.load1, self.load2, self.load3
        marks = self.tos1, self.tos2, self.tos3
        return tuple(MarkedSender(*each) for each in zip(WHO, loads, marks, strict=True))


PRESETS = (
    Preset(
        "Starved",
        {},
        "The download alone exceeds the line. The call doesn’t notice. The backup said that it could wait, and not "
        "one of its packets gets through.",
    ),
    Preset(
        "Nobody says anything",
        {"tos1": "00", "tos3": "00"},
        "The usual case: everything is in the middle band, a FIFO of 1000 packets. Now the call waits for seconds.",
    ),
    Preset(
        "Voice, marked EF",
        {"tos1": "b8"},
        "EF is the mark for voice, and routers know it. pfifo_fast reads other bits of the byte and puts the call "
        "into the download’s band.",
    ),
    Preset(
        "OpenSSH",
        {"tos1": "48", "tos2": "20"},
        "Since 7.8, OpenSSH marks what you type with AF21 and what you copy with CS1. Here typing is in the last "
        "band, and the copies go first.",
    ),
    Preset(
        "txqueuelen 10",
        {"txqueuelen": 10},
        "Short bands: the download waits 45 ms instead of seconds, and gets just as much through. The backup "
        "starves as before.",
    ),
    Preset(
        "An urgent flood",
        {"load1": 5},
        "Anybody can say “urgent”. Once the urgent packets exceed the line, nothing else leaves.",
    ),
    Preset("Enough for all", {"load2": 0.8}, "While the line isn’t full, the order doesn’t matter."),
)
