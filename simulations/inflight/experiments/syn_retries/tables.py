"""What a figure draws of calls that are not answered: curves, packets, timers with their bounds, other settings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from math import fsum, nan

from inflight.experiments.syn_retries.connecting import CLIENT, FORGED, SERVER, SIDES, Attempt, ConnectPlan, Forged
from inflight.experiments.syn_retries.parameters import MOST
from inflight.experiments.syn_retries.timers import spans
from inflight.figure.result import Column, Result, Table
from inflight.kernel.sockets.segment import Address
from inflight.scenes import socket_tables as tables
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import offer
from inflight.scenes.syn_timers import moments


def gives_up(plan: ConnectPlan) -> float:
    """When connect() fails if nobody ever answers, or when the server forgets a SYN, s."""
    *_, over = moments(plan.rules, plan.phase)
    over -= plan.phase
    return min(over, plan.patience) if plan.patience else over


def sent(shown: Attempt | Forged, flags: str) -> list[float]:
    """When segments with these flags left, s."""
    return [max(each.sent - shown.start, 0.0) for each in shown.network.passages if each.segment.flags == flags]


def put_rows(
    result: Result,
    plan: ConnectPlan,
    shown: Attempt | Forged,
    gains: Sequence[tuple[float, float]],
    found: Sequence[float | None],
) -> None:
    """The curves, by counting what has happened by each moment."""
    syns, answers = sent(shown, "S"), sent(shown, "SA")
    *due, _ = moments(plan.rules, 0.0, exact=True)
    if isinstance(shown, Forged):
        due = due[:1]
    when, total = [0.0], [0.0]
    for time, chance in gains:
        when.append(time)
        total.append(fsum((total[-1], chance)))
    there = sorted(time for time in found if time is not None)
    sure = next((time for time, chance in zip(when, total, strict=True) if chance > 0.999), None)
    last = [gives_up(plan) if sure is None else sure, *syns[-1:], *answers[-1:]]
    until = 1.02 * max(last)
    times = sorted({0.0, *when, *there, *syns, *answers, *due, max(last), until})
    for time in times:
        if time <= until:
            result.append(
                time,
                100 * total[bisect_right(when, time) - 1],
                100 * bisect_right(there, time) / max(len(found), 1),
                bisect_right(syns, time),
                bisect_right(due, time),
                bisect_right(answers, time),
            )


def _side(host: str, port: int, peer: Address) -> int:
    return int(host == SERVER)


def put_tables(result: Result, plan: ConnectPlan, shown: Attempt | Forged, until: float) -> None:
    """Packets, states, timers; the timers with their bounds; and what other settings come to."""
    start = shown.left
    hosts = (CLIENT, SERVER) if isinstance(shown, Attempt) else (FORGED, SERVER)
    offer(captured_network(shown.network, dict(zip(SIDES, hosts, strict=True))))
    logs = [shown.client.log, shown.server.log] if isinstance(shown, Attempt) else [shown.server.log]
    result.tables["segments"] = tables.ladder(shown.network.passages, SIDES, hosts, start)
    result.tables["states"] = tables.states(logs, SIDES, _side, start + until, start)
    result.tables["timers"] = tables.timers(logs, SIDES, _side, start)

    sends, end = spans(plan.rules)
    here = [time - plan.phase for time in moments(plan.rules, plan.phase)]
    name = "SYN" if isinstance(shown, Attempt) else "SYN-ACK"
    names = [name, *(f"retry {number}" for number in range(1, len(sends))), "given up"]
    result.tables["timers_table"] = steps = Table(
        [
            Column("what", "", "what happens", "rto", words=names),
            Column("due", "s", "nominal", "time"),
            Column("here", "s", "on this wheel", "rto"),
            Column("earliest", "s", "earliest, wherever the wheel is", "time"),
            Column("latest", "s", "latest, wherever the wheel is", "time"),
        ]
    )
    for number, span in enumerate([*sends, end]):
        at = here[-1] if span is end else here[number] if number < len(here) - 1 else nan
        steps.append(number, span.nominal, at, span.earliest, span.latest)

    least = 1 if isinstance(shown, Attempt) else 0
    numbers = range(least, MOST + 1)
    result.tables["settings"] = settings = Table(
        [
            Column("retries", "", "retries", "rto", words=[str(number) for number in numbers]),
            Column("over", "s", "given up after, if nobody answers", "rto"),
        ]
    )
    for row, number in enumerate(numbers):
        settings.append(row, gives_up(replace(plan, rules=replace(plan.rules, retries=number))))
