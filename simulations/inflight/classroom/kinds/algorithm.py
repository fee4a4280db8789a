"""Write the algorithm: the student's own congestion control, measured on paths, some of which are hidden.

The code runs only in the sandbox; what comes back is the windows it chose, and the model is run again with them
(`replay.py`). Shown paths follow from the assignment's key, hidden ones from the teacher's secret, so students' copies
can't pose them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import nan
from typing import TYPE_CHECKING, Any, Self, cast

from inflight.classroom.algorithms import OWN
from inflight.classroom.draws import Draw, chance, read_draws
from inflight.classroom.figure import in_words
from inflight.classroom.form import AssignmentError, Form, shown
from inflight.classroom.goals import Goal, all_met, report
from inflight.classroom.pieces import outline
from inflight.classroom.question import (
    AnswerError,
    Answering,
    Following,
    Followup,
    Mark,
    Marking,
    Posed,
    Question,
    canonical,
    digest,
)
from inflight.classroom.replay import TraceError, capacity, checked, race, replay
from inflight.classroom.traces import answers
from inflight.figure.parameters import Parameter, ParameterError, controls
from inflight.figure.result import Figure, Output, Outputs, Result
from inflight.reader.code import ReaderAlgorithm
from inflight.reader.starters import RENO
from inflight.scenes.algorithm_race import NEIGHBOUR, Alone, Beside, RacePath
from inflight.scenes.transfer import most, spelled

if TYPE_CHECKING:
    from inflight.classroom import shapes

LONGEST = 20_000
"""Characters of an answer."""

PATHS = 10
"""The most that may be shown, and hidden."""

LARGEST = 50_000
"""Packets that a path's line can carry in its time: a second or two of computing for each of its races."""

SLIDERS: Mapping[str, Parameter] = {each.name: each for each in controls(RacePath)}

MEASURED = Outputs(
    columns=(),
    figures=(
        Output("score", "", "Score (Kleinrock’s power)"),
        Output("utilisation", "%", "Utilisation"),
        Output("delay", "times that of the empty path", "Mean round-trip time"),
        Output("loss", "%", "Segments sent again"),
        Output("share", "%", f"Share beside {spelled(NEIGHBOUR)}"),
    ),
)
MEASURES = {each.name: each for each in MEASURED.figures}
"""What a goal can be about."""

_DOES = re.compile(r"[^=!<>]=[^=]|^(?:if|elif|while)\b")
"""A line that sets or decides something."""

_DISTINCT = 20
"""How often to try drawing a path that isn't there yet."""


@dataclass(frozen=True)
class Track:
    """A path to race on. `seed`: decides which packets are lost by chance."""

    path: RacePath
    seed: str

    def run(self, beside: bool) -> dict[str, Any]:
        """A race on it, as arguments for the sandbox, without the code."""
        return {"path": asdict(self.path), "seed": self.seed, "beside": beside}

    @property
    def said(self) -> str:
        """In words."""
        values = {name: in_words(slider, getattr(self.path, name)) for name, slider in SLIDERS.items()}
        lost = f"{values['loss']} lost" if self.path.loss else "no loss"
        return f"{values['rate']}, {values['rtt']}, buffer of {values['buffer']}, {lost}, {values['duration']}"


