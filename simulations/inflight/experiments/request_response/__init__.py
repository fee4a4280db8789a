"""One request and its answer, which the server writes chunk by chunk: where the time goes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from inflight.experiments.request_response.answer import ChunkedAnswer
from inflight.experiments.request_response.parameters import ASK, KEPT, LARGE, PRESETS, RequestResponseParameters
from inflight.experiments.request_response.phases import ACKS, ASKING, CONNECT, HELD, LINE, NAMES, PHASES, TRAVEL, WORK
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes
from inflight.figure.words import seconds, significant, size
from inflight.kernel.constants import HEADERS, MSS
from inflight.scenes import measured
from inflight.scenes.conversation import SIDES


@experiment("request-response", part="small-writes", question="Why is a transfer buffer of 1 KB so slow?")
class RequestResponse:
    """A server copies an answer into its socket through a small buffer, or a client asks for it piece by piece."""

    title = "Request and response"
    parameters = RequestResponseParameters
    points = ("client", "server")
    knobs = ("chunk", "call", "rtt")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the client began", "time"),
            Column("arrived", "kB", "read by the client", "throughput"),
            Column("unsent", "kB", "written, not sent yet", "unsent"),
            Column("unacked", "kB", "sent, not acknowledged yet", "unacked"),
            Column("cwnd", "segments", "congestion window of the server", "cwnd"),
        ),
        figures=(
            Output("total", "ms", "Until the last byte arrives"),
            Output("large", "ms", "The same through a buffer of 64 KiB"),
            Output("slower", "", "Times slower than that"),
            measured.ROUND_TRIP_AND_LINE,
            Output("calls", "", "Writes, or requests"),
            *(Output(name, "ms", phase[0].upper() + phase[1:]) for name, phase in zip(NAMES, PHASES, strict=True)),
            Output("segments", "segments", "Segments of the answer"),
            Output("goodput", "Mbit/s", "Data per time"),
        ),
    )
    views = (
        Ladder(sides=SIDES, title="The first segments"),
        Bars("phases", "phase", "time", title="Where the time goes"),
        Lanes(
            (
                Lane("arrived", "Arrived", "kB", ("arrived",)),
                Lane("server", "At the server", "kB", ("unsent", "unacked"), kind="area"),
                Lane("window", "Window", "segments", ("cwnd",), kind="step"),
            ),
        ),
        Grid("buffers", title="Compared"),
    )
    bets = (
        ValueBet(
            id="small",
            question="4 MB over gigabit and 1 ms take about 48 ms if the server writes 64 KiB at a time. Each write "
            "costs it 25 µs of work. How long does it take 1 KiB at a time?",
            at="1 KB at a time",
            summary="total",
            min=20,
            max=5000,
        ),
        ValueBet(
            id="asking",
            question="And if the client asks for each KiB and waits for it before it asks for the next?",
            at="Asking for each KB",
            summary="total",
            min=20,
            max=100_000,
        ),
        ValueBet(
            id="slower-line",
            question="The same server, writing 1 KiB at a time, on a line of 100 Mbit/s. How many times slower is it "
            "than with 64 KiB?",
            at="A slower line",
            summary="slower",
            min=0.5,
            max=20,
        ),
    )
    sources = (
        "RFC 896",
        "RFC 6928",
        "RFC 9293 §3.7.4",
        "tcp.c:tcp_sendmsg_locked",
        "tcp_output.c:tcp_minshall_check",
        "tcp_output.c:tcp_cwnd_restart",
        "C29",
        "C42",
        "N02",
    )
    leaves_out = """
        Other traffic, losses, TLS and the disk, unless you count them as work for each chunk. How long that work takes
        depends on the program: two microseconds for bare system calls, tens for a stream in layers, 17 in a published
        measurement. Here it is a constant, and the server does nothing else meanwhile. The kernel's own time to send is
        that of the laboratory, about 20 µs for a lone segment. The client reads at once, and queues are long enough.
    """

    @staticmethod
    def commands(p: RequestResponseParameters) -> list[Commands]:
        """A server with such a buffer, and where its time can be seen."""
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_slow_start_after_idle={int(p.slow_start_after_idle)}   # on the server",
                    f"tc qdisc add dev back root netem delay {p.rtt:g}ms limit 100000   # router, towards the server",
                    f"tc qdisc add dev out root tbf rate {p.rate:g}mbit burst 4542 limit 100000000   # the line",
                    f"head -c {p.length} /dev/urandom > answer   # in the server's root",
                    "# nginx.conf: one small buffer, and a write each time it is full",
                    f"sendfile off; output_buffers 1 {p.chunk}; postpone_output 0;",
                    f"tcp_nodelay {'on' if p.nodelay else 'off'}; keepalive_requests 100000;",
                ],
            ),
            Commands("Ask (Python, on the client)", _client_lines(p)),
            Commands(
                "See it",
                [
                    "ss -tino sport = :80               # app_limited: it is not TCP; cwnd, notsent, data_segs_out",
                    "strace -fc -p $(pidof -s nginx)    # how many calls, and how long they take",
                    "tcpdump -ni eth0 -ttt port 80",
                ],
            ),
        ]

    @staticmethod
    def run(p: RequestResponseParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the client began); one row of `phases` for each thing that takes time."""
        result = RequestResponse.outputs.result()
        yield result
        run = ChunkedAnswer(p)
        for _ in run.advance():
            result.progress = 0.8 * run.share
            yield result
        other = ChunkedAnswer(replace(p, chunk=LARGE))
        for _ in other.advance():
            result.progress = 0.8 + 0.19 * other.share
            yield result
        for row in run.samples:
            result.append(*row)
        result.tables = {
            **run.talk.tables(run.began, run.ended),
            "phases": _phases(run.phases),
            "buffers": _buffers((run, other)),
        }
        _summarise(result, p, run, other)
        yield result


