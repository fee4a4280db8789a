"""How far model and kernel may be apart, and the verdict.

A bound is a share of the kernel's value; `least` is the smallest difference that matters, in the metric's unit,
because ten per cent of a queue of two packets is no packet at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inflight.kernel.clock import HZ

if TYPE_CHECKING:
    from inflight.compare import shapes


@dataclass(frozen=True)
class Bound:
    """`share` of the kernel's value and `slack`, or `least`, whichever is larger; None: shown, not judged."""

    unit: str
    share: float | None
    least: float = 0.0
    slack: float = 0.0

    def room(self, kernel: float) -> float | None:
        """How far from the kernel's value is near enough; None: it is not judged."""
        return None if self.share is None else max(self.share * abs(kernel) + self.slack, self.least)


BOUNDS = {
    "goodput": Bound("Mbit/s", 0.05),
    "mean_cwnd": Bound("segments", 0.10, 1),
    "mean_queue": Bound("packets", 0.10, 1.5),
    "mean_srtt": Bound("ms", 0.10, 0.5),
    "classic_wait": Bound("ms", 0.10, 0.5),
    "l4s_wait": Bound("ms", 0.10, 0.1),
    "ecn_mark": Bound("packets", 0.15, 20),
    "step_marks": Bound("packets", 0.15, 20),
    "step_marks_seen": Bound("packets", None),
    "slow_start_peak": Bound("segments", 0.10, 2),
    "first_loss": Bound("s", 0.15, 0.02),
    "loss_period": Bound("s", 0.15),
    "cwnd_at_loss": Bound("segments", 0.10, 1),
    "transfer_time": Bound("s", 0.05, 0.002),
    "answer_time": Bound("s", 0.05, 0.002),
    "final_cwnd": Bound("segments", 0.10, 1),
    "final_ssthresh": Bound("segments", None),
    "share": Bound("", 0.0, 0.10),
    "class_share": Bound("", 0.03),
    "probe_loss": Bound("", 0.0, 0.10),
    "probe_p50": Bound("ms", 0.05, slack=1),
    "probe_p99": Bound("ms", 0.15),
    "worst_delay": Bound("ms", 0.0, 0.2),
    "train_p50": Bound("ms", 0.05, slack=1),
    "train_p99": Bound("ms", 0.15),
    "received": Bound("datagrams", 0.0),
    "duplicates": Bound("datagrams", 0.0),
    "late_arrivals": Bound("datagrams", 0.0),
    "mean_received": Bound("datagrams", 0.02),
    "mean_duplicates": Bound("datagrams", 0.25),
    "mean_late": Bound("datagrams", 0.10),
    "most_in_flight": Bound("segments", 0.10, 1),
    "mean_in_flight": Bound("segments", 0.10, 1),
    "cwnd_seen": Bound("segments", None),
    "queue_seen": Bound("packets", None),
    "drops": Bound("packets", None),
    "retransmissions": Bound("segments", None),
    "probe_time": Bound("s", 0.05),
    "window_probes": Bound("segments", None),
    "zero_windows": Bound("", 0.0),
    "rwnd_limited": Bound("s", None),
    "sndbuf_limited": Bound("s", None),
    "mss": Bound("B", 0.0),
    "wscale": Bound("", 0.0),
    "latency": Bound("ms", 0.02, 0.5),
    "data_segments": Bound("segments", 0.0),
    "delayed_acks": Bound("ACKs", 0.0),
    "count": Bound("", 0.0),
    "seen": Bound("", None),
    "counter": Bound("", 0.0),
    "half_open": Bound("requests", 0.0),
    "same": Bound("", 0.0),
    "timer": Bound("s", 0.01, 2 / HZ),
    "timer_ms": Bound("ms", 0.01, 2000 / HZ),
    "watched_timer": Bound("s", 0.01, 0.11),
    "seldom_watched": Bound("s", 0.01, 2.05),
    "packet_time": Bound("s", 0.0, 1 / HZ),
    "connect_time": Bound("s", 0.0, 0.011),
}
"""The accuracy the book promises: goodput and times 5%, means 10%, times of losses 15%, shares 10 points.

Opening and closing: counts and counters exactly, timers within two ticks or one per cent of what the timer wheel allows
(the model runs with the wheel at several places, as no recording says where it was); what the lab's program only saw
when it looked, within the time between two looks.
"""


@dataclass(frozen=True)
class Verdict:
    """One metric of one recording. `error` is a share of the kernel's value (absolute where that is 0).

    spread: what the model's runs gave, in order; a single one where it does not depend on chance. excuse: why it is
    out of bounds, where that is known.
    """

    metric: str
    unit: str
    model: float
    kernel: float
    error: float
    bound: float | None
    verdict: shapes.MetricVerdict
    spread: tuple[float, ...]
    excuse: str = ""

    def as_dict(self) -> shapes.Metric:
        """As JSON-able data."""
        return {
            "metric": self.metric,
            "unit": self.unit,
            "model": self.model,
            "kernel": self.kernel,
            "error": self.error,
            "bound": self.bound,
            "verdict": self.verdict,
            "spread": list(self.spread),
        }


def bound_of(metric: str) -> Bound:
    """`metric` may carry a flow's number (`share_1`), or the name of a case after a space."""
    name = metric.split(" ")[0]
    return BOUNDS[name if name in BOUNDS else name.rstrip("0123456789").rstrip("_")]


def judge(metric: str, model: list[float], recorded: list[float], excuse: str = "") -> Verdict:
    """Hold the model's value to the kernel's; of several runs (random loss) their spread may reach theirs.

    Verdicts: ok, bad, known (there is an excuse), shown (no bound).
    """
    bound = bound_of(metric)
    mean, kernel = (math.fsum(values) / len(values) for values in (model, recorded))
    error = (mean - kernel) / abs(kernel) if kernel else mean - kernel
    spread = tuple(sorted(model))
    room = bound.room(kernel)
    if room is None:
        return Verdict(metric, bound.unit, mean, kernel, error, None, "shown", spread)
    verdict: shapes.MetricVerdict = "known" if excuse else "bad"
    if min(model) - room <= max(recorded) and min(recorded) <= max(model) + room:
        verdict, excuse = "ok", ""
    share = room / abs(kernel) if kernel else room
    return Verdict(metric, bound.unit, mean, kernel, error, share, verdict, spread, excuse)


APART = 1.25
"""Two regimes are so far apart: nothing lies between one value and this multiple of it."""


def regimes(spread: tuple[float, ...]) -> list[tuple[float, float]]:
    """The ranges into which values fall that are given in order.

    >>> regimes((38.5, 38.6, 120.0, 139.0))
    [(38.5, 38.6), (120.0, 139.0)]
    """
    found = [(spread[0], spread[0])]
    for value in spread[1:]:
        low, high = found[-1]
        if value > high * APART:
            found.append((value, value))
        else:
            found[-1] = low, value
    return found
