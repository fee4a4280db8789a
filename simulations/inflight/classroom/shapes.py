"""What the classroom tells, in JSON: the shape of each of the desk's answers. TypeScript's types come from these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from inflight.figure.shapes import Params, Quantity, Shape

Answer = TypeAliasType("Answer", Any)
"""JSON, as the question's kind wants it."""

Runs = TypeAliasType("Runs", list[dict[str, Any]])
"""Arguments for the sandbox, in the order in which it has to run them."""

Feedback = TypeAliasType("Feedback", Literal["at-once", "after", "never", "reveal"])
Show = TypeAliasType("Show", Literal["always", "after", "never"])
Kind = TypeAliasType(
    "Kind",
    Literal[
        "note", "choice", "numeric", "order", "curve", "setting", "algorithm", "incident", "capture", "lab", "text"
    ],
)
CaptureLimit = TypeAliasType(
    "CaptureLimit",
    Literal["send-buffer", "receive-window", "path", "after-a-loss", "slow-start", "application-pace", "nagle"],
)
CaptureReading = TypeAliasType("CaptureReading", Literal["rtt", "window", "in-flight", "rate", "retransmissions"])
CaptureEnd = TypeAliasType("CaptureEnd", Literal["sender", "receiver"])
RowVerdict = TypeAliasType("RowVerdict", Literal["graded", "to-read", "altered", "refused", "unmarked"])
Reopened = TypeAliasType("Reopened", Literal["void", "count"])
Several = TypeAliasType("Several", Literal["ask", "last"])
Unjudged = TypeAliasType("Unjudged", Literal["refused", "unmarked"])


class About(Shape):
    """The head of an assignment."""

    id: str
    title: str
    intro: str
    goals: list[str]
    minutes: int
    due: str
    """When it is due, in UTC; '': not given."""
    points: float
    feedback: Feedback
    policy: str
    """The feedback in words: `marked once it is handed in`."""
    fingerprint: str
    embed: str
    """Origin of the page that may be told a student's progress; '': none."""
    proctored: bool
    """Do only paths drawn with the code of a session count?"""


class QuestionHead(Shape):
    id: str
    kind: Kind
    text: str
    points: float


class AssignmentHead(About):
    """An assignment's file as a whole, the teacher's or the public part."""

    secret: bool
    """Is it the teacher's?"""
    questions: list[QuestionHead]
    public: dict[str, Any]
    """JSON to give to students."""


class GivenValue(Shape):
    name: str
    label: str
    value: str


class PaperFigure(Shape):
    """The figure of a question, with this student's values."""

    id: str
    values: Params
    """All parameters."""
    given: list[GivenValue]
    """What the question sets, in words."""
    locked: list[str]
    hidden: list[str]
    show: Show


class Asked(Shape):
    """What all questions have, except the figure."""

    id: str
    text: str
    """With `code` in backticks; the drawn values are in it."""
    points: float
    attempts: int
    """How often it may be checked; 0: without limit."""
    told: bool
    """Can the page mark an answer?"""


class AnyQuestion(Asked):
    figure: PaperFigure | None


class AboutFigure(Asked):
    figure: PaperFigure


class NoteQuestion(AnyQuestion):
    kind: Literal["note"]


class Placed(Shape):
    """One of several texts."""

    place: int
    """What an answer calls it."""
    text: str


class ChoicePaper(Shape):
    many: bool
    choices: list[Placed]


class ChoiceQuestion(AnyQuestion, ChoicePaper):
    """Answer: places, ascending."""

    kind: Literal["choice"]


class NumericPaper(Shape):
    unit: str
    tolerance: str
    """In words: `within 5%`."""
    goals: list[str]
    """In words."""


class NumericQuestion(AnyQuestion, NumericPaper):
    """Answer: a number."""

    kind: Literal["numeric"]


class OrderPaper(Shape):
    items: list[Placed]
    keep: NotRequired[int]
    """How many of them belong in the order; missing: all."""


class OrderQuestion(AnyQuestion, OrderPaper):
    """Answer: places, in order."""

    kind: Literal["order"]


class CurveColumn(Shape):
    name: str
    label: str
    unit: str
    quantity: Quantity


Ends = TypedDict("Ends", {"from": float, "to": float})  # `from` is a keyword


class CurveAxis(CurveColumn, Ends):
    """A column, and the ends of its axis."""


class CurveShown(CurveColumn):
    values: Sequence[float | None]


class CurvePaper(Shape):
    places: int
    column: CurveAxis
    """What to draw."""
    x: CurveAxis
    given: list[CurveShown]
    """What is shown in the meantime: heights at evenly spaced places."""


