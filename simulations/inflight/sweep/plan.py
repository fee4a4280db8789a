"""Which runs a sweep is made of: every combination of the values given, each with every seed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path

from inflight.figure.experiment import Experiment
from inflight.figure.parameters import Code, Marks, Parameter, ParameterError, Slider, UnknownParameter, Value, plain

MOST = 1_000_000
"""Runs; more is a slip of the finger."""


class Refused(ValueError):
    """What was asked for cannot be done; the message names what was given and what is allowed."""


@dataclass(frozen=True)
class Job:
    """One run of the sweep, a row of its table. `parameters` are checked and complete."""

    parameters: Mapping[str, Value]
    seed: int

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {_short(said(value))}" for name, value in self.parameters.items())
        return f"{values}, seed {self.seed}"


@dataclass(frozen=True)
class Plan:
    """All runs in the order of the table's rows: the parameter given last changes fastest, then the seed."""

    experiment: Experiment
    jobs: Sequence[Job]


def said(value: Value) -> str:
    """A parameter's value as it stands in the table, and as the command line takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else plain(value)


def _short(text: str) -> str:
    first, _, rest = text.partition("\n")
    return f"{first} …" if rest else first


def plan(entry: Experiment, given: Sequence[str], seeds: str, preset: str = "") -> Plan:
    """`given` are texts such as `rtt=10,20,50` or `loss=0.1:1:0.1`, the end included.

    Raises:
        ParameterError, UnknownPreset, Refused: something in it is not allowed.
    """
    fixed = dict(entry.preset(preset).values) if preset else {}
    known = {parameter.name: parameter for parameter in entry.parameters}
    axes: dict[str, list[object]] = {}
    for text in given:
        name, equals, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise Refused(f"--param {text}: expected is NAME=VALUES, such as rtt=10,20,50 or rtt=10:50:10")
        if name in axes:
            raise Refused(f"--param {text}: {name} is given twice; separate its values by commas")
        if name not in known:
            raise UnknownParameter(name, values, entry.id, known)
        axes[name] = [known[name].check(value) for value in _values(known[name], values)]
    numbers = _seeds(seeds)
    size = len(numbers)
    for values_of in axes.values():
        size *= len(values_of)
    if size > MOST:
        raise Refused(f"{size} runs: must be at most {MOST}")
    combinations = [
        entry.fill({**fixed, **dict(zip(axes, values, strict=True))}) for values in itertools.product(*axes.values())
    ]
    jobs = [Job(parameters, seed) for parameters in combinations for seed in numbers]
    if len({(*job.parameters.values(), job.seed) for job in jobs}) < len(jobs):
        raise Refused("a value or a seed is given more than once: some runs would be made twice")
    return Plan(entry, jobs)


def _values(parameter: Parameter, text: str) -> Sequence[object]:
    """The values in `text`: split at commas; marks, which have commas of their own, at semicolons."""
    if isinstance(parameter, Marks):
        return text.split(";")
    words = [word.strip() for word in text.split(",")]
    if isinstance(parameter, Code):
        return [_file(word) for word in words]
    if isinstance(parameter, Slider):
        return [value for word in words for value in (_range(parameter, word) if ":" in word else [word])]
    return words


def _file(word: str) -> str:
    if not word.startswith("@"):
        raise Refused(f"{word}: in a sweep Python comes from files, as @FILE,@FILE")
    try:
        return Path(word[1:]).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise OSError(f"{word[1:]} is not text in UTF-8") from None


def _range(parameter: Slider, text: str) -> Sequence[object]:
    """`FROM:TO:STEP` or `FROM:TO`, in decimals, so that 0.1:0.3:0.1 has three values."""
    try:
        start, stop, step = (Decimal(part) for part in (text if text.count(":") > 1 else f"{text}:1").split(":"))
        if not (start.is_finite() and stop.is_finite() and step.is_finite()) or step <= 0 or stop < start:
            raise ValueError
    except (ValueError, InvalidOperation):
        raise ParameterError(parameter.name, text, "FROM:TO:STEP, with TO not below FROM and STEP above 0") from None
    count = int((stop - start) / step) + 1
    if count > MOST:
        raise ParameterError(parameter.name, text, f"at most {MOST} values")
    return [str(start + number * step) for number in range(count)]


def _seeds(text: str) -> list[int]:
    """`5`, `1-10` or `1,2,5-7`."""
    seeds: list[int] = []
    try:
        for word in text.split(","):
            first, dash, last = word.partition("-")
            low, high = int(first), int(last if dash else first)
            if high < low or high - low >= MOST:
                raise ValueError
            seeds.extend(range(low, high + 1))
    except ValueError:
        raise Refused(f"--seeds {text}: must be whole numbers and ranges, such as 1-10 or 1,2,5-7") from None
    return seeds
