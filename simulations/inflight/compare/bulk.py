"""Scenario kind `bulk`: TCP flows through one bottleneck. Everything needed stands in the scenario."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from inflight.compare import tc
from inflight.compare.machine import CFS, Machine, machine_of
from inflight.compare.recording import Recording
from inflight.compare.tc import NotYet
from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.states import CWR
from inflight.kernel.constants import HEADERS, INFINITE_SSTHRESH, MSS, TCP_RMEM_DEFAULT
from inflight.kernel.link import Link
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import UNLIMITED, Dumbbell, Flow, FlowSpec
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UDP_HEADERS, UdpSpec
from inflight.kernel.qdisc.dualpi2 import DualPi2
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.chrono import RWND_LIMITED, SNDBUF_LIMITED
from inflight.kernel.tcp.era import TcpEra, tcp_era
from inflight.kernel.tcp.one_cpu import OtherWork
from inflight.kernel.tcp.reader import Reading
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.scenes.by_chance import by_chance

HYSTART_SWITCH = "sys/module/tcp_cubic/parameters/hystart"
LAB_MEM_MAX = 256 << 20  # net.core.wmem_max and rmem_max of the lab, unless the scenario says otherwise, bytes
LINGER = 2.0  # s that it waits for answers to its probes when a scenario is over
START_UP = 1e-3  # s that the lab's sampler takes from its tick to starting a source
SNIFFED_EARLY = 0.2  # s: a capture that starts by then has everything after the handshake
_AS_LONG_AS_THE_DEVICE = {"pfifo", "pfifo_fast"}  # disciplines whose limit is txqueuelen
_NET = {
    "senders",
    "rtt_ms",
    "bottleneck",
    "loss",
    "fwd_ms",
    "sysctl",
    "gso_max_segs",
    "route",
    "fwd_netem",
    "txqueuelen",
    "offload",
}
Sample = TypeVar("Sample")
_ECT_1 = 1  # the ECN field of an L4S packet, where the scenario gives the TOS byte
_READER = {"read_Bps", "read_chunk", "read_start"}
_FLOW = {
    "cc",
    "start",
    "stop",
    "bytes",
    "chunk",
    "sndbuf",
    "from",
    "max_pacing",
    "rcvbuf",
    "notsent_lowat",
    "shift_us",
    "poll",
    "rcv_cc",
} | _READER
_ALGORITHM = "net.ipv4.tcp_congestion_control"
_SYSCTL = {"net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem", "net.ipv4.tcp_ecn", "net.ipv4.tcp_window_scaling", _ALGORITHM}


LAB_RECEIVE = ReceiveBuffer(rmem=(TCP_RMEM_DEFAULT, UNLIMITED), rmem_max=LAB_MEM_MAX)
"""What the lab's receivers have unless the scenario says otherwise."""


@dataclass
class Trace:
    """Samples of one run every `dt`: `t` (s), `queue` (packets), and per flow the columns of the recordings.

    delays: of DualPI2, how long the heads of its two queues have waited, s; marks: and what it has marked so far.
    zero_windows: how often a receiver shut its window. drops (packets) and retransmissions (segments, of each flow) are
    those by the last sample.
    """

    t: list[float] = field(default_factory=list)
    queue: list[float] = field(default_factory=list)
    flows: list[dict[str, list[float]]] = field(default_factory=list)
    delays: list[tuple[float, float]] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)
    zero_windows: int = 0
    drops: int = 0
    retransmissions: list[int] = field(default_factory=list)


def unknown(what: str, given: dict[str, Any], known: set[str]) -> None:
    """Raise NotYet if `given` has a setting that is not in `known`."""
    extra = sorted(key for key in given if key not in known and given[key])
    if extra:
        raise NotYet(f"{what} {', '.join(extra)}")


