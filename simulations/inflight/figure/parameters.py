"""The parameters of an experiment, and the control of each: its range, unit and the Linux knob it stands for.

    @dataclass(frozen=True)
    class BufferParameters(Parameters):
        rtt: Annotated[float, Slider(label="Round-trip time", unit="ms", min=1, max=500)] = 40
        gso: Annotated[bool, Flag(label="Several packets per buffer")] = True

`run` gets one of these, so a type checker knows each `p.rtt`. One description serves every interface: sliders on the
page, command-line flags, links and assignments.

Names in `Annotated` are looked up in the module: before Python 3.12, a comprehension there sees none of its names.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import TYPE_CHECKING, ClassVar, cast, get_type_hints

from inflight.figure.bad_input import BadInput
from inflight.figure.words import with_unit

if TYPE_CHECKING:
    from inflight.figure import shapes

Value = float | int | str | bool


class ParameterError(BadInput):
    """A value that an experiment can't take; the message names the parameter, the value and what is allowed."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} = {_in_a_line(value)}: must be {allowed}")
        self.name, self.value, self.allowed = name, value, allowed


class UnknownParameter(ParameterError):
    """A name that an experiment doesn't have; the message lists the ones it has."""

    def __init__(self, name: str, value: object, experiment: str, known: Iterable[str]) -> None:
        super().__init__(name, value, ", ".join(known))
        self.args = (f"{name} = {_in_a_line(value)}: no such parameter; {experiment} has {self.allowed}",)


def _in_a_line(value: object, most: int = 60) -> str:
    text = " ".join(str(value).splitlines())
    return text if len(text) <= most else f"{text[:most]}…"


def plain(number: float) -> str:
    """A number without a needless `.0`."""
    return str(int(number)) if float(number).is_integer() else repr(number)


@dataclass(frozen=True, kw_only=True)
class _Control:
    """`name` and `default` are those of the field it belongs to (see `controls`).

    `knob` is one or more names from `docs/knobs`, separated by ", ": what it stands for on Linux.

    `matters_when` names other parameters and some of their values: this one has an effect while at least one of them
    has such a value. If it is empty, this one always has an effect. The page shows what has an effect.
    """

    name: str = ""
    label: str
    knob: str = ""
    help: str = ""
    quantity: str | None = None
    matters_when: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    kind: ClassVar[str] = ""

    def as_dict(self) -> shapes.Parameter:
        """The schema entry, as `inflight list --json` prints it."""
        return cast("shapes.Parameter", {"kind": self.kind, **self.__dict__, **self._rewritten()})

    def _rewritten(self) -> Mapping[str, object]:
        """Fields that JSON has in another form."""
        return {}


@dataclass(frozen=True, kw_only=True)
class Slider(_Control):
    """A number in `unit`, between `min` and `max`.

    `special` maps values that are also allowed, although outside the range, to what they mean (0: "autotuned").
    `step` is the grid of the slider (None: continuous); a typed value need not lie on it unless `integer` is set.
    `chance`: unless the value is 0, another seed gives another run, and the page offers to roll the dice again.
    """

    unit: str
    min: float
    max: float
    default: float = 0.0
    scale: shapes.Scale = "linear"
    step: float | None = None
    integer: bool = False
    special: Mapping[float, str] = field(default_factory=dict)
    chance: bool = False
    kind: ClassVar[str] = "number"

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        what = "a whole number" if self.integer else "a number"
        text = f"{what} from {plain(self.min)} to {with_unit(plain(self.max), self.unit)}"
        for value, meaning in self.special.items():
            text += f", or {plain(value)} ({meaning})"
        return text

    def check(self, value: object) -> float | int:
        """`value` (a number, or text of one) as a number in range.

        Raises:
            ParameterError: not a number, not whole where it must be, or out of range.
        """
        try:
            if isinstance(value, bool) or not isinstance(value, (int, float, str)):
                raise ValueError
            number = float(value)
        except (ValueError, OverflowError):  # OverflowError: a whole number of more than 308 digits
            raise ParameterError(self.name, value, self.allowed) from None
        inside = math.isfinite(number) and (self.min <= number <= self.max or number in self.special)
        if not inside or (self.integer and not number.is_integer()):
            raise ParameterError(self.name, value, self.allowed)
        return int(number) if self.integer else number

    def _rewritten(self) -> Mapping[str, object]:
        return {"special": {plain(value): meaning for value, meaning in self.special.items()}}


@dataclass(frozen=True, kw_only=True)
class Choice(_Control):
    """One of a few named values; `choices` maps each value to its label."""

    choices: Mapping[str, str]
    default: str = ""
    kind: ClassVar[str] = "choice"

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return "one of " + ", ".join(self.choices)

    def check(self, value: object) -> str:
        """`value` if it is one of the choices, else ParameterError."""
        if isinstance(value, str) and value in self.choices:
            return value
        raise ParameterError(self.name, value, self.allowed)

    def _rewritten(self) -> Mapping[str, object]:
        return {"choices": [{"value": value, "label": label} for value, label in self.choices.items()]}


