"""What an experiment says of itself is looked at when it is imported: one line says what is wrong and what could be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.description import WrongDescription
from inflight.figure.experiment import REGISTERED, experiment
from inflight.figure.parameters import Parameters, Preset, Slider, controls
from inflight.figure.result import Column, Output, Outputs, UndeclaredOutput
from inflight.figure.views import Distribution, HeatMap, Lane, Lanes, LogLog, Pipe, Pool, Ring, Slots, Terminal, View

SHARE = Slider(label="Share", unit="%", min=1, max=99)


@dataclass(frozen=True)
class ShareParameters(Parameters):
    share: Annotated[float, SHARE] = 10


@dataclass(frozen=True)
class TooMuchParameters(Parameters):
    share: Annotated[float, SHARE] = 150


@dataclass(frozen=True)
class Scatter(View):
    """Somebody's new view, which `_of_view` has not been told of."""

    x: str


LANES = Lanes((Lane("left", "Left", "%", ("left",)),))
WHOLE = {
    "title": "Half-life",
    "parameters": ShareParameters,
    "presets": (Preset("A tenth", {}),),
    "outputs": Outputs(
        columns=(Column("t", "s", "time", "time"), Column("left", "%", "what is left", "queue")),
        figures=(Output("half", "s", "Half-life"),),
    ),
    "views": (LANES,),
    "sources": ("RFC 0000",),
    "leaves_out": "Everything.",
    "commands": staticmethod(lambda p: []),
    "run": staticmethod(lambda p, rng: iter(())),
}


def describe(name: str = "HalfLife", **other: Any) -> None:
    said = {key: value for key, value in {**WHOLE, **other}.items() if value is not None}
    try:
        experiment("half-life", part="windows", question="?")(type(name, (), {"__module__": __name__, **said}))
    finally:
        REGISTERED.pop("half-life", None)


def bet(**what: Any) -> ValueBet:
    return ValueBet(id="b", question="?", min=1, max=9, **{"summary": "half", **what})


def test_a_whole_description_is_taken() -> None:
    describe(bets=(bet(), CurveBet(id="c", question="?", column="left")))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"sources": None}, "experiment half-life: class HalfLife has no sources"),
        ({"presets": (), "run": None}, "experiment half-life: class HalfLife has no presets, run"),
        (
            {"parameters": TooMuchParameters},
            "experiment half-life, a default: share = 150: must be a number from 1 to 99%",
        ),
        (
            {"presets": (Preset("Half", {"sharre": 50}),)},
            "experiment half-life, preset Half: sharre = 50: no such parameter; half-life has share",
        ),
        (
            {"bets": (bet(at={"share": 0}),)},
            "experiment half-life, bet b: share = 0: must be a number from 1 to 99%",
        ),
        (
            {"bets": (bet(at="Half"),)},
            "experiment half-life, bet b: preset 'Half': half-life has a-tenth",
        ),
        (
            {"bets": (bet(summary="halff"),)},
            "experiment half-life, bet b: there is no figure of the summary 'halff'; there is half",
        ),
        (
            {"bets": (CurveBet(id="c", question="?", column="t"),)},
            "experiment half-life, bet c: there is no curve in a lane 't'; there is left",
        ),
        (
            {"views": (Lanes((Lane("left", "Left", "%", ("lleft",)),)),)},
            "experiment half-life, lane left: there is no column 'lleft'; there is t, left",
        ),
        (
            {"views": (Lanes((Lane("left", "Left", "%", ("left",), handles=("rate",)),)),)},
            "experiment half-life, handles of lane left: there is no parameter 'rate'; there is share",
        ),
        ({"views": (LogLog(("rate",)),)}, "experiment half-life, view LogLog: there is no column 'rate'"),
        ({"views": (Slots("left", "limit"),)}, "experiment half-life, view Slots: there is no parameter 'limit'"),
        ({"views": (Pipe(below="", rtt="rtt"),)}, "experiment half-life, view Pipe: there is no parameter 'rtt'"),
        ({"views": (Terminal((), ("rate",)),)}, "experiment half-life, view Terminal: there is no column 'rate'"),
        ({"views": (Distribution("rate"),)}, "experiment half-life, view Distribution: there is no column 'rate'"),
        (
            {"views": (HeatMap("map", "x", "y", "z", point=("share", "loss")),)},
            "experiment half-life, view HeatMap: there is no parameter 'loss'; there is share",
        ),
        ({"views": (Ring("packets", "ring"),)}, "experiment half-life, view Ring: there is no parameter 'ring'"),
        (
            {"views": (Pool("field", "blocks", ("left",), free="left"),)},
            "experiment half-life, view Pool: there is no column 'refused'",
        ),
        (
            {"views": (Scatter("t"),)},
            "experiment half-life, view Scatter: _of_view in inflight.figure.description has to say what it names",
        ),
        (
            {"__module__": "inflight.experiments.quarter_life"},
            "experiment half-life: it belongs into inflight/experiments/half_life.py or a folder of that name;"
            " it is in inflight/experiments/quarter_life.py",
        ),
    ],
    ids=str,
)
def test_a_slip_is_one_line(other: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongDescription) as caught:
        describe(**other)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_two_of_one_id_are_refused() -> None:
    twice = experiment("half-life", part="windows", question="?")
    try:
        twice(type("HalfLife", (), {"__module__": __name__, **WHOLE}))
        with pytest.raises(WrongDescription, match="half-life: there are two, HalfLife and Other"):
            twice(type("Other", (), {"__module__": __name__, **WHOLE}))
    finally:
        REGISTERED.pop("half-life")


class UndecoratedParameters(Parameters):
    share: Annotated[float, SHARE] = 10


@dataclass(frozen=True)
class BareParameters(Parameters):
    share: float = 10


@dataclass(frozen=True)
class UnsetParameters(Parameters):
    share: Annotated[float, SHARE]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (UndecoratedParameters, r"UndecoratedParameters needs @dataclass\(frozen=True\)"),
        (BareParameters, r"BareParameters.share must be written as `share: Annotated\[type, control\] = default`"),
        (UnsetParameters, r"UnsetParameters.share must be written as `share: Annotated\[type, control\] = default`"),
    ],
)
def test_a_field_needs_a_control_and_a_default(parameters: type[Parameters], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        controls(parameters)


def test_a_result_takes_what_was_declared() -> None:
    result = WHOLE["outputs"].result()
    with pytest.raises(UndeclaredOutput, match=r"figure\('halff'\): `outputs` declares half"):
        result.figure("halff", 1)
    with pytest.raises(KeyError, match="lleft: there are the columns t, left"):
        result["lleft"]
    for row, shown in (((0,), "0"), ((0, 100, 1), "0, 100, 1"), ((0, None), "0, None")):
        with pytest.raises(ValueError, match=rf"append\({shown}\): wanted is a number for each of t, left"):
            WHOLE["outputs"].result().append(*row)
