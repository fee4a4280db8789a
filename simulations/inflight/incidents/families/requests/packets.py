"""What tcpdump printed of the last call, at either end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.requests.path import FIN, RecordedPath, Sent, kind_of
from inflight.incidents.families.requests.setting import RequestsSetting
from inflight.incidents.scene import CapturedPacket
from inflight.incidents.shared.idle_hosts import network
from inflight.incidents.shared.numbers import drawn, initial_sequence
from inflight.incidents.shared.offload import AT_ONCE, POLL, skbs, stamped
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.duplex import DuplexSocket, Handshake
from inflight.kernel.tcp.segment import DataSegment

EPOCHS_MS = 1_092_386_457, 2_864_511_730
"""Where the clocks of the client's and of the server's timestamps are."""

SYN_WINDOW = 64240
"""Of a SYN with the default tcp_rmem and an MSS of 1460, bytes."""

Endpoints = tuple[str, str]
"""The addresses of client and server, `10.0.0.1:443`."""


def packets(path: RecordedPath, side: int, sockets: Sequence[DuplexSocket], ends: Endpoints) -> list[CapturedPacket]:
    """All packets of the last call at the client (side 0) or the server, in order of time, from the first one on.

    Without those that a firewall dropped.
    """
    own, other = (path.there, path.back) if side == 0 else (path.back, path.there)
    # what arrives comes before what it causes
    rows = [(t, 1 - side, packet) for t, packet in other.arrived] + [(t, side, packet) for t, packet in own.seen]
    rows.sort(key=lambda row: row[0])
    first = rows[0][0] if rows else 0.0
    shown = [_shown(t - first, sender, packet, sockets[sender], ends) for t, sender, packet in rows]
    return skbs(shown, {ends[side]: AT_ONCE, ends[1 - side]: POLL})


def in_vain(
    path: RecordedPath, old: DuplexSocket, ends: Endpoints, rows: Sequence[CapturedPacket]
) -> list[CapturedPacket]:
    """The client’s rows with those before them that the firewall dropped, of the old connection with these ends."""
    first, began = path.there.vain[0][0], path.there.seen[0][0]
    before = [_shown(t - first, 0, packet, old, ends) for t, packet in path.there.vain]
    return [*stamped(before), *(replace(each, t=each.t + began - first) for each in rows)]


def lookups(setting: RequestsSetting, rows: Sequence[CapturedPacket], number: int) -> list[CapturedPacket]:
    """The client’s rows with the questions to its name servers before them. number: of the call."""
    asked = setting.lookups
    if not asked or not rows:
        return list(rows)
    takes, (client, server) = asked.takes, setting.addresses
    name = f"{setting.names[1]}.internal."
    servers = [f"{network(client)}.{last}:53" for last in (2, 3)]
    here = f"{client}:{32768 + drawn(f'{client} {number}', 28_000)}"
    id = drawn(f"{client} query {number}", 1 << 16)
    question, answer = f"{id}+ A? {name} ({17 + len(name)})", f"{id} 1/0/0 A {server} ({33 + len(name)})"
    times = [0.0] if asked.first < asked.patience else [0.0, asked.patience]
    used = servers[len(times) - 1]
    before = [
        CapturedPacket(t=t, source=here, to=to, flags="", datagram=question)
        for t, to in zip(times, servers, strict=False)
    ]
    before.append(CapturedPacket(t=takes - 30e-6, source=used, to=here, flags="", datagram=answer))
    return [*before, *(replace(each, t=each.t + takes) for each in rows)]


def _shown(t: float, sender: int, packet: Sent, socket: DuplexSocket, ends: Endpoints) -> CapturedPacket:
    source, to = ends[sender], ends[1 - sender]
    shift = socket.receiver.window.shift
    own, others = initial_sequence(source, to), initial_sequence(to, source)
    if isinstance(packet, Handshake):
        return CapturedPacket(
            t=t,
            source=source,
            to=to,
            flags="S." if packet.answer else "S",
            seq=own,
            ack=others + 1 if packet.answer else None,
            window=min(socket.receiver.window.initial, SYN_WINDOW),
            options=f"mss {MSS + 12},sackOK,{_stamps(sender, packet.sent, None)},nop,wscale {shift}",
        )
    if isinstance(packet, Ack):
        stamps = _stamps(sender, packet.sent, packet.echo)
        return CapturedPacket(
            t=t,
            source=source,
            to=to,
            flags=".",
            seq=own + socket.sender.nxt + 1,
            ack=packet.ack + 1 + others,
            window=packet.window >> shift,
            options=f"nop,nop,{stamps}",
        )
    return _segment(t, sender, packet, (source, to), (own, others), shift)


def _segment(
    t: float, sender: int, packet: DataSegment, ends: tuple[str, str], numbers: tuple[int, int], shift: int
) -> CapturedPacket:
    (source, to), (own, others) = ends, numbers
    last = kind_of(packet) == FIN
    ack = packet.ack
    assert ack
    return CapturedPacket(
        t=t,
        source=source,
        to=to,
        flags="F." if last else "P." if packet.push else ".",
        seq=packet.seq + 1 + own,
        ack=ack.ack + 1 + others,
        window=ack.window >> shift,
        length=0 if last else packet.end - packet.seq,
        options=f"nop,nop,{_stamps(sender, packet.timestamp, packet.tsecr)}",
    )


def _stamps(sender: int, value: float, echo: float | None) -> str:
    own, peers = EPOCHS_MS[sender], EPOCHS_MS[1 - sender]
    return f"TS val {own + int(value * 1000)} ecr {0 if echo is None else peers + int(echo * 1000)}"
