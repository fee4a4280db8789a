"""What `inflight read --replay` prints."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from typing import TYPE_CHECKING

from inflight.figure.parameters import Value, said
from inflight.figure.words import with_unit
from inflight.yours.connection.connection import Connection
from inflight.yours.replay.desk import replay
from inflight.yours.replay.parameters import CONTROLS

if TYPE_CHECKING:
    from inflight.yours import shapes


def add_options(parser: argparse.ArgumentParser) -> None:
    """`--replay`, and an option for each parameter of the model."""
    group = parser.add_argument_group("replay")
    group.add_argument("--replay", action="store_true", help="run the model beside the capture")
    for each in CONTROLS:
        default = each.default if each.name == "kernel" else "as captured"
        text = f"{each.label}: {each.allowed}; default: {default}".replace("%", "%%")
        group.add_argument(f"--{each.name.replace('_', '-')}", dest=each.name, metavar="VALUE", help=text)


def replayed(
    options: argparse.Namespace, number: int, connection: Connection, side: int
) -> Generator[float, None, shapes.CaptureReplay]:
    """The replay with what the options change.

    Raises:
        ParameterError: a value that can't be.
    """
    given: dict[str, Value] = {each.name: getattr(options, each.name) for each in CONTROLS}
    return replay((number, side), connection, side, {name: value for name, value in given.items() if value is not None})


def print_replay(found: shapes.CaptureReplay) -> None:
    """In lines."""
    print(f"\nReplay\n  {found['fit']['sentence']}\n  {found['sentence']}")
    controls = {each.name: each for each in CONTROLS}
    for each in found["estimates"]:
        control, value = controls[each["parameter"]], found["values"][each["parameter"]]
        mark = "" if value == each["value"] else f"   captured: {_said(each['parameter'], each['value'])}"
        print(f"  {control.label:<32} {_said(each['parameter'], value):>18}{mark}")
        print(f"      {each['known']}: {each['evidence']}")


def _said(name: str, value: Value) -> str:
    control = next(each for each in CONTROLS if each.name == name)
    if isinstance(value, float) and not value.is_integer():
        return with_unit(f"{value:.4g}", getattr(control, "unit", ""))
    return said(control, value)
