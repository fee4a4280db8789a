"""The figure that a question is about: which one, at which values, and which controls a student may move."""

from __future__ import annotations

import itertools
import random
from collections import OrderedDict
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inflight.classroom.draws import Draw, read_draws
from inflight.classroom.form import AssignmentError, Form
from inflight.figure.catalogue import UnknownExperiment, find
from inflight.figure.experiment import Experiment, UnknownPreset
from inflight.figure.parameters import Choice, Code, Flag, Parameter, ParameterError, Slider, Value, plain
from inflight.figure.result import Output, Result
from inflight.figure.words import with_unit

if TYPE_CHECKING:
    from inflight.classroom import shapes

SHOW: Sequence[shapes.Show] = ("always", "after", "never")
"""When a student sees the figure: while answering, once the question is closed, or not at all."""

Results = Generator[None, None, Result]


@dataclass(frozen=True)
class Shown:
    """A figure with what is drawn for each student. `at` names parameters; the others are the preset's or the default.

    locked: shown, but can't be moved; drawn parameters always are, unless they are in `free`.
    """

    id: str
    preset: str
    at: Mapping[str, Draw]
    locked: tuple[str, ...]
    hidden: tuple[str, ...]
    show: shapes.Show

    @classmethod
    def read(cls, form: Form) -> Shown:
        """Check it against the experiment's own schema.

        Raises:
            AssignmentError: no such figure, preset or parameter, or a value it can't take.
        """
        shown = cls(
            id=form.text("id", most=100),
            preset=form.text("preset", "", most=100),
            at=read_draws(form.record("at"), f"{form.where}.at"),
            locked=form.texts("locked"),
            hidden=form.texts("hidden"),
            show=form.one_of("show", SHOW, "always"),
        )
        form.done()
        try:
            entry = shown.experiment
            names = [parameter.name for parameter in entry.parameters]
            for field in ("locked", "hidden"):
                for name in getattr(shown, field):
                    if name not in names:
                        raise form.refuse(field, name, "one of " + ", ".join(names))
            base = entry.preset(shown.preset).values if shown.preset else {}
            for name, draw in shown.at.items():
                for value in draw.values:
                    entry.fill({**base, name: value})
        except (UnknownExperiment, UnknownPreset, ParameterError) as error:
            raise AssignmentError(f"{form.where}: {error}") from None
        return shown

    @property
    def experiment(self) -> Experiment:
        """The experiment."""
        return find(self.id)

    def parameter(self, name: str) -> Parameter:
        """The parameter with that name.

        Raises:
            AssignmentError: there is none.
        """
        for parameter in self.experiment.parameters:
            if parameter.name == name:
                return parameter
        known = ", ".join(parameter.name for parameter in self.experiment.parameters)
        raise AssignmentError(f"{self.id} has no parameter {name!r}; it has {known}")

    def output(self, name: str) -> Output:
        """What a number in the summary is called, and its unit.

        Raises:
            AssignmentError: the figure has none with that name.
        """
        known = {each.name: each for each in self.experiment.model.outputs.figures}
        if name not in known:
            raise AssignmentError(f"summary = {name!r}: must be one of " + ", ".join(known))
        return known[name]

    def fill(self, drawn: Mapping[str, Value]) -> dict[str, Value]:
        """All parameters: the drawn ones, then the preset's, then the defaults.

        Raises:
            ParameterError: a value that the figure can't take.
        """
        entry = self.experiment
        base = entry.preset(self.preset).values if self.preset else {}
        return entry.fill({**base, **drawn})

    def draw(self, rng: random.Random) -> dict[str, Value]:
        """One student's values for all parameters."""
        return self.fill({name: rng.choice(draw.values) for name, draw in sorted(self.at.items())})

    def possibilities(self) -> Iterator[dict[str, Value]]:
        """Everything that may be drawn."""
        names = sorted(self.at)
        for values in itertools.product(*(self.at[name].values for name in names)):
            yield self.fill(dict(zip(names, values, strict=True)))


def in_words(parameter: Parameter, value: Value) -> str:
    """A value in words: `80 ms`, `autotuned`, the label of a choice."""
    match parameter:
        case Slider():
            meaning = parameter.special.get(float(value))
            return meaning or with_unit(plain(float(value)), parameter.unit)
        case Choice():
            return parameter.choices[str(value)]
        case Flag():
            return "on" if value else "off"
        case Code():
            return "your code"
    return str(value) or "none"


_results: OrderedDict[tuple[str, tuple[tuple[str, Value], ...]], Result] = OrderedDict()
_KEPT = 64
"""Runs kept: checking one answer is followed by checking the next answer to the same question."""


def result(id: str, values: Mapping[str, Value]) -> Results:
    """The complete run of a figure at checked values, in slices; chance starts as it does on the page."""
    key = id, tuple(sorted(values.items()))
    if key not in _results:
        for last in find(id).run(values):
            yield
            done = last
        _results[key] = done
        if len(_results) > _KEPT:
            _results.popitem(last=False)
    _results.move_to_end(key)
    return _results[key]


def refuse_code(shown: Shown) -> None:
    """Questions about a figure run it outside the sandbox, so it must not be one that takes a student's code.

    Raises:
        AssignmentError: it is.
    """
    if any(isinstance(parameter, Code) for parameter in shown.experiment.parameters):
        raise AssignmentError(f"figure {shown.id}: it takes code; use a question of kind `algorithm` instead")


def units(shown: Shown, values: Mapping[str, Any]) -> dict[str, str]:
    """Each parameter's value in words, by name: what `{rtt}` stands for in a question's text."""
    return {parameter.name: in_words(parameter, values[parameter.name]) for parameter in shown.experiment.parameters}