def build(scenario: dict[str, Any], seed: int, era: TcpEra, machine: Machine = CFS) -> Dumbbell:
    """The model of a scenario, with kernels of `era` at all hosts, which share one `machine`.

    Where several flows meet, every seed but the first shifts each start by up to one round trip: which flow's packet
    meets the full queue is otherwise decided by microseconds (phase effects of drop-tail).

    Raises:
        NotYet: it asks for something the model lacks.
    """
    net, core, flows = scenario["net"], scenario.get("core", {}), scenario.get("flows", [])
    unknown("net", net, _NET)
    senders = net.get("senders") or [{"rtt_ms": net.get("rtt_ms", 0)}]
    for sender in senders:
        unknown("sender", sender, {"rtt_ms", "ect1"})
    hosts = _hosts(net, core, era)
    listens = _sysctl(net, "rcv").get(_ALGORITHM)
    dt = scenario.get("dt", 0.01)
    rng = random.Random(seed)
    jitter = seed > 1 and len(flows) > 1
    tight = limited_by_sender(scenario)
    specs = []
    for flow in flows:
        unknown("flow", flow, _FLOW)
        algorithm = flow.get("cc") or "cubic"
        if algorithm not in algorithms():
            raise NotYet(f"congestion control {algorithm}")
        sender = senders[flow.get("from", 0)]
        rtt = sender.get("rtt_ms", 0) / 1000 + net.get("fwd_ms", 0) / 1000
        connect = flow.get("start", 0)
        # the lab starts a source at the tick of its sampler that finds the connection established
        data = math.ceil((connect + rtt - START_UP) / dt) * dt + START_UP
        shift = rng.random() * rtt if jitter and not tight else flow.get("shift_us", 0) * 1e-6
        spec = FlowSpec(
            **hosts,
            algorithm=algorithm,
            echoes_each=(flow.get("rcv_cc") or listens) == "dctcp",
            l4s=bool(sender.get("ect1")),
            rtt=rtt,
            total=int(flow["bytes"]) if flow.get("bytes") else None,
            chunk=flow.get("chunk", 65536),
            poll=bool(flow.get("poll")),
            sndbuf=min(flow.get("sndbuf", 0), core.get("net.core.wmem_max", LAB_MEM_MAX)),
            notsent_lowat=flow.get("notsent_lowat", 0),
            receive=_receive_buffer(net, core, flow),
            connect=connect + shift,
            data=data + shift,
            stop=flow.get("stop"),
            max_pacing_rate=flow.get("max_pacing", math.inf),
            reading=_reading(flow, data + shift, machine, rng if seed > 1 else None),
        )
        if tight:
            spec = by_chance(spec, rng) if seed > 1 else replace(spec, one_cpu=OtherWork())
        specs.append(spec)
    probe = scenario.get("probe")
    return Dumbbell(
        **_bottleneck(net, rng),
        udp=[_probe(probe, scenario["duration"])] if probe else [],
        loss=net.get("loss", 0),
        netem=tc.netem(net.get("fwd_netem") or ""),
        flows=specs,
        rng=rng,
    )


def limited_by_sender(scenario: dict[str, Any]) -> bool:
    """Whether tcp_wmem is less than what path and receiver hold: then the lab's one CPU has a say."""
    net, flows = scenario["net"], scenario.get("flows", [])
    given = _sysctl(net, "snd").get("net.ipv4.tcp_wmem")
    if given is None or net.get("offload") or any(f.get("rcvbuf") or f.keys() & _READER for f in flows):
        return False
    bottleneck = net.get("bottleneck") or {}
    holds = math.inf
    if "rate_mbit" in bottleneck:
        rtt = max(sender.get("rtt_ms", 0) for sender in net.get("senders") or [net])
        limit = tc.discipline(bottleneck.get("qdisc", "pfifo limit 100"), random.Random(1)).limit
        holds = bottleneck["rate_mbit"] * rtt * 125 + limit * (MSS + HEADERS)
    rmem = int(_sysctl(net, "rcv").get("net.ipv4.tcp_rmem", f"0 0 {UNLIMITED}").split()[2])
    return int(given.split()[2]) < min(holds, rmem)


