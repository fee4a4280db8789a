"""What every experiment promises, whatever it models (see `inflight.figure.experiment`)."""

import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inflight
from inflight import bridge
from inflight.figure.bets import Bet, CurveBet, ValueBet
from inflight.figure.catalogue import UnknownExperiment, catalogue, find
from inflight.figure.experiment import Experiment, UnknownPreset
from inflight.figure.parameters import Choice, Code, Flag, Marks, Parameter, ParameterError, Parameters, Preset, Slider
from inflight.figure.views import Lanes

EXPERIMENTS = list(catalogue().values())
PRESETS = [(entry, preset) for entry in EXPERIMENTS for preset in entry.model.presets]
FULL = pytest.mark.full
# The build runs them all; here each runs twice.
FIRST_OF_EACH = [pytest.param(*case, marks=FULL if case[1] != case[0].model.presets[0] else ()) for case in PRESETS]
# One of their runs takes longer than all the bets of another experiment.
LONG = ("loss-and-rtt", "your-algorithm")
BETS = [pytest.param(entry, bet, marks=FULL if entry.id in LONG else ()) for entry in EXPERIMENTS for bet in entry.bets]
PARAMETERS = [(entry, parameter) for entry in EXPERIMENTS for parameter in entry.parameters]


@dataclass(frozen=True)
class EveryKindParameters(Parameters):
    """Those of the kinds that few experiments have."""

    on: Annotated[bool, Flag(label="On")] = False
    some: Annotated[str, Marks(label="Some", max=50, most=3)] = ""
    rule: Annotated[str, Code(label="Rule", most=100)] = "cwnd += 1\n"


class EveryKind:
    """Has nothing but parameters."""

    parameters = EveryKindParameters
    presets = ()


EVERY_KIND = Experiment("every-kind", "test", "What is refused?", EveryKind)  # type: ignore[arg-type]
PARAMETERS += [(EVERY_KIND, parameter) for parameter in EVERY_KIND.parameters]
# Runs of these take microseconds, so Hypothesis can afford many.
CHEAP = [find("textbook-trace")]


def name(case: object) -> str:
    """Ids of parametrized tests: `send-buffer`, `as-found`, `rtt`."""
    match case:
        case Experiment() | Preset() | Bet():
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
    assert list(result["parameters"]) == [parameter.name for parameter in entry.parameters]

    x, *others = result["columns"]
    declared = entry.schema()["outputs"]
    heads = [{"name": column["name"], "unit": column["unit"]} for column in result["columns"]]
    assert heads == [{"name": column["name"], "unit": column["unit"]} for column in declared["columns"]]
    names = [column["name"] for column in heads]
    assert len(names) == len(set(names))
    assert others, "there is nothing to draw"
    assert x["values"], "the run is empty"
    for column in result["columns"]:
        assert column["meaning"], column["name"]
        rows = len(column["values"])
        assert rows == len(x["values"]), f"{column['name']} has {rows} values, {x['name']} has {len(x['values'])}"
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
    units = {figure["name"]: figure["unit"] for figure in declared["figures"]}
    assert len(units) == len(declared["figures"])
    for name, figure in result["summary"].items():
        assert figure["unit"] == units[name]
        assert figure["label"]
        assert figure["value"] is None or math.isfinite(figure["value"]), figure
    assert re.search(r"[.!?]$", result["sentence"]), f"result.sentence = {result['sentence']!r}: wanted is a sentence"
    assert result["commands"], "commands() gives no Linux command"
    for block in result["commands"]:
        assert block["title"], block
        assert block["lines"], block

    for table in result["tables"].values():
        assert len({len(column["values"]) for column in table}) == 1, "columns of a table differ in length"
        for column in table:
            assert column["meaning"], column["name"]
            if words := column.get("words"):
                assert all(words[int(value)] for value in column["values"]), column["name"]
    for view in (view.as_dict() for view in entry.model.views):
        named = {view[key] for key in ("packets", "acks", "segments", "states", "timers", "table") if view.get(key)}
        assert named <= set(result["tables"]), f"the {view['kind']} names a table that is not there"
        if table := result["tables"].get(view.get("table", "")):
            there = {column["name"] for column in table}
            named = {
                *view.get("panels", ()),
                *(view[key] for key in ("column", "x", "y", "value", "label") if key in view),
            }
            assert named <= there, (
                f"the {view['kind']} names {named - there}; the columns of {view['table']} are {there}"
            )


