"""The models are held to recordings of three real kernels, within the bounds the book promises."""

import json
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from changes import KERNELS, PAGE, names, source

from inflight.cli import main
from inflight.compare.bounds import BOUNDS, judge
from inflight.compare.files import load
from inflight.compare.known import KNOWN
from inflight.compare.recording import Recording, RecordingError, by_name, parse
from inflight.compare.run import Comparison, compare

RECORDINGS = Path(__file__).parent / "recordings" / "6.1"
NAMES = names(RECORDINGS)
# Half of the time of all: chance in ten seeds, or several flows for minutes, five times over. Of the disciplines the
# recordings with one flow remain.
LONG = {
    *("H_cake_4", "H_codel_4", "H_fq_4", "H_fq_codel_4", "H_pie_4", "H_red_4", "H_sfq_4"),
    *("B_reno_r40_p0.01", "I_cubic_bbr_b20", "I_cubic_reno_b20", "I_cubic_reno_b100", "I_rtt_cubic_40_120"),
    *("I_cubic_cubic_b100", "I_rtt_cubic_fq_codel", "I_rtt_reno_30_150", "I_rtt_reno_40_120", "I_rtt_reno_codel"),
    *("C_wmem512K_cubic_r20", "C_wmem512K_cubic_r100_again", "C_wmem256K_cubic_r100", "C_wmem2M_cubic_r100"),
    *("C_wmem1M_cubic_r100_again", "C_wmem1M_cubic_r50_again", "C_wmem4M_cubic", "C_wmem4M_reno"),
    *("C_wmem512K_reno_r200_s1", "C_wmem128K_reno_r100"),
    *("L_dualpi2_2_2", "L_dualpi2_both", "L_dualpi2_both_5ms", "L_dualpi2_both_40ms"),
    *("I_stairs_reno4", "I_vegas_reno_b100", "A_hybla_b400_long", "A_reno_b400_long"),
}


# Of the other kernels, what moved between them and what only they have is held to in each run, the rest in a full one.
MOVED = {entry["recording"] for entry in json.loads(PAGE.read_text(encoding="utf-8"))["moved"]}
CASES = [(kernel, name) for kernel in KERNELS for name in names(source(kernel))]


def recorded(name: str) -> str:
    return (RECORDINGS / f"{name}.json").read_text(encoding="utf-8")


def is_long(kernel: str, name: str) -> bool:
    return name in LONG or (kernel != KERNELS[0] and name in NAMES and name not in MOVED)


def case(*values: str) -> ParameterSet:
    return pytest.param(*values, marks=[pytest.mark.full] if is_long(*values[:2]) else [])


@cache
def recordings(kernel: str) -> dict[str, list[Recording]]:
    return by_name(load(source(kernel)))


@cache
def compared(kernel: str, name: str) -> Comparison:
    same = [parse(recorded(name))] if kernel == KERNELS[0] else recordings(kernel)[name]
    return compare(*same, every_seed=False)


@pytest.mark.parametrize(("kernel", "name"), [case(*each) for each in CASES])
def test_the_model_does_what_linux_did(kernel: str, name: str) -> None:
    result = compared(kernel, name)
    assert not result.reason
    assert [v for v in result.verdicts if v.verdict == "bad"] == []
    assert any(v.verdict == "ok" for v in result.verdicts) or name in {known for known, _ in KNOWN[kernel]}


@pytest.mark.parametrize(
    ("kernel", "name", "metric"), [case(kernel, *each) for kernel in KERNELS for each in sorted(KNOWN[kernel])]
)
def test_a_known_difference_is_still_there(kernel: str, name: str, metric: str) -> None:
    """Once a model meets the bound, its excuse has to go."""
    verdicts = {v.metric: v.verdict for v in compared(kernel, name).verdicts}
    assert verdicts[metric] == "known"


def test_stopping_early_gives_the_same_verdicts() -> None:
    recording = parse(recorded("A_packets_loss5"))
    some, all_ = compare(recording, every_seed=False), compare(recording)
    assert [(v.metric, v.verdict) for v in some.verdicts] == [(v.metric, v.verdict) for v in all_.verdicts]


@pytest.mark.parametrize("kernel", KERNELS)
def test_few_recordings_are_excused(kernel: str) -> None:
    assert 20 * len({name for name, _ in KNOWN[kernel]}) <= len(NAMES)


def test_the_bounds_are_those_the_book_promises() -> None:
    assert BOUNDS["goodput"].share == BOUNDS["transfer_time"].share == 0.05
    assert BOUNDS["mean_queue"].share == BOUNDS["mean_cwnd"].share == 0.10
    assert BOUNDS["first_loss"].share == BOUNDS["loss_period"].share == 0.15
    assert BOUNDS["share"].least == 0.10


