"""A recording of the kernel: one JSON file, described in tests/kernel/README.md."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from inflight.figure.bad_input import BadInput
from inflight.kernel.release import version


class RecordingError(BadInput):
    """The file is not a recording; the message names it and says what is wrong."""


@dataclass(frozen=True)
class Recording:
    """Scenario, samples and summary; `kernel` is what `uname -r` said.

    `series` are parallel lists over `series["t"]` (s); `summary` was made from all samples, not only those.
    `results` has one entry for each configuration of a `request` or `echo` scenario; `packets` are those captured at
    the sender: [t (s), ">" or "<", flags, bytes of data, window unscaled]; of a `train` they are its datagrams, as
    parallel lists: size (B; a number if all are equal), sent_ms, delay_ms (null: lost).
    """

    name: str
    kernel: str
    kind: str
    family: str
    scenario: dict[str, Any]
    series: dict[str, list[float | None]]
    constant: dict[str, float | None]
    summary: dict[str, Any]
    results: list[dict[str, Any]]
    packets: Any


def parse(text: str, source: str = "recording") -> Recording:
    """Read a recording from its JSON text.

    Raises:
        RecordingError: not JSON, or parts are missing.
    """
    try:
        data = json.loads(text)
        scenario, kernel = data["scenario"], data["kernel"]
        version(kernel)
        return Recording(
            name=scenario["name"],
            kernel=kernel,
            kind=scenario["kind"],
            family=scenario.get("family", scenario["name"][0]),
            scenario=scenario,
            series=data.get("series", {}),
            constant=data.get("constant", {}),
            summary=data.get("summary", {}),
            results=data.get("results", []),
            packets=data.get("packets", []),
        )
    except json.JSONDecodeError as error:
        raise RecordingError(f"{source}: not JSON ({error})") from None
    except ValueError as error:
        raise RecordingError(f"{source}: {error}") from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise RecordingError(f"{source}: not a recording (no {error})") from None


def by_name(recordings: Iterable[Recording]) -> dict[str, list[Recording]]:
    """Those of the same scenario together (`NAME.json`, `NAME.2.json` …)."""
    found: dict[str, list[Recording]] = {}
    for recording in recordings:
        found.setdefault(recording.name, []).append(recording)
    return found
