"""What a figure draws of one handshake: columns, packets with a router's messages, states, and what was agreed on."""

from __future__ import annotations

from bisect import bisect_right
from math import isnan, nan

from inflight.experiments.three_way_handshake.handshake import (
    ANSWER,
    CLIENT,
    CLOSED_PORT,
    GREETING,
    ICMP,
    LISTENING,
    NOBODY,
    REQUEST,
    SERVER,
    SERVER_FIRST,
    START,
    TOGETHER,
    ConnectionOpening,
    End,
)
from inflight.figure.result import Column, Result, Table
from inflight.figure.words import seconds, size
from inflight.kernel.link import DELIVERED
from inflight.kernel.sockets.segment import TIMESTAMPS, Address
from inflight.kernel.sockets.states import CLOSED, ESTABLISHED, SYN_RECV, SYN_SENT
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW
from inflight.scenes import socket_tables as tables

SIDES = ("client", "server")

SHOWN = {CLOSED: "", SYN_SENT: "SYN-SENT", SYN_RECV: "SYN-RECV", ESTABLISHED: "ESTAB"}
"""Linux's names, as ss writes them."""

_STATES = list(SHOWN)


def put_rows(result: Result, shake: ConnectionOpening) -> None:
    """A row for each moment at which a segment leaves or arrives, or a state changes."""
    passages = shake.network.passages
    changes = [
        [(change.time - START, _STATES.index(change.state)) for change in host.log.states if change.state in SHOWN]
        for host in (shake.client, shake.server)
    ]
    sent = [
        sorted(each.sent - START for each in passages if each.segment.source.host == host) for host in (CLIENT, SERVER)
    ]
    times = {0.0, *sent[0], *sent[1], *(time for side in changes for time, _ in side)}
    times |= {each.arrived - START for each in passages if not isnan(each.arrived)}
    called = shake.socket.peer.host
    last = max(times)
    for time in [*sorted(times), last + max(0.005, last / 20)]:  # what comes of it is to be seen for a while
        states = [side[at - 1][1] if (at := bisect_right([when for when, _ in side], time)) else 0 for side in changes]
        result.append(
            time,
            *states,
            int(states[0] > 0),
            int(states[1] > 0),
            int(shake.plan.target == LISTENING),
            int(_STATES[states[0]] == SYN_SENT),
            *(bisect_right(side, time) for side in sent),
            int(called == NOBODY),
        )


def _side(host: str, port: int, peer: Address) -> int:
    return int(host == SERVER)


def put_tables(result: Result, shake: ConnectionOpening) -> None:
    """Segments, states and timers, and the options line by line."""
    logs, until = [shake.client.log, shake.server.log], START + result["t"][-1]
    result.tables["segments"] = segments = tables.ladder(shake.network.passages, SIDES, (CLIENT, SERVER), START)
    result.tables["states"] = states = tables.states(logs, SIDES, _side, until, START, closed=True)
    states.columns.append(_why(states, shake))
    result.tables["timers"] = tables.timers(logs, SIDES, _side, START)
    if shake.plan.target in ICMP:
        _icmp(segments, shake)
    _agreed(result, shake)


def _why(states: Table, shake: ConnectionOpening) -> Column:
    """What has ended a connection, where that is not what the diagram says."""
    words = ["–", "timeout", "RST", "ICMP"]
    ends = {"ETIMEDOUT": "timeout", "EHOSTUNREACH": "ICMP", "ECONNREFUSED": "RST", "ECONNRESET": "RST"}
    closed = list(states.columns[3].words).index(CLOSED) if CLOSED in states.columns[3].words else -1
    column = Column("why", "", "what ended it", "loss", words=words)
    for side, state in zip(states["side"], states["state"], strict=True):
        why = "–"
        if state == closed:
            why = "ICMP" if shake.plan.target in ICMP else ends.get(shake.error, "timeout")
            why = why if side == 0 else "timeout"
        column.values.append(words.index(why))
    return column


def _icmp(segments: Table, shake: ConnectionOpening) -> None:
    """The router's answers. It stands at the far end here, so the SYN has got as far as it can."""
    name = ICMP[shake.plan.target][1]
    label, detail = segments.columns[3:5]
    label.words, detail.words = (
        [*label.words, "ICMP, from a router"],
        [*detail.words, f"ICMP {NOBODY} {name}, length 68"],
    )
    rtt = shake.plan.rtt
    arrived, fate = segments.columns[1], segments.columns[6]
    for row in range(len(segments)):
        arrived.values[row], fate.values[row] = rtt / 2, DELIVERED
    segments.append(rtt / 2, rtt, 1, len(label.words) - 1, len(detail.words) - 1, 0, DELIVERED)


