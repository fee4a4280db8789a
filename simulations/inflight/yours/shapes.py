"""What a reader's own capture says, in JSON: the shape of each answer. TypeScript's types are made from these."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType

from inflight.figure.shapes import Parameter, Params, Shape, Value

LimitName = TypeAliasType(
    "LimitName",
    Literal[
        "handshake",
        "application-idle",
        "application-pace",
        "send-buffer",
        "receive-window",
        "slow-start",
        "after-a-loss",
        "path",
        "loss",
        "rto",
        "nagle",
        "cannot-tell",
    ],
)


class CaptureHead(Shape):
    """A file as a whole."""

    name: str
    packets: int
    segments: int
    """TCP segments among them."""
    other: dict[str, int]
    """Packets that are no TCP, by kind."""
    seconds: float
    """From the first packet to the last."""
    notes: list[str]
    """What is damaged or cut, each with packet and field."""
    notes_left_out: int


class Remark(Shape):
    """Something that is wrong with a connection, at a glance."""

    kind: str
    text: str
    bad: bool
    """It costs time or data; otherwise it is only worth knowing."""


class ConnectionRow(Shape):
    """A connection in the list."""

    id: int
    file: int
    """Which of the files it is in, from 0."""
    client: str
    """`10.0.0.1:40000`, `[2001:db8::1]:40000`"""
    server: str
    start: float
    """s since the first packet of the file."""
    seconds: float
    packets: int
    bytes: list[int]
    """Of data: from the client, from the server."""
    rtt: float | None
    """The shortest round trip, ms."""
    resent: int
    """Segments that were sent again."""
    limit: LimitName
    """What held the busier direction back for most of the time."""
    sentence: str
    remarks: list[Remark]


class CaptureRead(Shape):
    """What is in the files. Connections in order of the data they carried."""

    files: list[CaptureHead]
    connections: list[ConnectionRow]
    left_out: int
    """Connections that were too many to follow."""


class OpeningField(Shape):
    """A field or an option of the handshake: what each end said, and what it means for this connection."""

    name: str
    client: str
    server: str
    meaning: str
    entry: str
    """The knob that sets it, as in the reference; may be empty."""


class IntervalTold(Shape):
    """What held a sender back for a while. Times are s since the connection began."""

    start: float
    end: float
    limit: LimitName
    sure: bool
    sentence: str
    """One line."""
    evidence: list[str]
    """Numbers and packets that say so."""
    against: list[str]
    """What speaks for something else; often empty."""
    next: list[str]
    """What to check on the host, commands in backticks."""
    packets: list[int]
    """First and last packet of it, by number in the file; empty: none."""


class LimitShare(Shape):
    limit: LimitName
    seconds: float
    title: str
    """`Receive window`"""
    means: str
    """What it is, in one sentence."""
    chapter: str
    """The chapter that explains it: `windows/receive-buffer`."""


class Happening(Shape):
    """A mark in the picture."""

    kind: str
    title: str
    """`Fast retransmit`"""
    t: float
    packet: int
    at: float
    """Bytes of the stream before it."""
    text: str


class Series(Shape):
    """Thinned curves; t in s since the connection began, sizes in bytes. None: unknown there."""

    t: list[float]
    sent: list[float]
    """The highest byte sent."""
    acked: list[float]
    edge: list[float | None]
    """Where the receiver's window ends."""
    flight: list[float]
    window: list[float | None]
    """The receiver's."""


class RoundSeries(Shape):
    """By round trip."""

    t: list[float]
    rtt: list[float | None]
    """ms"""
    rate: list[float]
    """Mbit/s acknowledged."""
    gap: list[float]
    """The longest pause between two segments, ms."""


class DirectionTold(Shape):
    """The data of one end."""

    source: str
    target: str
    side: Literal["client", "server"]
    bytes: int
    resent: int
    unseen: int
    """Bytes that were acknowledged though the capture has no packet with them."""
    rate: float
    """Mbit/s, over the time in which there was data."""
    mss: int
    flight: int
    """The most in flight, bytes."""
    window: int
    """The largest window offered, bytes."""
    rtt: float | None
    """The shortest, ms."""
    intervals: list[IntervalTold]
    shares: list[LimitShare]
    """The longest first."""
    series: Series
    rounds: RoundSeries
    happenings: list[Happening]
    counts: dict[str, int]
    """Of all happenings, by kind, also of those that aren't listed."""


class ConnectionTold(Shape):
    """All about one connection."""

    row: ConnectionRow
    taken_at: Literal["client", "server", "middle", "unknown"]
    viewpoint: str
    """Where the capture was taken, and from what it can be told."""
    opening: list[OpeningField]
    directions: list[DirectionTold]
    """Those with data, the busier first."""


class ReplayEstimate(Shape):
    """What a parameter of the replay is in the capture."""

    parameter: str
    value: Value
    known: Literal["measured", "at least", "assumed"]
    evidence: str
    """One or two sentences."""


class ReplayCurve(Shape):
    """t in s since the first data left, acked in bytes."""

    t: list[float]
    acked: list[float]


class ReplayRun(ReplayCurve):
    flight: list[float]
    """Bytes."""
    took: float | None
    """s until everything was acknowledged; None: the run was given up before."""
    resent: int
    """Segments."""


class ReplayFit(Shape):
    """How far the model with all its estimates is from the capture."""

    explains: bool
    sentence: str
    apart: float
    """The curves' mean distance, as a share of the data."""
    parts: float | None
    """When they begin to part, s since the first data; None: they don't."""


class Replay(Shape):
    """A run of the model; if it is a capture's, beside that."""

    controls: list[Parameter]
    values: Params
    """Of this run."""
    run: ReplayRun
    sentence: str
    """What the model takes, and instead of what if something was changed."""
    leaves_out: str


class CaptureReplay(Replay):
    captured: Params
    """Values that were estimated."""
    estimates: list[ReplayEstimate]
    """One for each control, in their order."""
    capture: ReplayCurve
    took: float
    """s in the capture."""
    fit: ReplayFit
    as_captured: ReplayRun | None
    """The run with all estimates, where `run` is another one."""


class AnonymisedCapture(Shape):
    """What became of a capture that can be shown to others."""

    packets: int
    """That are in it."""
    left_out: dict[str, int]
    """The others, by kind."""