def _phases(times: list[float]) -> Table:
    shown = [why for why in range(len(PHASES)) if times[why] > 0.0005]
    table = Table(
        [
            Column("phase", "", "what takes time", "time", words=[PHASES[why] for why in shown]),
            Column("time", "ms", "how long", "time"),
        ]
    )
    for number, why in enumerate(shown):
        table.append(number, times[why])
    return table


def _buffers(runs: tuple[ChunkedAnswer, ChunkedAnswer]) -> Table:
    """What was chosen, and a large buffer."""
    columns = [Column("chunk", "B", "transfer buffer", "sndbuf"), Column("total", "ms", "until all is there", "time")]
    columns += [Column(name, "ms", phase, "time") for name, phase in zip(NAMES, PHASES, strict=True)]
    table = Table(columns)
    for run in runs:
        table.append(run.p.chunk, run.total, *run.phases)
    return table


def _summarise(result: Result, p: RequestResponseParameters, run: ChunkedAnswer, other: ChunkedAnswer) -> None:
    times = run.phases
    line = p.size * 8 / p.rate * (MSS + HEADERS) / MSS
    result.figure("total", run.total)
    result.figure("large", other.total)
    result.figure("slower", run.total / other.total)
    result.figure("least", line + p.rtt)
    result.figure("calls", p.calls, label="Requests" if p.protocol == ASK else "Writes")
    for name, time in zip(NAMES, times, strict=True):
        result.figure(name, time)
    began, ended = run.began, run.ended
    segments = len(run.talk.data_segments(1, began, ended + p.rtt / 1000))
    result.figure("segments", segments)
    rate = p.size * 8 / run.total
    result.figure("goodput", rate)
    for timer in run.talk.timers(began, ended):
        waited = significant(1000 * (timer.fired - timer.armed))
        result.event(timer.fired - began, "timer", f"the {SIDES[timer.side]}'s {timer.name} fires after {waited} ms")
    most = max(range(len(times)), key=times.__getitem__)
    compared = f", and {seconds(other.total / 1000)} through one of 64 KiB" if p.chunk != LARGE else ""
    result.sentence = (
        f"The answer takes {seconds(run.total / 1000)} through a transfer buffer of {size(p.chunk)}{compared}. "
        f"The largest part, {seconds(times[most] / 1000)}, is {_is(most)}."
    )


def _is(phase: int) -> str:
    return {
        CONNECT: "the handshake",
        TRAVEL: "the way there and back",
        LINE: "the line sending",
        ACKS: "spent waiting for ACKs",
        HELD: "spent waiting because of Nagle",
        WORK: "the server's work",
        ASKING: "spent asking for the next chunk",
    }[phase]


def _client_lines(p: RequestResponseParameters) -> list[str]:
    fetch = ["c.request('GET', '/answer'); c.getresponse().read()"]
    if p.protocol == ASK:
        fetch = [
            f"for at in range(0, {p.length}, {p.chunk}):",
            f"    c.request('GET', '/answer', headers={{'Range': f'bytes={{at}}-{{at + {p.chunk - 1}}}'}})",
            "    c.getresponse().read()",
        ]
    connect = "c = http.client.HTTPConnection('192.0.2.1')"
    kept = [connect, *fetch, f"time.sleep({p.pause:g})", "t = time.time()"]
    before = kept if p.connection == KEPT else ["t = time.time()", connect]
    return ["import http.client, time", *before, *fetch, "print(1000 * (time.time() - t), 'ms')"]