class CurveQuestion(AboutFigure, CurvePaper):
    """Answer: `{values}`, heights at evenly spaced places over the x axis, null where nothing is drawn."""

    kind: Literal["curve"]


class SettingPaper(Shape):
    free: list[str]
    labels: dict[str, str]
    """By name."""
    goals: list[str]


class SettingQuestion(AboutFigure, SettingPaper):
    """Answer: the free parameters' values."""

    kind: Literal["setting"]


class AlgorithmPath(Shape):
    """A path that a student's algorithm has to do well on, in the terms of the figure `your-algorithm`."""

    said: str
    """In words."""
    rate: float
    rtt: float
    buffer: int
    loss: float
    duration: float


class AlgorithmPaper(Shape):
    paths: list[AlgorithmPath]
    hidden: int
    """How many more there are that stay hidden."""
    goals: list[str]
    code: str
    """The text to start from."""


class AlgorithmQuestion(AnyQuestion, AlgorithmPaper):
    """Answer: the code."""

    kind: Literal["algorithm"]


class IncidentPaper(Shape):
    family: str
    level: int
    seed: int


class IncidentQuestion(AnyQuestion, IncidentPaper):
    """Answer: `{cause, fix, asked}`."""

    kind: Literal["incident"]


class LimitChoice(Shape):
    """What may hold the sender back."""

    limit: CaptureLimit
    title: str
    text: str


class CapturePaper(Shape):
    at: CaptureEnd
    """Where it is captured."""
    file: str
    """Name of the file, which `capture_file` makes."""
    limits: list[LimitChoice]
    reading: str
    """The number that is asked for."""
    how: str
    """What counts."""
    unit: str
    tolerance: str
    """In words: `within 5%`."""
    number_points: float
    """How many of the points are for the number."""


class LabPaper(Shape):
    lab: str
    """Its id, a file of `docs/labs`."""


class LabQuestion(AnyQuestion, LabPaper):
    """Answer: the transcript of a session."""

    kind: Literal["lab"]


class CaptureQuestion(AnyQuestion, CapturePaper):
    """Answer: `{limit, number}`, either of them null if it is left open."""

    kind: Literal["capture"]


class TextPaper(Shape):
    most: int
    """Characters."""


class TextQuestion(AnyQuestion, TextPaper):
    """Answer: a text."""

    kind: Literal["text"]


PaperQuestion = TypeAliasType(
    "PaperQuestion",
    NoteQuestion
    | ChoiceQuestion
    | NumericQuestion
    | OrderQuestion
    | CurveQuestion
    | SettingQuestion
    | AlgorithmQuestion
    | IncidentQuestion
    | CaptureQuestion
    | LabQuestion
    | TextQuestion,
)


class Paper(Shape):
    """An assignment as one student has it."""

    assignment: About
    student: str
    """The id as it counts, without case and surrounding spaces."""
    code: str
    """The session's code, in its plain form; '': practice, or there are no sessions."""
    questions: list[PaperQuestion]


class SessionCode(Shape):
    session: str
    code: str


class Codes(Shape):
    """What a teacher reads out, by session."""

    codes: list[SessionCode]


class Revealed(Shape):
    """What students open once everything is handed in."""

    key: dict[str, Any]


class Marking(Shape):
    """What an answer is worth."""

    share: float | None
    """0 … 1; null: a person decides."""
    reason: str
    """Why, in a sentence or two; '' if there is nothing to say."""


class Mark(Marking):
    points: float | None


class KeyEntry(Shape):
    answer: Answer
    said: str
    """The answer in words."""
    solution: str
    marking: str


class Key(Shape):
    """The model's own answers for a student, by question."""

    key: dict[str, KeyEntry]
    marking: str


class Needed(Shape):
    """What the sandbox has to run before an answer can be marked; usually nothing."""

    runs: Runs


class NeededByFile(Shape):
    """The same for all answers of a submission, by question."""

    questions: dict[str, Runs]


class CaptureFile(Shape):
    """The capture of a question, as a file for Wireshark."""

    base64: str
    name: str


class Posed(Shape):
    """A question from the bank, posed, with its answer."""

    question: PaperQuestion
    answer: Answer
    """The right one."""
    said: str
    """The same in words."""
    solution: str
    accept: list[float] | None
    """What else is right: a number from the first to the second, or any of these if the model compares choices."""


class HandIn(Shape):
    """The file to hand in."""

    file: str
    """Its text."""
    name: str
    receipt: str
    """Three groups of four characters, which a student can read out."""


class Student(Shape):
    id: str
    name: str


