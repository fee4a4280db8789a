"""Recordings of kind `teardown`, family G: closing, orphans, TIME_WAIT, and how long a silent peer is asked.

What a test does is in the docstring of its function; the lab's own program is beside the recordings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from inflight.compare.lab import SERVER, Lab, Program, equal, packets, times
from inflight.compare.recording import Recording
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import TIME_WAIT

Rows = Iterator[tuple[str, float, float]]
History = list[tuple[float, str, str]]
"""[s, the client's state, the server's], a row for each change that the lab's program saw."""

SETTLE = 1.0  # s that the lab sleeps before it cuts the wire
RESET_SHELL = 0.01  # s that `ip route replace` takes, about

PHASES = range(1, 33)


def seeds(recording: Recording) -> range:
    """How often the scenario is run: TIME_WAIT and timers depend on the place of the timer wheel."""
    return PHASES[:4] if recording.scenario["test"] in ("max_tw", "resets") else PHASES


def measure(recording: Recording, seed: int) -> Rows:
    """(metric, model, kernel) of one run."""
    lab = Lab(recording, seed)
    _open_and_close(lab)
    return _TESTS[recording.scenario["test"]](lab, recording.results)


def missing(recording: Recording) -> str:
    """Why it cannot be run; empty: it can."""
    test = recording.scenario.get("test", "")
    return "" if test in _TESTS else f"teardown test {test!r}"


def _open_and_close(lab: Lab) -> None:
    """The lab's first connection, which leaves a TIME_WAIT socket behind."""
    client, server = lab.pair(9100)
    client.close()
    server.close()


def _watch(lab: Lab, port: int, most: float, step: float = 0.1, *, client_only: bool = False) -> History:
    """`k_teardown.py:watch`: look every `step` s until both ends are gone (or the client's)."""
    start = lab.clock.now
    seen: History = []
    last: tuple[str, str] | None = None

    def program() -> Program:
        nonlocal last
        yield 2e-5
        while lab.clock.now - start < most:
            client, server = ("+".join(lab.states(host, port)) or "-" for host in (lab.client, lab.server))
            now = (client, server)
            if now != last:
                seen.append((lab.clock.now - start, client, server))
                last = now
            if now == ("-", "-") or (client_only and now[0] == "-"):
                return
            yield step + 0.0012

    lab.play(program())
    return seen


def _history(name: str, metric: str, ours: History, theirs: list[list[Any]]) -> Rows:
    yield f"same {name} states", *equal([row[1:] for row in ours], [tuple(row[1:]) for row in theirs])
    for mine, their in zip(ours, theirs, strict=False):
        yield f"{metric} {name} {their[1]}/{their[2]}", mine[0], their[0]


