"""tcp-metrics: how long a bad hour lasts, by the kernel."""

import json
from pathlib import Path

import pytest

from inflight import bridge

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1"


def run(**values: object) -> dict:
    return bridge.start("tcp-metrics", json.dumps(values)).result()


def column(result: dict, name: str) -> list[float | None]:
    return next(c["values"] for c in result["tables"]["connections"] if c["name"] == name)


def recorded(name: str) -> list[float]:
    recording = json.loads((RECORDINGS / "D_tcp_metrics_r100.json").read_text(encoding="utf-8"))
    [case] = (c for c in recording["results"] if c["id"] == name)
    return case["time_ms"]


def test_the_day_after_is_as_slow_as_on_linux() -> None:
    """1 MB from a remembered ssthresh of 2: 3.3, 2.2 and 2.0 s, and 2 → 22 → 27 or 28 → 30."""
    result = run(kernel="5.5", cached=2, connections=3)
    assert column(result, "time") == pytest.approx(recorded("no_ssthresh_save=0: clean after loss"), rel=0.05)
    assert column(result, "remembered") == pytest.approx([22, 27, 30], abs=1)


def test_flushed_or_since_5_6_all_is_as_ever() -> None:
    for values in ({"kernel": "5.5", "cached": 0}, {}):
        assert column(run(**values), "time") == pytest.approx(
            [recorded("no_ssthresh_save=0: flushed")[0]] * 4, rel=0.05
        )


def test_the_switch_brings_the_old_ways_back() -> None:
    old, modern = run(kernel="5.5"), run(kernel="6.1", no_ssthresh_metrics_save=False)
    assert column(old, "time") == column(modern, "time")


def test_growth_alone_raises_what_is_remembered() -> None:
    """C31: nothing is lost, no transfer is huge, and every one leaves more than it found."""
    remembered = column(run(kernel="5.5", connections=10), "remembered")
    assert remembered == sorted(remembered)
    assert remembered[-1] > remembered[0]
