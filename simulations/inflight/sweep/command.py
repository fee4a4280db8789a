"""`inflight sweep ID`: many runs, one table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from inflight.experiment import catalogue, find
from inflight.sweep.keep import keeping
from inflight.sweep.plan import Refused, plan
from inflight.sweep.pool import Failed, OpenPool, cluster, processes, results
from inflight.sweep.table import Table

INTERRUPTED = 130
"""Exit status after Ctrl-C, as of a shell."""

_EVERY = 1.0
"""s between lines of progress where they stay, as in a log."""


def main(argv: Sequence[str]) -> int:
    """Run a sweep; 0: all is there, 1: a run failed, 2: bad input, 130: interrupted."""
    options = _parser().parse_args(argv)
    try:
        return _sweep(options)
    except Refused as error:
        print(f"inflight: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="inflight sweep",
        description="Every combination of the values given, each with every seed; a table with a row for each run.",
        allow_abbrev=False,
    )
    parser.add_argument("id", metavar="ID", help=", ".join(catalogue()))
    parser.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        help="values of a parameter: 10,20,50, or a range FROM:TO:STEP, its end included; may be repeated",
    )
    parser.add_argument("--preset", default="", metavar="NAME", help="what the other parameters are set to")
    parser.add_argument("--seeds", default="1", metavar="SEEDS", help="1-10, or 1,2,5-7; default 1")
    parser.add_argument("--jobs", default="", metavar="N", help="processes; default one for each CPU")
    parser.add_argument(
        "--executor",
        default="processes",
        metavar="WHERE",
        help="processes (the default), or dask://HOST:PORT, the scheduler of a Dask cluster",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="FILE.csv or FILE.parquet; default: CSV, printed")
    parser.add_argument("--resume", action="store_true", help="go on with what FILE has already")
    return parser


def _sweep(options: argparse.Namespace) -> int:
    runs = plan(find(options.id), options.param, options.seeds, options.preset)
    open_pool = _pool(options.executor, options.jobs)
    table = Table(runs)
    try:
        with keeping(table, options.out, options.resume) as kept:
            progress = _Progress(len(table), len(runs.jobs))
            for job, summary in results(options.id, table.missing(), open_pool):
                kept.add(job, summary)
                progress.show(len(table))
            progress.end(len(table))
    except Failed as error:
        print(f"\ninflight: {error}{_there(table, options.out)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\ninflight: interrupted{_there(table, options.out)}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _there(table: Table, out: Path | None) -> str:
    return f"; {len(table)} runs are kept, go on with --resume" if out else ""


def _pool(executor: str, jobs: str) -> OpenPool:
    if executor.startswith("dask://"):
        if jobs:
            raise Refused(f"--jobs {jobs}: a Dask cluster has as many workers as it has")
        return cluster(executor)
    if executor != "processes":
        raise Refused(f"--executor {executor}: allowed is processes or dask://HOST:PORT")
    if not jobs:
        return processes()
    if not jobs.isdecimal() or not 1 <= int(jobs) <= 1024:
        raise Refused(f"--jobs {jobs}: allowed is a whole number from 1 to 1024")
    return processes(int(jobs))


class _Progress:
    """How many runs are done, and how long the rest will take, on stderr."""

    def __init__(self, done: int, total: int) -> None:
        self._before, self._total = done, total
        self._start = time.monotonic()
        self._shown = -_EVERY
        self._line = sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Say it, if it has not just been said."""
        now = time.monotonic() - self._start
        if now - self._shown < (0.1 if self._line else _EVERY):
            return
        self._shown = now
        left = now / (done - self._before) * (self._total - done)
        self._print(f"{done} of {self._total} runs, {_duration(left)} left")

    def end(self, done: int) -> None:
        """All is there."""
        self._print(f"{done} of {self._total} runs in {_duration(time.monotonic() - self._start)}")
        if self._line:
            print(file=sys.stderr)

    def _print(self, text: str) -> None:
        if self._line:
            print(f"\r{text:<50}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    """12 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
