"""Figures on the kernel that their reader has: one parameter, the same in all of them, and it does something."""

import pytest

from inflight.figure.catalogue import catalogue
from inflight.figure.experiment import Experiment
from inflight.figure.parameters import Choice
from inflight.kernel.tcp.era import TCP_ERAS
from inflight.scenes.kernel import KERNEL, USUAL

OF_A_KERNEL = [each for each in catalogue().values() if any(p.name == "kernel" for p in each.parameters)]


@pytest.mark.parametrize("experiment", OF_A_KERNEL, ids=lambda each: each.id)
def test_every_kernel_can_be_chosen(experiment: Experiment) -> None:
    choice = _choice(experiment)
    assert set(choice.choices) >= set(TCP_ERAS)
    assert (choice.default, choice.label) == (USUAL, KERNEL.label)


@pytest.mark.parametrize("experiment", OF_A_KERNEL, ids=lambda each: each.id)
def test_it_makes_a_difference(experiment: Experiment) -> None:
    """Between the oldest and the newest, in some preset that leaves the choice to the reader."""
    oldest, *_, newest = _choice(experiment).choices
    free = [preset.values for preset in experiment.model.presets if "kernel" not in preset.values]
    assert any(_drawn(experiment, values, oldest) != _drawn(experiment, values, newest) for values in free)


def _choice(experiment: Experiment) -> Choice:
    (choice,) = (p for p in experiment.parameters if p.name == "kernel")
    assert isinstance(choice, Choice)
    return choice


def _drawn(experiment: Experiment, values: dict, kernel: str) -> str:
    *_, last = experiment.run(experiment.fill({**values, "kernel": kernel}))
    return repr([list(column.values) for column in last.columns]) + repr(last.summary) + last.sentence
