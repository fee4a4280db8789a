"""`inflight sweep`: one table, whoever makes the runs, and whatever dies meanwhile."""

import csv
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inflight.cli import main
from inflight.figure.catalogue import find
from inflight.figure.parameters import ParameterError
from inflight.sweep import pool
from inflight.sweep.plan import Job, Refused, plan
from inflight.sweep.pool import Failed

SIMULATIONS = Path(__file__).parents[2] / "simulations"
TRACE = ["textbook-trace", "--param", "ssthresh=4:8:2", "--param", "variant=tahoe,reno", "--seeds", "1-2"]
# Eight runs, each long enough to be killed in the middle.
SLOW = [
    *("congestion-window", "--param", "rate=4,5", "--param", "loss=0.1,0.2", "--param", "duration=15"),
    *("--seeds", "3-4"),
]


def rows(text: str) -> list[dict[str, str]]:
    """The table without its comments."""
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def sweep(*arguments: str) -> int:
    return main(["sweep", *arguments])


class TestPlan:
    def test_every_combination_the_last_parameter_first_then_the_seed(self) -> None:
        jobs = plan(find("textbook-trace"), ["ssthresh=4,8", "variant=tahoe,reno"], "1-2").jobs
        assert [(job.parameters["ssthresh"], job.parameters["variant"], job.seed) for job in jobs] == [
            (ssthresh, variant, seed) for ssthresh in (4, 8) for variant in ("tahoe", "reno") for seed in (1, 2)
        ]
        assert jobs[0].parameters["rounds"] == 26

    @pytest.mark.parametrize(
        ("text", "values"),
        [
            ("loss=0.1:0.3:0.1", [0.1, 0.2, 0.3]),
            ("loss=1:4", [1, 2, 3, 4]),
            ("loss=0.5, 1:2:0.5", [0.5, 1, 1.5, 2]),
            ("loss=1:2:0.4", [1, 1.4, 1.8]),
        ],
    )
    def test_ranges_are_decimal_and_have_their_end(self, text: str, values: list[float]) -> None:
        jobs = plan(find("loss-and-rtt"), [text], "1").jobs
        assert [job.parameters["loss"] for job in jobs] == values

    def test_seeds(self) -> None:
        assert [job.seed for job in plan(find("textbook-trace"), [], "7,1-3").jobs] == [7, 1, 2, 3]

    def test_preset_and_values_over_it(self) -> None:
        [job] = plan(find("textbook-trace"), ["first-cwnd=30"], "1", "Tahoe").jobs
        assert (job.parameters["variant"], job.parameters["first_cwnd"]) == ("tahoe", 30)

    def test_packets_to_lose_have_commas_of_their_own(self) -> None:
        jobs = plan(find("congestion-window"), ["lose=3,17;5"], "1").jobs
        assert [job.parameters["lose"] for job in jobs] == ["3,17", "5"]

    @pytest.mark.parametrize(
        ("given", "seeds", "words"),
        [
            (["ssthresh=4,99"], "1", ["ssthresh", "99", "2 to 64"]),
            (["variant=vegas"], "1", ["variant", "vegas", "tahoe"]),
            (["speed=1"], "1", ["speed", "ssthresh"]),
            (["ssthresh"], "1", ["ssthresh", "NAME=VALUES"]),
            (["ssthresh=4", "ssthresh=5"], "1", ["ssthresh", "twice"]),
            (["ssthresh=4,4"], "1", ["more than once"]),
            (["ssthresh=8:4:1"], "1", ["ssthresh", "8:4:1", "FROM:TO:STEP"]),
            (["ssthresh=4:8:0"], "1", ["FROM:TO:STEP"]),
            (["ssthresh=4:8:x"], "1", ["FROM:TO:STEP"]),
            (["ssthresh=4:8:1e-9"], "1", ["at most"]),
            (["ssthresh="], "1", ["ssthresh", "2 to 64"]),
            ([], "1-", ["--seeds 1-"]),
            ([], "3-1", ["--seeds 3-1"]),
            ([], "some", ["--seeds some"]),
            (["ssthresh=2:64:1", "first_cwnd=4:64:1", "second_cwnd=4:64:1"], "1-10", ["at most"]),
        ],
    )
    def test_what_is_not_allowed_is_said(self, given: list[str], seeds: str, words: list[str]) -> None:
        with pytest.raises((ParameterError, Refused)) as caught:
            plan(find("textbook-trace"), given, seeds)
        for word in words:
            assert word in str(caught.value)

    @pytest.mark.parametrize(
        "wrong",
        [
            ["--param", "ssthresh=99"],
            ["--jobs", "0"],
            ["--executor", "threads"],
            ["--out", "table.txt"],
            ["--resume"],
            ["--preset", "none"],
            ["--executor", "dask://127.0.0.1:1", "--jobs", "2"],
        ],
    )
    def test_bad_input_is_one_line_and_status_2(self, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert sweep("textbook-trace", *wrong) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
        assert wrong[-1].partition("=")[2] in err


class TestTable:
    def test_a_row_for_each_run_with_what_run_gives(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = tmp_path / "table.csv"
        assert sweep(*TRACE, "--jobs", "2", "--out", str(out)) == 0
        table = rows(read(out))
        assert [(row["ssthresh"], row["variant"], row["seed"]) for row in table] == [
            (ssthresh, variant, seed) for ssthresh in "468" for variant in ("tahoe", "reno") for seed in "12"
        ]
        capsys.readouterr()
        assert main(["run", "textbook-trace", "--ssthresh", "6", "--variant", "tahoe", "--json"]) == 0
        summary = json.loads(capsys.readouterr().out)["summary"]
        assert {name: float(table[4][name]) for name in summary} == {
            name: figure["value"] for name, figure in summary.items()
        }

    def test_comments_say_what_was_run_and_the_units(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert sweep("send-buffer", "--param", "sndbuf=16384", "--param", "size=1", "--jobs", "1") == 0
        out, err = capsys.readouterr()
        lines = out.splitlines()
        assert lines[0].startswith("# inflight ")
        assert lines[1:3] == ["# experiment: send-buffer", "# runs: 1"]
        for parameter in find("send-buffer").parameters:
            unit = getattr(parameter, "unit", "")
            assert f"# {parameter.name}" + (f" ({unit})" if unit else "") + f": {parameter.label}" in lines
        assert "1 of 1 runs in" in err

    def test_a_number_that_is_not_there_is_empty(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert sweep("congestion-window", "--param", "duration=1", "--param", "buffer=5000", "--jobs", "1") == 0
        [row] = rows(capsys.readouterr().out)
        assert row["loss_period"] == ""
        assert float(row["goodput"]) > 0

    def test_python_has_a_name_in_the_rows_and_stands_in_the_comments(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "one.py").write_text("def on_ack(cc, ack):\n    cc.cwnd = 10\n", encoding="utf-8")
        (tmp_path / "two.py").write_text("def on_ack(cc, ack):\n    cc.cwnd = 20\n", encoding="utf-8")
        code = f"code=@{tmp_path / 'one.py'},@{tmp_path / 'two.py'}"
        out = tmp_path / "table.csv"
        arguments = ["your-algorithm", "--param", code, "--param", "duration=1", "--jobs", "1", "--out", str(out)]
        assert sweep(*arguments) == 0
        whole = read(out)
        assert [row["code"] for row in rows(whole)] == ["code-1", "code-2"]
        assert "# code-2:\n#     def on_ack(cc, ack):\n#         cc.cwnd = 20\n" in whole
        assert sweep(*arguments, "--resume") == 0
        assert read(out) == whole
        (tmp_path / "two.py").write_text("def on_ack(cc, ack):\n    cc.cwnd = 30\n", encoding="utf-8")
        assert sweep(*arguments, "--resume") == 2
        assert "code" in capsys.readouterr().err
        assert sweep("your-algorithm", "--param", "code=cwnd=1") == 2
        assert "@FILE" in capsys.readouterr().err

    def test_parquet_has_types_units_and_the_same_numbers(self, tmp_path: Path) -> None:
        parquet = pytest.importorskip("pyarrow.parquet")
        for name in ("table.csv", "table.parquet"):
            assert sweep(*TRACE, "--jobs", "1", "--out", str(tmp_path / name)) == 0
        table = parquet.read_table(tmp_path / "table.parquet")
        assert [{name: str(value) for name, value in row.items()} for row in table.to_pylist()] == [
            {name: str(float(value)) if name in ("peak", "final", "losses") else value for name, value in row.items()}
            for row in rows(read(tmp_path / "table.csv"))
        ]
        assert table.schema.field("peak").metadata[b"unit"] == b"segments"
        assert table.schema.metadata[b"experiment"] == b"textbook-trace"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["table.csv", "table.parquet"]


class TestResume:
    @pytest.fixture
    def whole(self, tmp_path: Path) -> str:
        assert sweep(*TRACE, "--jobs", "1", "--out", str(tmp_path / "whole.csv")) == 0
        return read(tmp_path / "whole.csv")

    def test_only_what_is_missing_is_run(self, tmp_path: Path, whole: str, capsys: pytest.CaptureFixture[str]) -> None:
        lines = whole.splitlines(keepends=True)
        out = tmp_path / "table.csv"
        # Two rows are there, in the wrong order; the end came in the middle of a third.
        out.write_text("".join([*lines[:-12], lines[-7], lines[-10], lines[-3][:9]]), encoding="utf-8")
        assert sweep(*TRACE, "--out", str(out)) == 2
        assert "--resume" in capsys.readouterr().err
        assert sweep(*TRACE, "--jobs", "1", "--out", str(out), "--resume") == 0
        assert read(out) == whole
        assert sweep(*TRACE, "--jobs", "1", "--out", str(out)) == 0, "a whole table may be made anew"

    def test_a_sweep_can_grow(self, tmp_path: Path, whole: str) -> None:
        out = tmp_path / "table.csv"
        assert sweep(*TRACE[:-1], "1", "--jobs", "1", "--out", str(out)) == 0
        assert sweep(*TRACE, "--jobs", "1", "--out", str(out), "--resume") == 0
        assert read(out) == whole

    def test_a_table_of_something_else_is_left_alone(
        self, tmp_path: Path, whole: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        out = tmp_path / "table.csv"
        for text, said in (
            ("a,b\n1,2\n", "not a sweep"),
            (whole.replace("# inflight ", "# inflight 9"), "not a sweep"),
            (whole.replace("reno,26,2", "reno,27,2"), "not part of this sweep"),
            (whole.replace("ssthresh,first", "slow,first"), "columns"),
            (whole + "4,timeout\n", "2 values instead of 10"),
        ):
            out.write_text(text, encoding="utf-8")
            assert sweep(*TRACE, "--out", str(out), "--resume") == 2
            assert said in capsys.readouterr().err
            assert read(out) == text


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def whole_slow(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("whole") / "whole.csv"
    assert sweep(*SLOW, "--jobs", "2", "--out", str(file)) == 0
    return read(file)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(SIMULATIONS), os.environ.get("PYTHONPATH", "")]))
        options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
        with distributed.LocalCluster(processes=True, **options) as local:
            yield local


class TestDeath:
    """Whatever dies in the middle: what is done stays, and the table comes out the same."""

    @staticmethod
    def kill_soon(pids: Callable[[], list[int]], out: Path) -> threading.Thread:
        """Kill one of `pids` once there is a row, so while the next ones are under way."""

        def kill() -> None:
            until(lambda: out.exists() and len(rows(read(out))) >= 1)
            os.kill(pids()[0], signal.SIGKILL)

        thread = threading.Thread(target=kill)
        thread.start()
        return thread

    def test_of_a_process(self, tmp_path: Path, whole_slow: str) -> None:
        out = tmp_path / "table.csv"
        killer = self.kill_soon(lambda: [child.pid or 0 for child in multiprocessing.active_children()], out)
        assert sweep(*SLOW, "--jobs", "2", "--out", str(out)) == 0
        killer.join()
        assert read(out) == whole_slow

    def test_of_a_worker_of_a_cluster(self, cluster: Any, tmp_path: Path, whole_slow: str) -> None:
        out = tmp_path / "table.csv"
        killer = self.kill_soon(lambda: [nanny.pid for nanny in cluster.workers.values()], out)
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        assert sweep(*SLOW, "--executor", address, "--out", str(out)) == 0
        killer.join()
        assert read(out) == whole_slow

    def test_by_ctrl_c(self, tmp_path: Path, whole_slow: str) -> None:
        out = tmp_path / "table.csv"
        process = subprocess.Popen(
            [sys.executable, "-m", "inflight", "sweep", *SLOW, "--jobs", "1", "--out", str(out)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SIMULATIONS)},
        )
        until(lambda: out.exists() and len(rows(read(out))) >= 2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert "Traceback" not in err
        there = rows(read(out))
        assert 2 <= len(there) < 8
        assert f"{len(there)} runs are kept" in err
        assert sweep(*SLOW, "--jobs", "2", "--out", str(out), "--resume") == 0
        assert read(out) == whole_slow


def kill_myself(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_run_that_always_kills_its_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "work", kill_myself)
    with pytest.raises(Failed, match=r"n = 5, seed 1: given out 4 times"):
        list(pool.results("any", [Job({"n": 5}, 1)], pool.processes(1)))


def test_a_run_with_an_error_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong.py").write_text("def on_ack(cc, ack):\n    cc.cwnd = None\n", encoding="utf-8")
    assert sweep("your-algorithm", "--param", f"code=@{tmp_path / 'wrong.py'}", "--jobs", "1") == 1
    err = capsys.readouterr().err
    assert "seed 1: ReaderCodeError" in err
    assert "Traceback" not in err


def test_without_dask_and_pyarrow_it_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("distributed", "pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    assert sweep("textbook-trace", "--executor", "dask://127.0.0.1:1") == 2
    assert 'pip install "./simulations[dask]"' in capsys.readouterr().err
    assert sweep("textbook-trace", "--out", str(tmp_path / "table.parquet")) == 2
    assert 'pip install "./simulations[parquet]"' in capsys.readouterr().err
