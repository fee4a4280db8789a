"""A replay in words: what was changed, what it takes, and how far it is from the capture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from inflight.figure.parameters import Value
from inflight.figure.words import amount, seconds, significant, size
from inflight.scenes.transfer import spelled
from inflight.yours.limits.words import WORDS
from inflight.yours.replay.model import Run
from inflight.yours.replay.parameters import ReplayParameters, as_values
from inflight.yours.replay.residual import APART, Residual

LEAVES_OUT = (
    "Cross traffic, reordering, ECN, and what changes on the way. Segments carry 1448 B, and the queue is drop-tail. "
    "A limited send buffer holds one segment per skb. Both ends run one kernel, delayed ACKs included. "
    "When the program writes doesn’t depend on the path."
)

_PHRASES: Mapping[str, Callable[[float], str]] = {
    "rtt": lambda value: f"a round trip of {significant(value)} ms",
    "rate": lambda value: f"a path of {significant(value)} Mbit/s",
    "buffer": lambda value: f"a queue of {value:,.0f} packets",
    "loss": lambda value: f"{significant(value)}% lost at random" if value else "no random loss",
    "sndbuf": lambda value: f"a send buffer of {size(value)}" if value else "an autotuned send buffer",
    "rcvbuf": lambda value: f"a receive buffer of {size(value)}" if value else "an autotuned receive buffer",
    "rmem": lambda value: f"a receive buffer of {size(value)} at most",
    "read_rate": lambda value: (
        f"a receiver that reads {significant(value)} kB/s" if value else "a receiver that reads at once"
    ),
    "pause": lambda value: f"a reader that stops for {seconds(value)}" if value else "a reader that never stops",
    "pause_at": lambda value: f"a reader that stops after {seconds(value)}",
    "initcwnd": lambda value: f"an initial window of {value:,.0f} segments",
    "as_written": lambda value: "the program’s own writes" if value else "a program that always has more to send",
    "nodelay": lambda value: "TCP_NODELAY" if value else "Nagle’s rule",
    "size": lambda value: f"{amount(value * 1e6)} to send",
}


def changed(values: ReplayParameters, captured: ReplayParameters) -> list[str]:
    """What is different from the capture, each as a phrase that follows “with”."""
    before = as_values(captured)
    return [_phrase(name, value) for name, value in as_values(values).items() if value != before[name]]


def _phrase(name: str, value: Value) -> str:
    if isinstance(value, str):
        return spelled(value)
    return _PHRASES[name](value)


def _listed(phrases: list[str]) -> str:
    *others, last = phrases
    return f"{', '.join(others)} and {last}" if others else last


def what_if(values: ReplayParameters, captured: ReplayParameters, run: Run, before: Run) -> str:
    """One sentence."""
    phrases = changed(values, captured)
    if not phrases:
        return f"With everything as captured, the model takes {_took(run)}."
    return f"With {_listed(phrases)}, the model takes {_took(run)} instead of {_took(before)}."


def alone(values: ReplayParameters, run: Run) -> str:
    """Of a run without a capture."""
    data = amount(values.size * 1e6)
    if run.took is None:
        return f"The model isn’t done with {data} after {seconds(run.t[-1])}."
    goodput = significant(values.size * 8 / run.took)
    return f"The model takes {seconds(run.took)} for {data}: {goodput} Mbit/s. The capture isn’t in the link."


def _took(run: Run) -> str:
    return seconds(run.took) if run.took is not None else f"more than {seconds(run.t[-1])}"


def fit(found: Residual) -> str:
    """Whether the model explains the capture, and from what that is told."""
    apart = f"on average, the two curves are {significant(100 * found.apart, 2)}% of the data apart"
    end = f"the model {_end(found.later)}"
    if found.explains:
        return f"The model explains this capture: {apart}, and {end}."
    said = [f"The model does not explain this capture: {apart} ({100 * APART:.0f}% would be fair), and {end}."]
    if found.parts is not None:
        where = f", in the interval “{WORDS[found.interval.limit].title}”" if found.interval else ""
        said.append(f"They begin to part after {seconds(found.parts)}{where}.")
    said.append("Don’t trust what it says of changes.")
    return " ".join(said)


def _end(later: float) -> str:
    if later == inf:
        return "doesn’t get done"
    if abs(later) < 0.0005:
        return "ends at the same time"
    return f"ends {seconds(abs(later))} {'after' if later > 0 else 'before'} it"
