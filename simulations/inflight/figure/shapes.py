"""Figures as the page gets them, in JSON: the shape of each piece. TypeScript's types are made from these.

`npm run contract` makes them; nothing here is imported where the package runs. A view's JSON is its class's own fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypeAliasType, TypedDict


@with_config(ConfigDict(extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True))
class Shape(TypedDict):
    """Common to all: there is nothing in it but what is declared, and JSON knows no NaN."""


Value = TypeAliasType("Value", float | str | bool)
Params = TypeAliasType("Params", Mapping[str, Value])
"""By name."""

Quantity = TypeAliasType(
    "Quantity",
    Literal[
        "time",
        "cwnd",
        "ssthresh",
        "inflight",
        "queue",
        "rtt",
        "throughput",
        "sndbuf",
        "unsent",
        "unacked",
        "rwnd",
        "loss",
        "rto",
        "kernel",
        "ghost",
        "bet",
        "sequence",
        "yours",
        "reno",
        "cubic",
        "bbr",
        "dctcp",
        "flow1",
        "flow2",
        "flow3",
        "flow4",
    ],
)
"""Picks a colour (`--q-<quantity>`), the same for a curve, its axis, its slider and its mention in the prose."""

Scale = TypeAliasType("Scale", Literal["linear", "log2", "log10"])


class Control(Shape):
    """What all parameters have."""

    name: str
    label: str
    knob: str
    """The Linux setting it stands for; '' if there is none."""
    help: str
    quantity: Quantity | None
    matters_when: Mapping[str, Sequence[Value]]
    """Others, with the values of theirs for which this one has an effect: for one of them at least. Empty: always."""


class NumberParameter(Control):
    kind: Literal["number"]
    unit: str
    min: float
    max: float
    default: float
    scale: Scale
    step: float | None
    """Grid of the slider; null: continuous. A typed value need not lie on it unless `integer`."""
    integer: bool
    special: dict[str, str]
    """Values outside [min, max] that are allowed too, with what they mean: `{'0': 'autotuned'}`."""
    chance: bool
    """Unless it is 0, another seed gives another run."""


class Labelled(Shape):
    value: str
    label: str


class ChoiceParameter(Control):
    kind: Literal["choice"]
    choices: list[Labelled]
    default: str


class FlagParameter(Control):
    kind: Literal["flag"]
    default: bool


class MarksParameter(Control):
    """Some of many, by number: `3,17,18`."""

    kind: Literal["marks"]
    max: int
    most: int
    """How many there may be."""
    default: str


class CodeParameter(Control):
    """A piece of Python that the reader writes."""

    kind: Literal["code"]
    default: str
    most: int
    """Characters."""


Parameter = TypeAliasType(
    "Parameter", NumberParameter | ChoiceParameter | FlagParameter | MarksParameter | CodeParameter
)


class Preset(Shape):
    id: str
    name: str
    values: Params
    """What it does not name keeps its default."""
    note: str
    """What to look at, in a sentence."""
    recording: str
    """The recording of a kernel on this very path; '' if there is none."""


class AnyBet(Shape):
    id: str
    question: str
    values: Params
    """The setting it is about; what it does not name keeps its default."""


class ValueBet(AnyBet):
    """One number to predict; `bets.py` says what each field means."""

    kind: Literal["value"]
    summary: str
    """Name of a number in the summary."""
    min: float
    max: float
    scale: Literal["linear", "log10"]


class CurveBet(AnyBet):
    """A curve to predict."""

    kind: Literal["curve"]
    column: str
    given: Sequence[str]
    """Columns that may be seen meanwhile."""


Bet = TypeAliasType("Bet", ValueBet | CurveBet)


@with_config(ConfigDict(extra="ignore", use_attribute_docstrings=True))
class ViewSpec(TypedDict):
    """What a figure draws: each kind has fields of its own, which `views.py` declares, and a folder in `src/views`."""

    kind: str
    title: str
    """The word on the button that chooses it."""
    tables: NotRequired[list[str]]
    """Names of the tables that it draws; none if it is missing."""


class ColumnHead(Shape):
    name: str
    unit: str
    meaning: str
    quantity: Quantity
    words: NotRequired[list[str]]
    """Where a value is an index into these."""
    band: NotRequired[list[str]]
    """Names of two columns beside it: the lowest and the highest value of several runs, where chance decides."""


class StoredColumn(ColumnHead):
    values: Sequence[float | None]
    """null: no value here."""


class Output(Shape):
    """A number that every run ends with, or some do."""

    name: str
    unit: str
    label: str


class Outputs(Shape):
    columns: list[ColumnHead]
    """The first of them is the x axis."""
    figures: list[Output]
    """The numbers of the summary."""


class Experiment(Shape):
    """An experiment's schema, from which sliders, links, flags and tables are made."""

    id: str
    part: str
    title: str
    question: str
    leaves_out: str
    sources: list[str]
    file: str
    parameters: list[Parameter]
    knobs: list[str]
    """Names of those that stand beside the figure before a reader asks for all."""
    outputs: Outputs
    """What its runs give back."""
    presets: list[Preset]
    """The first one is the default picture."""
    views: list[ViewSpec]
    """The first is the figure's picture; the strip of a pipe stays above the others."""
    bets: list[Bet]
    kernel: list[str]
    """Recordings of a real kernel that it can be laid over."""
    points: list[str]
    """Hosts at which its packets can be captured."""


class RunEvent(Shape):
    t: float
    """In the unit of the first column."""
    kind: str
    text: str


class Figure(Shape):
    """One number of the summary; null where it has no value."""

    value: float | None
    unit: str
    label: str
    band: NotRequired[list[float]]
    """Where chance decides: the lowest and the highest that several runs gave."""


class Commands(Shape):
    """Shell lines under one heading."""

    title: str
    lines: list[str]


class RunSaid(Shape):
    """What a run says in words."""

    events: list[RunEvent]
    summary: dict[str, Figure]
    """Empty while a run is under way, like the sentence and the commands."""
    sentence: str
    """What is seen, in a sentence or two."""
    end: NotRequired[float]
    """Where the first column of a run under way will end, if that is known."""


class RunHeads(RunSaid):
    """A run without the values of its columns."""

    columns: list[ColumnHead]
    tables: dict[str, list[ColumnHead]]
    """What has rows of its own: packets, ACKs …; a run under way has those that it fills as it goes."""


class RunValues(RunSaid):
    """A run. All columns of a table have the same length, and the first one is the x axis."""

    columns: list[StoredColumn]
    tables: dict[str, list[StoredColumn]]
    """What has rows of its own: packets, ACKs …"""


class RunIdentity(Shape):
    """What a run is of."""

    experiment: str
    parameters: Params
    seed: int


class ResultHead(RunIdentity, RunSaid):
    """All that is no column."""

    commands: list[Commands]


class SentHead(ResultHead, RunHeads):
    """A result, complete or not, whose values are sent beside it."""


class CompleteResult(ResultHead, RunValues):
    """A result as it stands in a file."""
