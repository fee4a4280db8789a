"""Recordings of kind `handshake`, family F: how long SYNs and SYN-ACKs are repeated, listen queues, floods, Fast Open.

What a test does is in the docstring of its function; the lab's own program is beside the recordings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from inflight.compare.lab import SERVER, Lab, Program, equal, packets, times
from inflight.compare.recording import Recording
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import ESTABLISHED, SYN_RECV, SYN_SENT

Rows = Iterable[tuple[str, float, float]]

CONNECT, NOTICE, SAMPLE, LINE, ARRIVAL = 94e-6, 48e-6, 300e-6, 10e-6, 43e-6
"""The lab's CPU, s: for a socket() and connect() with the SYN's way through both kernels; for a client that something
happened to, with what it sends; for a look at the queues, and for each line of /proc/net/tcp in it; for a segment that
comes in meanwhile and is answered.
"""

QUEUE_COUNTERS = (
    "ListenOverflows",
    "ListenDrops",
    "TCPReqQFullDrop",
    "TCPReqQFullDoCookies",
    "SyncookiesSent",
    "SyncookiesRecv",
    "SyncookiesFailed",
    "TCPTimeouts",
    "TcpOutRsts",
)
FLOOD_COUNTERS = QUEUE_COUNTERS[:7]

FEW_PHASES, PHASES = range(1, 9), range(1, 33)
"""Timers are tried from more places of the timer wheel than counts, which hardly depend on it."""


def seeds(recording: Recording) -> range:
    """How often the scenario is run."""
    return FEW_PHASES if recording.scenario["test"] in ("flood", "tfo") else PHASES


def measure(recording: Recording, seed: int) -> Rows:
    """(metric, model, kernel) of one run."""
    return _TESTS[recording.scenario["test"]](recording, seed)


def _syn_retries(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """connect() to an address that never answers, for several tcp_syn_retries."""
    scenario = recording.scenario
    lab = Lab(recording, seed)
    for kernel in recording.results:
        lab.shift()
        lab.client.sysctls.tcp_syn_retries = kernel["tcp_syn_retries"]
        start, socket = lab.clock.now, lab.client.connect(Address("10.3.0.9", 80))
        socket.user_timeout = scenario.get("user_timeout_ms", 0) / 1000
        while not socket.error:
            lab.wait(1)
        sent = [p.sent - start for p in lab.network.passages if p.sent >= start]
        name = f"retries={kernel['tcp_syn_retries']}"
        yield from times(name, "timer", sent, kernel["syn_s"])
        yield f"timer {name} error", lab.client.log.states[-1].time - start, kernel["gave_up_s"]
        yield f"same {name} error", *equal(socket.error, kernel["error"])


def _synack_retries(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """A SYN from an address that never goes on, for several tcp_synack_retries."""
    scenario = recording.scenario
    lab = Lab(recording, seed)
    for number, kernel in enumerate(recording.results, 1):
        lab.shift()
        server, port = lab.server, 8000 + number
        for sysctl, value in scenario.get("rcv_sysctl", {}).items():
            setattr(server.sysctls, sysctl.rpartition(".")[2], value)
        server.sysctls.tcp_synack_retries = kernel["tcp_synack_retries"]
        listener = server.listen(port, 64)
        listener.defer_accept = _timeouts(scenario.get("defer_accept", 0))
        start = lab.clock.now
        server.receive(_spoofed(1, port))
        gone: list[float] = []

        def watch(listener: Listener = listener, start: float = start, gone: list[float] = gone) -> Program:
            while listener.requests and lab.clock.now - start < scenario.get("max_s", 150):
                yield 0.0502
            gone.append(lab.clock.now - start)

        lab.play(watch())
        sent = [p.sent - start for p in lab.network.passages if p.sent >= start and p.segment.source.port == port]
        name = f"retries={kernel['tcp_synack_retries']}"
        yield from times(name, "timer", sent, kernel["synack_s"])
        if kernel["request_removed_s"] is not None:
            yield f"watched_timer {name} removed", gone[0], kernel["request_removed_s"]
        listener.close()


def _timeouts(seconds: int) -> int:
    """TCP_DEFER_ACCEPT in timeouts of a SYN-ACK (`tcp.c:secs_to_retrans`)."""
    count, timeout, period = (1, 1, 1) if seconds > 0 else (0, 0, 0)
    while seconds > period and count < 255:
        count, timeout = count + 1, min(timeout << 1, 120)
        period += timeout
    return count


def _spoofed(number: int, port: int, isn: int = 1) -> Segment:
    """The lab's raw SYN: no timestamps."""
    source = Address(f"10.66.{number // 200}.{number % 200 + 1}", 1024 + number % 50000)
    return Segment(source, Address(SERVER, port), "S", isn, window=64240, options=SynOptions(timestamps=False))


