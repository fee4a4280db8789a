"""What the incident room tells, in JSON: the shape of each answer. TypeScript's types are generated from these."""

from __future__ import annotations

from inflight.figure.shapes import Shape


class Difficulty(Shape):
    number: int
    name: str
    about: str


class Host(Shape):
    name: str
    role: str


class Probe(Shape):
    id: str
    """`ss-tin@server`"""
    machine: str
    command: str
    about: str
    cost: int
    """Minutes."""


class Suspect(Shape):
    id: str
    cause: str


class Fix(Shape):
    id: str
    text: str


class Incident(Shape):
    """A case as it is told, with everything that can be asked and answered."""

    seed: int
    level: int
    levels: list[Difficulty]
    """All levels."""
    family: str
    title: str
    complaint: str
    machines: list[Host]
    probes: list[Probe]
    suspects: list[Suspect]
    fixes: list[Fix]


class Printed(Shape):
    """What a probe printed."""

    id: str
    machine: str
    command: str
    text: str


class Solution(Shape):
    """The cause, and what helps."""

    cause: str
    told: str
    remedy: str
    """A fix that helps."""
    experiment: str
    """Id of the figure that shows it."""
    chapter: str
    """Id of the page that explains it."""


class Verdict(Shape):
    """The grade of an answer, and the solution."""

    points: int
    """Out of 100."""
    cause_right: bool
    guessed: bool
    near: bool
    """The cause is a different one that works in the same way."""
    fixed: bool
    before: str
    after: str
    minutes: int
    """Spent."""
    par: int
    """Minutes that would have been enough."""
    solution: Solution


class Family(Shape):
    id: str
    title: str


class Families(Shape):
    """The kinds of incidents to choose from."""

    families: list[Family]