@pytest.mark.parametrize("entry", EXPERIMENTS, ids=name)
class TestDescription:
    """The schema is complete enough to make sliders, links, flags and tables from it."""

    def test_id_is_made_for_links_and_flags(self, entry: Experiment) -> None:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id)
        for parameter in entry.parameters:
            assert re.fullmatch(r"[a-z][a-z0-9_]*", parameter.name)
            assert parameter.name not in {"seed", "view", "pin", "band", "linux", "t"}, "links use this name themselves"

    def test_says_what_it_asks_and_what_it_leaves_out(self, entry: Experiment) -> None:
        assert entry.question.endswith("?")
        assert entry.model.title
        assert len(entry.model.leaves_out.split()) > 10, "leaves_out: what the model leaves out, in more than ten words"
        assert entry.model.__doc__, f"class {entry.model.__name__} needs a docstring: what it models, by which rules"

    def test_schema_has_all_keys_and_is_json(self, entry: Experiment) -> None:
        schema = json.loads(json.dumps(entry.schema(), allow_nan=False))
        assert set(schema) >= {
            *("id", "part", "title", "question", "leaves_out", "sources", "file"),
            *("parameters", "presets", "outputs", "views", "bets", "kernel"),
        }
        kinds = [view["kind"] for view in schema["views"]]
        assert len(kinds) == len(set(kinds)) >= 1, "a view is named by its kind"
        for parameter in schema["parameters"]:
            keys = {"kind", "name", "label", "default", "knob", "help", "matters_when"}
            if parameter["kind"] == "number":
                keys |= {"unit", "min", "max", "scale", "step", "integer", "quantity", "special"}
                assert parameter["scale"] in ("linear", "log2", "log10")
            if parameter["kind"] == "choice":
                keys |= {"choices"}
            if parameter["kind"] == "marks":
                keys |= {"max", "most"}
            if parameter["kind"] == "code":
                keys |= {"most"}
            assert set(parameter) >= keys

    def test_file_named_in_the_schema_is_the_one_shown(self, entry: Experiment) -> None:
        source = Path(inflight.__file__).parents[1] / entry.schema()["file"]
        assert f'"{entry.id}"' in source.read_text(encoding="utf-8")

    def test_defaults_are_allowed(self, entry: Experiment) -> None:
        for parameter in entry.parameters:
            assert parameter.check(parameter.default) == parameter.default

    def test_presets_are_distinct_and_explained(self, entry: Experiment) -> None:
        ids = [preset.id for preset in entry.model.presets]
        filled = [json.dumps(entry.fill(preset.values)) for preset in entry.model.presets]
        assert len(set(ids)) == len(ids) == len(set(filled)) >= 3, "presets: three at least, all of them different"
        for preset in entry.model.presets:
            assert preset.note, f"preset {preset.name} needs a note: what to look at"

    def test_unknown_parameter_preset_and_experiment_are_the_readers_error(self, entry: Experiment) -> None:
        with pytest.raises(ParameterError, match="no_such"):
            bridge.start(entry.id, '{"no_such": 1}')
        with pytest.raises(UnknownPreset, match=entry.model.presets[0].id):
            entry.preset("no-such")
        with pytest.raises(UnknownExperiment, match=entry.id):
            find(entry.id + "-not")


@pytest.mark.parametrize(("entry", "bet"), BETS, ids=name)
def test_a_bet_asks_for_something_the_run_knows(entry: Experiment, bet: Bet) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", bet.id)
    assert [other.id for other in entry.bets].count(bet.id) == 1
    assert bet.question[-1] in ".?"
    result = run(entry, dict(entry.asked_at(bet)))
    lanes = [lane for view in entry.model.views if isinstance(view, Lanes) for lane in view.lanes]
    match bet:
        case ValueBet():
            assert bet.scale in ("linear", "log10")
            assert bet.summary in result["summary"], f"where it is asked, the run gives {', '.join(result['summary'])}"
            truth = result["summary"][bet.summary]["value"]
            assert bet.min < truth < bet.max, f"the truth, {truth}, is not on the slider"
            assert bet.min > 0 or bet.scale == "linear"
        case CurveBet():
            drawn = {series for lane in lanes for series in lane.series}
            assert {bet.column, *bet.given} <= drawn
            assert bet.column not in bet.given


def wrong_values(parameter: Parameter) -> list[object]:
    """Values that `parameter` must refuse: just outside, far outside, not of its kind."""
    match parameter:
        case Choice() | Flag():
            return ["no-such-value", "", None, [], {}, 17.5]
        case Marks():
            many = ",".join(map(str, range(1, parameter.most + 2)))
            return ["0", "-1", f"3,{parameter.max + 1}", many, "3;4", "1.5", "x", "2\n0", None, True, 3, 17.5, [], {}]
        case Code():
            return ["x" * (parameter.most + 1), "x = 1\n" * parameter.most, None, True, 17.5, [], {}]
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
        assert " ".join(str(value).splitlines())[:60] in message
        assert "\n" not in message
        assert len(message) < 300
        if isinstance(parameter, Slider):
            for limit in (parameter.min, parameter.max):
                assert f"{limit:g}" in message or str(limit) in message
        if isinstance(parameter, Choice):
            assert all(choice in message for choice in parameter.choices)
        if isinstance(parameter, Marks):
            assert str(parameter.max) in message
            assert str(parameter.most) in message
        if isinstance(parameter, Code):
            assert str(parameter.most) in message


