"""`inflight sweep ID`: many runs, one table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from inflight.figure.catalogue import catalogue, find
from inflight.sweep.keep import keeping
from inflight.sweep.plan import Refused, plan
from inflight.sweep.pool import Failed, chosen, results
from inflight.sweep.progress import Progress
from inflight.sweep.table import Table

INTERRUPTED = 130
"""Exit status after Ctrl-C, as of a shell."""


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
    open_pool = chosen(options.executor, options.jobs)
    table = Table(runs)
    try:
        with keeping(table, options.out, options.resume) as kept:
            progress = Progress("runs", len(table), len(runs.jobs))
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