@dataclass(frozen=True, kw_only=True)
class Flag(_Control):
    """A switch."""

    default: bool = False
    kind: ClassVar[str] = "flag"
    allowed: ClassVar[str] = "on or off"
    _words: ClassVar[Mapping[str, bool]] = {
        "on": True,
        "true": True,
        "1": True,
        "yes": True,
        "off": False,
        "false": False,
        "0": False,
        "no": False,
    }

    def check(self, value: object) -> bool:
        """`value` as a truth value; words such as `on` and `off` are understood."""
        if isinstance(value, bool):
            return value
        try:
            return self._words[str(value).lower()]
        except KeyError:
            raise ParameterError(self.name, value, self.allowed) from None


@dataclass(frozen=True, kw_only=True)
class Marks(_Control):
    """Some of many, by number: `3,17,18`. Numbers run from 1 to `max`; at most `most` of them."""

    max: int = 1_000_000
    most: int = 200
    default: str = ""
    kind: ClassVar[str] = "marks"

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return f"at most {self.most} whole numbers from 1 to {self.max}, separated by commas"

    @staticmethod
    def numbers(value: str) -> list[int]:
        """A checked value as numbers, ascending."""
        return [int(number) for number in value.split(",") if number]

    def check(self, value: object) -> str:
        """`value` in order and without duplicates, or ParameterError."""
        try:
            if not isinstance(value, str):
                raise ValueError
            numbers = sorted({int(word) for word in value.replace(" ", ",").split(",") if word})
        except ValueError:
            numbers = [0]
        if len(numbers) > self.most or (numbers and not 1 <= numbers[0] <= numbers[-1] <= self.max):
            raise ParameterError(self.name, value, self.allowed)
        return ",".join(map(str, numbers))


@dataclass(frozen=True, kw_only=True)
class Code(_Control):
    """A piece of Python that the reader writes, at most `most` characters; `default` is the text to start from."""

    default: str = ""
    most: int = 20_000
    kind: ClassVar[str] = "code"

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return f"Python text of at most {self.most} characters"

    def check(self, value: object) -> str:
        """`value` if it is text that is not too long, else ParameterError."""
        if isinstance(value, str) and len(value) <= self.most:
            return value
        raise ParameterError(self.name, value, self.allowed)


Parameter = Slider | Choice | Flag | Marks | Code


@dataclass(frozen=True)
class Parameters:
    """Checked values of all parameters of an experiment: each field is `name: Annotated[type, control] = default`."""


def controls(parameters: type[Parameters]) -> tuple[Parameter, ...]:
    """The control of each field, in their order, with the field's name and default.

    Raises:
        TypeError: a field is not written the way `Parameters` says.
    """
    if "__dataclass_fields__" not in vars(parameters):
        raise TypeError(f"{parameters.__name__} needs @dataclass(frozen=True): without it, it has no parameters")
    hints = get_type_hints(parameters, include_extras=True)
    for each in fields(parameters):
        if each.default is MISSING or not hasattr(hints[each.name], "__metadata__"):
            form = f"{each.name}: Annotated[type, control] = default"
            raise TypeError(f"{parameters.__name__}.{each.name} must be written as `{form}`")
    return tuple(
        replace(hints[each.name].__metadata__[0], name=each.name, default=each.default) for each in fields(parameters)
    )


@dataclass(frozen=True)
class Preset:
    """A named setting; what it does not set keeps its default. `note` says what to look at.

    `recording` names a recording of the kernel on this very path, with the same origin of time.
    """

    name: str
    values: Mapping[str, Value]
    note: str = ""
    recording: str = ""

    @property
    def id(self) -> str:
        """The name as written in links and on the command line: `As found` → `as-found`."""
        words = "".join(c if c.isalnum() or c == "." else " " for c in self.name.lower())
        return "-".join(words.split())

    def as_dict(self) -> shapes.Preset:
        """The schema entry, as `inflight list --json` prints it."""
        return {
            "id": self.id,
            "name": self.name,
            "values": dict(self.values),
            "note": self.note,
            "recording": self.recording,
        }


def said(parameter: Parameter, value: Value) -> str:
    """A value as it stands in a line for people, with its unit."""
    match parameter:
        case Slider():
            meaning = parameter.special.get(float(value))
            unit = f"({meaning})" if meaning else parameter.unit
            return with_unit(plain(float(value)), unit)
        case Flag():
            return "on" if value else "off"
        case Code():
            return f"{len(str(value).splitlines())} lines of Python"
    return str(value) or "none"
