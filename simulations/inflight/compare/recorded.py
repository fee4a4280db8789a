"""What a recording holds by itself, under the names of `bounds.py`: no model is run.

A value is a number, a list of numbers that belong together (each is held to the bound), or words, which can only be
equal or not. Of timers the list has the time from each to the next, because the timer wheel rounds each one by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from inflight.compare import bulk, ecn, handshake, pmtu, train
from inflight.compare.recording import Recording

Value = float | list[float] | str
Rows = Iterator[tuple[str, Value]]

_SCALARS = {
    **dict.fromkeys(("recvq", "max_recvq", "recvq_limit", "client_connected", "replied", "accepted"), "count"),
    **dict.fromkeys(("syns_sent", "max_half_open", "legit_tried", "legit_connected", "bytes"), "count"),
    **dict.fromkeys(("succeeded", "max_time_wait", "retransmissions"), "count"),
    **dict.fromkeys(("TWRecycled", "TCPTimeWaitOverflow"), "counter"),
    **dict.fromkeys(("first_byte_ms", "total_ms"), "latency"),
    **dict.fromkeys(("error", "result", "first_write", "second_write", "states", "got"), "same"),
    "first_error_s": "watched_timer",
    "rto_ms": "timer_ms",
    "mss": "mss",
}
_TIMES = {"syn_s": "gave_up_s", "synack_s": "", "sent_s": "failed_after_s"}
"""Moments of a timer, and what the last of them is followed by."""

_TALLIES = {
    "server_states": "count {} server",
    "client_states": "count {} client",
    "errors": "count {} error",
    "counters": "counter {}",
}


def recorded(recording: Recording) -> Rows:
    """(metric, value) of everything that can be held to a bound."""
    return _KINDS[recording.kind](recording)


def _bulk(recording: Recording) -> Rows:
    summary, flows = recording.summary, recording.scenario.get("flows", [])
    several, tight = len(flows) > 1, bulk.limited_by_sender(recording.scenario)
    for number, (kernel, flow) in enumerate(zip(summary["flows"], flows, strict=True)):
        end = f"_{number}" if several else ""
        yield f"retransmissions{end}", kernel.get("total_retrans", 0)
        if flow.get("bytes"):
            for metric, value in _windows(recording, kernel):
                yield metric + end, value
            if kernel.get("transfer_s"):
                yield f"transfer_time{end}", kernel["transfer_s"]
        elif kernel.get("window_s") and not several:
            yield "goodput", kernel["goodput_mbit"]
            yield "cwnd_seen" if tight else "mean_cwnd", kernel["cwnd"]["mean"]
            yield "mean_srtt", kernel["srtt_ms"]["mean"]
            yield from _in_flight(recording, kernel["window_s"]) if tight else _losses(recording, kernel)
    if several and "all_active" in summary:
        rates = summary["all_active"]["goodput_mbit"]
        metric = "class_share" if "tc" in (recording.scenario["net"].get("bottleneck") or {}) else "share"
        yield metric, [rate / (sum(rates) or 1) for rate in rates]
        yield "goodput", sum(rates)
    if "qlen" in summary.get("bottleneck", {}) and not any(flow.get("bytes") for flow in flows):
        yield "queue_seen" if tight else "mean_queue", summary["bottleneck"]["qlen"]["mean"]
    if summary.get("probe_sent"):
        yield "probe_loss", summary["probe_lost"] / summary["probe_sent"]
        for name in ("p50", "p99"):
            yield f"probe_{name}", summary["probe_rtt_ms"][name]
    yield "drops", summary.get("bottleneck", {}).get("drops_total", 0)


def _in_flight(recording: Recording, window: list[float]) -> Rows:
    times, unacked = recording.series["t"], recording.series.get("unacked", [])
    seen = [v for t, v in zip(times, unacked, strict=False) if v is not None and t and window[0] <= t <= window[1]]
    if seen:
        yield "most_in_flight", max(seen)
        yield "mean_in_flight", sum(seen) / len(seen)


def _losses(recording: Recording, kernel: dict[str, Any]) -> Rows:
    if kernel["slow_start_peak_cwnd"]:
        yield "slow_start_peak", kernel["slow_start_peak_cwnd"]
    if kernel["events"]:
        yield "first_loss", kernel["events"][0][0]
    if "loss_period_s" in kernel and not _seen_by_luck(recording, kernel):
        yield "loss_period", kernel["loss_period_s"]
        yield "cwnd_at_loss", kernel["cwnd_at_loss_mean"]


def _seen_by_luck(recording: Recording, kernel: dict[str, Any]) -> bool:
    """Where the queue drops long before it is full, a reduction is over within a round trip: between two samples."""
    bottleneck = recording.scenario["net"].get("bottleneck") or {}
    early = not bottleneck.get("qdisc", "pfifo limit").startswith("pfifo limit") or not bottleneck.get("rate_mbit")
    return early and recording.scenario.get("dt", 0.01) > kernel["srtt_ms"]["p50"] / 1000


def _windows(recording: Recording, kernel: dict[str, Any]) -> Rows:
    if "mss" in kernel:
        yield "mss", kernel["mss"]
        yield "wscale", kernel["wscale_snd"]
        yield "rwnd_limited", kernel["rwnd_limited_ms"] / 1000
        yield "sndbuf_limited", kernel["sndbuf_limited_ms"] / 1000
        yield "slow_start_peak", kernel["slow_start_peak_cwnd"] or 0
    yield "zero_windows", recording.summary.get("counters_rcv", {}).get("TCPToZeroWindowAdv", 0)
    yield "window_probes", recording.summary.get("counters_snd", {}).get("TCPWinProbe", 0)
    early = recording.scenario.get("sniff", [1])[0] < bulk.SNIFFED_EARLY
    if early and not recording.scenario.get("sniff_full"):
        probes = [t for t, way, _, length, *_ in recording.packets if way == ">" and not length]
        yield "probe_time", [t for t in probes if t > bulk.SNIFFED_EARLY]


def _request(recording: Recording) -> Rows:
    for number, result in enumerate(recording.results):
        name = result.get("id") or str(number)
        last = result["requests"][-1]
        yield f"answer_time {name}", [each["ms"] / 1000 for each in result["requests"]]
        yield f"final_cwnd {name}", last["cwnd1"]
        yield f"retransmissions {name}", last["retrans"]


def _echo(recording: Recording) -> Rows:
    for result in recording.results:
        name = f"{result['variant']}/{result['mode']}/N{result['N']}"
        yield f"latency {name}", result["latency_ms"]
        yield f"data_segments {name}", [result["client_data_segs"], result["server_data_segs"]]
        yield f"delayed_acks {name}", result["delayed_acks"]


def _train(recording: Recording) -> Rows:
    summary, chance = recording.summary, train.by_chance(recording.scenario)
    names = ("mean_received", "mean_duplicates", "mean_late") if chance else ("received", "duplicates", "late_arrivals")
    yield from zip(names, (summary["received"], summary["duplicates"], summary["late_arrivals"]), strict=True)
    for name in ("p50", "p99"):
        yield f"train_{name}", summary["delay_ms"][name]
    if not chance:
        yield "worst_delay", [delay for delay in recording.packets["delay_ms"] if delay is not None]


def _sockets(recording: Recording) -> Rows:
    """Families F, G and M: whatever a result holds, in the order of `results`."""
    for number, result in enumerate(recording.results, 1):
        name = f"#{number}{_settings(recording, number)}"
        for key, value in result.items():
            if value is not None and key in _SCALARS:
                bound = _SCALARS[key]
                yield f"{bound} {name} {key}", repr(value) if bound == "same" else value
            elif key in _TIMES:
                after = result.get(_TIMES[key])
                yield f"timer {name} {key}", _between([*value, after] if after else value)
            elif key in _TALLIES and recording.kind != "pmtu":
                yield from ((f"{_TALLIES[key].format(name)} {word}", count) for word, count in value.items())
        yield from _more(recording, name, result)


def _settings(recording: Recording, number: int) -> str:
    """What distinguishes a result, if that is one value or a word."""
    result = recording.results[number - 1]
    if "values" in recording.scenario and number <= len(recording.scenario["values"]):
        return f" {recording.scenario['values'][number - 1]}"
    word = result.get("case") or result.get("closes_first") or result.get("how")
    return f" {word}" if word else ""


def _more(recording: Recording, name: str, result: dict[str, Any]) -> Rows:
    """What needs more than its name to be understood."""
    if "history" in result:
        seldom = recording.scenario.get("test") == "close_wait" or "socket kept" in result.get("how", "")
        yield from _history(name, "seldom_watched" if seldom else "watched_timer", result["history"])
    if "packets" in result and "tfo" in result:
        told = handshake.telling(result["packets"])
        yield f"same {name} packets", repr([each[1:] for each in told])
        yield f"latency {name} packets", [each[0] for each in told]
    elif "packets" in result:
        yield f"same {name} packets", repr([each[1:] for each in result["packets"]])
    if "after_ms" in result:
        yield ("timer_ms" if result["after_ms"] > 1000 else "latency") + f" {name}", result["after_ms"]
    if "request_removed_s" in result and result["request_removed_s"] is not None:
        yield f"watched_timer {name} removed", result["request_removed_s"] - result["synack_s"][-1]
    if "connect_s" in result and result["client_connected"]:
        yield f"connect_time {name}", [result["connect_s"][which] for which in ("first", "p50", "last")]
    if "max_syn_recv" in result:
        still = not result.get("accept_rate")  # else it is by chance what a look sees
        yield f"{'count' if still else 'seen'} {name} max_syn_recv", result["max_syn_recv"]
    if "max_half_open" in result:
        timeline = result["timeline"]
        yield f"half_open {name}", [row[1] for row in timeline[:: max(1, len(timeline) // 20)]]
    if "successes_per_5s" in result:
        yield f"count {name} per 5 s", result["successes_per_5s"]
    if "done_s" in result:
        yield f"count {name} timeouts", result["counters"].get("TCPTimeouts", 0)
        if pmtu.is_timed(recording.scenario["net"]["senders"][0]["rtt_ms"] / 1000, result):
            yield f"transfer_time {name}", result["done_s"]
        if "TCPSackRecovery" not in result["counters"]:
            yield f"timer {name} sent", _between([t for t, _, position in result["sent"] if position == 0])


def _history(name: str, metric: str, history: list[list[Any]]) -> Rows:
    yield f"same {name} states", repr([row[1:] for row in history])
    yield f"{metric} {name} states", _between([row[0] for row in history])


def _between(times: Iterable[float]) -> list[float]:
    return [after - before for before, after in pairwise(times)]


_KINDS: dict[str, Callable[[Recording], Rows]] = {
    "bulk": _bulk,
    "request": _request,
    "echo": _echo,
    "train": _train,
    "handshake": _sockets,
    "teardown": _sockets,
    "pmtu": _sockets,
    "ecn": lambda recording: ((metric, kernel) for metric, _, kernel in ecn.measure(recording, 1)),
}
