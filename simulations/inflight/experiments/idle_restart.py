"""Requests with pauses between them: what a kept connection still knows when the next one comes."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import nan
from typing import Annotated

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes import measured
from inflight.scenes.captured.client import capture_client
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.request_client import Client
from inflight.scenes.transfer import ALGORITHM, BUFFER, INITCWND, RATE, RTT, threshold

POINTS = 1200
KEPT, NEW = "kept", "new"


@dataclass(frozen=True)
class IdleRestartParameters(Parameters):
    """The requests and the pause between them, the server's settings, and the path."""

    gap: Annotated[
        float,
        Slider(
            label="A request every",
            unit="s",
            min=0.2,
            max=60,
            scale="log10",
            quantity="time",
            help="From one request to the next. If the answer takes longer than that, the next one waits for it.",
        ),
    ] = 10
    connection: Annotated[
        str,
        Choice(
            label="Connection",
            choices={KEPT: "kept open", NEW: "a new one each time"},
        ),
    ] = KEPT
    slow_start_after_idle: Annotated[
        bool,
        Flag(
            label="Slow start after idle",
            knob="net.ipv4.tcp_slow_start_after_idle",
            help="On by default: the sender forgets half of its window for each RTO without data.",
        ),
    ] = True
    size: Annotated[
        float,
        Slider(
            label="Size of the answer",
            unit="kB",
            min=10,
            max=10_000,
            scale="log10",
            quantity="sequence",
        ),
    ] = 1000
    rtt: Annotated[float, replace(RTT, min=0.5)] = 100
    rate: Annotated[float, RATE] = 100
    buffer: Annotated[int, BUFFER] = 1000
    requests: Annotated[int, Slider(label="Requests", unit="", min=2, max=10, step=1, integer=True)] = 4
    initcwnd: Annotated[int, INITCWND] = 10
    algorithm: Annotated[
        str,
        replace(ALGORITHM, help="BBR keeps its own window; the switch for slow start after idle does nothing to it."),
    ] = "cubic"
    kernel: Annotated[str, KERNEL] = USUAL


