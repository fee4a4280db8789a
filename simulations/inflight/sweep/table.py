"""The table of a sweep: a row for each run, with what it was run with and each number of its summary."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from inflight import __version__
from inflight.figure.parameters import Code, Parameter, plain
from inflight.figure.result import Figure
from inflight.sweep.plan import Job, Plan, Refused, said

_RUNS = "# runs: "
_FIGURE = re.compile(r"# (\w+)(?: \((.*?)\))?: (.*)")

Key = tuple[str, ...]
"""A run's parameters and seed as they stand in its row."""


class Table:
    """Rows in the order of the plan, whatever the order they came in. A number that is not there is empty.

    Above the rows, comments say what was run, and what each number is, with its unit.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._codes = _names_of_code(plan)
        self._keys = [self._key(job) for job in plan.jobs]
        self._figures: dict[str, tuple[str, str]] = {}  # unit and label
        self._rows: dict[Key, dict[str, float]] = {}
        self.columns: list[str] = []

    def __len__(self) -> int:
        """Rows that are there."""
        return len(self._rows)

    @property
    def experiment(self) -> str:
        """What was run."""
        return self._plan.experiment.id

    def missing(self) -> list[Job]:
        """The runs that have no row yet."""
        return [job for job, key in zip(self._plan.jobs, self._keys, strict=True) if key not in self._rows]

    def add(self, job: Job, summary: Mapping[str, Figure]) -> str | None:
        """Take a run; gives its line, or None if it brings a new column, so that all lines change."""
        for name, figure in summary.items():
            self._figures.setdefault(name, (figure.unit, figure.label))
        key = self._key(job)
        self._rows[key] = {name: float(figure.value) for name, figure in summary.items()}
        return self._line(key) if self.columns and summary.keys() <= set(self.columns) else None

    def text(self) -> str:
        """The whole as CSV."""
        there = [key for key in self._keys if key in self._rows]
        # in the order in which the plan's rows bring them: the same, whichever run was done first
        self.columns = list(dict.fromkeys(name for key in there for name in self._rows[key]))
        header = _csv([*(parameter.name for parameter in self._parameters), "seed", *self.columns])
        return self._comments() + header + "".join(map(self._line, there))

    def records(self) -> Iterable[dict[str, object]]:
        """The rows with their values as they are, for formats that have types."""
        self.text()
        for job, key in zip(self._plan.jobs, self._keys, strict=True):
            if row := self._rows.get(key):
                values = {name: self._codes.get(str(value), value) for name, value in job.parameters.items()}
                numbers = ((name, row.get(name, math.nan)) for name in self.columns)
                yield {**values, "seed": job.seed} | {n: v if math.isfinite(v) else None for n, v in numbers}

    def meanings(self) -> Mapping[str, tuple[str, str]]:
        """Unit and label of each column."""
        own = {p.name: (str(getattr(p, "unit", "")), p.label) for p in self._parameters}
        numbers = {name: self._figures[name] for name in self.columns}
        return {**own, "seed": ("", "seed of all that is random"), **numbers}

    def load(self, file: Path) -> None:
        """Take the rows that an earlier sweep left in `file`.

        Raises:
            Refused: it is no such table, or was made by another version, or has runs that the plan does not have.
        """
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            lines.pop()  # written when the end came
        comments = [line.rstrip("\r\n") for line in lines if line.startswith("#")]
        if comments[:2] != self._identity():
            raise Refused(f"{file}: not a sweep of {self._plan.experiment.id} by inflight {__version__}")
        listings = comments[comments.index("# code-1:") :] if "# code-1:" in comments else []
        if listings != self._listings()[: len(listings)]:
            raise Refused(f"{file}: its Python code is not that of this sweep")
        figures = {m[1]: (m[2] or "", m[3]) for m in map(_FIGURE.fullmatch, comments) if m}
        header, *rows = [*csv.reader(line for line in lines if not line.startswith("#"))] or [[]]
        settings = len(self._parameters) + 1
        names = header[settings:]
        if header[:settings] != [*(p.name for p in self._parameters), "seed"] or not figures.keys() >= set(names):
            raise Refused(f"{file}: its columns are not those of a sweep of {self._plan.experiment.id}")
        wanted = set(self._keys)
        for row in rows:
            if len(row) != len(header):
                raise Refused(f"{file}: a row has {len(row)} values instead of {len(header)}: {','.join(row)}")
            if (key := tuple(row[:settings])) not in wanted:
                raise Refused(f"{file}: has a run that is not part of this sweep: {','.join(key)}")
            numbers = zip(names, row[settings:], strict=True)
            self._rows[key] = {name: float(number) if number else math.nan for name, number in numbers}
        self._figures = {name: figures[name] for name in names}

    @property
    def _parameters(self) -> Sequence[Parameter]:
        return self._plan.experiment.parameters

    def _key(self, job: Job) -> Key:
        values = [said(value) for value in job.parameters.values()]
        return (*(self._codes.get(value, value) for value in values), str(job.seed))

    def _line(self, key: Key) -> str:
        numbers = (self._rows[key].get(name, math.nan) for name in self.columns)
        return _csv([*key, *(plain(number) if math.isfinite(number) else "" for number in numbers)])

    def _identity(self) -> list[str]:
        return [f"# inflight {__version__}", f"# experiment: {self._plan.experiment.id}"]

    def _listings(self) -> list[str]:
        return [
            line
            for code, name in self._codes.items()
            for line in (f"# {name}:", *(f"#     {each}" for each in code.splitlines()))
        ]

    def _comments(self) -> str:
        lines = [*self._identity(), f"{_RUNS}{len(self._plan.jobs)}"]
        for name, (unit, label) in self.meanings().items():
            lines.append(f"# {name} ({unit}): {label}" if unit else f"# {name}: {label}")
        lines += self._listings()
        return "".join(f"{line}\n" for line in lines)


def unfinished(file: Path) -> str:
    """What `file` lacks, if it holds a sweep that was interrupted: "12 of 300 runs"; otherwise ""."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    runs = next((line.removeprefix(_RUNS) for line in lines if line.startswith(_RUNS)), "")
    there = max(0, sum(not line.startswith("#") for line in lines) - 1)
    return f"{there} of {runs} runs" if runs.isdecimal() and 0 < there < int(runs) else ""


def _names_of_code(plan: Plan) -> dict[str, str]:
    """Code → what stands for it in a row: `code-1` …, as it is too long for one; the comments have it in full."""
    codes = [parameter.name for parameter in plan.experiment.parameters if isinstance(parameter, Code)]
    texts = dict.fromkeys(str(job.parameters[name]) for job in plan.jobs for name in codes)
    return {text: f"code-{number}" for number, text in enumerate(texts, 1)}


def _csv(values: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
