"""Scenario kind `bulk`: TCP flows through one bottleneck. Everything needed stands in the scenario."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from inflight.compare.recording import Recording
from inflight.congestion import algorithms
from inflight.dumbbell import UNLIMITED, Dumbbell, FlowSpec
from inflight.tcp.constants import INFINITE_SSTHRESH

HYSTART_SWITCH = "sys/module/tcp_cubic/parameters/hystart"
LAB_MEM_MAX = 256 << 20  # net.core.wmem_max and rmem_max of the lab, unless the scenario says otherwise, bytes
START_UP = 1e-3  # s that the lab's sampler takes from its tick to starting a source

_NET = {"senders", "rtt_ms", "bottleneck", "loss", "fwd_ms", "sysctl", "gso_max_segs", "route"}
_FLOW = {"cc", "start", "stop", "bytes", "chunk", "sndbuf", "from"}
_SYSCTL = {"net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"}


class NotYet(Exception):
    """The scenario asks for something that the model does not do yet; the message says what."""


@dataclass
class Trace:
    """Samples of one run every `dt`: `t` (s), `queue` (packets), and per flow the columns of the recordings."""

    t: list[float] = field(default_factory=list)
    queue: list[float] = field(default_factory=list)
    flows: list[dict[str, list[float]]] = field(default_factory=list)


def _unknown(what: str, given: dict[str, Any], known: set[str]) -> None:
    extra = sorted(key for key in given if key not in known and given[key])
    if extra:
        raise NotYet(f"{what} {', '.join(extra)}")


def _queue_limit(qdisc: str) -> int:
    words = qdisc.split()
    if words[:2] != ["pfifo", "limit"] or len(words) != 3:
        raise NotYet(f"qdisc {qdisc}")
    return int(words[2])


def build(scenario: dict[str, Any], seed: int) -> Dumbbell:
    """The model of a scenario.

    Raises:
        NotYet: it asks for something the model lacks.
    """
    net = scenario["net"]
    _unknown("net", net, _NET)
    senders = net.get("senders") or [{"rtt_ms": net.get("rtt_ms", 0)}]
    for sender in senders:
        _unknown("sender", sender, {"rtt_ms"})
    bottleneck = net.get("bottleneck")
    if bottleneck is not None:
        _unknown("bottleneck", bottleneck, {"rate_mbit", "burst", "qdisc"})
    sysctl: dict[str, str] = {}
    for settings in (net.get("sysctl") or {}).values():
        _unknown("sysctl", settings, _SYSCTL)
        sysctl |= settings
    core = scenario.get("core", {})
    route = (net.get("route") or "").split()
    metrics = dict(zip(route[::2], route[1::2], strict=False))
    _unknown("route", metrics, {"initcwnd", "ssthresh"})
    dt = scenario.get("dt", 0.01)
    specs = []
    for flow in scenario.get("flows", []):
        _unknown("flow", flow, _FLOW)
        algorithm = flow.get("cc") or "cubic"
        if algorithm not in algorithms():
            raise NotYet(f"congestion control {algorithm}")
        rtt = senders[flow.get("from", 0)].get("rtt_ms", 0) / 1000 + net.get("fwd_ms", 0) / 1000
        connect = flow.get("start", 0)
        # the lab starts a source at the tick of its sampler that finds the connection established
        data = math.ceil((connect + rtt - START_UP) / dt) * dt + START_UP
        wmem = [int(v) for v in sysctl.get("net.ipv4.tcp_wmem", f"4096 16384 {UNLIMITED}").split()]
        rmem = [int(v) for v in sysctl.get("net.ipv4.tcp_rmem", f"4096 131072 {UNLIMITED}").split()]
        specs.append(
            FlowSpec(
                algorithm=algorithm,
                rtt=rtt,
                total=int(flow["bytes"]) if flow.get("bytes") else None,
                chunk=flow.get("chunk", 65536),
                sndbuf=min(flow.get("sndbuf", 0), core.get("net.core.wmem_max", LAB_MEM_MAX)),
                wmem=(wmem[1], wmem[2]),
                rmem=rmem[2],
                rmem_max=core.get("net.core.rmem_max", LAB_MEM_MAX),
                gso_max_segs=net.get("gso_max_segs", 65535),
                hystart=bool(core.get(HYSTART_SWITCH, 1)),
                initcwnd=int(metrics.get("initcwnd", 10)),
                ssthresh=int(metrics.get("ssthresh", INFINITE_SSTHRESH)),
                connect=connect,
                data=data,
                stop=flow.get("stop"),
            )
        )
    return Dumbbell(
        rate=bottleneck["rate_mbit"] * 1e6 if bottleneck else None,
        limit=_queue_limit(bottleneck.get("qdisc", "pfifo limit 100")) if bottleneck else 1 << 30,
        burst=bottleneck.get("burst", 3 * 1514) if bottleneck else 3 * 1514,
        loss=net.get("loss", 0),
        flows=specs,
        rng=random.Random(seed),
    )


def run(scenario: dict[str, Any], seed: int) -> tuple[Dumbbell, Trace]:
    """Run the model and sample it as the lab does."""
    bell = build(scenario, seed)
    trace = Trace(flows=[{name: [] for name in ("cwnd", "ssthresh", "srtt", "acked")} for _ in bell.flows])
    dt = scenario.get("dt", 0.01)
    finite = bell.flows and all(flow.spec.total for flow in bell.flows)
    for tick in range(int(scenario["duration"] / dt + 1e-9)):
        for _ in bell.clock.run(tick * dt):
            pass
        trace.t.append(tick * dt)
        trace.queue.append(bell.link.queued())
        for flow, columns in zip(bell.flows, trace.flows, strict=True):
            sender = flow.sender
            columns["cwnd"].append(sender.congestion.cwnd)
            columns["ssthresh"].append(sender.congestion.ssthresh)
            columns["srtt"].append(sender.rtt.srtt_us / 8000)
            columns["acked"].append(sender.una)
        if finite and all(flow.receiver.finished_at is not None for flow in bell.flows):
            break
    return bell, trace


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _within(trace: Trace, values: list[float], start: float, end: float) -> list[float]:
    return [v for t, v in zip(trace.t, values, strict=True) if start - 1e-9 <= t <= end + 1e-9]


def measure(recording: Recording, bell: Dumbbell, trace: Trace) -> Iterator[tuple[str, float, float]]:
    """(metric, model, kernel) for everything that the recording's summary holds."""
    summary = recording.summary
    several = len(bell.flows) > 1
    warm = recording.scenario.get("warm", min(5, recording.scenario["duration"] / 6))
    for number, (kernel, flow, columns) in enumerate(zip(summary["flows"], bell.flows, trace.flows, strict=True)):
        name = (lambda metric, n=number: f"{metric}_{n}") if several else (lambda metric: metric)
        yield name("retransmissions"), flow.sender.retransmissions, kernel["total_retrans"]
        if flow.spec.total:
            if kernel.get("transfer_s") and flow.receiver.finished_at is not None:
                yield name("transfer_time"), flow.receiver.finished_at - flow.started_at, kernel["transfer_s"]
            continue
        if not kernel.get("window_s"):
            continue
        start, end = kernel["window_s"]
        acked = _within(trace, columns["acked"], start, end)
        if not several:
            goodput = (acked[-1] - acked[0]) * 8e-6 / (end - start)
            yield "goodput", goodput, kernel["goodput_mbit"]
            yield "mean_cwnd", _mean(_within(trace, columns["cwnd"], start, end)), kernel["cwnd"]["mean"]
            yield "mean_srtt", _mean(_within(trace, columns["srtt"], start, end)), kernel["srtt_ms"]["mean"]
            yield from _losses(flow, columns, kernel, start, end)
    if several and summary.get("all_active"):
        yield from _shares(recording, bell, trace)
    bottleneck = summary.get("bottleneck", {})
    if "qlen" in bottleneck and not any(flow.spec.total for flow in bell.flows):
        yield "mean_queue", _mean(_within(trace, trace.queue, warm, trace.t[-1])), bottleneck["qlen"]["mean"]
    if "drops_total" in bottleneck:
        yield "drops", bell.link.drops, bottleneck["drops_total"]


