"""Replays of captures that were read: what was estimated once is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Hashable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from inflight.figure.parameters import Value
from inflight.yours.connection.connection import Connection
from inflight.yours.replay.estimates import Seen, seen
from inflight.yours.replay.fit import fitted
from inflight.yours.replay.model import Run, run
from inflight.yours.replay.parameters import as_values, filled
from inflight.yours.replay.residual import Residual, residual
from inflight.yours.replay.told import told, told_alone

if TYPE_CHECKING:
    from inflight.yours import shapes


class _Known(NamedTuple):
    seen: Seen
    run: Run
    residual: Residual


_KEPT = 8
_known: OrderedDict[Hashable, _Known] = OrderedDict()


def replay(
    key: Hashable, connection: Connection, side: int, changes: Mapping[str, Value]
) -> Generator[float, None, shapes.CaptureReplay]:
    """The model beside the data of one side; yields how much is done. key: what tells them from others.

    Everything is estimated for the kernel among the changes, or the usual one.

    Raises:
        ParameterError: a change that can't be made.
    """
    kernel = filled(changes).kernel
    key = key, kernel
    if key not in _known:
        estimated = yield from fitted(seen(connection, side, kernel))
        first = yield from run(
            estimated.parameters, writes=estimated.writes, lost=estimated.lost, expected=estimated.took
        )
        while len(_known) >= _KEPT:
            _known.popitem(last=False)
        _known[key] = _Known(estimated, first, residual(estimated, first))
    _known.move_to_end(key)
    known = _known[key]
    captured = known.seen.parameters
    values = filled({**as_values(captured), **changes})
    if values == captured:
        return told(values, known.run, known.seen, known.run, known.residual)
    # the same packets are lost as long as nobody says how many
    lost = known.seen.lost if values.loss == captured.loss else ()
    other = yield from run(values, writes=known.seen.writes, lost=lost, expected=known.seen.took)
    return told(values, other, known.seen, known.run, known.residual)


def replay_alone(values: Mapping[str, Value]) -> Generator[float, None, shapes.Replay]:
    """The model with these parameters, as a link has them.

    Raises:
        ParameterError: a value that can't be.
    """
    parameters = filled(values)
    return told_alone(parameters, (yield from run(parameters)))


def forget() -> None:
    """Keep nothing of any capture."""
    _known.clear()
