"""What every experiment promises, whatever it models (see `inflight.experiment`)."""

import json
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiment import Experiment, UnknownExperiment, UnknownPreset, catalogue, find
from inflight.parameters import Choice, Parameter, ParameterError, Preset, Slider

EXPERIMENTS = list(catalogue().values())
PRESETS = [(entry, preset) for entry in EXPERIMENTS for preset in entry.model.presets]
PARAMETERS = [(entry, parameter) for entry in EXPERIMENTS for parameter in entry.model.parameters]
# Runs of these take microseconds, so Hypothesis can afford many.
CHEAP = [find("textbook-trace")]


def name(case: object) -> str:
    """Ids of parametrized tests: `send-buffer`, `as-found`, `rtt`."""
    match case:
        case Experiment() | Preset():
            return case.id
        case Slider() | Choice():
            return case.name
    return getattr(case, "name", str(case))


def run(entry: Experiment, values: dict, seed: int = 1) -> dict:
    """A complete Result."""
    return bridge.start(entry.id, json.dumps(values), seed).result()


def assert_result(entry: Experiment, result: dict) -> None:
    """The invariants of every complete Result."""
    assert set(result) >= {"experiment", "parameters", "seed", "columns", "events", "summary", "sentence", "commands"}
    assert result["experiment"] == entry.id
    assert list(result["parameters"]) == [parameter.name for parameter in entry.model.parameters]

    x, *others = result["columns"]
    names = [column["name"] for column in result["columns"]]
    assert len(names) == len(set(names))
    assert others, "there is nothing to draw"
    assert x["values"], "the run is empty"
    for column in result["columns"]:
        assert column["meaning"], column["name"]
        assert len(column["values"]) == len(x["values"]), column["name"]
        assert all(value is None or math.isfinite(value) for value in column["values"]), column["name"]
    assert None not in x["values"]
    assert x["values"] == sorted(x["values"]), "time runs backwards"

    for event in result["events"]:
        assert event["text"], event
        assert event["kind"], event
        assert math.isfinite(event["t"]), event
    times = [event["t"] for event in result["events"]]
    assert times == sorted(times), "events are out of order"

    assert result["summary"]
    for figure in result["summary"].values():
        assert figure["label"]
        assert figure["value"] is None or math.isfinite(figure["value"]), figure
    assert re.search(r"[.!?]$", result["sentence"]), result["sentence"]
    assert result["commands"]
    for block in result["commands"]:
        assert block["title"], block
        assert block["lines"], block

    drawn = {series for lane in entry.model.lanes for series in lane.series}
    assert drawn <= set(names), "a lane names a column that is not there"


@pytest.mark.parametrize("entry", EXPERIMENTS, ids=name)
class TestDescription:
    """The schema is complete enough to make sliders, links, flags and tables from it."""

    def test_id_is_made_for_links_and_flags(self, entry: Experiment) -> None:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id)
        for parameter in entry.model.parameters:
            assert re.fullmatch(r"[a-z][a-z0-9_]*", parameter.name)

    def test_says_what_it_asks_and_what_it_leaves_out(self, entry: Experiment) -> None:
        assert entry.question.endswith("?")
        assert entry.model.title
        assert len(entry.model.leaves_out.split()) > 10
        assert entry.model.sources

    def test_schema_has_all_keys_and_is_json(self, entry: Experiment) -> None:
        schema = json.loads(json.dumps(entry.schema(), allow_nan=False))
        assert set(schema) >= {
            *("id", "part", "title", "question", "leaves_out", "sources", "file"),
            *("parameters", "presets", "lanes", "kernel"),
        }
        assert schema["lanes"]
        for parameter in schema["parameters"]:
            keys = {"kind", "name", "label", "default", "knob", "help"}
            if parameter["kind"] == "number":
                keys |= {"unit", "min", "max", "scale", "step", "integer", "quantity", "special"}
                assert parameter["scale"] in ("linear", "log2", "log10")
            if parameter["kind"] == "choice":
                keys |= {"choices"}
            assert set(parameter) >= keys

    def test_file_named_in_the_schema_is_the_one_shown(self, entry: Experiment) -> None:
        assert entry.source_file.endswith(entry.schema()["file"])
        assert f'"{entry.id}"' in bridge.source(entry.id)

    def test_defaults_are_allowed(self, entry: Experiment) -> None:
        for parameter in entry.model.parameters:
            assert parameter.check(parameter.default) == parameter.default

    def test_presets_are_distinct_and_explained(self, entry: Experiment) -> None:
        ids = [preset.id for preset in entry.model.presets]
        filled = [json.dumps(entry.fill(preset.values)) for preset in entry.model.presets]
        assert len(set(ids)) == len(ids) == len(set(filled)) >= 3
        assert all(preset.note for preset in entry.model.presets)

    def test_unknown_parameter_preset_and_experiment_are_the_readers_error(self, entry: Experiment) -> None:
        with pytest.raises(ParameterError, match="no_such"):
            bridge.start(entry.id, '{"no_such": 1}')
        with pytest.raises(UnknownPreset, match=entry.model.presets[0].id):
            entry.preset("no-such")
        with pytest.raises(UnknownExperiment, match=entry.id):
            find(entry.id + "-not")


