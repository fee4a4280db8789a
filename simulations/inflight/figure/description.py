"""What an experiment says of itself, looked at when its module is imported: its author hears of a slip at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from inflight.figure.bad_input import BadInput
from inflight.figure.bets import Bet, CurveBet, ValueBet
from inflight.figure.parameters import Parameter
from inflight.figure.views import (
    Bars,
    Cuts,
    Distribution,
    Grid,
    HeatMap,
    Ladder,
    Lanes,
    LogLog,
    Machine,
    Mapping,
    Pipe,
    Pool,
    Race,
    Ring,
    Rounds,
    Routes,
    Scene,
    Seats,
    Slots,
    States,
    Stations,
    Stream,
    Sweep,
    Terminal,
    TimeSequence,
    Verdicts,
    View,
)


class WrongDescription(BadInput):
    """An experiment says something of itself that cannot be; the message names it, and what it could say."""


NEEDED = ("title", "parameters", "presets", "outputs", "views", "sources", "leaves_out", "commands")

MOST_KNOBS = 3
"""So many controls stand beside a figure before a reader asks for all."""

FOLDER = "inflight.experiments"


def complete(id: str, model: type) -> None:
    """It stands in the module that is called like it, and leaves nothing out.

    Raises:
        WrongDescription: it does not.
    """
    wanted = f"{FOLDER}.{id.replace('-', '_')}"
    if model.__module__.startswith(FOLDER) and model.__module__ != wanted:
        where, there = (f"{name.replace('.', '/')}.py" for name in (wanted, model.__module__))
        raise WrongDescription(f"experiment {id}: it belongs into {where} or a folder of that name; it is in {there}")
    missing = [name for name in NEEDED if not getattr(model, name, None)]
    if not (hasattr(model, "run") or hasattr(model, "cells")):
        missing.append("run")
    if missing:
        raise WrongDescription(f"experiment {id}: class {model.__name__} has no {', '.join(missing)}")


@contextmanager
def said_by(id: str, what: str) -> Iterator[None]:
    """What is refused here is refused to the experiment's author: the message says in `what` of it.

    Raises:
        WrongDescription: something was refused.
    """
    try:
        yield
    except BadInput as error:
        raise WrongDescription(f"experiment {id}, {what}: {error}") from None


def consistent(id: str, model: Any, parameters: Sequence[Parameter], bets: Sequence[Bet]) -> None:
    """Defaults are in their ranges, and views and bets name only columns, numbers and parameters that there are.

    Raises:
        WrongDescription: the first that is not so.
    """
    for parameter in parameters:
        with said_by(id, "a default"):
            parameter.check(parameter.default)
    if len(knobs := getattr(model, "knobs", ())) > MOST_KNOBS:
        raise WrongDescription(f"experiment {id}, knobs: {len(knobs)} of them; there are {MOST_KNOBS} at most")
    lanes = [lane for view in model.views if isinstance(view, Lanes) for lane in view.lanes]
    known = {
        "column": [column.name for column in model.outputs.columns],
        "figure of the summary": [output.name for output in model.outputs.figures],
        "parameter": [parameter.name for parameter in parameters],
        "lane": [lane.id for lane in lanes],
        "curve in a lane": list(dict.fromkeys(series for lane in lanes for series in lane.series)),
    }
    known["column or parameter"] = [*known["column"], *known["parameter"]]
    for where, kind, names in [
        *((f"column {each.name}", "column", each.band) for each in model.outputs.columns if each.band),
        *(named for view in model.views for named in _of_view(id, view)),
        ("knobs", "parameter", getattr(model, "knobs", ())),
        *(named for bet in bets for named in _of_bet(bet)),
    ]:
        for name in names:
            if name and name not in known[kind]:
                there = ", ".join(known[kind]) or "none"
                raise WrongDescription(f"experiment {id}, {where}: there is no {kind} {name!r}; there is {there}")


Named = tuple[str, str, Iterable[str]]
"""Who names something, what kind of thing, and which."""


def _of_view(id: str, view: View) -> Iterator[Named]:
    """Of tables nothing is known before a run.

    Raises:
        WrongDescription: a view of which nothing is known here.
    """
    where = f"view {type(view).__name__}"
    match view:
        case Lanes():
            for lane in view.lanes:
                yield f"lane {lane.id}", "column", lane.series
                yield f"handles of lane {lane.id}", "parameter", lane.handles
        case LogLog():
            yield where, "column", view.series
        case Pipe():
            yield where, "lane", (view.below,)
            yield where, "column", (view.queue, view.inflight, view.buffered, view.room)
            yield where, "parameter", (view.rtt, view.rate, view.limit, view.sndbuf, view.lose)
        case Scene():
            stores = [store for pile in view.stores for store in pile]
            yield where, "lane", (view.below,)
            for source in view.sources:
                yield where, "column", (source.rate, *source.also)
            for store in stores:
                yield where, "column", (store.level, store.lost, store.less, store.out, store.among, store.waited)
                yield where, "column", store.shares
                yield where, "column or parameter", (store.limit, *store.marks)
                yield where, "parameter", (store.target, store.delay, store.drip, store.ceil, *store.where)
            yield where, "column", (view.walker,)
            yield where, "column or parameter", view.out
            yield where, "parameter", (view.base,)
        case Stream():
            yield where, "lane", (view.below,)
            yield where, "column", (view.acked, view.inflight, *(edge.column for edge in view.edges))
            yield where, "parameter", (view.rtt,)
        case Rounds():
            yield where, "lane", (view.below,)
            yield where, "column", (view.mark, *(() if view.table else (view.value, view.since, view.until)))
        case Cuts():
            yield where, "lane", (view.below,)
            yield where, "column", (row.column for row in view.rows)
        case Race():
            yield where, "lane", (view.below,)
            yield where, "column", (name for racer in view.racers for name in (racer.queue, racer.rate))
            yield where, "parameter", (view.limit, view.rate)
        case Slots():
            yield where, "column", (view.queue,)
            yield where, "parameter", (view.limit,)
        case Sweep():
            yield where, "parameter", (view.point,)
        case Terminal():
            yield where, "column", sorted(view.columns())
        case Distribution():
            yield where, "column", () if view.table else (view.column,)
        case HeatMap():
            yield where, "parameter", view.point
        case Ring():
            yield where, "parameter", (view.slots,)
        case Pool():
            yield where, "column", (*view.columns, view.free, view.refused)
        case Seats():
            yield where, "column", view.clients
        case Bars() | Grid() | Ladder() | Machine() | Mapping() | Routes() | States() | Stations() | TimeSequence():
            pass  # they name tables, and columns of these
        case Verdicts():
            pass  # likewise
        case _:
            raise WrongDescription(f"experiment {id}, {where}: _of_view in {__name__} has to say what it names")


def _of_bet(bet: Bet) -> Iterator[Named]:
    match bet:
        case ValueBet():
            yield f"bet {bet.id}", "figure of the summary", (bet.summary,)
        case CurveBet():
            yield f"bet {bet.id}", "curve in a lane", (bet.column, *bet.given)
