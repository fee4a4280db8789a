"""Scenario kind `echo`: short messages back and forth, with Nagle, delayed ACKs and corks in the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from inflight.compare import bulk
from inflight.compare.machine import machine_of
from inflight.compare.recording import Recording
from inflight.kernel.clock import JIFFY, Clock
from inflight.kernel.link import Link
from inflight.kernel.path.dumbbell import UNLIMITED
from inflight.kernel.tcp.duplex import DuplexSocket, SocketSpec, pair
from inflight.kernel.tcp.era import TcpEra, tcp_era
from inflight.scenes.message_rounds import AFTER_TICK, COLD, SETTLE, Exchange, Habits, Rounds, client, server

WAITS = 20e-6, 50e-6
"""s until a process that something has come for runs, from and to, as in the recordings."""

PHASES = 5
"""At so many places of a tick a program may start, where it does not start just after one."""

MESSAGE, ROUNDS, GAP = 132, 5, 1.0
_HABITS = {"quickack", "cork", "cork_forget", "more", "join"}


@dataclass
class Case:
    """One configuration in the model: its name, the client's notes, and both ends."""

    name: str
    noted: Rounds
    client: DuplexSocket
    server: DuplexSocket


def run(recording: Recording, seed: int) -> list[Case]:
    """Run the model.

    Whether a write or an ACK comes first is decided by microseconds of the lab's one CPU: every seed but the first
    draws how long a process waits for it.

    Raises:
        NotYet: the scenario asks for something the model lacks.
    """
    scenario, era = recording.scenario, tcp_era(recording.kernel)
    net = scenario["net"]
    bulk.unknown("net", net, {"senders"})
    rng = random.Random(seed)
    wakeup = partial(rng.uniform, *WAITS) if seed > 1 else None
    begin = AFTER_TICK
    if not machine_of(recording.kernel).starts_after_tick:
        begin += (seed - 1) % PHASES * JIFFY / PHASES
    cases = []
    for variant in scenario["variants"]:
        known = {"id", "c_nodelay", "s_nodelay"} | {f"{end}_{habit}" for end in "cs" for habit in _HABITS}
        bulk.unknown("variant", variant, known)
        for mode in scenario.get("modes", ["each"]):
            for messages in scenario["N"]:
                rtt = net["senders"][0]["rtt_ms"] / 1000
                cases.append(_case(scenario, rtt, variant, mode, messages, wakeup, begin, era))
    return cases


def _case(
    scenario: dict[str, Any],
    rtt: float,
    variant: dict[str, Any],
    mode: str,
    messages: int,
    wakeup: Callable[[], float] | None,
    begin: float,
    era: TcpEra,
) -> Case:
    clock = Clock()
    out = Link(clock, rate=None, limit=1 << 30)
    back = Link(clock, rate=None, limit=1 << 30, delay=rtt)
    common = SocketSpec(receive=bulk.LAB_RECEIVE, era=era, wmem=(16384, UNLIMITED), wakeup=wakeup)
    specs = [replace(common, nodelay=bool(variant.get(f"{end}_nodelay"))) for end in "cs"]
    here, there = pair(clock, out, back, *specs)
    exchange = Exchange(
        messages=messages,
        size=scenario.get("size", MESSAGE),
        mode=mode,
        rounds=scenario.get("rounds", ROUNDS),
        gap=scenario.get("gap", GAP),
        start=begin + rtt + SETTLE,
    )
    noted = Rounds()
    here.run(client(clock, here, exchange, _habits(variant, "c"), noted))
    there.run(server(clock, there, exchange, replace(_habits(variant, "s"), cold=COLD)))
    clock.at(begin, here.connect)
    for _ in clock.run(exchange.start + exchange.rounds * exchange.gap, 1):
        if len(noted.rounds) == exchange.rounds and noted.rounds[-1].ended is not None:
            break  # then the lab's client looks at the counters and closes
    return Case(f"{variant['id']}/{mode}/N{messages}", noted, here, there)


def _habits(variant: dict[str, Any], end: str) -> Habits:
    names = {"cork_forget": "forget"}
    given = {names.get(habit, habit): bool(variant.get(f"{end}_{habit}")) for habit in _HABITS}
    return Habits(**given)


def measure(recording: Recording, cases: list[Case]) -> Iterator[tuple[str, float, float]]:
    """(metric, model, kernel): the latency of each round, and what was sent."""
    for case, kernel in zip(cases, recording.results, strict=True):
        for number, (ours, theirs) in enumerate(zip(case.noted.latencies(), kernel["latency_ms"], strict=False), 1):
            yield f"latency {case.name} #{number}", ours * 1000, theirs
        yield f"data_segments {case.name} client", case.client.data_segments, kernel["client_data_segs"]
        yield f"data_segments {case.name} server", case.server.data_segments, kernel["server_data_segs"]
        for name, end, theirs in zip(
            ("client", "server"), (case.client, case.server), kernel["delayed_acks"], strict=True
        ):
            yield f"delayed_acks {case.name} {name}", end.receiver.delayed_acks, theirs
