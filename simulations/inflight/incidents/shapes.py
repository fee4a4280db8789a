"""What the incident room tells, in JSON: the shape of each answer. TypeScript's types are generated from these."""

from __future__ import annotations

from inflight.figure.shapes import Shape


class Difficulty(Shape):
    number: int
    name: str
    about: str


class Suggested(Shape):
    """A command of the menu."""

    command: str
    about: str


class Topic(Shape):
    """What somebody wants to know, and the commands that tell."""

    question: str
    commands: list[Suggested]


class Host(Shape):
    name: str
    role: str
    menu: list[Topic]


class Suspect(Shape):
    id: str
    cause: str


class Fix(Shape):
    id: str
    text: str
    minutes: float


class Mitigation(Shape):
    id: str
    text: str
    price: str
    minutes: float


class Incident(Shape):
    """A case as it is told, with everything that can be done. Suspects and fixes are for later in the call."""

    seed: int
    level: int
    levels: list[Difficulty]
    """All levels."""
    family: str
    kernel: str
    """Of all machines, as the reader calls it: `6.12`."""
    title: str
    complaint: str
    machines: list[Host]
    mitigations: list[Mitigation]
    suspects: list[Suspect]
    fixes: list[Fix]
    standing: Standing


class Standing(Shape):
    """How the call stands."""

    seconds: float
    """Since somebody was called."""
    clock: float
    """The time of day, s since midnight."""
    users: int
    affected: int
    """Users who are worse off now."""
    budget: float
    """What is left of the month’s error budget, s; negative: overspent."""
    budget_of: float
    """All of it, s."""
    mitigation: str
    """Its id; empty: none is in place."""
    listed: bool
    """Whether the suspects have been asked for."""
    may_mean: list[Suspect]
    """What was said may mean these."""
    cause: Suspect | None
    """The last hypothesis."""
    fixes: list[str]
    """Those in place, by id."""
    reported: bool
    tries: int
    """How often it may still be declared over."""
    closed: bool


class Turn(Shape):
    """What a line printed, and how the call stands then."""

    line: str
    text: str
    standing: Standing


class Graph(Shape):
    """A dashboard's: values at times in s, with the call at 0."""

    id: str
    title: str
    unit: str
    top: float
    """Where its axis ends, from 0 on."""
    times: list[float]
    values: list[float]


class Dashboards(Shape):
    graphs: list[Graph]


class Points(Shape):
    name: str
    got: int
    most: int
    said: str


class Proof(Shape):
    """The shortest: one command, and where in its text it shows."""

    machine: str
    command: str
    text: str
    marks: list[list[int]]
    """From and to, in UTF-16 code units."""
    said: str
    """What to see there, in a sentence; empty: the marks say it."""
    look: str
    """As the menu calls it: `ss-tin`."""
    seconds: float


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


class Debrief(Shape):
    """The score line by line, and the solution."""

    points: int
    """Out of 100."""
    score: list[Points]
    before: str
    after: str
    share_before: float | None
    """How much of what could be had people got, 0 to 1."""
    share_after: float | None
    proof: Proof | None
    solution: Solution


class Completed(Shape):
    """What a word may become."""

    words: list[str]


class Family(Shape):
    id: str
    title: str


class Families(Shape):
    """The kinds of incidents to choose from."""

    families: list[Family]


class OnPaper(Shape):
    """For those without scripts: every command of the menu on each machine, at the time of the call."""

    printed: list[Turn]
    proof: Proof | None
    solution: Solution
