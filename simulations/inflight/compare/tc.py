"""Lines of `tc` as the recordings' scenarios have them, as parts of the model.

The keywords of a discipline's constructor are the words that `tc` knows for it, so one reader serves them all.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Sequence
from typing import Any

from inflight.kernel.loss import GilbertElliott
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import Qdisc
from inflight.kernel.qdisc.htb import Htb, HtbClass
from inflight.kernel.qdisc.netem import Netem, NetemSpec

FIRST_PORT = 5000
"""Flow n of a recording goes to port 5000 + n."""

_UNITS = {
    "bit": 1.0,
    "us": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "b": 1.0,
    **{f"{prefix}bit": 1000.0**power for power, prefix in enumerate("kmg", 1)},
    **{f"{prefix}b": 1024.0**power for power, prefix in enumerate("kmg", 1)},
    **{prefix: 1024.0**power for power, prefix in enumerate("kmg", 1)},
}
"""What the suffixes of `tc` stand for, in s, bit/s, bytes and shares; a k of bytes is 1024, one of bits is 1000."""

_AS_EVER = {"triple-isolate", "nonat", "nowash", "no-ack-filter", "split-gso"}
"""Words with which `tc` says what is so anyway, for a single pair of hosts."""

_TIMES = {"target", "interval", "ce_threshold", "step_thresh", "rtt", "latency", "tupdate", "delay", "jitter"}
"""Options that are times: without a unit `tc` would take them for microseconds, and nobody means that."""


class NotYet(Exception):
    """The scenario asks for something that the model does not do yet; the message says what."""


def discipline(line: str, rng: random.Random | None = None) -> Qdisc:
    """`pfifo limit 100`, `codel ecn`, `fq_codel limit 1000 target 10ms`; `rng` is for those that draw chance."""
    name, *words = line.split()
    if name == "netem":
        return Netem.of(netem(" ".join(words)) or NetemSpec(), rng or random.Random(1))
    kind = disciplines().get(name)
    if kind is None:
        raise NotYet(f"qdisc {line}")
    given = _options(kind, words, line)
    if "rng" in _parameters(kind):
        given["rng"] = rng or random.Random(1)
    try:
        return kind(**given)
    except TypeError:
        raise NotYet(f"qdisc {line}") from None


def draws(line: str) -> bool:
    """Whether the discipline of that line drops by chance."""
    kind = disciplines().get(line.split()[0])
    return kind is not None and "rng" in _parameters(kind)


def tree(lines: Sequence[str], rng: random.Random | None = None) -> Qdisc:
    """A root with classes, leaves and filters on the destination port, as a list of `tc` commands."""
    root = ""
    leaves: dict[int, str] = {}
    classes: list[tuple[int, int, dict[str, Any]]] = []
    filters: dict[int, int] = {}
    for line in lines:
        what, words = line.split()[0], line.split()
        if what == "qdisc" and "root" in words:
            root = " ".join(words[words.index("handle") + 2 if "handle" in words else words.index("root") + 1 :])
        elif what == "qdisc":
            at = words.index("handle") + 2 if "handle" in words else words.index("parent") + 2
            leaves[_minor(words[words.index("parent") + 1], line)] = " ".join(words[at:])
        elif what == "class":
            at = words.index("classid")
            parent = _minor(words[words.index("parent") + 1], line)
            classes.append((_minor(words[at + 1], line), parent, _class(words[at + 3 :], line)))
        elif what == "filter" and (match := re.search(r"match ip dport (\d+) 0xffff flowid (\S+)", line)):
            filters[int(match[1]) - FIRST_PORT] = _minor(match[2], line)
        else:
            raise NotYet(f"tc {line}")
    if not root:
        raise NotYet("tc without a root")
    children = {minor: discipline(leaf, rng) for minor, leaf in leaves.items()}
    if not classes:
        return _with_child(root, children, rng)
    return _htb(root, classes, children, filters)


def _with_child(root: str, children: dict[int, Qdisc], rng: random.Random | None) -> Qdisc:
    """A root that shapes one child, or stands alone."""
    if not children:
        return discipline(root, rng)
    kind = disciplines().get(root.split()[0])
    if len(children) > 1 or kind is None or "child" not in _parameters(kind):
        raise NotYet(f"qdisc {root} with children")
    [child] = children.values()
    given: dict[str, Any] = {**_options(kind, root.split()[1:], root), "child": child}
    return kind(**given)


def _htb(
    root: str,
    classes: list[tuple[int, int, dict[str, Any]]],
    children: dict[int, Qdisc],
    filters: dict[int, int],
) -> Qdisc:
    if not root.startswith("htb"):
        raise NotYet(f"qdisc {root} with classes")
    words = root.split()[1:]
    given: dict[str, Any] = {
        name: int(value, 16 if name == "default" else 10) for name, value in zip(words[::2], words[1::2], strict=True)
    }
    described = [
        HtbClass(minor, parent or None, leaf=children.get(minor), **options) for minor, parent, options in classes
    ]
    return Htb(classes=described, filters=filters, **given)


def _class(words: list[str], line: str) -> dict[str, Any]:
    """rate, ceil, burst, cburst, prio, quantum of `class add … htb`."""
    found: dict[str, Any] = {}
    for name, word in zip(words[::2], words[1::2], strict=True):
        if name not in ("rate", "ceil", "burst", "cburst", "prio", "quantum"):
            raise NotYet(f"tc {line}")
        value = amount(name, word, line)
        found[name] = value if name in ("rate", "ceil") else int(value)
    return found


def _minor(handle: str, line: str) -> int:
    """`1:10` → 0x10: handles are hexadecimal."""
    try:
        return int(handle.partition(":")[2] or "0", 16)
    except ValueError:
        raise NotYet(f"tc {line}") from None


def netem(line: str) -> NetemSpec | None:
    """`delay 20ms 1ms 25% distribution normal`, `loss gemodel 1% 10% 70% 0.1%`, `rate 1mbit limit 1000`; "": none."""
    words = iter(line.split())
    given: dict[str, Any] = {}
    values: list[str] = []
    what = ""
    for word in words:
        if word in _NETEM:
            _put(given, what, values, line)
            what, values = word, []
        else:
            values.append(word)
    _put(given, what, values, line)
    try:
        return NetemSpec(**given) if given else None
    except TypeError:
        raise NotYet(f"netem {line}") from None


_NETEM = {
    "limit": ("limit",),
    "delay": ("delay", "jitter", "delay_correlation"),
    "distribution": ("distribution",),
    "loss": ("loss", "loss_correlation"),
    "duplicate": ("duplicate", "duplicate_correlation"),
    "corrupt": ("corrupt", "corrupt_correlation"),
    "reorder": ("reorder", "reorder_correlation"),
    "gap": ("gap",),
    "rate": ("rate",),
    "ecn": (),
}
"""A word of `tc … netem`, and the fields that its values fill, in their order."""


def _put(given: dict[str, Any], what: str, values: list[str], line: str) -> None:
    if not what:
        if values:
            raise NotYet(f"netem {line}")
        return
    if what == "loss" and values[:1] == ["gemodel"]:
        given["gemodel"] = GilbertElliott(*(amount("loss", value, line) for value in values[1:]))
        return
    if what == "loss" and values[:1] == ["random"]:
        values = values[1:]
    if len(values) > len(_NETEM[what]) or (_NETEM[what] and not values):
        raise NotYet(f"netem {line}")
    if what == "ecn":
        given["ecn"] = True
    for name, value in zip(_NETEM[what], values, strict=False):
        if name == "distribution":
            given[name] = value
        elif name in ("limit", "gap"):
            given[name] = int(amount(name, value, line))
        else:
            given[name] = amount(name, value, line)


def _parameters(kind: type[Qdisc]) -> dict[str, inspect.Parameter]:
    known = dict(inspect.signature(kind).parameters)
    if known.pop("options", None):  # those of netem are the fields of a `NetemSpec`
        known.update(inspect.signature(NetemSpec).parameters)
    return known


def _options(kind: type[Qdisc], words: list[str], line: str) -> dict[str, Any]:
    """The words after a discipline's name, as keywords of its constructor."""
    known = _parameters(kind)
    given: dict[str, Any] = {}
    left = iter(words)
    for word in left:
        if word in _AS_EVER:
            continue
        name = word if word in known else word.removeprefix("no")
        if name not in known:
            raise NotYet(f"qdisc {line}")
        type_ = str(known[name].annotation)
        if type_ == "bool":
            given[name] = name == word
        else:
            value = amount(name, next(left, ""), line)
            given[name] = round(value) if type_.startswith("int") else value
    return given


def amount(name: str, word: str, line: str) -> float:
    """`5ms`, `10mbit`, `15kb`, `25%`, `100` in s, bit/s, bytes, shares, or as they are."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([a-z%]*)", word.lower())
    if not match or match[2] not in ("", "%", *_UNITS) or (name in _TIMES and match[2] not in ("s", "ms", "us")):
        raise NotYet(f"{name} {word} in {line}")
    return float(match[1]) / 100 if match[2] == "%" else float(match[1]) * _UNITS.get(match[2], 1.0)
