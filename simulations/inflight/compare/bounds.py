"""How far model and kernel may be apart, and the verdict.

A bound is a share of the kernel's value; `least` is the smallest difference that matters, in the metric's unit,
because ten per cent of a queue of two packets is no packet at all.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bound:
    """`share` of the kernel's value, or `least`, whichever is larger; None: shown, not judged."""

    unit: str
    share: float | None
    least: float = 0.0


BOUNDS = {
    "goodput": Bound("Mbit/s", 0.05),
    "mean_cwnd": Bound("segments", 0.10, 1),
    "mean_queue": Bound("packets", 0.10, 1.5),
    "mean_srtt": Bound("ms", 0.10, 0.5),
    "slow_start_peak": Bound("segments", 0.10, 2),
    "first_loss": Bound("s", 0.15, 0.02),
    "loss_period": Bound("s", 0.15),
    "cwnd_at_loss": Bound("segments", 0.10, 1),
    "transfer_time": Bound("s", 0.05, 0.002),
    "share": Bound("", 0.0, 0.10),
    "drops": Bound("packets", None),
    "retransmissions": Bound("segments", None),
}
"""The accuracy the book promises: goodput and times 5 %, means 10 %, times of losses 15 %, shares 10 points."""

KNOWN: dict[tuple[str, str], str] = {
    ("A_packets_cubic_overflow", "transfer_time"): (
        "36 packets dropped instead of 35: in the recording the very last segment of the transfer meets a full queue "
        "and costs one more round trip. Which packet it is, is decided by microseconds of the lab's one CPU."
    ),
}
"""(recording, metric) → why the model cannot meet the bound there. At most one recording in twenty."""


@dataclass(frozen=True)
class Verdict:
    """One metric of one recording. `error` is a share of the kernel's value (absolute where that is 0)."""

    metric: str
    unit: str
    model: float
    kernel: float
    error: float
    bound: float | None
    verdict: str


def judge(recording: str, metric: str, model: list[float], kernel: float) -> Verdict:
    """Hold the model's value to the kernel's; of several runs (random loss) their spread may reach it.

    `metric` may carry a flow's number (`share_1`). Verdicts: ok, bad, known (listed in KNOWN), shown (no bound).
    """
    bound = BOUNDS[metric.rstrip("0123456789").rstrip("_")]
    mean = sum(model) / len(model)
    error = (mean - kernel) / abs(kernel) if kernel else mean - kernel
    if bound.share is None:
        return Verdict(metric, bound.unit, mean, kernel, error, None, "shown")
    room = max(bound.share * abs(kernel), bound.least)
    if min(model) - room <= kernel <= max(model) + room:
        verdict = "ok"
    else:
        verdict = "known" if (recording, metric) in KNOWN else "bad"
    return Verdict(metric, bound.unit, mean, kernel, error, room / abs(kernel) if kernel else room, verdict)