@experiment("idle-restart", part="congestion", question="Why is the request after a pause slow?")
class IdleRestart:
    """A client asks for the same answer again and again, with a pause in between."""

    title = "After a pause"
    parameters = IdleRestartParameters
    points = ("server", "client")
    knobs = ("gap", "slow_start_after_idle")
    presets = (
        Preset(
            "Every ten seconds",
            {},
            "The connection is kept, and the second answer still takes 708 ms where the first took 808.",
        ),
        Preset(
            "Without the decay",
            {"slow_start_after_idle": False},
            "The same requests take 184 ms, because the window is still what it was ten seconds ago.",
        ),
        Preset("A new connection each time", {"connection": NEW}, "It costs one round trip more, and nothing else."),
        Preset(
            "Every second",
            {"gap": 1},
            "The pause lasts two RTOs, so a part of the window survives, and the answers take 184 to 254 ms.",
        ),
        Preset(
            "4 MB on a short, fast path",
            {"rate": 1000, "rtt": 9, "size": 4000, "requests": 3, "buffer": 5000},
            "The reads of a storage client: most of the time goes into opening the window again.",
        ),
        Preset(
            "4 MB, without the decay",
            {"rate": 1000, "rtt": 9, "size": 4000, "requests": 3, "buffer": 5000, "slow_start_after_idle": False},
            "A read takes 34 ms of line time and one round trip.",
        ),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_FIRST_SYN,
            Column("cwnd", "segments", "congestion window, as ss shows it", "cwnd"),
            Column("usable", "segments", "window that a request would find now", "rto"),
            measured.SSTHRESH,
            measured.IN_FLIGHT,
            Column("answer", "ms", "time of the answer that has just come", "time"),
            Column("sent", "segments", "segments sent so far", "inflight"),
        ),
        figures=(
            Output("first", "ms", "First answer, with its handshake"),
            Output("later", "ms", "The others, on average"),
            measured.ROUND_TRIP_AND_LINE,
            Output("found", "segments", "Window that the last request found"),
            Output("known", "segments", "Window that ss showed before it"),
            measured.LAST_RTO,
            measured.RETRANSMISSIONS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Scene(
            below="window",
            sources=(Source("sender", "sent"),),
            stores=((Store("Window", "usable", marks=("initcwnd",), shape="tank"),),),
            out=("sent",),
            sink="receiver",
        ),
        Lanes(
            (
                Lane("window", "Window", "segments", ("cwnd", "usable", "ssthresh"), kind="step"),
                Lane("inflight", "In flight", "segments", ("inflight",), kind="area"),
                Lane("answer", "Time of an answer", "ms", ("answer",), kind="points"),
            ),
        ),
        Bars("answers", "request", "time", title="Answer times"),
    )
    bets = (
        ValueBet(
            id="second",
            question="The first answer took 808 ms, 100 of them to connect. Ten seconds later the client asks again "
            "over the same connection. How long does it take now, in ms?",
            at="Every ten seconds",
            summary="later",
            min=50,
            max=2000,
        ),
        ValueBet(
            id="kept",
            question="And with slow start after idle switched off?",
            at="Without the decay",
            summary="later",
            min=50,
            max=2000,
        ),
        CurveBet(
            id="staircase",
            question="1 MB every ten seconds. Draw the window that a request would find, from the first answer on.",
            at="Every ten seconds",
            column="usable",
            given=("answer",),
        ),
    )
    sources = (
        "RFC 2861",
        "RFC 7661",
        "RFC 5681",
        "tcp_output.c:tcp_cwnd_restart",
        "tcp_output.c:tcp_cwnd_application_limited",
        "tcp.h:tcp_slow_start_after_idle_check",
        "C26",
        "C27",
        "C28",
        "C29",
    )
    leaves_out = """
        What the server does before it answers, TLS, name resolution, and other traffic on the line. Routers and
        firewalls that forget an idle connection. The client reads at once, and the windows of both hosts may
        grow as far as they need to; a distribution's limits would stop a large answer on a long path.
    """

    @staticmethod
    def commands(p: IdleRestartParameters) -> list[Commands]:
        """The same requests, over one connection or several."""
        connect, loop = "c = http.client.HTTPConnection('192.0.2.1', 8000)", f"for n in range({p.requests}):"
        client = [connect, loop] if p.connection == KEPT else [loop, f"    {connect}"]
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_slow_start_after_idle={int(p.slow_start_after_idle)}   # on the server",
                    f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}   # on the server",
                    f"ip route change default via 192.0.2.254 initcwnd {p.initcwnd}   # on the server",
                    *path(rate=p.rate, rtt=p.rtt, buffer=p.buffer),
                ],
            ),
            Commands(
                "Ask (Python, on the client)",
                [
                    "import http.client, time",
                    *client,
                    "    t = time.time(); c.request('GET', '/answer'); c.getresponse().read()",
                    f"    print(round(1000 * (time.time() - t)), 'ms'); time.sleep({p.gap:g})",
                ],
            ),
            Commands(
                "See it",
                ["ss -tino sport = :8000   # on the server: cwnd, rto, lastsnd; the window is cut at the next send"],
            ),
        ]

    @staticmethod
    def run(p: IdleRestartParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); one row of the table for each answer."""
        result = IdleRestart.outputs.result()
        bell = Dumbbell(rate=p.rate * 1e6, limit=p.buffer, rng=rng, flows=[])
        spec = FlowSpec(
            algorithm=p.algorithm,
            rtt=p.rtt / 1000,
            initcwnd=p.initcwnd,
            slow_start_after_idle=p.slow_start_after_idle,
            era=tcp_era(p.kernel),
        )
        client = Client(
            bell.clock,
            bell.link,
            spec,
            size=int(p.size * 1000),
            count=p.requests,
            gap=p.gap,
            fresh=p.connection == NEW,
            rng=rng,
        )
        capture_client(client, bell, spec, fresh=p.connection == NEW)
        step = max((p.requests - 1) * p.gap, p.rtt / 1000) / POINTS
        number = 0
        while client.complete < p.requests:
            number += 1
            before = client.complete
            for _ in bell.clock.run(number * step):
                yield result
            _sample(result, client, bell.clock.now, finished=client.complete > before)
            result.progress = min(0.99, client.complete / p.requests)
        _summarise(result, p, client)
        yield result


def _sample(result: Result, client: Client, now: float, *, finished: bool) -> None:
    """A row; `finished`: an answer has come since the last one."""
    flow = client.answers[-1].flow
    if not flow:
        result.append(now, nan, nan, nan, 0, nan, 0)  # the first connection is not there yet
        return
    sender = flow.sender
    result.append(
        now,
        sender.congestion.cwnd,
        sender.cwnd_after_idle(),
        threshold(sender.congestion),
        sender.board.in_flight,
        1000 * (client.answers[client.complete - 1].time or nan) if finished else nan,
        client.packets_sent(),
    )


def _summarise(result: Result, p: IdleRestartParameters, client: Client) -> None:
    answers = client.answers
    times = [1000 * (answer.time or nan) for answer in answers]
    later = math.fsum(times[1:]) / len(times[1:])
    flows = {id(answer.flow): answer.flow for answer in answers if answer.flow}.values()
    least = p.size * 8 / p.rate * 1514 / MSS + p.rtt
    result.figure("first", times[0])
    result.figure("later", later)
    result.figure("least", least)
    result.figure("found", answers[-1].usable)
    result.figure("known", answers[-1].cwnd)
    result.figure("rto", list(flows)[-1].sender.rtt.rto_us / 1000)
    result.figure("retransmissions", sum(flow.sender.retransmissions for flow in flows))
    result.figure("packets_sent", client.packets_sent())
    names = [f"request {number}" for number in range(1, len(times) + 1)]
    result.tables["answers"] = table = Table(
        [
            Column("request", "", "which request", "time", words=names),
            Column("time", "ms", "from asking, or connecting, to the last byte", "time"),
            Column("usable", "segments", "window that it found", "cwnd"),
        ]
    )
    for number, (answer, time) in enumerate(zip(answers, times, strict=True)):
        table.append(number, time, answer.usable)
        assert answer.finished is not None
        result.event(answer.finished, "answer", f"answer {number + 1} is complete after {significant(time)} ms")
    kept = "over the same connection" if p.connection == KEPT else "over new connections"
    result.sentence = (
        f"The first answer takes {significant(times[0])} ms with its handshake. The others, {kept}, take "
        f"{significant(later)} ms on average. The last request finds a window of {answers[-1].usable}; "
        f"one round trip and the line's own time would be {significant(least)} ms."
    )