def _hosts(net: dict[str, Any], core: dict[str, Any], era: TcpEra) -> dict[str, Any]:
    """What all flows have from the hosts that they begin at: sysctls, the route, the card."""
    here = _sysctl(net, "snd")
    route = (net.get("route") or "").split()
    metrics = dict(zip(route[::2], route[1::2], strict=False))
    unknown("route", metrics, {"initcwnd", "ssthresh"})
    wmem = [int(v) for v in here.get("net.ipv4.tcp_wmem", f"4096 16384 {UNLIMITED}").split()]
    return {
        "era": era,
        "wmem": (wmem[1], wmem[2]),
        "gso_max_segs": net.get("gso_max_segs", 65535),
        "offload": bool(net.get("offload")),
        "hystart": bool(core.get(HYSTART_SWITCH, 1)),
        "initcwnd": int(metrics.get("initcwnd", 10)),
        "ssthresh": int(metrics.get("ssthresh", INFINITE_SSTHRESH)),
        "ecn": str(here.get("net.ipv4.tcp_ecn")) == "1",
    }


def _receive_buffer(net: dict[str, Any], core: dict[str, Any], flow: dict[str, Any]) -> ReceiveBuffer:
    here, there = _sysctl(net, "snd"), _sysctl(net, "rcv")
    rmem = [int(v) for v in there.get("net.ipv4.tcp_rmem", f"4096 131072 {UNLIMITED}").split()]
    rmem_max = core.get("net.core.rmem_max", LAB_MEM_MAX)
    return ReceiveBuffer(
        rmem=(rmem[1], rmem[2]),
        rmem_max=rmem_max,
        rcvbuf=min(flow.get("rcvbuf", 0), rmem_max),
        scaling=all(str(host.get("net.ipv4.tcp_window_scaling", 1)) != "0" for host in (here, there)),
    )


