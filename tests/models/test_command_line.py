"""The command line, run as a reader runs it."""

import csv
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest

from inflight.cli import main
from inflight.figure.catalogue import catalogue
from inflight.figure.experiment import REGISTERED, Commands, Experiment
from inflight.figure.parameters import Code, Flag, Parameters, Slider
from inflight.figure.result import Column, Outputs, Result

SIMULATIONS = Path(__file__).parents[2] / "simulations"
EXPERIMENTS = list(catalogue())
# Their runs are short; that every experiment's result is whole is the contract's test.
SMALL = ["textbook-trace", "congestion-window", "cubic-curve"]


def inflight(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `python3 -m inflight …` from a checkout."""
    return subprocess.run(
        [sys.executable, "-m", "inflight", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(SIMULATIONS), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )


def assert_refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit status 2 and one line that holds `words`; no traceback, nothing on stdout."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    for word in words:
        assert word in done.stderr


class TestList:
    def test_json_is_the_catalogue(self) -> None:
        done = inflight("list", "--json")
        assert (done.returncode, done.stderr) == (0, "")
        listing = json.loads(done.stdout)
        assert list(listing) == ["version", "experiments"]
        assert [entry["id"] for entry in listing["experiments"]] == EXPERIMENTS

    def test_text_names_every_experiment_and_flag(self) -> None:
        text = inflight("list").stdout
        for id, entry in catalogue().items():
            assert id in text
            for parameter in entry.parameters:
                assert "--" + parameter.name.replace("_", "-") in text


class TestRun:
    @pytest.mark.parametrize("id", SMALL)
    def test_json_names_everything(self, id: str) -> None:
        done = inflight("run", id, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        result = json.loads(done.stdout)
        assert result["experiment"] == id
        assert set(result["parameters"]) == {parameter.name for parameter in catalogue()[id].parameters}
        assert all(set(column) >= {"name", "unit", "meaning", "values"} for column in result["columns"])
        assert all(set(event) == {"t", "kind", "text"} for event in result["events"])
        assert all(set(figure) >= {"value", "unit"} for figure in result["summary"].values())

    @pytest.mark.parametrize("id", SMALL)
    def test_csv_holds_the_columns_of_the_json(self, id: str, tmp_path: Path) -> None:
        file = tmp_path / "run.csv"
        assert inflight("run", id, "--csv", str(file)).returncode == 0
        columns = json.loads(inflight("run", id, "--json").stdout)["columns"]
        with file.open(encoding="utf-8", newline="") as text:
            lines = csv.reader(line for line in text if not line.startswith("#"))
            header, *rows = list(lines)
        assert [heading.split(" (")[0] for heading in header] == [column["name"] for column in columns]
        for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
            assert [float(cell) if cell else None for cell in cells] == column["values"]

    def test_csv_says_what_was_run(self, tmp_path: Path) -> None:
        """Whoever finds the file can run it again: version, experiment, each parameter with its unit, seed."""
        file = tmp_path / "run.csv"
        flags = ("--lose", "17,3", "--rate", "4.5", "--seed", "5")
        assert inflight("run", "congestion-window", *flags, "--csv", str(file)).returncode == 0
        lines = file.read_text(encoding="utf-8").splitlines()
        said = [line for line in lines if line.startswith("#")]
        assert said == lines[: len(said)], "the header comes first"
        assert said[0].startswith("# inflight ")
        assert "# experiment: congestion-window" in said
        assert {"# rate: 4.5 Mbit/s", "# rtt: 40 ms", "# lose: 3,17", "# algorithm: reno", "# seed: 5"} <= set(said)
        assert lines[len(said)].split(",")[:2] == ["t (s)", "cwnd (segments)"]

    def test_packets_to_lose(self) -> None:
        """The JSON has the tables; row n of the packets is the n-th that was sent."""
        result = json.loads(inflight("run", "congestion-window", "--lose", "3,17", "--json").stdout)
        assert result["parameters"]["lose"] == "3,17"
        assert set(result["tables"]) == {"packets", "acks", "segments", "states", "timers"}
        [fate] = [column for column in result["tables"]["packets"] if column["name"] == "fate"]
        lost = fate["words"].index("lost")
        assert [row + 1 for row, value in enumerate(fate["values"]) if value == lost] == [3, 17]

    def test_table_is_for_people(self) -> None:
        done = inflight("run", "textbook-trace")
        assert done.returncode == 0
        assert "① threshold 16 reached" in done.stdout

    def test_preset_by_id_and_by_name_and_a_flag_over_it(self) -> None:
        by_id, by_name = (
            json.loads(inflight("run", "textbook-trace", "--preset", preset, "--json").stdout)
            for preset in ("no-timeout", "No timeout")
        )
        assert by_id == by_name
        assert by_id["parameters"]["first_loss"] == "dupacks"
        both = inflight("run", "textbook-trace", "--preset", "tahoe", "--first-cwnd", "30", "--json")
        parameters = json.loads(both.stdout)["parameters"]
        assert (parameters["variant"], parameters["first_cwnd"]) == ("tahoe", 30)

    def test_seed_is_part_of_the_result(self) -> None:
        assert json.loads(inflight("run", "textbook-trace", "--seed", "5", "--json").stdout)["seed"] == 5


@dataclass(frozen=True)
class TypedParameters(Parameters):
    rule: Annotated[str, Code(label="Rule")] = "cwnd += 1\ncwnd += 2\n"
    fast: Annotated[bool, Flag(label="Fast")] = True


class Typed:
    """An experiment that takes a piece of Python."""

    title = "Typed"
    parameters = TypedParameters
    presets = ()
    outputs = Outputs(columns=(Column("t", "s", "time", "time"),), figures=())

    @staticmethod
    def commands(p: TypedParameters) -> list[Commands]:
        return []

    @staticmethod
    def run(p: TypedParameters, rng: random.Random) -> Iterator[Result]:
        result = Typed.outputs.result()
        result.append(0.5)
        result.sentence = f"{p.rule!r}."
        yield result


class TestCode:
    @pytest.fixture(autouse=True)
    def typed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        model = Experiment("typed", "test", "What does it say?", Typed)  # type: ignore[arg-type]
        for known in (REGISTERED, catalogue()):
            monkeypatch.setitem(known, "typed", model)

    def test_comes_from_a_file_or_from_the_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "rule.py"
        file.write_text("cwnd *= 2  # é\n", encoding="utf-8")
        for given, code in (
            (f"@{file}", "cwnd *= 2  # é\n"),
            ("cwnd = 1", "cwnd = 1"),
            ("@f\ndef g(): 1", "@f\ndef g(): 1"),
        ):
            assert main(["run", "typed", "--rule", given]) == 0
            assert capsys.readouterr().out.startswith(repr(code))

    def test_a_file_that_cannot_be_read_is_one_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        binary = tmp_path / "rule.bin"
        binary.write_bytes(b"\xff\xfe\x00")
        for path in (tmp_path / "none.py", binary):
            assert main(["run", "typed", "--rule", f"@{path}"]) == 2
            [line] = capsys.readouterr().err.splitlines()
            assert path.name in line

    def test_is_listed_in_a_line_and_kept_in_the_csv(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["list"]) == 0
        [line] = [line for line in capsys.readouterr().out.splitlines() if "--rule" in line]
        assert line.endswith("default 2 lines of Python")
        assert main(["run", "typed", "--csv", str(tmp_path / "run.csv")]) == 0
        lines = (tmp_path / "run.csv").read_text(encoding="utf-8").splitlines()
        at = lines.index("# rule: 2 lines of Python")
        assert lines[at + 1 : at + 4] == ["#     cwnd += 1", "#     cwnd += 2", "# fast: on"]
        assert lines[-2:] == ["t (s)", "0.5"]


class TestRefusal:
    """Bad input: exit status 2 and one line that helps."""

    @pytest.mark.parametrize("id", EXPERIMENTS)
    def test_value_out_of_range(self, id: str, capsys: pytest.CaptureFixture[str]) -> None:
        parameter = next(p for p in catalogue()[id].parameters if isinstance(p, Slider))
        value = f"{parameter.max * 2 + 1:.0f}"
        flag = "--" + parameter.name.replace("_", "-")
        arguments = ["run", id, flag, value]
        # in this very process: that of its own is shown by the others
        done = subprocess.CompletedProcess(arguments, main(arguments), *capsys.readouterr())
        assert_refused(done, parameter.name, value, f"{parameter.max:.0f}")

    def test_text_for_a_number(self) -> None:
        assert_refused(inflight("run", "textbook-trace", "--rounds", "many"), "rounds", "many", "5", "100")

    def test_unknown_choice(self) -> None:
        assert_refused(inflight("run", "textbook-trace", "--variant", "vegas"), "variant", "vegas", "tahoe", "reno")

    def test_unknown_preset(self) -> None:
        assert_refused(inflight("run", "textbook-trace", "--preset", "nope"), "nope", "the-classic-figure")

    def test_unknown_experiment(self) -> None:
        assert_refused(inflight("run", "text-book"), "text-book", "textbook-trace")

    def test_file_that_cannot_be_written(self, tmp_path: Path) -> None:
        assert_refused(inflight("run", "textbook-trace", "--csv", str(tmp_path / "no" / "run.csv")), "run.csv")

    @pytest.mark.parametrize("arguments", [(), ("run",), ("fly",), ("run", "textbook-trace", "--speed", "9")])
    def test_wrong_usage(self, arguments: tuple[str, ...]) -> None:
        done = inflight(*arguments)
        assert done.returncode == 2
        assert "usage: inflight" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.full
def test_installed_package_gives_the_command(tmp_path: Path) -> None:
    """`pip install ./simulations` is whole: every experiment is in it, and `inflight` runs from anywhere."""
    leave = shutil.ignore_patterns("*.egg-info", "build", "__pycache__")
    source = shutil.copytree(SIMULATIONS, tmp_path / "source", ignore=leave)
    target = tmp_path / "target"
    options = "--quiet --disable-pip-version-check --no-deps --no-build-isolation --target"
    pip = [sys.executable, "-m", "pip", "install", *options.split(), str(target), str(source)]
    subprocess.run(pip, check=True, stdin=subprocess.DEVNULL)
    shutil.rmtree(source)
    done = subprocess.run(
        [target / "bin" / "inflight", "list", "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(target)},
        check=True,
    )
    assert [entry["id"] for entry in json.loads(done.stdout)["experiments"]] == EXPERIMENTS
