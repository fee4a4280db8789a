"""The example of an experiment in CONTRIBUTING.md keeps the contract, as whoever copies it will expect."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import test_contract as contract

from inflight.figure.experiment import REGISTERED, Experiment

ROOT = Path(__file__).parents[2]
MODULE = "inflight.experiments.half_life"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[Experiment]:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Add an experiment")[1]
    program = textwrap.dedent(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0])
    trace = (ROOT / "simulations/inflight/experiments/textbook_trace.py").read_text("utf-8")
    imports = "".join(re.findall(r"^(?:from|import) (?!__future__).*\n", trace, re.MULTILINE))
    module = ModuleType(MODULE)
    monkeypatch.setitem(sys.modules, MODULE, module)
    exec(compile(f"import math\n{imports}{program}", MODULE, "exec", dont_inherit=True), vars(module))
    yield REGISTERED["half-life"]
    del REGISTERED["half-life"]


def test_the_example_keeps_the_contract(example: Experiment) -> None:
    described = contract.TestDescription()
    described.test_id_is_made_for_links_and_flags(example)
    described.test_says_what_it_asks_and_what_it_leaves_out(example)
    described.test_schema_has_all_keys_and_is_json(example)
    described.test_defaults_are_allowed(example)
    described.test_presets_are_distinct_and_explained(example)
    for preset in example.model.presets:
        contract.test_every_preset_runs_and_runs_the_same_in_slices(example, preset)
    for bet in example.bets:
        contract.test_a_bet_asks_for_something_the_run_knows(example, bet)
