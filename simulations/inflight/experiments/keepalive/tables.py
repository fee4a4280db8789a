"""What is seen of a connection whose peer falls silent: rows over time, a line of `ss`, what bounds the wait."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, nan

from inflight.experiments.keepalive.silence import BOTH, HERE, POWER, SIDES, THEN, PeerSilence, SilencePlan
from inflight.figure.result import Column, Result, Table
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED
from inflight.kernel.sockets.transmit import model_timeout
from inflight.scenes import socket_tables as tables
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import offer

_GRID, _FINEST = 300, 2000
_PERSIST = "window probe"
_STATES = {"ESTABLISHED": "ESTAB"}


def watch(silence: PeerSilence) -> Iterator[None]:
    """Run it until your program has been told, or there is no more to wait for."""
    yield from silence.begin()
    clock = silence.clock
    horizon = silence.start + silence.plan.horizon
    while not _over(silence) and clock.next_due() <= horizon:
        yield from clock.run(clock.next_due(), 1)


def _over(silence: PeerSilence) -> bool:
    """You have been told, the plan is done, and the peer has been told if it is going to be."""
    pending = silence.plan.keepalive == BOTH and not silence.told[1] and not silence.peer_gone
    return silence.over and silence.now >= silence.plan.scripted and not pending


def end_of(silence: PeerSilence) -> float:
    """How far the picture goes, s."""
    times = [told.time for told in silence.told if told]
    if not silence.told[0]:
        return silence.plan.horizon
    return max(1.05 * max(times), 1.02 * silence.plan.scripted, max(times) + 3 * silence.plan.rtt)


def fill(result: Result, silence: PeerSilence, end: float) -> Iterator[None]:
    """Run it for `end` s, with a row for each change, and some in between."""
    yield from silence.begin()
    clock, step, grid = silence.clock, end / _GRID, 0
    last: tuple[float, ...] = ()
    while grid <= _GRID:
        tick = silence.start + grid * step
        due = clock.next_due()
        before, heard = _row(silence, result, min(due, tick) - silence.start), silence.sock.last_received
        yield from clock.run(min(due, tick), 1)
        row = _row(silence, result, silence.now)
        on_grid = tick <= due
        grid += on_grid
        changed = row[2:7] != last[2:7] or row[8:] != last[8:]
        fine = not last or row[0] - last[0] > end / _FINEST or row[4:7] != last[4:7]
        if on_grid or (changed and fine):
            if silence.sock.last_received > heard and before[1] > step:
                result.append(*before)
            result.append(*row)
            last = row


def _row(silence: PeerSilence, result: Result, time: float) -> tuple[float, ...]:
    sock, counters = silence.sock, silence.here.counters
    alive = sock.state != CLOSED
    transmitter = sock.transmitter
    peer = CLOSED if silence.peer_gone and silence.plan.how == POWER else silence.child.state
    if silence.reborn:
        peer = CLOSED
    return (
        time,
        time - (sock.last_received - silence.start) if alive else nan,
        transmitter.probes_out if alive else 0,
        transmitter.retransmits if alive else 0,
        transmitter.written - transmitter.una if alive else 0,
        alive,
        _word(result, "state", _STATES.get(sock.state, sock.state.replace("_", "-"))),
        _word(result, "timer", _timer(sock, silence.start + time) if alive else "none"),
        counters["TCPKeepAlive"],
        counters["TCPTimeouts"],
        counters["TcpRetransSegs"],
        peer != CLOSED and silence.there.network is silence.network,
        _word(result, "peer_state", _STATES.get(peer, peer.replace("_", "-"))),
    )


def _word(result: Result, name: str, word: str) -> int:
    column = next(column for column in result.columns if column.name == name)
    words = list(column.words)
    if word not in words:
        words.append(word)
        column.words = words
    return words.index(word)


def _timer(sock: Socket, now: float) -> str:
    """As `ss -o` prints it (`tcp_diag`: what is sent again comes before keepalive)."""
    transmitter, keepalive = sock.transmitter, sock.keepalive
    if transmitter.timer:
        kind = "persist" if transmitter.timer == _PERSIST else "on"
        count = transmitter.probes_out if kind == "persist" else transmitter.retransmits
        return f"timer:({kind},{left(transmitter.due - now)},{count})"
    if keepalive.armed:
        return f"timer:(keepalive,{left(keepalive.due - now)},{transmitter.probes_out})"
    return " "


def left(seconds: float) -> str:
    """A time as `ss` has it: 119min, 8min44sec, 59sec, 4.250ms (which are 4.25 s), 204ms."""
    ms = max(0, int(1000 * seconds + 0.5))
    minutes, ms = divmod(ms, 60_000)
    whole, ms = divmod(ms, 1000)
    text = f"{minutes}min" if minutes else ""
    if minutes:
        ms = 0
        whole = 0 if minutes > 9 else whole
    if whole:
        ms = 0 if whole > 9 else ms
        text += f"{whole}{'.' if ms else 'sec'}"
    return text + (f"{ms:03}ms" if ms else "")


def draw(result: Result, silence: PeerSilence, end: float) -> None:
    """What the ladder and the states draw."""
    here, peer, start = silence.sock.here, silence.sock.peer, silence.start
    offer(captured_network(silence.network, dict(zip(SIDES, (here.host, peer.host), strict=True))))
    ours = [each for each in silence.network.passages if here in (each.segment.source, each.segment.target)]
    handshake, message = 3, 4  # segments; the message is shown if there is nothing else
    first = handshake + message if len(ours) > handshake + message else handshake
    result.tables["segments"] = tables.ladder(ours[first:], SIDES, (here.host, peer.host), start)

    def side_of(host: str, port: int, other: Address) -> int | None:
        ends = ((here.host, here.port, peer), (peer.host, peer.port, here))
        return ends.index((host, port, other)) if (host, port, other) in ends else None

    logs = (silence.here.log, silence.there.log)
    result.tables["states"] = _clipped(tables.states(logs, SIDES, side_of, start + end, start))
    result.tables["timers"] = tables.timers(logs, SIDES, side_of, start)


def _clipped(states: Table) -> Table:
    """From the last message on; how the connection was opened is another story."""
    clipped = Table([Column(c.name, c.unit, c.meaning, c.quantity, words=c.words) for c in states.columns])
    for begin, end, side, state in zip(*(column.values for column in states.columns), strict=True):
        if end > 0:
            clipped.append(max(begin, 0.0), end, side, state)
    return clipped


# what bounds the wait


def bounds(plan: SilencePlan, interval: float) -> Iterator[Table | None]:
    """Each way to learn it, by itself, with a peer whose power fails: by the rule, and as computed; the table last.

    interval: of heartbeats, s.
    """
    bare = SilencePlan(rtt=plan.rtt, retries2=plan.retries2, idle=plan.idle, interval=plan.interval, probes=plan.probes)
    asked = plan.idle + plan.probes * plan.interval
    cases: list[tuple[str, float, SilencePlan]] = [
        ("nothing: you only read", nan, bare),
        ("keepalive", asked, replace(bare, keepalive=HERE)),
        ("data in flight", model_timeout(plan.retries2), replace(bare, writes=THEN)),
    ]
    if plan.user_timeout:
        user = replace(bare, user_timeout=plan.user_timeout)
        waits = max(1, ceil((plan.user_timeout - plan.idle) / plan.interval))
        until = plan.idle + waits * plan.interval
        cases += [
            ("data in flight, TCP_USER_TIMEOUT", plan.user_timeout, replace(user, writes=THEN)),
            ("keepalive, TCP_USER_TIMEOUT", until, replace(user, keepalive=HERE)),
        ]
    cases.append(("heartbeats of your own", 2 * interval, replace(bare, heartbeat=interval)))
    table = Table(
        [
            Column("what", "", "what limits the wait", "sequence", words=[name for name, *_ in cases]),
            Column("rule", "s", "by the settings", "time"),
            Column("computed", "s", "with this kernel's timers", "time"),
        ]
    )
    for row, (_, rule, case) in enumerate(cases):
        run = PeerSilence(case)
        for _ in watch(run):
            yield None
        told = run.told[0]
        table.append(row, rule, told.time if told else nan)
    yield table