@pytest.mark.parametrize(
    ("model", "verdict"),
    [([9.5], "ok"), ([10.5], "ok"), ([9.4], "bad"), ([10.6], "bad"), ([9.0, 11.0], "ok"), ([8.0, 9.4], "bad")],
)
def test_a_verdict_follows_the_bound(model: list[float], verdict: str) -> None:
    assert judge("goodput", model, [10.0]).verdict == verdict


@pytest.mark.parametrize(
    ("model", "recorded", "verdict"),
    [([9.0], [10.0, 9.4], "ok"), ([9.0], [10.0, 9.9], "bad"), ([8.0, 12.0], [10.0, 11.0], "ok")],
)
def test_the_models_runs_have_to_reach_those_of_the_kernel(
    model: list[float], recorded: list[float], verdict: str
) -> None:
    assert judge("goodput", model, recorded).verdict == verdict


def test_a_wrong_model_is_caught() -> None:
    """Half the round-trip time in the scenario: the comparison must not pass."""
    data = json.loads(recorded("A_reno_b100"))
    data["scenario"]["net"]["senders"][0]["rtt_ms"] = 20
    assert compare(parse(json.dumps(data))).bad


def test_a_wrong_model_of_requests_is_caught() -> None:
    """A window that does not decay, where Linux's did: the answers after a pause come too soon."""
    data = json.loads(recorded("D_idle_100M_r40"))
    for config in data["scenario"]["configs"]:
        config["sysctl"] = {"net.ipv4.tcp_slow_start_after_idle": 0}
    assert compare(parse(json.dumps(data))).bad


def test_a_setting_that_no_model_knows_is_said() -> None:
    data = json.loads(recorded("D_idle_100M_r40"))
    data["scenario"]["configs"][0]["sysctl"] = {"net.ipv4.tcp_frto": 0}
    assert "tcp_frto" in compare(parse(json.dumps(data))).reason


def test_what_is_not_modelled_is_said_and_counts_as_bad() -> None:
    data = json.loads(recorded("A_reno_b100"))
    data["scenario"]["flows"][0]["cc"] = "lp"
    result = compare(parse(json.dumps(data)))
    assert result.bad
    assert "congestion control lp" in result.reason
    data["scenario"]["kind"] = "handshake"
    assert "handshake" in compare(parse(json.dumps(data))).reason


NO_KERNEL = '{"scenario": {"name": "x", "kind": "bulk"}, "kernel": "lately"}'


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"scenario": {"name": "x"}}', NO_KERNEL])
def test_a_damaged_recording_is_named(text: str) -> None:
    with pytest.raises(RecordingError, match=r"broken\.json"):
        parse(text, "broken.json")


def test_the_command_prints_verdicts_and_fails_on_bad_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good"
    good.mkdir()
    (good / "A_reno_start.json").write_text(recorded("A_reno_start"), encoding="utf-8")
    assert main(["compare", str(good), "--family", "A"]) == 0
    assert "goodput" in capsys.readouterr().out
    assert main(["compare", str(good), "--json"]) == 0
    [entry] = json.loads(capsys.readouterr().out)
    assert {"metric", "model", "kernel", "error", "bound", "verdict"} <= set(entry["metrics"][0])
    assert main(["compare", str(good), "--family", "Z"]) == 2
    assert "family Z" in capsys.readouterr().err
    data = json.loads(recorded("A_reno_start"))
    data["summary"]["flows"][0]["goodput_mbit"] *= 2
    (good / "A_reno_start.json").write_text(json.dumps(data), encoding="utf-8")
    assert main(["compare", str(good)]) == 1


def test_recordings_are_read_in_order(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="none: no such folder or archive"):
        load(tmp_path / "none")
    assert [recording.name for recording in load(RECORDINGS, "A")] == [name for name in NAMES if name[0] == "A"]


@pytest.mark.parametrize("kernel", KERNELS[1:])
def test_a_folder_with_archives_is_read(kernel: str) -> None:
    found = load(source(kernel))
    assert list(dict.fromkeys(recording.name for recording in found)) == names(source(kernel))
    assert set(names(source(kernel))) >= set(NAMES)
    assert {recording.kernel.startswith(f"{kernel}.") for recording in found} == {True}


def test_a_damaged_archive_is_named(tmp_path: Path) -> None:
    whole = (source("7.3") / "all.tar.xz").read_bytes()
    for content in (b"", b"text", whole[: len(whole) // 2], whole[:9000] + b"\0" + whole[9001:]):
        (damaged := tmp_path / "damaged.tar.xz").write_bytes(content)
        with pytest.raises(RecordingError, match=r"damaged\.tar\.xz: damaged, or not a tar archive"):
            load(damaged)
