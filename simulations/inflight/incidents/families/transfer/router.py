"""The router in front of the line: its eth0 is the line, and the queue there is the model’s."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.families.transfer.model import Transfer
from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.scene import Machine, TcQdisc
from inflight.incidents.shared.box import Box, box
from inflight.incidents.shared.idle_hosts import SERVER
from inflight.incidents.shared.numbers import drawn
from inflight.incidents.shared.traffic import Traffic
from inflight.kernel.constants import SYN_ACK

FULL = 1514
"""Bytes of a frame with a full segment."""

NEAR = 0.3e-3
"""Round trip between the server and its router, s."""


def router(transfer: Transfer, pings: Sequence[float | None]) -> Machine:
    """What it shows. pings: of the whole path, s; all but its first hop lies behind the router."""
    s, link = transfer.setting, transfer.link
    came, went = transfer.watch.passed_sender()
    if transfer.egress:
        went = Traffic(transfer.egress.frames + 1, transfer.egress.bytes + SYN_ACK)
    waiting = link.queued()
    queue = _queue(s, dropped=link.drops, waiting=waiting)
    times = [None if each is None else each - NEAR for each in pings]
    # It takes what comes from the line and what goes there frame by frame: its driver joins nothing.
    return _router(s, Traffic(went.frames, went.size), Traffic(came.frames, came.size), queue, link.drops, times)


def idle_router(s: TransferSetting) -> Machine:
    """Before anything has passed it."""
    return _router(s, Traffic(), Traffic(), _queue(s), 0, [])


def _queue(s: TransferSetting, *, dropped: int = 0, waiting: int = 0) -> TcQdisc:
    return TcQdisc(
        kind="pfifo",
        handle="8001:",
        options=f"limit {s.queue}p",
        dropped=dropped,
        backlog_packets=waiting,
        backlog_bytes=waiting * FULL,
    )


def _router(
    s: TransferSetting,
    from_server: Traffic,
    from_client: Traffic,
    queue: TcQdisc,
    dropped: int,
    pings: Sequence[float | None],
) -> Machine:
    return box(
        Box(
            near=s.addresses[SERVER],
            far=s.addresses[1 - SERVER],
            name=f"gw{1 + drawn(s.names[SERVER], 4)}",
            role="the router between the server and the line, which is its eth0",
            idle=41.3,
            from_near=from_server,
            from_far=from_client,
            dropped=(dropped, 0),
            queue=queue,
            pings=pings,
        )
    )
