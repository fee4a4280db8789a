"""`loss-and-rtt`: Mathis' formula, and how near to it the models come."""

import json
import math
import random

import pytest

from inflight import bridge
from inflight.experiments.loss_and_rtt import LOSSES, RTTS, RUNS, LossAndRtt, LossyTransfer
from inflight.experiments.loss_and_rtt.formulas import cubic_recovery, mathis, reno_recovery
from inflight.figure.catalogue import find
from inflight.figure.experiment import Work
from inflight.kernel.constants import MSS
from inflight.scenes.kernel import USUAL


def run(seed: int = 1, **values: object) -> dict:
    return bridge.start("loss-and-rtt", json.dumps(values), seed).result()


def value(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def drain(work: Work) -> float:
    """The one number that a cell comes to."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value[0]


def test_the_formula_gives_the_numbers_that_people_know() -> None:
    """C24: 1.42 Mbit/s at 100 ms and 1%, 7.1 at 20 ms."""
    assert mathis(1, 100, MSS) == pytest.approx(1.42, abs=0.005)
    assert mathis(1, 20, MSS) == pytest.approx(7.1, abs=0.05)


def test_the_formula_is_the_area_of_a_sawtooth() -> None:
    """Mathis et al. 1997 §2: from W/2 to W in W/2 rounds, a loss every 3/8·W² packets."""
    window = 80
    packets = sum(range(window // 2, window))
    rounds = window / 2
    exact = packets / rounds * MSS * 8e-3 / 100
    assert mathis(100 / packets, 100, MSS) == pytest.approx(exact, rel=0.01)


def test_ways_back_after_one_loss() -> None:
    """C25: Reno needs W/2 round trips, 50 s for 1000 segments at 100 ms; CUBIC's K is 9.1 s, for 100 segments 4.2 s."""
    assert reno_recovery(1000, 100) == 50
    assert cubic_recovery(1000) == pytest.approx(9.09, abs=0.005)
    assert cubic_recovery(100) == pytest.approx(4.22, abs=0.005)


def test_a_map_of_48_transfers() -> None:
    entry = find("loss-and-rtt")
    parameters = entry.fill({})
    cells = entry.cells(parameters)
    assert len(LOSSES) * len(RTTS) == 48
    assert {(cell.loss, cell.rtt) for cell in cells[:48]} == {(loss, rtt) for loss in LOSSES for rtt in RTTS}
    assert len(set(cells[:48])) == 48
    assert len(cells) == 48 + len(LOSSES) + RUNS
    assert cells[-1] == LossyTransfer("reno", 1, 100, 20, MSS, 15, USUAL)


def test_moving_the_point_leaves_the_map_alone() -> None:
    entry = find("loss-and-rtt")
    here, there = (entry.cells(entry.fill({"loss": loss, "rtt": rtt})) for loss, rtt in ((1, 100), (0.2, 33)))
    assert here[:48] == there[:48]
    assert here[48:] != there[48:]


@pytest.mark.full
def test_reno_follows_the_formula_at_the_readers_point() -> None:
    """The presets' notes and the chapter rest on this: 15% over seeds, where there are losses enough."""
    for values in ({}, {"rtt": 20}, {"mss": 8948}):
        goodputs = [value(result := run(seed, **values), "goodput") for seed in range(1, 6)]
        assert sum(goodputs) / 5 == pytest.approx(value(result, "mathis"), rel=0.15)


def test_the_map_falls_with_loss_and_with_distance() -> None:
    table = {column["name"]: column["values"] for column in run()["tables"]["map"]}
    at = dict(zip(zip(table["loss"], table["rtt"], strict=True), table["goodput"], strict=True))
    for rtt in RTTS:
        assert at[0.03, rtt] >= at[0.3, rtt] >= at[3, rtt]
    for loss in LOSSES:
        assert at[loss, 10] >= at[loss, 100] >= at[loss, 320]
    # No more than the line can carry, and in the far corner what the formula says, give or take a third.
    assert max(at.values()) <= 20 * 1448 / 1514 * 1.01
    assert at[3, 320] == pytest.approx(mathis(3, 320, MSS), rel=0.34)


def test_the_readers_point_is_part_of_the_curve() -> None:
    result = run(loss=0.5, rtt=30)
    columns = {column["name"]: column["values"] for column in result["columns"]}
    assert columns["loss"] == sorted({*LOSSES, 0.5})
    own = columns["loss"].index(0.5)
    assert columns["goodput"][own] == value(result, "goodput")
    assert columns["mathis"][own] == mathis(0.5, 30, MSS)
    assert value(result, "lowest") <= value(result, "goodput") <= value(result, "highest")


def test_before_the_first_cell_is_there_nothing_is_claimed() -> None:
    shown = bridge.combine("loss-and-rtt", "{}", 1, [], [], False)
    head = json.loads(shown.head())
    assert head["summary"]["goodput"]["value"] is None
    assert head["summary"]["mathis"]["value"] == pytest.approx(1.419, abs=0.001)
    assert head["sentence"] == "The first transfers are under way."
    assert all(math.isnan(cell) for table, name, values in shown.tables() if name == "goodput" for cell in values)


def test_order_of_cells_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    parameters = json.dumps({"rate": 2})
    whole = bridge.start("loss-and-rtt", parameters, 5)
    whole.result()
    monkeypatch.setattr("inflight.figure.experiment._known_cells", {})
    indices = list(reversed(range(bridge.cells("loss-and-rtt", parameters))))
    values = []
    for index in indices:
        cell = bridge.start_cell("loss-and-rtt", parameters, 5, index)
        while not cell.step(50):
            pass
        values.append(cell.values())
    together = bridge.combine("loss-and-rtt", parameters, 5, indices, values, True)
    assert together.head() == whole.head()
    assert together.columns() == whole.columns()
    assert together.tables() == whole.tables()


def test_another_segment_size_is_the_same_packets_with_more_in_them() -> None:
    """A line that carries as many packets a second gives the same run, scaled."""
    small, large = (
        drain(LossAndRtt.cell(LossyTransfer("reno", 0.3, 50, rate, mss, 3, USUAL), random.Random(3)))
        for rate, mss in ((20, MSS), (20 * (8948 + 66) / (MSS + 66), 8948))
    )
    assert large / small == pytest.approx(8948 / MSS)
