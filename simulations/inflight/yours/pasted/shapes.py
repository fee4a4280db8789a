"""What was pasted, in JSON: the shape of the answer. TypeScript's types are generated from these."""

from __future__ import annotations

from inflight.figure.shapes import Shape


class PastedField(Shape):
    """A field of an output, where it stands in its line."""

    name: str
    value: str
    """As printed; '' for a word that says something by being there."""
    number: float | None
    unit: str
    column: int
    """From 1."""
    width: int
    about: str
    """The book's entry: `ss:cwnd`, `counter:TcpRetransSegs`, `knob:net.ipv4.tcp_rmem`; '' if it has none."""
    known: bool
    """Does the tool's own code print this?"""


class PastedLine(Shape):
    number: int
    """From 1, in all that was pasted."""
    text: str
    fields: list[PastedField]


class PastedRemark(Shape):
    """What is remarkable, in a sentence with its numbers."""

    weight: int
    """1: good to know, 2: look at it, 3: limits or breaks something."""
    text: str
    see: str
    """A chapter with its section, or `knob:…`."""
    source: str
    tool: str
    item: str
    """The socket, the device, the discipline."""
    line: int
    column: int
    """0: all of the line."""


class PastedChange(Shape):
    name: str
    before: float
    after: float
    unit: str
    about: str


class PastedDifference(Shape):
    """One thing in two snapshots."""

    tool: str
    item: str
    lines: tuple[int, int]
    seconds: float | None
    """Between the two, if the output tells."""
    changes: list[PastedChange]


class PastedUnread(Shape):
    """Lines in which nothing was recognised, as they are."""

    first: int
    last: int
    text: str


class PastedBlock(Shape):
    """One output."""

    tool: str
    """'' if it was not recognised."""
    command: str
    first: int
    last: int
    lines: list[PastedLine]
    """With something in them, and so many at most that a page can show them."""
    more: int
    """Lines that were read and are not among these."""
    fields: int
    """In all of them."""
    unread: list[PastedUnread]


class PastedText(Shape):
    """All that can be said of a paste."""

    remarks: list[PastedRemark]
    differences: list[PastedDifference]
    still: int
    """Things that were seen twice and had not changed."""
    blocks: list[PastedBlock]
    left_out: int
    """Lines at the end that are beyond what is read."""
