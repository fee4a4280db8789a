"""The book's main figure: every algorithm, every queue."""

import json
from pathlib import Path
from typing import Any

import pytest

from inflight.figure.catalogue import find
from inflight.figure.result import Result
from inflight.kernel.congestion import algorithms
from inflight.scenes.kernel import USUAL
from inflight.scenes.transfer import spelled

FIGURE = find("congestion-window")
RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: object) -> Result:
    *_, result = FIGURE.run(FIGURE.fill(values), 1)
    return result


def commands(**values: object) -> str:
    return "\n".join(line for group in FIGURE.commands(FIGURE.fill(values)) for line in group["lines"])


@pytest.mark.parametrize("algorithm", [name for name, kind in algorithms().items() if not kind.needs_ecn])
def test_every_algorithm_of_the_kernel_can_be_chosen_and_fills_the_line(algorithm: str) -> None:
    result = run(algorithm=algorithm, duration=5)
    assert result.summary["goodput"].value > 0.9 * 2 * 1448 / 1514
    assert spelled(algorithm) != algorithm


@pytest.mark.parametrize("preset", [preset for preset in FIGURE.model.presets if preset.recording], ids=lambda p: p.id)
def test_a_recorded_preset_is_the_path_of_its_recording(preset: Any) -> None:
    values = FIGURE.fill(preset.values)
    scenario = json.loads((RECORDINGS / f"{preset.recording}.json").read_text(encoding="utf-8"))["scenario"]
    net = scenario["net"]
    assert values["algorithm"] == scenario["flows"][0]["cc"]
    assert values["rate"] == net["bottleneck"]["rate_mbit"]
    assert values["rtt"] == net["senders"][0]["rtt_ms"]
    assert f"pfifo limit {values['buffer']}" == net["bottleneck"]["qdisc"]
    assert values["duration"] == scenario["duration"]


@pytest.mark.parametrize("qdisc", ["codel", "fq_codel"])
def test_codel_keeps_the_queue_short_and_with_ecn_drops_nothing(qdisc: str) -> None:
    path = {"algorithm": "cubic", "rate": 10, "buffer": 100, "qdisc": qdisc}
    drops, marks = run(**path), run(**path, ecn=True)
    for result in drops, marks:
        assert result.summary["mean_queue"].value < 10
    assert drops.summary["drops"].value > 0 == drops.summary["marked"].value
    assert marks.summary["drops"].value == 0 < marks.summary["marked"].value
    assert "mark" in marks.sentence


def test_the_commands_set_what_is_set() -> None:
    assert "pfifo limit 25" in commands()
    given = commands(qdisc="codel", ecn=True)
    assert "codel limit 25 ecn" in given
    assert "net.ipv4.tcp_ecn=1" in given
    assert "fq_codel limit 25 noecn" in commands(qdisc="fq_codel")
    assert "quickack 1" in commands(delayed_ack=False)


def test_without_delayed_acks_there_is_one_for_each_segment() -> None:
    """And Hybla, which counts ACKs, begins with more than what fits even sooner (`hybla_cong_avoid`)."""
    path = {"rate": 10, "buffer": 100, "duration": 5}
    usual, each = run(**path), run(**path, delayed_ack=False)
    assert len(usual.tables["acks"]) < 0.7 * len(usual.tables["packets"])
    assert len(each.tables["acks"]) > 0.9 * len(each.tables["packets"])
    hybla = {**path, "algorithm": "hybla", "duration": 30}
    period = "loss_period"
    assert run(**hybla, delayed_ack=False).summary[period].value < 0.7 * run(**hybla).summary[period].value