@dataclass(frozen=True, kw_only=True)
class Algorithm(Question):
    """An answer is the text of the code.

    Attributes:
        path: what its numbers are drawn from. shown, hidden: how many paths are drawn.
        goals: about measures; met on a path if all are.
        code: what the editor starts with.
    """

    path: Mapping[str, Draw]
    shown: int
    hidden: int
    goals: Sequence[Goal]
    code: str

    kind = "algorithm"

    @classmethod
    def read(cls, form: Form) -> Self:
        """`path`: draws of rate, rtt, buffer, loss and duration; `shown`, `hidden`; `goals` on `MEASURES`; `code`."""
        common = cls.common(form)
        seen, unseen = form.whole("shown", 0, PATHS, 1), form.whole("hidden", 0, PATHS, 0)
        if not seen + unseen:
            raise form.refuse("shown", seen, "1 or more if no path is hidden")
        found = cls(
            **common,
            path=_draws(form),
            shown=seen,
            hidden=unseen,
            goals=tuple(_goal(each) for each in form.forms("goals", 6)),
            code=form.text("code", RENO),
        )
        form.done()
        return found

    @property
    def races(self) -> tuple[bool, ...]:
        """Which races its goals need, alone (False) and next to a neighbour (True)."""
        about = {goal.summary for goal in self.goals}
        return *([False] if about - {"share"} else []), *([True] if "share" in about else [])

    def tracks(self, posed: Posed) -> list[Track]:
        """The shown paths and, if the secret is known, the hidden ones after them."""
        words = [(*posed.words, f"path {place}") for place in range(self.shown)]
        if posed.hidden:
            words += [(posed.hidden, f"path {place}") for place in range(self.hidden)]
        tracks: list[Track] = []
        for each in words:
            rng = chance(*each)
            for _ in range(_DISTINCT):
                path = self._draw(rng)
                if all(path != other.path for other in tracks):
                    break
            tracks.append(Track(path, digest(*each)[:16]))
        return tracks

    def _draw(self, rng: random.Random) -> RacePath:
        return _path({name: rng.choice(draw.values) for name, draw in sorted(self.path.items())})

    def is_told(self) -> bool:
        """Not if all paths are hidden: a student's page doesn't have those."""
        return self.shown > 0

    def is_computable(self) -> bool:
        """On shown paths, anybody can find out what is enough."""
        return self.shown > 0

    def paper(self, posed: Posed) -> shapes.AlgorithmPaper:
        """`paths`: `{"said", "rate", …}`, the shown ones; `hidden`: how many more; `goals` in words; `code`."""
        paths = [{"said": each.said, **asdict(each.path)} for each in self.tracks(posed)[: self.shown]]
        return {
            "paths": cast("list[shapes.AlgorithmPath]", paths),
            "hidden": self.hidden,
            "goals": [goal.in_words(MEASURES[goal.summary]) for goal in self.goals],
            "code": self.code,
        }

    def check(self, posed: Posed, answer: object) -> str:
        """A text that is neither empty nor too long; the sandbox finds out whether it runs."""
        if not isinstance(answer, str) or not answer.strip() or len(answer) > LONGEST:
            raise AnswerError(f"answer = {shown(answer)}: must be Python text of at most {LONGEST} characters")
        return answer

    def runs(self, posed: Posed, answer: str) -> list[dict[str, Any]]:
        """The races, path by path."""
        return [{"code": answer, **track.run(beside)} for track in self.tracks(posed) for beside in self.races]

    def mark(self, posed: Posed, answer: str) -> Marking:
        """The share of paths on which all goals are met, as the model finds from the decisions in `posed.traces`."""
        tracks = self.tracks(posed)
        if posed.traces is None:
            yield
            return Mark(None, "The code has not been run.")
        if not tracks:
            yield
            return Mark(None, "It will be measured on hidden paths once your teacher has it.")
        traces = iter(answers(posed.traces if isinstance(posed.traces, list | tuple) else ()))
        met, said = 0, []
        for place, track in enumerate(tracks):
            name = f"Path {place + 1}" if place < self.shown else f"Hidden path {place - self.shown + 1}"
            mine = [next(traces, None) for _ in self.races]
            try:
                found = yield from self._replayed(track, mine)
                met += all_met(self.goals, found)
                said.append(f"{name} ({track.said}): {report(self.goals, found)}.")
            except TraceError as error:
                said.append(f"{name} ({track.said}): {error}.")
        if self.hidden and not posed.hidden:
            said.append(_to_follow(self.hidden))
        return Mark(met / len(tracks), " ".join(said))

    def _replayed(self, track: Track, traces: Sequence[object]) -> Generator[None, None, Result]:
        for trace in traces:  # before any time is spent on one of them
            checked(trace, track.path)
        found = MEASURED.result()
        for beside, trace in zip(self.races, traces, strict=True):
            key = digest(canonical(trace)), track.path, track.seed if track.path.loss else "", beside
            if key not in _replays:
                made = MEASURED.result()
                measure(made, (yield from replay(trace, track.path, track.seed, beside)), track.path)
                if len(_replays) >= _KEPT:
                    _replays.clear()
                _replays[key] = made.summary
            found.summary.update(_replays[key])
        return found

    def is_the_books(self, answer: str) -> bool:
        """One of its own algorithms or the text to start from, even with different names in it."""
        given = {outline(code) for code in (*OWN, self.code)}
        return outline(answer) in given

    def own(self, posed: Posed) -> Answering:
        """The first of the book's own algorithms that meets all goals on all paths."""
        tracks = self.tracks(posed)
        yield
        for code in OWN:
            for track in tracks:
                if not (yield from self._reached(code, track)):
                    break
            else:
                return code
        return None

    def _reached(self, code: str, track: Track) -> Generator[None, None, bool]:
        found = MEASURED.result()
        try:
            for beside in self.races:
                yield from _measured(found, code, track, beside)
        except TraceError:
            return False
        return all_met(self.goals, found)

    def follow_up(self, posed: Posed, answer: str) -> Following:
        """What one of its lines is for."""
        yield
        lines = [(place, line.strip()) for place, line in enumerate(answer.splitlines(), 1)]
        lines = [(place, line) for place, line in lines if _DOES.search(line) and not line.startswith("#")]
        if not lines:
            return []
        place, line = posed.unforeseen("oral").choice(lines)
        text = f"Line {place} of your code is `{line}`. When is it reached, and what would change without it?"
        return [Followup(text, "Read it together, and run it without that line.")]

    def say(self, posed: Posed, answer: str) -> str:
        """The code itself."""
        return answer


