"""Lines of `tc` as the recordings' scenarios have them, as parts of the model."""

from __future__ import annotations

from collections.abc import Iterator

from inflight.loss import GilbertElliott
from inflight.netem import NetemSpec
from inflight.qdisc import disciplines
from inflight.qdisc.base import Qdisc


class NotYet(Exception):
    """The scenario asks for something that the model does not do yet; the message says what."""


def discipline(line: str) -> tuple[str | Qdisc, int | None]:
    """`pfifo limit 100`, `codel ecn`, `fq_codel limit 1000 target 10ms`: the discipline, and the length of a pfifo."""
    name, *words = line.split()
    options: dict[str, float | bool] = {}
    left = iter(words)
    for word in left:
        if word in ("ecn", "noecn"):
            options["ecn"] = word == "ecn"
        elif word in ("limit", "flows", "quantum"):
            options[word] = _whole(left, line)
        elif word in ("target", "interval"):
            options[word] = _time(next(left, ""), line)
        else:
            raise NotYet(f"qdisc {line}")
    if name == "pfifo" and set(options) == {"limit"}:
        return name, int(options["limit"])
    if name not in disciplines():
        raise NotYet(f"qdisc {line}")
    try:
        return disciplines()[name](**options), None  # type: ignore[arg-type]
    except TypeError:
        raise NotYet(f"qdisc {line}") from None


def netem(line: str) -> tuple[NetemSpec | None, GilbertElliott | None]:
    """`delay 20ms 1ms`, `delay 20ms reorder 99%`, `loss gemodel 1% 10% 70% 0.1%`."""
    times: list[float] = []
    chance: dict[str, list[float]] = {}
    what = ""
    for word in line.split():
        if word in ("delay", "reorder", "gap", "loss", "gemodel"):
            what = word
        elif what == "delay":
            times.append(_time(word, line))
        elif what == "gap":
            chance[what] = [float(word)]
        elif word.endswith("%") and what in ("reorder", "gemodel"):
            chance.setdefault(what, []).append(float(word[:-1]) / 100)
        else:
            raise NotYet(f"netem {line}")
    if len(times) > 2 or len(chance.get("reorder", ())) > 1:
        raise NotYet(f"netem {line}")  # a distribution's correlation
    [gap], [reorder] = chance.get("gap", [1.0]), chance.get("reorder", [0.0])
    bursts = GilbertElliott(*chance["gemodel"]) if "gemodel" in chance else None
    delay, jitter = [*times, 0.0, 0.0][:2]
    return (NetemSpec(delay, jitter, reorder, int(gap)) if times else None), bursts


def _whole(words: Iterator[str], line: str) -> int:
    word = next(words, "")
    if not word.isdigit():
        raise NotYet(f"qdisc {line}")
    return int(word)


def _time(word: str, line: str) -> float:
    """`5ms`, `100us`, `1s` in s."""
    for unit, factor in (("us", 1e-6), ("ms", 1e-3), ("s", 1.0)):
        if word.endswith(unit):
            return float(word.removesuffix(unit)) * factor
    raise NotYet(f"time {word} in {line}")
