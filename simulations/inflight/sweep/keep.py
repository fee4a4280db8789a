"""Where the rows of a sweep are kept: a CSV that gets each run as it finishes, a Parquet file, or the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from inflight import __version__
from inflight.figure.result import Figure
from inflight.sweep.plan import Job, Refused
from inflight.sweep.table import Table, unfinished


class Keeper(Protocol):
    """Takes runs as they come; what it has is safe once the block ends, however it ends."""

    def add(self, job: Job, summary: dict[str, Figure]) -> None: ...


class Journal:
    """A CSV file that gets each run as soon as it is done."""

    def __init__(self, table: Table, file: Path) -> None:
        self._table, self._file = table, file

    def add(self, job: Job, summary: dict[str, Figure]) -> None:
        """Keep a run."""
        line = self._table.add(job, summary)
        if line is None:
            self.rewrite()
            return
        with self._file.open("a", encoding="utf-8", newline="") as out:
            out.write(line)

    def rewrite(self) -> None:
        """All rows in order; the file is never without them."""
        fresh = self._file.with_name(self._file.name + ".new")
        fresh.write_text(self._table.text(), encoding="utf-8", newline="")
        os.replace(fresh, self._file)


class Memory:
    """Runs to be printed at the end."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def add(self, job: Job, summary: dict[str, Figure]) -> None:
        """Keep a run."""
        self._table.add(job, summary)


@contextmanager
def keeping(table: Table, out: Path | None, resume: bool) -> Iterator[Keeper]:
    """Keep the runs in `out`: *.csv, *.parquet, or None for the terminal. With `resume` those that it has stay.

    Raises:
        Refused: neither of them; Parquet without its library; an unfinished sweep in the way.
    """
    if out is None:
        if resume:
            raise Refused("--resume needs --out FILE, the file to go on with")
        try:
            yield Memory(table)
        finally:
            if len(table):
                sys.stdout.write(table.text())
        return
    if out.suffix not in (".csv", ".parquet"):
        raise Refused(f"--out {out}: must be a name that ends in .csv or .parquet")
    parquet = out.suffix == ".parquet"
    if parquet:
        _pyarrow()
    # finished runs are kept in a CSV until the Parquet file, which can't be added to, is complete
    rows = out.with_name(out.name + ".csv") if parquet else out
    if resume and rows.exists():
        table.load(rows)
    elif lacking := unfinished(rows):
        raise Refused(f"{rows}: {lacking} of an earlier sweep; go on with --resume, or remove it")
    journal = Journal(table, rows)
    journal.rewrite()
    try:
        yield journal
    finally:
        journal.rewrite()
    if parquet:
        _write_parquet(table, out)
        rows.unlink()


def _pyarrow() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise Refused('Parquet needs pyarrow: pip install "./simulations[parquet]"') from None


def _write_parquet(table: Table, file: Path) -> None:
    """Units and labels go into the metadata of the columns."""
    import pyarrow
    import pyarrow.parquet

    whole = pyarrow.Table.from_pylist(list(table.records()))
    meanings = table.meanings()
    fields = [
        field.with_metadata(dict(zip(("unit", "label"), meanings[field.name], strict=True))) for field in whole.schema
    ]
    about = {"inflight": __version__, "experiment": table.experiment}
    pyarrow.parquet.write_table(whole.cast(pyarrow.schema(fields, metadata=about)), file)
