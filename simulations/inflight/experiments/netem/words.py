"""The line of `tc` and the sentence of the experiment `netem`."""

from __future__ import annotations

from inflight.experiments.netem.parameters import NetemParameters
from inflight.experiments.netem.path import NetemPath
from inflight.figure.words import seconds, significant


def tc_line(p: NetemParameters) -> str:
    """What to tell tc."""
    also = f" {p.correlation:g}%" if p.correlation else ""
    words = ["netem"]
    if p.delay or p.jitter:
        words.append(f"delay {p.delay:g}ms")
    if p.jitter:
        words.append(f"{p.jitter:g}ms{also}")
        if p.distribution != "uniform" and p.delay:
            words.append(f"distribution {p.distribution}")
    if model := p.gemodel:
        words.append(f"loss gemodel {significant(100 * model.p)}% {significant(100 * model.r)}%")
    elif p.loss:
        words.append(f"loss {p.loss:g}%{also}")
    for name, share in (("duplicate", p.duplicate), ("corrupt", p.corrupt)):
        if share:
            words.append(f"{name} {share:g}%{also}")
    if p.reorder and p.delay:
        words.append(f"reorder {p.reorder:g}%{also}" + (f" gap {p.gap}" if p.gap > 1 else ""))
    if p.rate:
        words.append(f"rate {p.rate * 1000:g}kbit")
    return " ".join([*words, f"limit {p.limit}"])


def sentence(p: NetemParameters, path: NetemPath, throughput: float) -> str:
    """What became of the packets. throughput: Mbit/s."""
    if not path.delays:
        return f"None of the {path.sent} packets arrives whole."
    parts = []
    if path.overflow:
        parts.append(
            f"The limit of {p.limit} packets is full: {path.overflow} of {path.sent} are dropped, and "
            f"{significant(throughput)} of {significant(p.offered)} Mbit/s arrive"
        )
    else:
        parts.append(f"{significant(throughput)} of {significant(p.offered)} Mbit/s arrive")
    if path.netem.lost:
        parts.append(f"{path.netem.lost} are lost on purpose")
    if path.late:
        parts.append(f"{path.late} arrive after one that was sent later")
    if path.twice:
        parts.append(f"{path.twice} arrive twice")
    if path.netem.thrown_away:
        parts.append(f"{path.netem.thrown_away} arrive damaged")
    least, most = min(path.delays), max(path.delays)
    if most - least > 0.001:
        parts.append(f"delays are between {seconds(least / 1000)} and {seconds(most / 1000)}")
    else:
        parts.append(f"each takes {seconds(most / 1000)}")
    return "; ".join(parts) + "."