def _draws(form: Form) -> dict[str, Draw]:
    """The field `path`, checked like the sliders of the races; missing values take their defaults."""
    where = f"{form.where}.path"
    given = read_draws(form.record("path"), where)
    for name, draw in given.items():
        if name not in SLIDERS:
            raise AssignmentError(f"{where}.{name}: there is no such field; the fields are " + ", ".join(SLIDERS))
        for value in draw.values:
            try:
                SLIDERS[name].check(value)
            except ParameterError as error:
                raise AssignmentError(f"{where}: {error}") from None
    draws = {name: given.get(name, Draw((value,))) for name, value in asdict(RacePath()).items()}
    # numbers may be given as text; the paths come from the same check
    longest = _path({name: max(draw.values, key=float) for name, draw in draws.items()})
    if capacity(longest) > LARGEST:
        raise AssignmentError(
            f"{where}: at {longest.rate:g} Mbit/s the line carries {capacity(longest)} packets in "
            f"{longest.duration:g} s: must be at most {LARGEST}"
        )
    return draws


def _path(values: Mapping[str, Any]) -> RacePath:
    return RacePath(**{name: slider.check(values[name]) for name, slider in SLIDERS.items()})  # type: ignore[arg-type]


def _goal(form: Form) -> Goal:
    """`{"measure": "score", "at_least": 60}`."""
    measure = form.one_of("measure", MEASURES)
    bounds = {name: form.number(name, 0, 1000) if form.has(name) else None for name in ("at_least", "at_most")}
    form.done()
    if bounds["at_least"] is None and bounds["at_most"] is None:
        raise AssignmentError(f"{form.where}: needs at_least, at_most or both")
    return Goal(measure, bounds["at_least"], bounds["at_most"])


def measure(result: Result, run: Alone | Beside, path: RacePath) -> None:
    """Put the outcome of a race into the result's summary, under the names of `MEASURES`."""
    found: dict[str, float]
    if isinstance(run, Beside):
        found = {"share": run.share}
    else:
        link, again = run.bell.link, run.sender.retransmissions
        offered = link.sent + link.drops + link.lost
        found = {
            "score": run.score,
            "utilisation": 100 * run.goodput / most(path.rate),
            "delay": run.mean_rtt / path.rtt,
            "loss": 100 * again / offered if offered else nan,
        }
    for name, value in found.items():
        result.figure(name, value)


_known: dict[tuple[str, RacePath, str, bool], dict[str, Figure]] = {}
_KEPT = 500
"""Races of the book's own algorithms kept: without random losses, all students with the same path share them."""


def _measured(result: Result, code: str, track: Track, beside: bool) -> Generator[None, None, None]:
    """The race of one of the book's own algorithms, which need no sandbox."""
    key = code, track.path, track.seed if track.path.loss else "", beside
    if key not in _known:
        found = MEASURED.result()
        measure(found, (yield from race(lambda: ReaderAlgorithm(code), track.path, track.seed, beside)), track.path)
        if len(_known) >= _KEPT:
            _known.clear()
        _known[key] = found.summary
    result.summary.update(_known[key])


_replays: dict[tuple[str, RacePath, str, bool], dict[str, Figure]] = {}
"""Students who changed nothing but a comment make the same decisions, with the same outcome."""


def _to_follow(count: int) -> str:
    if count == 1:
        return "One hidden path follows once your teacher has it."
    return f"{count} hidden paths follow once your teacher has it."


KIND = Algorithm
