"""The router in front of the line: its eth0 is the line, and the queue there is the model’s."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from inflight.incidents.families.transfer.line import FULL
from inflight.incidents.families.transfer.model import Transfer
from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.scene import CapturedPacket, Machine, Police, TcQdisc
from inflight.incidents.shared.box import Box, box
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, network
from inflight.incidents.shared.numbers import drawn, initial_sequence
from inflight.incidents.shared.traffic import Traffic
from inflight.kernel.constants import HEADERS, MSS, SYN_ACK

NEAR = 0.3e-3
"""Round trip between the server and its router, s."""

NEIGHBOURS_PORT = 2049
"""NFS: of the file server that shares the line."""

BEFORE = 4e-3
"""How long before the neighbour’s latest burst the capture on the router begins, s."""

PAUSE = 0.1
"""Between two bursts at least, s."""

LATELY = 0.25
"""How far back it goes if there is no neighbour, s."""


INSTALLED = 30_600.0
"""How long a policer has been there when somebody first looks, s."""


def router(transfer: Transfer, pings: Sequence[float | None]) -> Machine:
    """What it shows. pings: of the whole path, s; all but its first hop lies behind the router."""
    s, line, own, policing = transfer.setting, transfer.line, transfer.own, transfer.policing
    came, went = transfer.watch.passed_sender()
    if transfer.egress:
        went = Traffic(transfer.egress.frames + 1, transfer.egress.bytes + SYN_ACK)
    # It takes what comes from the line and what goes there frame by frame: its driver joins nothing.
    from_server, from_client = Traffic(went.frames, went.size), Traffic(came.frames, came.size)
    policed = policing.stopped if policing else 0
    more = []
    if policing:
        more = [
            TcQdisc(
                kind="clsact",
                handle="ffff:",
                parent="ffff:fff1",
                bytes=from_server.size,
                packets=from_server.frames,
                dropped=policed,
                police=Police(
                    hook="egress",
                    rate=policing.spec.rate,
                    burst=policing.spec.burst,
                    installed=INSTALLED,
                    first=INSTALLED - 1,
                ),
            )
        ]
    if own:
        others = own.taken + own.refused
        from_server += Traffic(others, others * FULL)
        from_client += Traffic(own.taken // 2, own.taken // 2 * HEADERS)
    waiting = line.queued()
    return box(
        replace(
            _quiet(s),
            from_near=from_server,
            from_far=from_client,
            dropped=(line.drops + policed, 0),
            queue=_queue(s, dropped=line.drops, waiting=waiting),
            more=more,
            packets=_packets(transfer),
            pings=[None if each is None else each - NEAR for each in pings],
        )
    )


def idle_router(s: TransferSetting) -> Machine:
    """Before anything has passed it."""
    return box(_quiet(s))


def _quiet(s: TransferSetting) -> Box:
    return Box(
        near=s.addresses[SERVER],
        far=s.addresses[CLIENT],
        name=f"gw{1 + drawn(s.names[SERVER], 4)}",
        role="the router between the server and the line, which is its eth0",
        idle=41.3,
        from_near=Traffic(),
        from_far=Traffic(),
        queue=_queue(s),
    )


def _queue(s: TransferSetting, *, dropped: int = 0, waiting: int = 0) -> TcQdisc | None:
    """None: fq_codel, which prints other words."""
    if s.fair:
        return None
    size = round((s.tiny * FULL + 500) / 1000) * 1000  # what somebody would type for so many packets
    return TcQdisc(
        kind="bfifo" if s.tiny else "pfifo",
        handle="8001:",
        options=f"limit {size}b" if s.tiny else f"limit {s.queue}p",
        dropped=dropped,
        backlog_packets=waiting,
        backlog_bytes=waiting * FULL,
    )


# ---- tcpdump ---------------------------------------------------------------------------------------------------------


def _packets(transfer: Transfer) -> list[CapturedPacket]:
    """What crosses eth0, from shortly before the neighbour’s latest packets on."""
    own, now = transfer.own, transfer.clock.now
    passing = transfer.watch.capture.at_router(NEAR)
    others = [leaves for leaves in own.others if leaves <= now] if own else []
    first = [t for before, t in pairwise([-PAUSE, *others]) if t - before >= PAUSE]
    since = first[-1] - BEFORE if first else now - LATELY
    rows = [each for each in [*passing, *_neighbour(transfer.setting, others)] if each.t >= since]
    rows.sort(key=lambda each: each.t)
    return [replace(each, t=each.t - rows[0].t) for each in rows]


def _neighbour(s: TransferSetting, leaves: Sequence[float]) -> list[CapturedPacket]:
    """Packets of somebody else’s connection, at these times."""
    source = f"{network(s.addresses[SERVER])}.{200 + drawn(s.names[SERVER], 50)}:{NEIGHBOURS_PORT}"
    to = f"{network(s.addresses[CLIENT])}.{200 + drawn(s.names[CLIENT], 50)}:{700 + drawn(s.names[CLIENT], 300)}"
    began, asked = initial_sequence(source, to), initial_sequence(to, source)
    return [
        CapturedPacket(
            t=t,
            source=source,
            to=to,
            flags=".",
            seq=(began + number * MSS) % (1 << 32),
            ack=asked,
            window=501,
            length=MSS,
            options=f"nop,nop,TS val {began // 7 + int(t * 1000)} ecr {asked // 7 + int(t * 1000)}",
        )
        for number, t in enumerate(leaves)
    ]
