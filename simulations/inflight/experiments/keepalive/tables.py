"""What is seen of a connection whose peer falls silent: rows over time, a line of `ss`, what bounds the wait, words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from inflight.experiments.keepalive.silence import BOTH, HERE, LIVES, NOBODY, POWER, SIDES, THEN, Plan, Silence
from inflight.figure.result import Column, Result, Table
from inflight.figure.words import significant
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED, ESTABLISHED
from inflight.kernel.sockets.transmit import model_timeout
from inflight.scenes import socket_tables as tables

NAN = float("nan")
_GRID, _FINEST = 300, 2000
_PERSIST = "window probe"
_STATES = {"ESTABLISHED": "ESTAB"}


def columns() -> list[Column]:
    """Of the result; s since the last message."""
    return [
        Column("t", "s", "time since the last message", "time"),
        Column("silence", "s", "since your kernel has heard anything", "time"),
        Column("probes", "", "keepalive probes without an answer", "rto"),
        Column("retransmits", "", "timeouts in a row", "loss"),
        Column("unacked", "B", "written and not acknowledged", "unacked"),
        Column("open", "", "1: your connection exists", "sequence"),
        Column("state", "", "its state, as ss has it", "sequence"),
        Column("timer", "", "its timer, as ss has it", "rto"),
        Column("sent", "", "keepalive probes sent", "rto"),
        Column("timeouts", "", "timeouts", "loss"),
        Column("again", "", "segments sent again", "loss"),
        Column("peer_open", "", "1: the peer still has a connection", "sequence"),
        Column("peer_state", "", "its state, as ss has it", "sequence"),
    ]


def watch(silence: Silence) -> Iterator[None]:
    """Run it until your program has been told, or there is no more to wait for."""
    yield from silence.begin()
    clock = silence.clock
    horizon = silence.start + silence.plan.horizon
    while not _over(silence) and clock.next_due() <= horizon:
        yield from clock.run(clock.next_due(), 1)


def _over(silence: Silence) -> bool:
    """You have been told, the plan is done, and the peer has been told if it is going to be."""
    pending = silence.plan.keepalive == BOTH and not silence.told[1] and not silence.peer_gone
    return silence.over and silence.now >= silence.plan.scripted and not pending


def end_of(silence: Silence) -> float:
    """How far the picture goes, s."""
    times = [told.time for told in silence.told if told]
    if not silence.told[0]:
        return silence.plan.horizon
    return max(1.05 * max(times), 1.02 * silence.plan.scripted, max(times) + 3 * silence.plan.rtt)


def fill(result: Result, silence: Silence, end: float) -> Iterator[None]:
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


def _row(silence: Silence, result: Result, time: float) -> tuple[float, ...]:
    sock, counters = silence.sock, silence.here.counters
    alive = sock.state != CLOSED
    transmitter = sock.transmitter
    peer = CLOSED if silence.peer_gone and silence.plan.how == POWER else silence.child.state
    if silence.reborn:
        peer = CLOSED
    return (
        time,
        time - (sock.last_received - silence.start) if alive else NAN,
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


def draw(result: Result, silence: Silence, end: float) -> None:
    """What the ladder and the states draw."""
    here, peer, start = silence.sock.here, silence.sock.peer, silence.start
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


def bounds(plan: Plan, interval: float) -> Iterator[Table | None]:
    """Each way to learn it, by itself, with a peer whose power fails: by the rule, and as computed; the table last.

    interval: of heartbeats, s.
    """
    bare = Plan(rtt=plan.rtt, retries2=plan.retries2, idle=plan.idle, interval=plan.interval, probes=plan.probes)
    asked = plan.idle + plan.probes * plan.interval
    cases: list[tuple[str, float, Plan]] = [
        ("nothing: you only read", NAN, bare),
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
            Column("what", "", "what bounds the wait", "sequence", words=[name for name, *_ in cases]),
            Column("rule", "s", "by the settings", "time"),
            Column("computed", "s", "with this kernel's timers", "time"),
        ]
    )
    for row, (_, rule, case) in enumerate(cases):
        run = Silence(case)
        for _ in watch(run):
            yield None
        told = run.told[0]
        table.append(row, rule, told.time if told else NAN)
    yield table


# in words


def lasting(seconds: float) -> str:
    """A time as people say it: 0.02 s, 25.4 s, 16 min, 2 h 11 min."""
    if seconds < 120:
        return f"{significant(seconds)} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    if hours < 2:
        return f"{significant(seconds / 60)} min"
    return f"{hours} h" + (f" {rest} min" if rest else "")


def origin(plan: Plan) -> float:
    """From when on there is something to be learned, s."""
    return plan.write_after if plan.how == LIVES else plan.dies


def say(result: Result, silence: Silence) -> None:
    """Figures, events and the sentence."""
    plan, told = silence.plan, silence.told[0]
    counters = silence.here.counters
    since = told.time - origin(plan) if told else NAN
    known = silence.kernel_knows - origin(plan)
    result.figure("told", round(since, 6), "s", "Until your program learns it")
    result.figure("known", round(known, 6), "s", "Until your kernel knows it")
    asked = plan.idle + plan.probes * plan.interval if plan.keepalive != NOBODY else NAN
    result.figure("keepalive", asked, "s", "Keepalive’s time, by its settings")
    result.figure("documented", model_timeout(plan.retries2), "s", "tcp_retries2 as a time")
    result.figure("probes", counters["TCPKeepAlive"], "", "Keepalive probes sent")
    result.figure("again", counters["TcpRetransSegs"], "", "Segments sent again")
    peer = silence.told[1]
    result.figure(
        "peer", round(peer.time - origin(plan), 6) if peer else NAN, "s", "Until the peer’s program learns it"
    )
    for note in sorted(silence.notes, key=lambda note: note.time):
        result.event(note.time, note.kind, note.text)
    result.sentence = _sentence(silence, since, known)


def _sentence(silence: Silence, since: float, known: float) -> str:
    plan, told = silence.plan, silence.told[0]
    parts = []
    if told:
        parts.append(f"Your program learns it after {lasting(since)}: {told.call}.")
        if known < since - 1e-3:
            parts.append(f"Its kernel has known for {lasting(since - known)}.")
    elif known == known:
        parts.append(f"Your kernel knows after {lasting(known)}, but your program does not ask.")
    elif plan.how == LIVES:
        parts.append(f"In {lasting(plan.horizon)} nothing goes wrong.")
    else:
        state = silence.sock.state if silence.sock.state != ESTABLISHED else "ESTAB"
        parts.append(f"Your program learns nothing in {lasting(plan.horizon)}. The connection stays in {state}.")
    sent, again = silence.here.counters["TCPKeepAlive"], silence.here.counters["TcpRetransSegs"]
    if sent:
        parts.append(f"Keepalive has sent {sent} probe{'s' * (sent > 1)}.")
    if again:
        parts.append(f"{again} segment{'s were' if again > 1 else ' was'} sent again.")
    left_over = told and not silence.peer_gone and not silence.told[1] and silence.child.state == ESTABLISHED
    if left_over:
        parts.append("The peer still has an open connection, and knows nothing.")
    return " ".join(parts)
