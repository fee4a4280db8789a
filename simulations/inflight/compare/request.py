"""Scenario kind `request`: answers over kept and new connections, one configuration after the other on one path."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from inflight.compare import bulk
from inflight.compare.recording import Recording
from inflight.compare.tc import NotYet
from inflight.kernel.congestion import algorithms
from inflight.kernel.constants import INFINITE_SSTHRESH, INIT_CWND
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.era import TcpEra
from inflight.kernel.tcp.metrics import TcpMetrics
from inflight.kernel.tcp.receiver import READ_LATENCY
from inflight.scenes.request_client import LINGER, Answer, Client

_SLOW_START_AFTER_IDLE = "net.ipv4.tcp_slow_start_after_idle"
_NO_METRICS = "net.ipv4.tcp_no_metrics_save"
_NO_SSTHRESH = "net.ipv4.tcp_no_ssthresh_metrics_save"
_ALGORITHM = "net.ipv4.tcp_congestion_control"
_DEFAULTS = {_SLOW_START_AFTER_IDLE: "1", _NO_METRICS: "1", _NO_SSTHRESH: "1", _ALGORITHM: "cubic"}
_CONFIG = {"id", "mode", "size", "n", "gap", "sysctl", "initcwnd", "loss", "flush", "cc", "metrics"}
MOST = 300.0  # s that one configuration may take

SLOWEST = 2e-3
"""s that a process waits for the lab's CPU at 1 Gbit/s, at most; `READ_LATENCY` at least.

The lab's one CPU carries both hosts and the routers, and with super-packets it is busy with them: how long until a
process reads or writes decides now and then about a whole round trip (recordings of one scenario differ by that much).
So the model draws each wait, and is run several times.
"""


@dataclass
class Case:
    """A configuration in the model: its answers, and the sender's cwnd, ssthresh and retransmissions after each.

    `metrics` is what `ip tcp_metrics` would print afterwards.
    """

    answers: list[Answer]
    ends: list[tuple[int, int, int]]
    metrics: TcpMetrics


def run(scenario: dict[str, Any], seed: int, era: TcpEra) -> list[Case]:
    """Run the model.

    Raises:
        NotYet: the scenario asks for something the model lacks.
    """
    settings = dict(_DEFAULTS)
    initcwnd, loss = INIT_CWND, scenario["net"].get("loss", 0)
    metrics = TcpMetrics()
    rng = random.Random(seed)
    cases = []
    for config in scenario["configs"]:
        bulk.unknown("configuration", config, _CONFIG)
        given = {name: str(value) for name, value in (config.get("sysctl") or {}).items()}
        bulk.unknown("sysctl", given, set(_DEFAULTS))
        settings |= given
        settings[_ALGORITHM] = config.get("cc") or settings[_ALGORITHM]
        initcwnd = config.get("initcwnd") or initcwnd
        loss = config["loss"] / 100 if "loss" in config else loss
        if config.get("flush"):
            metrics.flush()
        metrics.no_metrics_save = settings[_NO_METRICS] != "0"
        metrics.no_ssthresh_metrics_save = settings[_NO_SSTHRESH] != "0"
        cases.append(_case(scenario["net"], config, settings, initcwnd, loss, metrics, rng, era))
    return cases


def _case(
    net: dict[str, Any],
    config: dict[str, Any],
    settings: dict[str, str],
    initcwnd: int,
    loss: float,
    metrics: TcpMetrics,
    rng: random.Random,
    era: TcpEra,
) -> Case:
    algorithm = settings[_ALGORITHM]
    if algorithm not in algorithms():
        raise NotYet(f"congestion control {algorithm}")
    # the path is that of a bulk transfer; each configuration starts on an idle one
    bell = bulk.build({"net": {**net, "loss": loss}}, rng.getrandbits(32), era)
    offload = bool(net.get("offload"))
    sender = (net.get("senders") or [{"rtt_ms": net.get("rtt_ms", 0)}])[0]
    spec = FlowSpec(
        algorithm=algorithm,
        rtt=(sender.get("rtt_ms", 0) + net.get("fwd_ms", 0)) / 1000,
        receive=bulk.LAB_RECEIVE,
        era=era,
        gso_max_segs=net.get("gso_max_segs", 65535),
        initcwnd=initcwnd,
        slow_start_after_idle=settings[_SLOW_START_AFTER_IDLE] != "0",
        offload=offload,
        wakeup=partial(_wait, rng) if offload else None,
    )
    client = Client(
        bell.clock,
        bell.link,
        spec,
        size=config["size"],
        count=config.get("n", 5),
        gap=config.get("gap", 10),
        fresh=config["mode"] == "new",
        metrics=metrics,
    )
    ends: list[tuple[int, int, int]] = []
    _observe(bell, client, ends)
    for _ in bell.clock.run(config.get("n", 5) * (config.get("gap", 10) + MOST)):
        if client.done and len(ends) == len(client.answers):
            break
    return Case(client.answers, ends, TcpMetrics(**metrics.__dict__))


def _wait(rng: random.Random) -> float:
    return float(READ_LATENCY * (SLOWEST / READ_LATENCY) ** rng.random())


def _observe(bell: Dumbbell, client: Client, ends: list[tuple[int, int, int]]) -> None:
    """Look at the sender when the lab does: a moment after the client has read all."""

    def look(answer: Answer) -> None:
        assert answer.flow
        sender = answer.flow.sender

        def note() -> None:
            ends.append((sender.congestion.cwnd, sender.congestion.ssthresh, sender.retransmissions))

        bell.clock.at(bell.clock.now + LINGER, note)

    client.on_finish = look


def measure(recording: Recording, cases: list[Case]) -> Iterator[tuple[str, float, float]]:
    """(metric, model, kernel): the time of every answer, and the sender's state after the last one of each case."""
    for number, (case, kernel) in enumerate(zip(cases, recording.results, strict=True)):
        name = kernel.get("id") or str(number)
        for k, (answer, theirs) in enumerate(zip(case.answers, kernel["requests"], strict=False)):
            if answer.time is not None:
                yield f"answer_time {name} #{k + 1}", answer.time, theirs["ms"] / 1000
        if len(case.ends) == len(kernel["requests"]):
            (cwnd, ssthresh, retransmissions), last = case.ends[-1], kernel["requests"][-1]
            yield f"final_cwnd {name}", cwnd, last["cwnd1"]
            if last["ssthresh1"] and ssthresh < INFINITE_SSTHRESH:
                yield f"final_ssthresh {name}", ssthresh, last["ssthresh1"]
            yield f"retransmissions {name}", retransmissions, last["retrans"]