def _agreed(result: Result, shake: ConnectionOpening) -> None:
    plan = shake.plan
    client, server = plan.client, plan.server
    heard = shake.connected is not None
    both = client.timestamps and server.timestamps
    known = both and plan.target != TOGETHER  # when the server's first window is chosen
    alone = plan.target == TOGETHER  # its SYN answers nothing
    scaled, sack = client.scaling and server.scaling, client.sack and server.sack

    def yes(asked: bool, answered: bool) -> str:
        """The option in the SYN-ACK: only if the SYN has it."""
        return "yes" if answered and (asked or alone) else "–"

    def shift(end: End, offered: bool) -> str:
        return f"{end.shift} (× {1 << end.shift})" if offered else "–"

    payload = min(client.mss, server.mss) - TIMESTAMPS * both
    largest = [size(MAX_TCP_WINDOW << end.shift * scaled) for end in (client, server)]
    rows = [
        ("first number", "random", "random", "each its own"),
        ("MSS", f"{client.mss} B", f"{server.mss} B", f"{payload} B of data"),
        (
            "window scale",
            shift(client, client.scaling),
            shift(server, server.scaling and (client.scaling or alone)),
            "yes" if scaled else "no, neither way",
        ),
        ("largest window", largest[0], largest[1], "each its own"),
        ("SACK", yes(True, client.sack), yes(client.sack, server.sack), "yes" if sack else "no"),
        (
            "timestamps",
            yes(True, client.timestamps),
            yes(client.timestamps, server.timestamps),
            "yes, 12 B each" if both else "no",
        ),
        ("first window", f"{client.window(timestamps=False)} B", f"{server.window(timestamps=known)} B", "not scaled"),
    ]
    if not heard:
        rows = [(name, said, "no SYN-ACK", "nothing") for name, said, _, _ in rows if name != "largest window"]
    names = [("option", "option"), ("offered", "client, in its SYN"), ("answered", "server, in its answer")]
    columns = []
    for at, (name, meaning) in enumerate([*names, ("holds", "what holds")]):
        words = list(dict.fromkeys(row[at] for row in rows))
        columns.append(Column(name, "", meaning, "time", words=words))
    result.tables["agreed"] = table = Table(columns)
    for row in rows:
        table.append(*(list(column.words).index(word) for column, word in zip(columns, row, strict=True)))


def _ms(time: float | None) -> float:
    return nan if time is None else 1000 * time


def put_summary(result: Result, shake: ConnectionOpening) -> None:
    """When what was there, in ms; what was agreed on in numbers; events; a sentence."""
    plan = shake.plan
    client, server = plan.client, plan.server
    scaled = client.scaling and server.scaling
    agreed = shake.connected is not None
    result.figure("returned", _ms(shake.connected if agreed else shake.failed))
    result.figure("connected", _ms(shake.connected))
    result.figure("accepted", _ms(shake.accepted))
    result.figure("asked", _ms(shake.asked))
    result.figure("first_byte", _ms(shake.first_byte))
    result.figure("segments", len(shake.network.passages))
    both = client.timestamps and server.timestamps
    result.figure("window_syn", client.window(timestamps=False))
    known = both and plan.target != TOGETHER
    result.figure("window_syn_ack", server.window(timestamps=known) if agreed else nan)
    result.figure("payload", min(client.mss, server.mss) - TIMESTAMPS * both if agreed else nan)
    shift = server.shift if scaled else 0
    result.figure("shift", shift if agreed else nan)
    result.figure("multiplier", 1 << shift if agreed else nan)
    result.figure("largest_window", MAX_TCP_WINDOW << shift if agreed else nan)
    _events(result, shake)
    result.sentence = _sentence(shake)


def _events(result: Result, shake: ConnectionOpening) -> None:
    if shake.connected is not None:
        result.event(shake.connected, "state", "connect() returns: the client is connected")
    if shake.accepted is not None:
        result.event(shake.accepted, "state", "accept() returns: the server is connected")
    if shake.asked is not None:
        result.event(shake.asked, "data", f"The server has the request of {REQUEST} bytes")
    if shake.first_byte is not None:
        said = GREETING if shake.plan.speaks == SERVER_FIRST else ANSWER
        result.event(shake.first_byte, "data", f"The client has the first of {said} bytes")
    if shake.failed is not None:
        result.event(shake.failed, "timeout" if shake.error == "ETIMEDOUT" else "reset", f"Error: {shake.error}")
    result.events.sort(key=lambda event: event.t)


def _sentence(shake: ConnectionOpening) -> str:
    plan = shake.plan
    if shake.connected is None:
        why = {
            CLOSED_PORT: "a RST came back",
            **{target: f"a router said “{name}”" for target, (_, name) in ICMP.items()},
        }.get(plan.target, "nobody answered")
        if shake.error == "ETIMEDOUT":
            why = "nobody answered"
        return f"connect() fails after {seconds(shake.failed or 0.0)} with {shake.error}: {why}."
    told = f"The client is connected after {seconds(shake.connected)}"
    if shake.accepted is None:
        told += ", and the server never: it gave up and forgot"
    else:
        told += f", the server after {seconds(shake.accepted)}"
    if shake.error:
        return f"{told}. Then the client’s program gets {shake.error}."
    if shake.first_byte is None:
        return f"{told}. Nobody says anything."
    return f"{told}. The client has its first byte after {seconds(shake.first_byte)}."