def wrong_values(parameter: Parameter) -> list[object]:
    """Values that `parameter` must refuse: just outside, far outside, not of its kind."""
    if not isinstance(parameter, Slider):
        return ["no-such-value", "", None, [], {}, 17.5]
    values = [parameter.min - 1, parameter.max + 1, -1e300, 1e300, math.nan, math.inf, "x", "", None, True, [], {}]
    if parameter.integer:
        values.append(parameter.min + 0.5)
    return [value for value in values if isinstance(value, bool) or value not in map(float, parameter.special)]


@pytest.mark.parametrize(("entry", "parameter"), PARAMETERS, ids=name)
def test_a_bad_value_is_one_error_naming_parameter_value_and_range(entry: Experiment, parameter: Parameter) -> None:
    for value in wrong_values(parameter):
        with pytest.raises(ParameterError) as caught:
            entry.fill({parameter.name: value})
        message = str(caught.value)
        assert parameter.name in message
        assert str(value) in message
        assert "\n" not in message
        if isinstance(parameter, Slider):
            for limit in (parameter.min, parameter.max):
                assert f"{limit:g}" in message or str(limit) in message
        if isinstance(parameter, Choice):
            assert all(choice in message for choice in parameter.choices)


@pytest.mark.parametrize(("entry", "preset"), PRESETS, ids=name)
class TestRun:
    """Every preset runs, and runs the same way again."""

    def test_result_is_whole(self, entry: Experiment, preset: Preset) -> None:
        result = run(entry, dict(preset.values))
        assert_result(entry, result)
        json.dumps(result, allow_nan=False)

    def test_same_parameters_and_seed_give_the_same_bytes(self, entry: Experiment, preset: Preset) -> None:
        first, second = (json.dumps(run(entry, dict(preset.values), seed=7)) for _ in range(2))
        assert first == second

    def test_slices_do_not_change_the_result(self, entry: Experiment, preset: Preset) -> None:
        """The page advances a run a few milliseconds at a time and reads what is there in between."""
        sliced = bridge.start(entry.id, json.dumps(dict(preset.values)))
        progress = [sliced.progress]
        while not sliced.step(2):
            lengths = {len(values) for _, values in sliced.columns()}
            assert len(lengths) == 1, "columns of a partial result differ in length"
            json.loads(sliced.head())
            progress.append(sliced.progress)
        progress.append(sliced.progress)
        assert progress == sorted(progress)
        assert progress[-1] == 1
        assert json.dumps(sliced.result()) == json.dumps(run(entry, dict(preset.values)))
        head = json.loads(sliced.head())
        assert {key: head[key] for key in ("sentence", "summary", "events")} == {
            key: sliced.result()[key] for key in ("sentence", "summary", "events")
        }


def in_range(entry: Experiment) -> st.SearchStrategy[dict]:
    """Any values that the experiment's parameters allow."""

    def values(parameter: Parameter) -> st.SearchStrategy:
        if isinstance(parameter, Choice):
            return st.sampled_from(list(parameter.choices))
        if not isinstance(parameter, Slider):
            return st.booleans()
        number = (
            st.integers(math.ceil(parameter.min), math.floor(parameter.max))
            if parameter.integer
            else st.floats(parameter.min, parameter.max)
        )
        return number | st.sampled_from(list(parameter.special)) if parameter.special else number

    return st.fixed_dictionaries({parameter.name: values(parameter) for parameter in entry.model.parameters})


@pytest.mark.parametrize("entry", CHEAP, ids=name)
@given(data=st.data())
@settings(max_examples=150)
def test_any_allowed_values_give_a_whole_result(entry: Experiment, data: st.DataObject) -> None:
    assert_result(entry, run(entry, data.draw(in_range(entry))))