def _fin_wait2(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """The client closes, the server does not, for several tcp_fin_timeout; then shutdown(); then a late write."""
    held: Socket | None = None
    for number, kernel in enumerate(results, 1):
        name, port = f"#{number}", 9200 + number
        if kernel["how"] == "close()":
            lab.shift()
            lab.client.sysctls.tcp_fin_timeout = kernel["tcp_fin_timeout"]
            client, server = lab.pair(port)
            client.close()
            history = _watch(lab, port, kernel["tcp_fin_timeout"] + 90, client_only=True)
            server.close()
            yield from _history(name, "watched_timer", history, kernel["history"])
        elif kernel["how"].startswith("shutdown"):
            lab.client.sysctls.tcp_fin_timeout = kernel["tcp_fin_timeout"]
            held, _ = lab.pair(port)
            held.shutdown()
            yield from _history(name, "seldom_watched", _watch(lab, port, 200, 1.0), kernel["history"])
        elif held is not None and "history" in kernel:
            held.close()
            yield from _history(name, "watched_timer", _watch(lab, port - 1, 60), kernel["history"])
        elif "first_write" in kernel:
            client, server = lab.pair(port)
            client.close()
            lab.wait(30)
            start = lab.clock.now
            yield f"same {name} first write", *equal(_send(server, 4), kernel["first_write"])
            lab.wait(0.5)
            yield from _packets(lab, name, start, port, kernel["packets"])
            yield f"same {name} second write", *equal(_send(server, 10), kernel["second_write"])


def _send(socket: Socket, length: int) -> str | int:
    """The error of a write; 0: none."""
    try:
        socket.send(length)
    except SocketError as error:
        return error.name
    return 0


def _packets(lab: Lab, name: str, start: float, port: int, kernel: list[list[Any]]) -> Rows:
    ours = packets(lab, start, port)
    yield f"same {name} packets", *equal([row[1:] for row in ours], [tuple(row[1:]) for row in kernel])
    for number, (mine, their) in enumerate(zip(ours, kernel, strict=False), 1):
        yield f"packet_time {name} #{number}", mine[0], their[0]


def _time_wait(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """The client closes first, the server, or both at once."""
    for number, kernel in enumerate(results, 1):
        lab.shift()
        name, port = f"first={kernel['closes_first']}", 9300 + number
        client, server = lab.pair(port)
        start = lab.clock.now
        first, second = (client, server) if kernel["closes_first"] == "client" else (server, client)
        first.close()
        if kernel["closes_first"] != "both":
            lab.wait(0.1)
        second.close()
        history = _watch(lab, port, 100)
        yield from _history(name, "watched_timer", history, kernel["history"])
        yield from _packets(lab, name, start, port, kernel["packets"])


def _max_tw(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """Twenty connections that the client closes first, for several tcp_max_tw_buckets."""
    for number, kernel in enumerate(results, 1):
        lab.client.sysctls.tcp_max_tw_buckets = kernel["tcp_max_tw_buckets"]
        before, most = lab.client.counters["TCPTimeWaitOverflow"], 0
        port = 9400 + number
        for _ in range(kernel["connections"]):
            client, server = lab.pair(port)
            client.close()
            lab.wait(0.03)
            server.close()
            lab.wait(0.06)
            most = max(most, lab.states(lab.client, port).count(TIME_WAIT))
        overflows = lab.client.counters["TCPTimeWaitOverflow"] - before
        name = f"max={kernel['tcp_max_tw_buckets']}"
        yield f"count {name} TIME_WAIT", most, kernel["max_time_wait"]
        yield f"counter {name} TCPTimeWaitOverflow", overflows, kernel["TCPTimeWaitOverflow"]
        lab.wait(70)


def _tw_reuse(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """Connections from ten ports to one server, closed at once, at two rates, for each tcp_tw_reuse."""
    for number, kernel in enumerate(results, 1):
        port, sysctls = 9500 + number, lab.client.sysctls
        sysctls.tcp_tw_reuse = kernel["tcp_tw_reuse"]
        sysctls.ip_local_port_range = (40000, 40000 + kernel["ports"] - 1)
        before = lab.client.counters["TWRecycled"]
        done, refused = _attempts(lab, port, kernel["attempt_every_s"])
        name = f"reuse={kernel['tcp_tw_reuse']} every {kernel['attempt_every_s']} s"
        yield f"count {name} succeeded", len(done), kernel["succeeded"]
        yield f"count {name} EADDRNOTAVAIL", len(refused), kernel["errors"].get("EADDRNOTAVAIL", 0)
        yield f"counter {name} TWRecycled", lab.client.counters["TWRecycled"] - before, kernel["TWRecycled"]
        if refused and kernel["first_error_s"] is not None:
            yield f"watched_timer {name} first error", refused[0], kernel["first_error_s"]
        for place, theirs in enumerate(kernel["successes_per_5s"]):
            yield f"count {name} from {5 * place} s", sum(int(at // 5) == place for at in done), theirs
        sysctls.ip_local_port_range = (32768, 60999)
        lab.wait(70)


def _attempts(lab: Lab, port: int, every: float) -> tuple[list[float], list[float]]:
    """When a connection was made, and when there was no port, s."""
    listener = lab.server.listen(port, 64)
    start, attempt = lab.clock.now, 0
    done: list[float] = []
    refused: list[float] = []
    while lab.clock.now - start < 70:
        lab.wait(max(start + attempt * every - lab.clock.now, 0))
        attempt += 1
        try:
            client = lab.client.connect(Address(SERVER, port))
        except SocketError:
            refused.append(lab.clock.now - start)
            continue
        lab.wait(lab.back.delay + 1e-4)  # connect() blocks
        server = listener.accept()
        client.close()
        if server is not None:
            lab.wait(1e-5)
            server.close()
        done.append(lab.clock.now - start)
    listener.close()
    return done, refused


def _orphan(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """close() into a wire that has been cut, with data unsent or not, for several tcp_orphan_retries."""
    for number, kernel in enumerate(results, 1):
        lab.shift()
        port = 9600 + number
        name = f"retries={kernel['tcp_orphan_retries']} data={kernel['unsent_data']}"
        lab.client.sysctls.tcp_orphan_retries = kernel["tcp_orphan_retries"]
        client, server = lab.pair(port)
        _exchange_and_cut(lab, client, server)
        yield f"timer_ms {name} rto", client.transmitter.rto * 4.0, kernel["rto_ms"]
        start = lab.clock.now
        if kernel["unsent_data"]:
            client.send(1000)
        client.close()
        history = _watch(lab, port, 300, client_only=True)
        sent = [time for time, way, *_ in packets(lab, start, port) if way == ">"]
        yield from times(name, "timer", sent, kernel["sent_s"])
        yield from _history(name, "watched_timer", history, kernel["history"])
        lab.there.cut = False
        server.close(linger=False)
        lab.wait(1)


def _exchange_and_cut(lab: Lab, client: Socket, server: Socket) -> None:
    """100 bytes get through; a second later nothing does any more."""
    client.send(100)
    lab.wait(0.001)
    server.read()
    lab.wait(SETTLE)
    lab.there.cut = True
    lab.wait(RESET_SHELL)
    lab.wake()


def _close_wait(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """The client closes; the server's application does not for 900 s, then it does."""
    lab.client.sysctls.tcp_fin_timeout = 60
    client, server = lab.pair(9700)
    client.close()
    yield from _history("open", "seldom_watched", _watch(lab, 9700, 900, 2.0), results[0]["history"])
    server.close()
    yield from _history("closed", "watched_timer", _watch(lab, 9700, 10), results[1]["history"])


def _giveup(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """Data, or keepalive probes, into a wire that has been cut, until the connection fails."""
    for number, kernel in enumerate(results, 1):
        lab.shift()
        port = 9800 + number
        lab.client.sysctls.tcp_retries2 = kernel.get("retries2", 15)
        client, server = lab.pair(port)
        client.user_timeout = kernel.get("user_timeout", 0) / 1000
        if "idle" in kernel:
            keepalive = client.keepalive
            keepalive.idle, keepalive.interval, keepalive.probes = kernel["idle"], kernel["intvl"], kernel["cnt"]
            keepalive.enable()
        _exchange_and_cut(lab, client, server)
        settings = ("retries2", "user_timeout", "data", "idle", "intvl", "cnt")
        name = ",".join(f"{key}={kernel[key]}" for key in settings if key in kernel)
        yield f"timer_ms {name} rto", client.transmitter.rto * 4.0, kernel["rto_ms"]
        start = lab.clock.now
        if kernel.get("data", 1):
            client.send(100)
        failed: list[float] = []

        def ask(client: Socket = client, start: float = start, failed: list[float] = failed) -> Program:
            while not client.error and lab.clock.now - start < 1200:
                yield 0.0201
            failed.append(lab.clock.now - start)

        lab.play(ask())
        sent = [time for time, way, *_ in packets(lab, start, port) if way == ">"]
        (gone,) = failed
        theirs, ended = kernel["sent_s"], kernel["failed_after_s"]
        if not kernel.get("data", 1):  # the lab's idle time began before its clock did, and may have been over by then
            sent = [time for time in sent if time >= gone - ended]
            sent, gone = _since_first(sent, gone)
            theirs, ended = _since_first(theirs, ended)
        yield from times(name, "timer", sent, theirs)
        yield f"timer {name} error", gone, ended
        yield f"same {name} error", *equal(client.error, kernel["error"])
        lab.there.cut = False
        server.close(linger=False)
        lab.wait(1)


def _since_first(sent: list[float], ended: float) -> tuple[list[float], float]:
    """Both counted from the first packet that was seen; without one there is nothing to count."""
    return ([time - sent[0] for time in sent], ended - sent[0]) if sent else ([], 0.0)


def _resets(lab: Lab, results: list[dict[str, Any]]) -> Rows:
    """Six ways to end a connection that are not the usual one."""
    for number, kernel in enumerate(results, 1):
        port = 9900 + number
        client, server = lab.pair(port)
        start = lab.clock.now
        outcome = _WAYS[kernel["case"]](lab, client, server)
        lab.wait(0.5)
        yield f"same #{number} result", *equal(outcome, kernel["result"])
        yield from _packets(lab, f"#{number}", start, port, kernel["packets"])
        ends = [lab.states(host, port) for host in (lab.client, lab.server)]
        yield f"same #{number} states", *equal(ends, kernel["states"])
        for end in (client, server):
            end.close()


def _read(socket: Socket) -> str:
    """What recv() gives back, as the lab writes it."""
    try:
        return repr(b"more" if socket.read() else b"")
    except SocketError as error:
        return error.name


def _unread(lab: Lab, client: Socket, server: Socket) -> str:
    server.send(6)
    lab.wait(0.1)
    client.close()
    lab.wait(0.1)
    return _read(server)


def _linger(lab: Lab, client: Socket, server: Socket) -> str:
    client.close(linger=False)
    lab.wait(0.1)
    return _read(server)


def _half_close(lab: Lab, client: Socket, server: Socket) -> str:
    client.shutdown()
    lab.wait(0.1)
    server.read()
    server.send(4)
    lab.wait(0.1)
    return _read(client)


def _write_after(lab: Lab, client: Socket, server: Socket) -> str:
    server.close()
    lab.wait(0.1)
    client.send(1)
    lab.wait(0.1)
    return str(_send(client, 1) or 1)  # send() says how many bytes it took


def _simultaneous(lab: Lab, client: Socket, server: Socket) -> str:
    client.shutdown()
    server.shutdown()
    lab.wait(0.2)
    return "ok"


def _at_once(lab: Lab, client: Socket, server: Socket) -> str:
    client.shutdown()

    def closes(socket: Socket) -> None:
        if socket.eof:
            lab.clock.at(lab.clock.now + 2e-5, socket.close)

    server.on_change = closes
    lab.wait(0.1)
    return _read(client)


_WAYS: dict[str, Callable[[Lab, Socket, Socket], str]] = {
    "close with unread data in the receive buffer": _unread,
    "SO_LINGER 0": _linger,
    "half close: shutdown(SHUT_WR), the other side still sends": _half_close,
    "write after the peer closed": _write_after,
    "simultaneous close": _simultaneous,
    "FIN with piggy-backed ACK: server closes at once on EOF": _at_once,
}

_TESTS: dict[str, Callable[[Lab, list[dict[str, Any]]], Rows]] = {
    "fin_wait2": _fin_wait2,
    "time_wait": _time_wait,
    "max_tw": _max_tw,
    "tw_reuse": _tw_reuse,
    "orphan": _orphan,
    "close_wait": _close_wait,
    "giveup": _giveup,
    "resets": _resets,
}
