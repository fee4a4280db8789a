"""The settings of the experiment `htb`: the tree, its leaves, and their traffic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider, Value
from inflight.kernel.qdisc.htb_class import spelled
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import BUFFER, DURATION, RTT

TCP, UDP = "cubic", "udp"
TWO, THREE, BETWEEN = "two", "three", "between"
"""Trees: two leaves, three, and three of which a class in between has two."""
PLACES = (1, 2, 3)
LEAVES = (0x10, 0x20, 0x30)
NAMES = tuple(spelled(classid) for classid in LEAVES)


@dataclass(frozen=True)
class Leaf:
    """A leaf and its traffic. rate, ceil, load: Mbit/s. start, stop: s."""

    place: int
    rate: float
    ceil: float
    prio: int
    load: float
    start: float
    stop: float

    @property
    def classid(self) -> int:
        return LEAVES[self.place - 1]


def _there(place: int) -> Mapping[str, tuple[Value, ...]]:
    """The third leaf is not there at first."""
    return {"tree": (THREE, BETWEEN)} if place == 3 else {}


def _rate(place: int) -> Slider:
    return Slider(
        label=f"Rate of {NAMES[place - 1]}",
        unit="Mbit/s",
        min=0.01,
        max=2,
        scale="log10",
        knob="tc class … htb rate",
        quantity=f"flow{place}",
        help="What it is promised.",
        matters_when=_there(place),
    )


def _ceil(place: int) -> Slider:
    return Slider(
        label=f"Ceil of {NAMES[place - 1]}",
        unit="Mbit/s",
        min=0.01,
        max=2,
        scale="log10",
        special={0: "its rate"},
        knob="tc class … htb ceil",
        quantity=f"flow{place}",
        help="The most it may have if others don’t need it. At least its rate.",
        matters_when=_there(place),
    )


def _prio(place: int) -> Slider:
    return Slider(
        label=f"Prio of {NAMES[place - 1]}",
        unit="",
        min=0,
        max=7,
        step=1,
        integer=True,
        knob="tc class … htb prio",
        quantity=f"flow{place}",
        help="0 is asked first.",
        matters_when=_there(place),
    )


def _load(place: int) -> Slider:
    return Slider(
        label=f"Load of {NAMES[place - 1]}",
        unit="Mbit/s",
        min=0.01,
        max=4,
        scale="log10",
        quantity=f"flow{place}",
        matters_when={"traffic": (UDP,)},
    )


def _when(place: int, label: str) -> Slider:
    return Slider(
        label=f"{label} of {NAMES[place - 1]}",
        unit="s",
        min=0,
        max=60,
        quantity=f"flow{place}",
        matters_when=_there(place),
    )


@dataclass(frozen=True)
class HtbParameters(Parameters):
    """The root, the leaves, a class in between, and who sends."""

    tree: Annotated[
        str,
        Choice(
            label="Classes",
            choices={TWO: "two leaves", THREE: "three leaves", BETWEEN: "three, 1:10 and 1:20 below 1:2"},
        ),
    ] = TWO
    root: Annotated[
        float,
        Slider(
            label="Rate of the root 1:1",
            unit="Mbit/s",
            min=0.05,
            max=2,
            scale="log10",
            knob="tc class … htb rate",
            quantity="throughput",
            help="What there is to share. Its ceil is the same.",
        ),
    ] = 0.8
    rate1: Annotated[float, _rate(1)] = 0.5
    ceil1: Annotated[float, _ceil(1)] = 0
    prio1: Annotated[int, _prio(1)] = 0
    load1: Annotated[float, _load(1)] = 2
    rate2: Annotated[float, _rate(2)] = 0.3
    ceil2: Annotated[float, _ceil(2)] = 0
    prio2: Annotated[int, _prio(2)] = 0
    load2: Annotated[float, _load(2)] = 2
    start2: Annotated[float, _when(2, "Start")] = 20
    stop2: Annotated[float, _when(2, "End")] = 40
    rate3: Annotated[float, _rate(3)] = 0.4
    ceil3: Annotated[float, _ceil(3)] = 0
    prio3: Annotated[int, _prio(3)] = 0
    load3: Annotated[float, _load(3)] = 2
    start3: Annotated[float, _when(3, "Start")] = 20
    stop3: Annotated[float, _when(3, "End")] = 40
    group: Annotated[
        float,
        Slider(
            label="Ceil of 1:2, in between",
            unit="Mbit/s",
            min=0.01,
            max=2,
            scale="log10",
            knob="tc class … htb ceil",
            quantity="flow4",
            help="A class between the root and both 1:10 and 1:20. Its rate is what those two were promised.",
            matters_when={"tree": (BETWEEN,)},
        ),
    ] = 0.4
    traffic: Annotated[
        str,
        Choice(
            label="Traffic",
            choices={TCP: "TCP, CUBIC", UDP: "UDP, constant rate"},
            quantity="cwnd",
        ),
    ] = TCP
    burst: Annotated[
        int,
        Slider(
            label="Burst, cburst",
            unit="B",
            min=1600,
            max=200_000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc class … htb burst, tc class … htb cburst",
            quantity="sndbuf",
            help="Tokens that an idle class may save, in both of its buckets.",
        ),
    ] = 3000
    r2q: Annotated[
        int,
        Slider(
            label="r2q",
            unit="",
            min=1,
            max=1000,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … htb r2q",
            quantity="sequence",
            help="A class’s rate in bytes per second, divided by this, is its quantum, from 1000 to 200,000 bytes.",
        ),
    ] = 10
    buffer: Annotated[
        int, replace(BUFFER, label="Queue of a leaf", max=1000, help="How many packets each leaf holds.")
    ] = 50
    rtt: Annotated[float, replace(RTT, matters_when={"traffic": (TCP,)})] = 20
    duration: Annotated[float, replace(DURATION, min=5, max=60)] = 60
    kernel: Annotated[str, KERNEL] = USUAL

    def leaves(self) -> list[Leaf]:
        """Those that the tree has."""
        leaves = (
            Leaf(1, self.rate1, self.ceil1, self.prio1, self.load1, 0.0, self.duration),
            Leaf(2, self.rate2, self.ceil2, self.prio2, self.load2, self.start2, self.stop2),
            Leaf(3, self.rate3, self.ceil3, self.prio3, self.load3, self.start3, self.stop3),
        )
        return [
            replace(leaf, ceil=max(leaf.ceil, leaf.rate), stop=min(leaf.stop, self.duration))
            for leaf in leaves[: 2 if self.tree == TWO else 3]
        ]


BORROW: dict[str, Value] = {"ceil1": 0.8, "ceil2": 0.8}
SMALL: dict[str, Value] = {
    "root": 0.1,
    "rate1": 0.04,
    "ceil1": 0.1,
    "rate2": 0.02,
    "ceil2": 0.1,
    "start2": 0,
    "stop2": 60,
    "traffic": UDP,
    "load1": 0.2,
    "load2": 0.2,
}
MORE: dict[str, Value] = {"root": 1, "ceil1": 1, "ceil2": 1}

PRESETS = (
    Preset(
        "No borrowing",
        {},
        "Without a ceil, the ceil is the rate: 1:10 gets 0.5 of 0.8 Mbit/s, and nobody uses the rest.",
        recording="H_htb_noborrow",
    ),
    Preset(
        "Borrowing",
        BORROW,
        "Both may use all that the root has. Alone, 1:10 does. Together, each gets what it was promised.",
        recording="H_htb_borrow",
    ),
    Preset(
        "More than was promised",
        MORE,
        "Promises of 0.5 and 0.3, and the root has 1. The rest is divided five to three, by quantum.",
        recording="H_htb_borrow_1000",
    ),
    Preset(
        "Priority",
        {**MORE, "prio1": 1},
        "Now 1:20 is asked first. It gets all of the rest, and nothing of what 1:10 was promised.",
    ),
    Preset(
        "A class in between",
        {"tree": BETWEEN, "rate1": 0.2, "rate2": 0.2, **BORROW, "ceil3": 0.8, "start3": 10, "stop3": 50},
        "1:10 has a ceil of 0.8, like the root. But its packets are charged to 1:2 as well, whose ceil is 0.4.",
    ),
    Preset(
        "Promised too much",
        {"tree": THREE, **BORROW, "rate3": 0.5, "ceil3": 0.8},
        "0.5, 0.3 and 0.5 below a root of 0.8. A leaf with tokens of its own asks nobody: 1.3 leave.",
    ),
    Preset(
        "Too small to differ",
        SMALL,
        "Both quanta would be below 1000 bytes, so both become 1000, and the rest is halved. Set r2q to 1.",
    ),
)
