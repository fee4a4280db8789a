"""A recording of a kernel beside the model, as a figure lays it over its curves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inflight.compare.recording import parse
from inflight.compare.run import as_dict
from inflight.compare.run import compare as run_comparison

_OVERLAY = {
    "t": ("t", "s", "time since the start", "time"),
    "cwnd": ("cwnd", "segments", "congestion window", "cwnd"),
    "q": ("queue", "packets", "packets waiting at the bottleneck", "queue"),
    "srtt": ("rtt", "ms", "smoothed round-trip time (SRTT)", "rtt"),
    "acked": ("acked", "kB", "acknowledged", "sequence"),
}
"""Series of a recording that can be laid over the model's: name in results, unit, meaning, quantity."""


def compare(recording_json: str) -> str:
    """A recording and the model's run of the same scenario, with the verdicts of `inflight compare`; JSON.

    {"name", "reason", "metrics": […], "kernel": [columns], "model": [columns]}, columns as in a Result.

    Raises:
        RecordingError: it is not a recording.
    """
    recording = parse(recording_json)
    result = run_comparison(recording)
    kernel = {name: recording.series[name] for name in _OVERLAY if name in recording.series}
    model = {name: result.model[name] for name in kernel if name in result.model}
    both = {"kernel": _columns(kernel) + _rates(recording.series), "model": _columns(model) + _rates(result.model)}
    return json.dumps({**as_dict(result), **both}, ensure_ascii=False)


def _columns(series: Mapping[str, list[float | None]]) -> list[dict[str, Any]]:
    return [
        dict(zip(("name", "unit", "meaning", "quantity"), _OVERLAY[name], strict=True)) | {"values": values}
        for name, values in series.items()
    ]


def _rates(series: Mapping[str, list[float | None]]) -> list[dict[str, Any]]:
    """What each of several flows got, Mbit/s over half a second, as the experiment `fairness` names it."""
    columns: list[dict[str, Any]] = []
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
        head = {"name": f"flow_{place}", "unit": "Mbit/s", "meaning": f"data acknowledged per second, flow {place}"}
        columns.append({**head, "quantity": f"flow{place}", "values": values})
    return columns
