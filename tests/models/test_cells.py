"""Experiments in cells: in whichever order and however many at a time, the same Result."""

import json
import random
from dataclasses import dataclass
from typing import Annotated

import pytest

from inflight import bridge
from inflight.bridge import figures
from inflight.figure import experiment
from inflight.figure.catalogue import find
from inflight.figure.experiment import Experiment, Values, Work
from inflight.figure.parameters import Parameters, Slider
from inflight.figure.result import Column, Output, Outputs, Result

worked: list[int] = []
"""Cells that were really worked out, by their place on the axis."""


@dataclass(frozen=True)
class WalksParameters(Parameters):
    count: Annotated[int, Slider(label="Walks", unit="", min=1, max=50, integer=True)] = 6
    steps: Annotated[int, Slider(label="Steps", unit="", min=1, max=1000, integer=True)] = 40
    shift: Annotated[float, Slider(label="Shift", unit="m", min=0, max=9)] = 0


class Walks:
    """Random walks, one for each cell; only `steps` matters to them, `shift` to what is made of them."""

    title = "Walks"
    parameters = WalksParameters
    presets = ()
    outputs = Outputs(
        columns=(Column("n", "", "walk", "time"), Column("end", "m", "where it ends", "queue")),
        figures=(Output("mean", "m", "Mean"),),
    )
    views = ()
    sources = ("Pearson 1905",)
    leaves_out = "The drunkard."

    @staticmethod
    def commands(p: WalksParameters) -> list:
        return []

    @staticmethod
    def cells(p: WalksParameters) -> list[tuple[int, int]]:
        return [(number, p.steps) for number in range(p.count)]

    @staticmethod
    def cell(cell: tuple[int, int], rng: random.Random) -> Work:
        at = 0.0
        for _ in range(cell[1]):
            at += rng.gauss(0, 1)
            yield
        worked.append(cell[0])
        return at, float(cell[1])

    @staticmethod
    def combine(p: WalksParameters, values: list[Values | None]) -> Result:
        result = Walks.outputs.result()
        for number, value in enumerate(values):
            result.append(number, float("nan") if value is None else value[0] + p.shift)
        done = [value[0] for value in values if value is not None]
        result.figure("mean", sum(done) / len(done) if done else float("nan"))
        result.sentence = f"{len(done)} walks."
        return result


@pytest.fixture(autouse=True)
def _only_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Experiment("walks", "test", "How far?", Walks)
    monkeypatch.setitem(experiment.REGISTERED, "walks", entry)
    forget(monkeypatch)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a fresh process."""
    worked.clear()
    monkeypatch.setattr(experiment, "_known_cells", {})


def assert_same(shown: figures.Shown, run: figures.Run) -> None:
    assert shown.head() == run.head()
    assert shown.columns() == run.columns()
    assert shown.tables() == run.tables()
    assert shown.progress == run.progress == 1


def test_a_run_goes_through_its_cells_and_grows() -> None:
    run = bridge.start("walks", "{}", 3)
    progress, filled = [], []
    while not run.step(0.05):
        progress.append(run.progress)
        filled.append(sum(value == value for value in run.columns()[1][1]))
        json.loads(run.head())
    assert progress == sorted(progress)
    assert filled == sorted(filled)
    assert run.progress == 1
    assert len(set(run.columns()[1][1])) == 6, "each cell has chance of its own"


def test_cells_in_any_order_give_the_very_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    run = bridge.start("walks", '{"count": 9}', 3)
    run.result()
    forget(monkeypatch)
    assert bridge.cells("walks", '{"count": 9}') == 9
    order = [4, 8, 0, 3, 1, 7, 5, 2, 6]
    under_way = {index: bridge.start_cell("walks", '{"count": 9}', 3, index) for index in order}
    while sum(cell.step(0.02) for cell in under_way.values()) < 9:
        pass
    values = [under_way[index].values() for index in order]
    assert_same(bridge.combine("walks", '{"count": 9}', 3, order, values, True), run)
    assert sorted(worked) == list(range(9))


def test_what_is_there_so_far_is_shown() -> None:
    cell = bridge.start_cell("walks", "{}", 1, 2)
    assert len(cell.values()) == 0
    while not cell.step(5):
        pass
    partial = bridge.combine("walks", "{}", 1, [2], [cell.values()], False)
    assert partial.progress == 1 / 6
    ends = partial.columns()[1][1]
    assert [end == end for end in ends] == [False, False, True, False, False, False]
    assert json.loads(partial.head())["sentence"] == "1 walks."
    nothing = bridge.combine("walks", "{}", 1, [], [], False)
    assert nothing.progress == 0
    assert json.loads(nothing.head())["summary"]["mean"]["value"] is None


def test_a_cell_that_is_known_is_not_worked_out_again() -> None:
    bridge.start("walks", "{}", 3).result()
    assert len(worked) == 6
    moved = bridge.start("walks", '{"shift": 2}', 3).result()
    assert len(worked) == 6
    bridge.start("walks", '{"shift": 2, "steps": 41}', 3).result()
    bridge.start("walks", "{}", 4).result()
    assert len(worked) == 18
    first = bridge.start("walks", "{}", 3).result()
    assert moved["columns"][1]["values"] == [end + 2 for end in first["columns"][1]["values"]]


def test_what_was_worked_out_elsewhere_is_known_here(monkeypatch: pytest.MonkeyPatch) -> None:
    run = bridge.start("walks", "{}", 3)
    run.result()
    values = dict(bridge.known_cells("walks", '{"shift": 2}', 3))
    assert sorted(values) == list(range(6))
    assert bridge.known_cells("walks", "{}", 4) == []
    forget(monkeypatch)
    assert bridge.known_cells("walks", "{}", 3) == []
    bridge.combine("walks", "{}", 3, [4], [values[4]], False)
    assert bridge.known_cells("walks", "{}", 3) == [(4, values[4])]
    again = bridge.start("walks", "{}", 3)
    again.result()
    assert worked == [0, 1, 2, 3, 5]
    assert again.columns() == run.columns()


def test_what_is_kept_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment, "KNOWN_CELLS", 10)
    for seed in range(5):
        bridge.start("walks", "{}", seed).result()
        assert len(experiment._known_cells) <= 10


def test_a_single_run_has_no_cells() -> None:
    assert bridge.cells("textbook-trace", "{}") == 0


def test_negative_and_large_seeds_are_seeds_too() -> None:
    ends = {
        tuple(values)
        for seed in (-1, 0, 1, 2**40)
        for values in [bridge.start("walks", "{}", seed).result()["columns"][1]["values"]]
    }
    assert len(ends) == 4


def test_work_can_be_given_up() -> None:
    run = find("walks").cell({"count": 1, "steps": 1000, "shift": 0}, 1, 0)
    next(run)
    run.close()
    assert worked == []