@pytest.mark.parametrize(("entry", "preset"), FIRST_OF_EACH, ids=name)
def test_every_preset_runs_and_runs_the_same_in_slices(entry: Experiment, preset: Preset) -> None:
    """The page advances a run a few milliseconds at a time and reads what is there in between."""
    result = run(entry, dict(preset.values))
    assert_result(entry, result)

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
    assert json.dumps(sliced.result()) == json.dumps(result, allow_nan=False), "a second run gives other bytes"
    head = json.loads(sliced.head())
    assert {key: head[key] for key in ("sentence", "summary", "events")} == {
        key: result[key] for key in ("sentence", "summary", "events")
    }


SELDOM = [(entry, parameter) for entry, parameter in PARAMETERS if parameter.matters_when]


@pytest.mark.parametrize(("entry", "parameter"), SELDOM, ids=name)
def test_what_is_not_shown_has_no_effect(entry: Experiment, parameter: Parameter) -> None:
    """While none of `matters_when` is given, two values of the parameter come to the same."""
    known = {other.name: other for other in entry.parameters}
    setting = {}
    for other, values in parameter.matters_when.items():
        choice = known[other]
        assert isinstance(choice, Choice)
        assert set(values) < set(choice.choices)
        setting[other] = next(value for value in choice.choices if value not in values)
    match parameter:
        case Slider():
            another = parameter.max
        case Choice():
            another = next(choice for choice in parameter.choices if choice != parameter.default)
        case _:
            another = not parameter.default
    results = [run(entry, {**setting, parameter.name: value}) for value in (parameter.default, another)]
    for result in results:
        del result["parameters"], result["commands"]
    assert results[0] == results[1]


def test_marks_are_put_in_order_and_code_is_left_alone() -> None:
    filled = EVERY_KIND.fill({"some": " 17, 3 17", "rule": "a = 1\n\tb"})
    assert filled == {"on": False, "some": "3,17", "rule": "a = 1\n\tb"}
    assert Marks.numbers("3,17") == [3, 17]
    assert Marks.numbers(str(EVERY_KIND.fill({})["some"])) == []


def in_range(entry: Experiment) -> st.SearchStrategy[dict]:
    """Any values that the experiment's parameters allow."""

    def values(parameter: Parameter) -> st.SearchStrategy:
        if isinstance(parameter, Choice):
            return st.sampled_from(list(parameter.choices))
        if isinstance(parameter, Marks):
            return st.sets(st.integers(1, parameter.max), max_size=parameter.most).map(lambda s: ",".join(map(str, s)))
        if not isinstance(parameter, Slider):
            return st.just(parameter.default) if isinstance(parameter, Code) else st.booleans()
        number = (
            st.integers(math.ceil(parameter.min), math.floor(parameter.max))
            if parameter.integer
            else st.floats(parameter.min, parameter.max)
        )
        return number | st.sampled_from(list(parameter.special)) if parameter.special else number

    return st.fixed_dictionaries({parameter.name: values(parameter) for parameter in entry.parameters})


@pytest.mark.parametrize("entry", CHEAP, ids=name)
@given(data=st.data())
@settings(max_examples=150)
def test_any_allowed_values_give_a_whole_result(entry: Experiment, data: st.DataObject) -> None:
    assert_result(entry, run(entry, data.draw(in_range(entry))))


def _diced(entry: Experiment, parameter: Slider) -> list[dict]:
    """Settings in which this parameter's chance is at work: those presets that have it, or a value of our own."""
    presets = [dict(each.values) for each in entry.model.presets if each.values.get(parameter.name)]
    values = {other: allowed[0] for other, allowed in parameter.matters_when.items()}
    return presets or [values | {parameter.name: math.sqrt(max(parameter.min, 0.1) * parameter.max)}]


DICE = [(entry, each) for entry, each in PARAMETERS if isinstance(each, Slider) and each.chance and not entry.in_cells]


@pytest.mark.parametrize(("entry", "parameter"), DICE, ids=name)
def test_where_chance_is_at_work_another_seed_gives_another_run(entry: Experiment, parameter: Slider) -> None:
    def told(values: dict, seed: int) -> list:
        result = run(entry, values, seed)
        return [result[part] for part in ("columns", "tables", "summary")]

    assert any(told(values, 1) != told(values, 2) for values in _diced(entry, parameter))