def _losses(
    flow: Any, columns: dict[str, list[float]], kernel: dict[str, Any], start: float, end: float
) -> Iterator[tuple[str, float, float]]:
    """Slow start's end, and the sawtooth's height and period."""
    if kernel.get("slow_start_peak_cwnd"):
        peak = max(c for c, s in zip(columns["cwnd"], columns["ssthresh"], strict=True) if s >= INFINITE_SSTHRESH)
        yield "slow_start_peak", peak, kernel["slow_start_peak_cwnd"]
    reductions = flow.sender.recovery.entered
    if kernel["events"] and reductions:
        yield "first_loss", reductions[0][0], kernel["events"][0][0]
    inside = [entry for entry in reductions if start <= entry[0] <= end]
    if "loss_period_s" in kernel and len(inside) > 1:
        yield "loss_period", (inside[-1][0] - inside[0][0]) / (len(inside) - 1), kernel["loss_period_s"]
        yield "cwnd_at_loss", _mean([entry[2] for entry in inside]), kernel["cwnd_at_loss_mean"]


def _shares(recording: Recording, bell: Dumbbell, trace: Trace) -> Iterator[tuple[str, float, float]]:
    """Each flow's part of the goodput, from the warm-up after the last start to the first stop."""
    kernel = recording.summary["all_active"]
    end = min((flow.spec.stop or trace.t[-1]) for flow in bell.flows)
    rates = []
    for columns in trace.flows:
        acked = _within(trace, columns["acked"], kernel["from_s"], end)
        rates.append(acked[-1] - acked[0])
    for number, (rate, share) in enumerate(zip(rates, kernel["share"], strict=True)):
        yield f"share_{number}", rate / (sum(rates) or 1), share