def _refused(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """connect() to a closed port, to addresses that routers refuse or swallow, and to a listener."""
    lab = Lab(recording, seed)
    lab.client.sysctls.tcp_syn_retries = 3
    lab.network.errors = dict.fromkeys(("10.4.0.1", "10.5.0.1"), ("EHOSTUNREACH", lab.back.delay))
    lab.server.listen(82, 5)
    targets = {
        "closed port": (SERVER, 81),
        "unreachable host by ICMP from r1": ("10.4.0.1", 81),
        "prohibited by ICMP from r1": ("10.5.0.1", 81),
        "blackhole": ("10.3.0.1", 81),
        "listening": (SERVER, 82),
    }
    for kernel in recording.results:
        lab.shift()
        name = kernel["case"]
        target = Address(*targets[name])
        start, socket = lab.clock.now, lab.client.connect(target)
        lab.wait(20)
        over = next(change for change in lab.client.log.states if change.time > start and change.peer == target)
        after = 1000 * (over.time - start)
        yield f"same {name} error", *equal(socket.error or 0, kernel["error"])
        yield ("timer_ms" if after > 1000 else "latency") + f" {name}", after, kernel["after_ms"]
        ours = [each[1:] for each in packets(lab, start, target.port)]
        yield f"same {name} packets", *equal(ours, [tuple(each[1:]) for each in kernel["packets"]])
        socket.close()


def _backlog(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """Clients that connect, send 100 bytes and wait for an answer, to a server that accepts at some rate or never."""
    for number, kernel in enumerate(recording.results, 1):
        run = _Backlog(Lab(recording, seed), kernel)
        lab = run.lab
        lab.play(run.program())
        name = f"#{number}"
        replied = sum(client.replied is not None for client in run.clients)
        connects = sorted(client.connected for client in run.clients if client.connected is not None)
        yield f"count {name} recvq", len(run.listener.accept_queue), kernel["recvq"]
        yield f"count {name} max_recvq", run.most_waiting, kernel["max_recvq"]
        yield f"count {name} recvq_limit", run.listener.max_ack_backlog, kernel["recvq_limit"]
        still = not kernel.get("accept_rate")  # else it is by chance what a look sees
        yield f"{'count' if still else 'seen'} {name} max_syn_recv", run.most_half_open, kernel["max_syn_recv"]
        yield f"count {name} client_connected", len(connects), kernel["client_connected"]
        yield f"count {name} replied", replied, kernel["replied"]
        yield f"count {name} accepted", run.accepted, kernel["accepted"]
        yield from _each(name, "server", _tally(lab.states(lab.server, 8000)), kernel["server_states"])
        yield from _each(name, "client", run.client_states(), kernel["client_states"])
        yield from _each(name, "error", _tally(client.error for client in run.clients), kernel["errors"])
        for counter in QUEUE_COUNTERS:
            yield f"counter {name} {counter}", lab.server.counters[counter], kernel["counters"].get(counter, 0)
        if connects and kernel["connect_s"]:
            for which, place in (("first", 0.0), ("p50", 0.5), ("last", 1.0)):
                yield f"connect_time {name} {which}", _quantile(connects, place), kernel["connect_s"][which]


_COUNTED = {
    "server": (ESTABLISHED, SYN_RECV),
    "client": (ESTABLISHED, SYN_SENT),
    "error": ("ECONNRESET", "ECONNREFUSED", "ETIMEDOUT"),
}


def _each(name: str, which: str, ours: dict[str, int], theirs: dict[str, int]) -> Iterator[tuple[str, float, float]]:
    for word in _COUNTED[which]:
        yield f"count {name} {which} {word}", ours.get(word, 0), theirs.get(word, 0)


def _tally(words: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


def _quantile(ordered: list[float], share: float) -> float:
    place = (len(ordered) - 1) * share
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


class _Client:
    """One of the lab's clients, as its program sees it."""

    def __init__(self, socket: Socket, now: float) -> None:
        self.socket, self.since = socket, now
        self.connected: float | None = None
        self.replied: float | None = None
        self.error = ""
        self.over = False

    @property
    def ready(self) -> bool:
        """Whether something has happened to it (epoll)."""
        socket = self.socket
        new = socket.state == ESTABLISHED if self.connected is None else socket.unread > 0
        return not self.over and (new or bool(socket.error))

    def poll(self, now: float) -> None:
        """What the program does then."""
        socket = self.socket
        if self.connected is None:
            if socket.error:
                self.error, self.over = socket.error, True
            else:
                self.connected = now - self.since
                socket.send(100)
        elif socket.error:
            self.error, self.over = socket.error, True
        else:
            socket.read()
            self.replied, self.over = now - self.since, True


class _Backlog:
    """The lab's loop: start clients, look at their sockets, accept, sample, sleep."""

    def __init__(self, lab: Lab, config: dict[str, Any]) -> None:
        self.lab, self.config = lab, config
        self.turn = lab.rng.uniform(0.50e-3, 0.70e-3)
        self.connect = CONNECT * lab.rng.uniform(0.96, 1.04)
        sysctls = lab.server.sysctls
        sysctls.somaxconn = config.get("somaxconn", 4096)
        sysctls.tcp_abort_on_overflow = config.get("abort", 0)
        sysctls.tcp_syncookies = config.get("syncookies", 1)
        sysctls.tcp_max_syn_backlog = config.get("max_syn_backlog", 512)
        self.listener = lab.server.listen(8000, config["backlog"])
        self.clients: list[_Client] = []
        self.accepted = self.most_waiting = self.most_half_open = 0

    def client_states(self) -> dict[str, int]:
        """What TCP_INFO says of each client."""
        return _tally(client.socket.state for client in self.clients)

    def program(self) -> Program:
        """`k_handshake.py:backlog`."""
        config, clock = self.config, self.lab.clock
        start = clock.now
        rate, gap, count = config.get("accept_rate", 0), config.get("gap", 0.0), config["clients"]
        next_accept = start + config.get("accept_after", 0) if rate else float("inf")
        next_client = next_sample = start
        yield self.lab.rng.uniform(0, self.turn)  # where its turns are, it does not know
        while clock.now - start < config.get("duration", 30):
            turn = clock.now  # the lab looks at its clock once in a turn
            while len(self.clients) < count and turn >= next_client:
                self.clients.append(_Client(self.lab.client.connect(Address(SERVER, 8000)), clock.now))
                next_client += gap
                yield from self._connecting()
                if gap == 0 and len(self.clients) % 200 == 0:
                    break
            for client in [client for client in self.clients if client.ready]:
                client.poll(clock.now)
                yield NOTICE
            if clock.now >= next_accept:
                self._accept()
                next_accept += 1 / rate
            if clock.now >= next_sample:
                self.most_waiting = max(self.most_waiting, len(self.listener.accept_queue))
                self.most_half_open = max(self.most_half_open, len(self.listener.requests))
                next_sample += config.get("sample", 0.25)
                yield SAMPLE + LINE * len(self.lab.server.connections)
            yield self.turn if len(self.clients) < count else self.turn + 0.0095

    def _connecting(self) -> Program:
        """A connect() takes longer while segments come in: they have the CPU first."""
        passages = self.lab.network.passages
        before = len(passages)
        yield self.connect
        meanwhile = len(passages) - before - 1  # without the SYN-ACK, which is at once
        if meanwhile > 0:
            yield ARRIVAL * meanwhile

    def _accept(self) -> None:
        child = self.listener.accept()
        if child:
            self.accepted += 1
            child.send(2)


def _flood(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """SYNs from addresses that never go on, and an honest client every second."""
    for number, kernel in enumerate(recording.results, 1):
        run = _Flood(Lab(recording, seed), kernel)
        run.lab.play(run.program())
        name = f"#{number}"
        connected = [client.connected for client in run.clients if client.connected is not None]
        yield f"count {name} recvq_limit", run.listener.max_ack_backlog, kernel["recvq_limit"]
        yield f"count {name} syns_sent", run.sent, kernel["syns_sent"]
        yield f"count {name} max_half_open", run.most_half_open, kernel["max_half_open"]
        yield f"count {name} legit_tried", len(run.clients), kernel["legit_tried"]
        yield f"count {name} legit_connected", len(connected), kernel["legit_connected"]
        yield f"count {name} accepted", run.accepted, kernel["accepted"]
        for counter in FLOOD_COUNTERS:
            yield f"counter {name} {counter}", run.lab.server.counters[counter], kernel["counters"].get(counter, 0)
        for at, half_open, _ in kernel["timeline"][:: max(1, len(kernel["timeline"]) // 20)]:
            yield f"half_open {name} at {at:g} s", run.half_open(at), half_open


class _Flood:
    def __init__(self, lab: Lab, config: dict[str, Any]) -> None:
        self.lab, self.config = lab, config
        sysctls = lab.server.sysctls
        sysctls.somaxconn = config.get("somaxconn", 4096)
        sysctls.tcp_syncookies = config["syncookies"]
        sysctls.tcp_max_syn_backlog = config["max_syn_backlog"]
        sysctls.tcp_synack_retries = config.get("synack_retries", 5)
        self.listener = lab.server.listen(9000, config["backlog"])
        self.clients: list[_Client] = []
        self.sent = self.accepted = self.most_half_open = 0
        self._samples: list[tuple[float, int]] = []

    def half_open(self, time: float) -> int:
        """How many there were at the sample nearest to `time`, s."""
        return min(self._samples, key=lambda sample: abs(sample[0] - time))[1]

    def program(self) -> Program:
        """`k_handshake.py:flood`."""
        config, clock, listener = self.config, self.lab.clock, self.listener
        start = clock.now
        next_honest, next_sample = start + 1.0, start
        while clock.now - start < config.get("duration", 6):
            now = clock.now
            while self.sent < config["syns"] and start + self.sent / config["pps"] <= now:
                self.lab.server.receive(_spoofed(self.sent, 9000, self.sent * 1000 + 1))
                self.sent += 1
            self.accepted += listener.accept() is not None
            if now >= next_honest and len(self.clients) < config.get("legit", 4):
                self.clients.append(_Client(self.lab.client.connect(Address(SERVER, 9000)), now))
                next_honest += 1.0
                yield CONNECT
            for client in self.clients:
                if client.connected is None and client.socket.state == ESTABLISHED:
                    client.connected = now - client.since
            if now >= next_sample:
                half_open = self.lab.states(self.lab.server, 9000).count(SYN_RECV)
                self.most_half_open = max(self.most_half_open, half_open)
                self._samples.append((now - start, half_open))
                next_sample += 0.2
            yield 0.00107


def _tfo(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """Four connections in turn, each with a request of 300 B and its answer; without Fast Open and with it."""
    scenario = recording.scenario
    lab = Lab(recording, seed)
    port = 8500
    for fast in dict.fromkeys(result["tfo"] for result in recording.results):
        port += 1
        for host in (lab.client, lab.server):
            host.sysctls.tcp_fastopen = 3 if fast else 0
        listener = lab.server.listen(port, 16)
        listener.fastopen_qlen = 16 if fast else 0
        _answer(listener, scenario.get("response", 1000))
        for kernel in (result for result in recording.results if result["tfo"] == fast):
            start = lab.clock.now
            visit = _Visit(lab, Address(SERVER, port), fast=bool(fast))
            lab.wait(1.5)
            ours = packets(lab, start, port)
            visit.socket.close()
            lab.wait(1.0)
            name = f"tfo={fast} #{kernel['attempt']}"
            yield f"latency {name} first byte", 1000 * (visit.first - start), kernel["first_byte_ms"]
            yield f"latency {name} total", 1000 * (visit.last - start), kernel["total_ms"]
            yield f"count {name} bytes", visit.bytes, kernel["bytes"]
            told = telling(ours), telling(kernel["packets"])
            yield f"same {name} packets", *equal(*([each[1:] for each in side] for side in told))
            for row, (mine, their) in enumerate(zip(*told, strict=False), 1):
                yield f"latency {name} packet {row}", 1000 * mine[0], their[0]


def telling(seen: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Packets without bare ACKs and without PSH.

    Whether an ACK leaves before the next segment comes is decided by 10 µs of the lab's CPU, and where a write is cut
    into skbs, which end in a PSH, is not modelled here.
    """
    return [(at, way, flags.replace("P", ""), size) for at, way, flags, size in seen if flags != "A" or size]


def _answer(listener: Listener, size: int) -> None:
    """The lab's server: read a request, write the answer, and then no more."""

    def served(child: Socket) -> None:
        if child.read():
            child.send(size)
            child.shutdown()
        elif child.eof:
            child.close()

    def ready() -> None:
        child = listener.accept()
        if child:
            child.on_change = served
            listener.host.clock.at(listener.host.clock.now + 3e-5, lambda: served(child))

    listener.on_ready = ready


class _Visit:
    """The lab's client: a request at once or with the SYN, and read to the end."""

    def __init__(self, lab: Lab, server: Address, *, fast: bool) -> None:
        self._lab = lab
        self.first = self.last = 0.0
        self.bytes = 0
        self._asked = fast
        self.socket = lab.client.connect(server, fast_open=300 if fast else None)
        self.socket.on_change = self._changed

    def _changed(self, socket: Socket) -> None:
        now = self._lab.clock.now
        if socket.state == ESTABLISHED and not self._asked:
            self._asked = True
            self._lab.clock.at(now + 4e-5, lambda: socket.send(300))
        if socket.unread:
            self.first = self.first or now
            self.bytes += socket.read()
        if socket.eof:
            self.last = now


_TESTS: dict[str, Callable[[Recording, int], Rows]] = {
    "syn_retries": _syn_retries,
    "synack_retries": _synack_retries,
    "refused": _refused,
    "backlog": _backlog,
    "flood": _flood,
    "tfo": _tfo,
}


def missing(recording: Recording) -> str:
    """Why it cannot be run; empty: it can."""
    test = recording.scenario.get("test", "")
    return "" if test in _TESTS else f"handshake test {test!r}"