class RowQuestion(Shape):
    """The result of one answer of a submission."""

    id: str
    kind: Kind
    possible: float
    share: float | None
    points: float | None
    """null: the teacher has to read it."""
    said: str
    """The answer in words."""
    answer: Answer
    """The checked answer; null: there is none, or none that can be marked."""
    reason: str
    claimed: float | None
    """The share that the student's page told."""
    values: Params
    """What was drawn for the question."""
    by_hand: NotRequired[bool]
    """Do the points come from a person?"""
    again: NotRequired[bool]
    """Was it answered again after its mark was known?"""
    void: NotRequired[bool]
    """Is it therefore worth nothing?"""


class Row(Shape):
    """The result of a file."""

    file: str
    """Its name."""
    verdict: RowVerdict
    reason: str
    """Why."""
    student: Student
    points: float | None
    """null: it can't be marked, or hasn't been, which isn't a 0."""
    possible: float
    questions: list[RowQuestion]
    handed_in: str
    receipt: str
    notes: list[str]
    minutes: float | None
    """From the start to the hand-in; null: not known."""
    trail: str
    """A hash of the log, if it is long enough to be unique."""
    session: NotRequired[str]
    """The session in which its paths were drawn, for a proctored assignment."""
    reopened: NotRequired[int]
    """How often answers were reopened after their marks were known, or the work was started over."""
    counts: NotRequired[bool]
    """Only one of a student's files does; known once all are there (`Overview.rows`)."""
    late: NotRequired[float | None]
    """Minutes after the due time, by the time in the file; null: one of the two is missing."""


class Rules(Shape):
    """How a teacher settles a class."""

    reopened: Reopened
    """Answers given again after their marks were known."""
    several: Several
    """Different files from one student."""
    counts: NotRequired[list[str]]
    """Names of files that count if a student has several."""
    due: NotRequired[str]
    now: NotRequired[str]
    """Times in UTC; '' for none."""


class HandEntry(Shape):
    """Points given by hand for one answer."""

    student: str
    question: str
    points: float
    comment: str


class Hand(Shape):
    hand: list[HandEntry]


class Spread(Shape):
    """How many values are in each tenth of the maximum."""

    marked: int
    bins: list[int]
    mean: float | None
    """null: there are no values."""
    median: float | None


class Marks(Spread):
    possible: float


class QuestionSpread(Spread):
    id: str
    kind: Kind
    text: str
    possible: float
    full: int
    """How many have full points."""
    zero: int
    """How many have no points."""
    unanswered: int
    to_read: int
    """How many nobody has read yet."""


class Duplicate(Shape):
    """Several files from one student."""

    student: str
    files: list[str]
    counts: str | None
    """The file that counts."""
    unsettled: bool
    """Do they differ, and has nobody chosen the one that counts?"""


class Alike(Shape):
    """A group of two or more that is worth a look: a hint and no more."""

    files: list[str]
    students: list[str]
    question: str
    """'' for the whole submission."""
    likeness: float
    """0 to 1: the least by which one of them was found."""
    reason: str


Verdicts = TypedDict("Verdicts", {"graded": int, "to-read": int, "altered": int, "refused": int, "unmarked": int})


class Overview(Shape):
    """The results of a class."""

    rows: list[Row]
    """With the points given by hand."""
    verdicts: Verdicts
    """How many rows have each of them."""
    students: int
    marks: Marks
    """Of the total marks, in points."""
    questions: list[QuestionSpread]
    """As shares of the points."""
    duplicates: list[Duplicate]
    strangers: list[str]
    """Ids that aren't on the roster."""
    missing: list[str]
    """Ids on the roster that have handed nothing in."""
    unused: list[str]
    """Ids that were given points by hand but handed nothing in."""
    alike: list[Alike]


class Likenesses(Shape):
    """Which files of a class are worth a look because of what they have in common."""

    alike: list[Alike]


class Written(Shape):
    """A CSV file."""

    text: str
    name: str


class NamedFile(Shape):
    name: str
    """For feedback: includes the folder that the learning platform looks for it in, if that is known."""
    text: str


class Files(Shape):
    """A file for each student: what they may read, or what an examiner asks them."""

    files: list[NamedFile]


class Failure(Shape):
    student: str
    values: dict[str, str]
    reason: str


class Count(Shape):
    value: str
    count: int


class Drawn(Shape):
    """How often each value of a parameter came up."""

    name: str
    label: str
    counts: list[Count]


class TriedQuestion(Shape):
    id: str
    kind: Kind
    accepted: int
    """How many of the model's own answers are worth all points."""
    unanswered: int
    """How many are missing, because a person has to write them."""
    failed: int
    failures: list[Failure]
    different: int
    """How many different questions were posed."""
    draws: list[Drawn]


class Tried(Shape):
    """The result of posing an assignment to many made-up students."""

    students: int
    papers: int
    """How many different papers there are."""
    failed: int
    questions: list[TriedQuestion]
