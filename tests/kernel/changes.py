"""What moved between the recorded kernels, as the page *What changed since 6.1* shows it.

`python tests/kernel/changes.py` writes `docs/guide/kernels.json` anew from the recordings, unpacked and packed.
"""

from __future__ import annotations

import json
import re
import tarfile
from bisect import bisect_right
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml

from inflight.compare.between import Between, between
from inflight.compare.files import load
from inflight.compare.recorded import Value, recorded
from inflight.compare.recording import Recording

HERE = Path(__file__).parent
GUIDE = HERE.parent.parent / "docs/guide"
PAGE = GUIDE / "kernels.json"
CAUSES = GUIDE / "kernels.yaml"
KERNELS = ("6.1", "6.12", "7.3")
_PLACE = re.compile(r" #\d+$")
_PACKET = re.compile(r"\['([<>])', '(\w+)', \d+\]")
Recorded = dict[str, dict[str, Value]]
"""By scenario and metric."""

POINTS = 160
"""Of a curve: more than a picture can show apart."""


def changes() -> dict[str, Any]:
    """What the page shows.

    `counts`: how many scenarios moved between any two kernels; `moved`: each metric that did, with its value on each
    kernel; `curves`: by cause, what kernels.yaml asks for, as parallel lists of x and of y on each kernel.
    """
    sources = {kernel: source(kernel) for kernel in KERNELS}
    pairs = {pair: between(sources[pair[0]], sources[pair[1]]) for pair in combinations(KERNELS, 2)}
    known = {kernel: load(sources[kernel]) for kernel in KERNELS}
    values = {kernel: {each.name: dict(recorded(each)) for each in known[kernel]} for kernel in KERNELS}
    counts = [{"kernels": list(pair), **_counts(found)} for pair, found in pairs.items()]
    causes = yaml.safe_load(CAUSES.read_text(encoding="utf-8"))
    curves = {cause["id"]: _curves(cause["figure"], known) for cause in causes if "figure" in cause}
    return {"counts": counts, "moved": list(_moved(pairs, values)), "curves": curves}


def source(kernel: str) -> Path:
    """Of the kernels that chapters and figures read, only repetitions are packed; of the others, all are."""
    return HERE / "recordings" / kernel


def names(recordings: Path) -> list[str]:
    """Of the scenarios in a folder, also in its archives, in order; `NAME.2` is NAME once more."""
    stems = {path.stem for path in recordings.glob("*.json")}
    for packed in recordings.glob("*.tar.xz"):
        with tarfile.open(packed) as archive:
            stems |= {Path(name).stem for name in archive.getnames()}
    return sorted(stem for stem in stems if stem.rpartition(".")[0] not in stems)


def _counts(found: list[Between]) -> dict[str, int]:
    verdicts = [{movement.verdict for movement in each.movements} for each in found]
    moved = sum("moved" in each for each in verdicts)
    chance = sum("chance" in each and "moved" not in each for each in verdicts)
    return {"moved": moved, "within": len(found) - moved - chance, "chance": chance}


def _moved(pairs: dict[tuple[str, str], list[Between]], values: dict[str, Recorded]) -> list[dict[str, Any]]:
    """By scenario and metric; of a list of numbers, the one that is furthest beyond its bound."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    # What all of it comes to tells more than either step.
    for pair in sorted(pairs, key=lambda pair: pair != (KERNELS[0], KERNELS[-1])):
        for each in pairs[pair]:
            for movement in each.movements:
                metric = _PLACE.sub("", movement.metric)
                if movement.verdict == "moved" and (each.name, metric) not in found:
                    known = [values[kernel][each.name] for kernel in KERNELS]
                    found[each.name, metric] = {
                        "recording": each.name,
                        "metric": metric,
                        "unit": movement.unit,
                        "values": [_shown(one, movement.metric) for one in known],
                    }
    return [found[key] for key in sorted(found)]


def _shown(known: dict[str, Value], metric: str) -> float | str | None:
    """A number, or words; of a list the element that `metric` ends with, or how long it is."""
    if isinstance(value := known.get(metric, known.get(_PLACE.sub("", metric))), list):
        return value[int(metric.rpartition("#")[2]) - 1]
    if value is None and metric.startswith("count ") and isinstance(length := known.get(metric[6:]), list):
        return len(length)
    if value is None and metric.startswith(("count ", "counter ")):  # the kernel's zeros are not written down
        return 0
    if isinstance(value, str):
        return _PACKET.sub(r"\1 \2", value).strip("[]")
    return round(value, 4) if isinstance(value, float) else value


def _curves(figure: dict[str, Any], known: dict[str, list[Recording]]) -> dict[str, Any]:
    """Of one recording on two kernels; between its samples a curve stays where it was."""
    lines = {}
    for kernel in figure["kernels"]:
        recording = next(each for each in known[kernel] if each.name == figure["recording"])
        lines[kernel] = [(x, y) for x, y in _points(figure, recording) if x <= figure["until"]]
    every = sorted({x for line in lines.values() for x, _ in line})
    some = every if len(every) <= POINTS else [figure["until"] * i / POINTS for i in range(POINTS + 1)]
    return {
        "x": [round(x, 4) for x in some],
        "lines": [{"kernel": kernel, "values": [_at(line, x) for x in some]} for kernel, line in lines.items()],
    }


def _points(figure: dict[str, Any], recording: Recording) -> Iterator[tuple[float, float]]:
    """(x, y) of what a figure shows: a series, or one result's timers, or its count for every 5 s."""
    shows = figure["shows"]
    if shows in recording.series:
        yield from zip(recording.series["t"], recording.series[shows], strict=True)
    elif shows == "delay_ms":
        yield from zip(recording.packets["sent_ms"], recording.packets["delay_ms"], strict=True)
    elif shows == "syn_s":
        yield from ((t, n) for n, t in enumerate(recording.results[figure["result"]]["syn_s"], 1))
    else:
        yield from ((5.0 * n, y) for n, y in enumerate(recording.results[figure["result"]][shows], 1))


def _at(line: list[tuple[float, float]], x: float) -> float | None:
    place = bisect_right(line, x, key=lambda point: point[0])
    return line[place - 1][1] if place else None


def main() -> None:
    """Write the page's data."""
    PAGE.write_text(written(changes()), encoding="utf-8")


def written(found: dict[str, Any]) -> str:
    """As JSON with a line for each entry, so that one can see what a change of it changes."""
    counts, moved = (",\n".join(map(_line, found[name])) for name in ("counts", "moved"))
    curves = ",\n".join(f"{_line(name)}: {_line(curve)}" for name, curve in found["curves"].items())
    return f'{{"counts": [\n{counts}],\n"moved": [\n{moved}],\n"curves": {{\n{curves}}}}}\n'


def _line(entry: object) -> str:
    return json.dumps(entry, ensure_ascii=False)


if __name__ == "__main__":
    main()
