"""A run of an experiment that is captured."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from inflight.capture.crossing import Capture
from inflight.figure.experiment import Experiment
from inflight.figure.parameters import Value
from inflight.scenes.captured.wanted import capturing


def captured_run(
    entry: Experiment, values: Mapping[str, Value], seed: int = 1
) -> Generator[float, None, Capture | None]:
    """Run it at checked values; yields how much is done. None: it has no packets at these settings.

    Only this run is heard, whatever else runs between its slices.
    """
    offers: list[Capture] = []
    work = _progress(entry, values, seed)
    while True:
        with capturing(offers):
            done = next(work, None)
        if done is None:
            return offers[-1] if offers else None
        yield done


def _progress(entry: Experiment, values: Mapping[str, Value], seed: int) -> Iterator[float]:
    """The run, or, of one that is many small ones, the one that is drawn."""
    if entry.in_cells:
        return (0.5 for _ in entry.cell_afresh(values, seed, entry.drawn_cell(values)))
    return (result.progress for result in entry.run(values, seed))
