"""What is told of a crowd: its events, three of its clients, and one exchange."""

from __future__ import annotations

from inflight.experiments.listen_queues.crowd import Crowd, CrowdClient
from inflight.experiments.listen_queues.parameters import CLIENT, SERVER
from inflight.figure.result import Column, Result, Table
from inflight.kernel.sockets.segment import Address
from inflight.scenes import socket_tables as tables

TOGETHER = 1 / 40
"""Of the run's duration: what happens within it is one event."""


def _first(clients: list[CrowdClient], moment: str) -> CrowdClient | None:
    """Whom it has happened to first."""
    found = [client for client in clients if getattr(client, moment) is not None]
    return min(found, key=lambda client: (getattr(client, moment), client.number), default=None)


def _unheard(crowd: Crowd) -> CrowdClient | None:
    return _first(crowd.clients, "unheard_at")


def note_events(result: Result, crowd: Crowd, duration: float) -> None:
    """The pause, when a queue is full for the first time and what comes of it, and the first error."""
    plan = crowd.plan
    if plan.pause and plan.accept_rate and plan.pause_at < duration:
        result.event(plan.pause_at, "finished", "the application stops accepting")
        if plan.pause_at + plan.pause < duration:
            result.event(plan.pause_at + plan.pause, "finished", "it accepts again")
    begun: list[tuple[float, str, list[str]]] = []
    for at, queue, text in sorted(_troubles(result, crowd)):
        if begun and at - begun[-1][0] <= duration * TOGETHER:
            begun[-1][2].append(text)
        else:
            begun.append((at, queue, [text]))
    for at, queue, texts in begun:
        told = "; ".join(texts)
        result.event(at, "drop" if queue else "timeout", f"the {queue} queue is full: {told}" if queue else told)
    result.events.sort(key=lambda event: event.t)


def _troubles(result: Result, crowd: Crowd) -> list[tuple[float, str, str]]:
    """The first of each kind: when, which queue was full (an error: none), and what happened."""
    found: list[tuple[float, str, str]] = []
    if client := _first(crowd.clients, "refused_at"):
        at = client.refused_at or 0.0
        row = next((row for row, t in enumerate(result["t"]) if t >= at), -1)
        queue = "accept" if result["syns_dropped"][row] else "half-open"
        found.append((at, queue, f"the SYN of client {client.number} is dropped"))
    if client := _unheard(crowd):
        text = f"client {client.number} is connected, and its ACK is dropped"
        found.append((client.unheard_at or 0.0, "accept", text))
    errors = [client for client in crowd.clients if client.error]
    if errors:
        first = min(errors, key=lambda client: (client.over_at or 0.0, client.number))
        found.append((first.over_at or 0.0, "", f"client {first.number}: {first.error}"))
    if warned := crowd.listener.warned:
        row = next(
            row for row, both in enumerate(zip(result["cookies"], result["full_drops"], strict=True)) if any(both)
        )
        found.append((result["t"][row], "half-open", warned.removeprefix("TCP: request_sock_TCP: ").removesuffix(".")))
    return found


def put_tables(result: Result, crowd: Crowd, duration: float) -> None:
    """States of three clients at both ends, the exchange of one, and how long each connect() took."""
    told = _told(crowd)
    sides = [side for client in told for side in (f"client {client.number}", f"server: {client.number}")]
    place = {client.port: 2 * row for row, client in enumerate(told)}
    logs = [crowd.client.log, crowd.server.log]

    def row_of(host: str, port: int, peer: Address) -> int | None:
        ours = host == crowd.client.address
        found = place.get(port if ours else peer.port)
        return None if found is None else found + (not ours)

    result.tables["states"] = tables.states(logs, sides, row_of, duration)
    unlucky = _unheard(crowd) or _first(crowd.clients, "refused_at") or crowd.clients[0]

    def end_of(host: str, port: int, peer: Address) -> int | None:
        ours = host == crowd.client.address
        return None if (port if ours else peer.port) != unlucky.port else int(not ours)

    passages = [
        each for each in crowd.network.passages if unlucky.port in (each.segment.source.port, each.segment.target.port)
    ]
    addresses = crowd.client.address, crowd.server.address
    result.tables["segments"] = tables.ladder(passages, (CLIENT, SERVER), addresses)
    result.tables["ends"] = tables.states(logs, (CLIENT, SERVER), end_of, duration)
    result.tables["timers"] = tables.timers(logs, (CLIENT, SERVER), end_of)
    result.tables["connects"] = connects = Table([Column("took", "s", "time that connect() took", "rtt")])
    for client in crowd.clients:
        if client.connected_at is not None:
            connects.append(round(client.connected_at - client.started_at, 9))


def _told(crowd: Crowd) -> list[CrowdClient]:
    """The first client, the first whose SYN was dropped, the first that the server knew nothing of; others for them."""
    clients = crowd.clients
    wanted = [clients[0], _first(clients, "refused_at"), _unheard(crowd), clients[len(clients) // 2], clients[-1]]
    found = {client.number: client for client in wanted if client}
    return sorted(list(found.values())[:3], key=lambda client: client.number)