def _bottleneck(net: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The rate, if `tbf` shapes, and the discipline: its child, or a root that shapes by itself."""
    given = net.get("bottleneck")
    if given is None:
        return {"rate": None, "limit": 1 << 30}
    unknown("bottleneck", given, {"rate_mbit", "burst", "qdisc", "root", "tc"})
    if "tc" in given:
        return {"rate": None, "qdisc": tc.tree(given["tc"], rng)}
    if "root" in given:
        return {"rate": None, "qdisc": tc.discipline(given["root"], rng)}
    shaper = {"rate": given["rate_mbit"] * 1e6, "burst": given.get("burst", 3 * 1514)}
    line = given.get("qdisc", "pfifo limit 100")
    if line.startswith("pfifo limit "):  # what a link does at one event per packet
        return {**shaper, "qdisc": "pfifo", "limit": int(line.split()[2])}
    if line in _AS_LONG_AS_THE_DEVICE and net.get("txqueuelen"):
        line += f" limit {net['txqueuelen']}"
    return {**shaper, "qdisc": tc.discipline(line, rng)}


def _sysctl(net: dict[str, Any], host: str) -> dict[str, str]:
    """The settings of one host; those of both `ends` come first."""
    given = net.get("sysctl") or {}
    unknown("sysctl of", given, {"all", "ends", "snd", "rcv"})
    settings = {**given.get("all", {}), **given.get("ends", {}), **given.get(host, {})}
    unknown("sysctl", settings, _SYSCTL)
    return settings


def _reading(flow: dict[str, Any], data: float, machine: Machine, rng: random.Random | None) -> Reading | None:
    """How the lab's sink reads; one that only reads in calls of a megabyte is the model's usual one."""
    if not any(flow.get(name) for name in _READER):
        return None
    chunk = flow.get("read_chunk", 1 << 20)
    least, usual, most = machine.sink_start
    late = rng.uniform(least, most) if rng else usual
    return Reading(start=flow.get("read_start") or data + late, rate=flow.get("read_Bps", 0), chunk=chunk)


def _probe(probe: dict[str, Any], stop: float) -> UdpSpec:
    """The lab's UDP probe: so many datagrams a second, `size` without headers."""
    size = probe.get("size", 64) + UDP_HEADERS
    return UdpSpec(
        rate=probe["pps"] * size * 8,
        size=size,
        start=probe.get("start", 0),
        stop=stop,
        timed=True,
        l4s=probe.get("tos") == _ECT_1,
    )


def run(recording: Recording, seed: int) -> tuple[Dumbbell, Trace]:
    """Run the model of what was recorded, and sample it as the lab does."""
    scenario = recording.scenario
    bell = build(scenario, seed, tcp_era(recording.kernel), machine_of(recording.kernel))
    trace = Trace(
        flows=[{name: [] for name in ("cwnd", "ssthresh", "srtt", "unacked", "acked", "state")} for _ in bell.flows]
    )

    def count(closed: bool) -> None:
        trace.zero_windows += closed

    for flow in bell.flows:
        flow.receiver.on_zero_window = count
    dual = _dual(bell)
    dt = scenario.get("dt", 0.01)
    finite = bell.flows and all(flow.spec.total for flow in bell.flows)
    for tick in range(int(scenario["duration"] / dt + 1e-9)):
        for _ in bell.clock.run(tick * dt):
            pass
        trace.t.append(tick * dt)
        trace.queue.append(bell.link.queued())
        if dual is not None:  # an empty one is false
            trace.delays.append(dual.delays(tick * dt))
            trace.marks.append((dual.coupled_marks + dual.step_marks, dual.step_marks))
        for flow, columns in zip(bell.flows, trace.flows, strict=True):
            sender = flow.sender
            columns["cwnd"].append(sender.congestion.cwnd)
            columns["ssthresh"].append(sender.congestion.ssthresh)
            columns["srtt"].append(sender.rtt.srtt_us / 8000)
            columns["unacked"].append(sender.board.packets_out)
            columns["acked"].append(sender.una)
            columns["state"].append(sender.recovery.state)
        if finite and all(flow.receiver.finished_at is not None for flow in bell.flows):
            break
    trace.drops = bell.link.drops
    trace.retransmissions = [flow.sender.retransmissions for flow in bell.flows]
    if bell.udp:  # the lab waits for the last answers
        for _ in bell.clock.run(scenario["duration"] + LINGER):
            pass
    return bell, trace


def _dual(bell: Dumbbell) -> DualPi2 | None:
    """The bottleneck's discipline, if it has the two queues of L4S."""
    root = bell.link.qdisc if isinstance(bell.link, Device) else None
    leaf = root.child if isinstance(root, Tbf) else root
    return leaf if isinstance(leaf, DualPi2) else None


def percentile(ordered: list[float], share: float) -> float:
    """As the lab computes it: between two values, in proportion. `share` in per cent."""
    at = (len(ordered) - 1) * share / 100
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _within(trace: Trace, values: Sequence[Sample], start: float, end: float) -> list[Sample]:
    return [v for t, v in zip(trace.t, values, strict=True) if start - 1e-9 <= t <= end + 1e-9]


def measure(recording: Recording, bell: Dumbbell, trace: Trace) -> Iterator[tuple[str, float, float]]:
    """(metric, model, kernel) for everything that the recording's summary holds."""
    summary = recording.summary
    several = len(bell.flows) > 1
    warm = recording.scenario.get("warm", min(5, recording.scenario["duration"] / 6))
    for number, (kernel, flow, columns) in enumerate(zip(summary["flows"], bell.flows, trace.flows, strict=True)):
        name = (lambda metric, n=number: f"{metric}_{n}") if several else (lambda metric: metric)
        yield name("retransmissions"), trace.retransmissions[number], kernel["total_retrans"]
        if flow.spec.total:
            for metric, model, measured in _windows(recording, flow, trace, kernel):
                yield name(metric), model, measured
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
            tight = limited_by_sender(recording.scenario)
            cwnd = _mean(_within(trace, columns["cwnd"], start, end))
            yield "cwnd_seen" if tight else "mean_cwnd", cwnd, kernel["cwnd"]["mean"]
            if tight:
                yield from _in_flight(recording, trace, columns, start, end)
            yield "mean_srtt", _mean(_within(trace, columns["srtt"], start, end)), kernel["srtt_ms"]["mean"]
            if tight:
                continue
            by_chance = bool(recording.scenario["net"].get("loss"))
            often = not isinstance(bell.link, Link)
            yield from _losses(trace, columns, kernel, start, end, by_chance=by_chance, often=often)
    if several and summary.get("all_active"):
        yield from _shares(recording, bell, trace)
    bottleneck = summary.get("bottleneck", {})
    if "qlen" in bottleneck and not any(flow.spec.total for flow in bell.flows):
        metric = "queue_seen" if limited_by_sender(recording.scenario) else "mean_queue"
        yield metric, _mean(_within(trace, trace.queue, warm, trace.t[-1])), bottleneck["qlen"]["mean"]
    if "dualpi2" in summary:
        yield from _two_queues(trace, warm, summary["dualpi2"], alone=not several)
    if summary.get("probe_sent"):
        yield from _probes(recording, bell, warm)
    if "drops_total" in bottleneck:
        yield "drops", trace.drops, bottleneck["drops_total"]


def _two_queues(
    trace: Trace, warm: float, kernel: dict[str, Any], *, alone: bool
) -> Iterator[tuple[str, float, float]]:
    """What DualPI2 says of itself: the wait in each queue, and how many packets it marked.

    Of several flows it is left open which mark was the step's. Where in the time of a packet a burst of three arrives
    decides whether the last waits for longer than the step, and a tenth of a millisecond of RTT moves that.
    """
    classic, short = zip(*_within(trace, trace.delays, warm, trace.t[-1]), strict=True)
    yield "classic_wait", 1000 * _mean(classic), kernel["delay_c_us"]["mean"] / 1000
    yield "l4s_wait", 1000 * _mean(short), kernel["delay_l_us"]["mean"] / 1000
    marks = _within(trace, trace.marks, warm, trace.t[-1])
    of_all, of_step = (last - first for first, last in zip(marks[0], marks[-1], strict=True))
    yield "ecn_mark", of_all, kernel["ecn_mark_in_window"]
    yield "step_marks" if alone else "step_marks_seen", of_step, kernel["step_marks_in_window"]


def _in_flight(
    recording: Recording, trace: Trace, columns: dict[str, list[float]], start: float, end: float
) -> Iterator[tuple[str, float, float]]:
    """What is unacknowledged where the send buffer is the limit: cwnd is then what a slow start has left."""
    theirs = recording.series.get("unacked")
    if not theirs:
        return
    times = recording.series["t"]
    kernel = [v for t, v in zip(times, theirs, strict=True) if v is not None and t is not None and start <= t <= end]
    ours = _within(trace, columns["unacked"], start, end)
    yield "most_in_flight", max(ours), max(kernel)
    yield "mean_in_flight", _mean(ours), _mean(kernel)


def _windows(
    recording: Recording, flow: Flow, trace: Trace, kernel: dict[str, Any]
) -> Iterator[tuple[str, float, float]]:
    """What both ends agreed on, and the probes of a closed window where the capture has them from the start."""
    sender = flow.sender
    if "mss" in kernel:
        yield "mss", sender.mss, kernel["mss"]
        yield "wscale", flow.receiver.window.shift, kernel["wscale_snd"]
        yield "rwnd_limited", sender.chrono.spent(RWND_LIMITED), kernel["rwnd_limited_ms"] / 1000
        yield "sndbuf_limited", sender.chrono.spent(SNDBUF_LIMITED), kernel["sndbuf_limited_ms"] / 1000
    if "TCPToZeroWindowAdv" in recording.summary.get("counters_rcv", {}):
        shut = recording.summary["counters_rcv"].get("TCPToZeroWindowAdv", 0)
        yield "zero_windows", trace.zero_windows, shut
        yield "window_probes", len(sender.persist.probes), recording.summary["counters_snd"].get("TCPWinProbe", 0)
    if recording.scenario.get("sniff", [math.inf])[0] < SNIFFED_EARLY:
        probes = [t for t, way, _, length, *_ in recording.packets if way == ">" and not length and t > SNIFFED_EARLY]
        for number, (ours, theirs) in enumerate(zip(sender.persist.probes, probes, strict=False), 1):
            yield f"probe_time #{number}", ours, theirs


def _reductions(trace: Trace, columns: dict[str, list[float]]) -> list[tuple[float, float]]:
    """(t, cwnd before) of each, as the lab's sampler sees them: what is over within one step of it is missed."""
    states = columns["state"]
    changes = zip(trace.t[1:], columns["cwnd"], states, states[1:], strict=False)
    return [(t, cwnd) for t, cwnd, before, after in changes if CWR <= after > before]


def _losses(
    trace: Trace,
    columns: dict[str, list[float]],
    kernel: dict[str, Any],
    start: float,
    end: float,
    *,
    by_chance: bool,
    often: bool,
) -> Iterator[tuple[str, float, float]]:
    """Slow start's end, and the sawtooth's height and period.

    Where losses come by chance, the first one says nothing about the model: ten seeds have ten others. `often`: the
    queue drops long before it is full.
    """
    rising = [c for c, s in zip(columns["cwnd"], columns["ssthresh"], strict=True) if s >= INFINITE_SSTHRESH]
    if kernel.get("slow_start_peak_cwnd") and rising and not by_chance:
        yield "slow_start_peak", max(rising), kernel["slow_start_peak_cwnd"]
    reductions = _reductions(trace, columns)
    if kernel["events"] and reductions and not by_chance:
        yield "first_loss", reductions[0][0], kernel["events"][0][0]
    inside = [entry for entry in reductions if start <= entry[0] <= end]
    if often and trace.t[1] > kernel["srtt_ms"]["p50"] / 1000:
        return  # a reduction is over within a round trip: a sampler this slow finds some of them, by luck
    if "loss_period_s" in kernel and len(inside) > 1:
        yield "loss_period", (inside[-1][0] - inside[0][0]) / (len(inside) - 1), kernel["loss_period_s"]
        yield "cwnd_at_loss", _mean([cwnd for _, cwnd in inside]), kernel["cwnd_at_loss_mean"]


def _probes(recording: Recording, bell: Dumbbell, warm: float) -> Iterator[tuple[str, float, float]]:
    """The ping's losses and round trips, from the warm-up on."""
    [probe], summary, net = bell.udp, recording.summary, recording.scenario["net"]
    assert isinstance(probe, Probe)
    back = (net.get("senders") or [net])[0].get("rtt_ms", 0) + net.get("fwd_ms", 0)
    times = sorted(delay * 1000 + back for at, delay in zip(probe.times, probe.delays, strict=True) if at >= warm)
    sent = round((recording.scenario["duration"] - warm) * recording.scenario["probe"]["pps"])
    yield "probe_loss", 1 - len(times) / sent, summary["probe_lost"] / summary["probe_sent"]
    for name in ("p50", "p99"):
        yield f"probe_{name}", percentile(times, int(name[1:])), summary["probe_rtt_ms"][name]


def _shares(recording: Recording, bell: Dumbbell, trace: Trace) -> Iterator[tuple[str, float, float]]:
    """Each flow's part of all that arrives, from the warm-up after the last start to the first stop."""
    kernel = recording.summary["all_active"]
    end = min((flow.spec.stop or trace.t[-1]) for flow in bell.flows)
    rates = []
    for columns in trace.flows:
        acked = _within(trace, columns["acked"], kernel["from_s"], end)
        rates.append(acked[-1] - acked[0])
    udp, theirs = 0.0, 0.0
    if bell.udp:  # the recording knows of the probe how many came back, not when
        [probe], summary = bell.udp, recording.summary
        offered = (probe.spec.size - UDP_HEADERS) * 8 * recording.scenario["probe"]["pps"]
        udp = offered * probe.received / probe.sent * (end - kernel["from_s"]) / 8
        theirs = offered * 1e-6 * (1 - summary["probe_lost"] / summary["probe_sent"])
    ours, all_theirs = math.fsum(rates) + udp, math.fsum(kernel["goodput_mbit"]) + theirs
    metric = "class_share" if "tc" in (recording.scenario["net"].get("bottleneck") or {}) else "share"
    for number, (rate, goodput) in enumerate(zip(rates, kernel["goodput_mbit"], strict=True)):
        yield f"{metric}_{number}", rate / (ours or 1), goodput / all_theirs
    seconds = end - kernel["from_s"]
    yield "goodput", ours * 8e-6 / seconds, all_theirs
