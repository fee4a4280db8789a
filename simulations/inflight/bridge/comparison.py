"""A recording of a kernel beside the model, as a figure lays it over its curves."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, cast

from inflight.compare.recording import Recording, parse
from inflight.compare.run import Comparison as Judged
from inflight.compare.run import as_dict, comparing
from inflight.compare.run import compare as run_comparison

if TYPE_CHECKING:
    from inflight.compare.shapes import Comparison
    from inflight.figure.shapes import ColumnHead, Quantity, StoredColumn

_OVERLAY: Mapping[str, ColumnHead] = {
    "t": {"name": "t", "unit": "s", "meaning": "time since the start", "quantity": "time"},
    "cwnd": {"name": "cwnd", "unit": "segments", "meaning": "congestion window", "quantity": "cwnd"},
    "q": {"name": "queue", "unit": "packets", "meaning": "packets waiting at the bottleneck", "quantity": "queue"},
    "srtt": {"name": "rtt", "unit": "ms", "meaning": "smoothed round-trip time (SRTT)", "quantity": "rtt"},
    "acked": {"name": "acked", "unit": "kB", "meaning": "acknowledged", "quantity": "sequence"},
}
"""Series of a recording that can be laid over the model's: how results call them."""


def compare(recording_json: str) -> str:
    """A recording and the model's run of the same scenario, with the verdicts of `inflight compare`: a `Comparison`.

    Raises:
        RecordingError: it is not a recording.
    """
    recording = parse(recording_json)
    return json.dumps(_told(recording, run_comparison(recording)), ensure_ascii=False)


def _for_the_page(recording: str) -> Generator[None, None, Comparison]:
    """The same, for a recording that the reader has just made."""
    parsed = parse(recording)
    return _told(parsed, (yield from comparing(parsed)))


COMPARED: Mapping[str, Callable[..., Generator[None, None, Comparison]]] = {"compare": _for_the_page}
"""What the page asks by name."""


def _told(recording: Recording, result: Judged) -> Comparison:
    kernel = {name: recording.series[name] for name in _OVERLAY if name in recording.series}
    model = {name: result.model[name] for name in kernel if name in result.model}
    return {
        **as_dict(result),
        "kernel": _columns(kernel) + _rates(recording.series),
        "model": _columns(model) + _rates(result.model),
    }


def _columns(series: Mapping[str, list[float | None]]) -> list[StoredColumn]:
    return [{**_OVERLAY[name], "values": values} for name, values in series.items()]


def _rates(series: Mapping[str, list[float | None]]) -> list[StoredColumn]:
    """What each of several flows got, Mbit/s over half a second, as the experiment `fairness` names it."""
    columns: list[StoredColumn] = []
    while (acked := series.get(f"f{len(columns)}_acked")) is not None:
        place = len(columns) + 1
        values: list[float | None] = []
        since = before = 0.0
        rate: float | None = None
        for t, count in zip(series["t"], acked, strict=True):
            if count is not None and t is not None and t - since >= 0.5 - 1e-9:
                rate = (count - before) * 8e-3 / (t - since)
                since, before = t, count
            values.append(rate)
        columns.append(
            {
                "name": f"flow_{place}",
                "unit": "Mbit/s",
                "meaning": f"data acknowledged per second, flow {place}",
                "quantity": cast("Quantity", f"flow{place}"),
                "values": values,
            }
        )
    return columns
