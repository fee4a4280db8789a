"""The client's ports, when many more connections have been opened than the model has run."""

from __future__ import annotations

from dataclasses import replace

from inflight.incidents.families.connect.setting import ConnectSetting
from inflight.incidents.families.connect.six import address
from inflight.incidents.scene import Machine
from inflight.incidents.scene_network import Ends, Tracked
from inflight.kernel.sockets.sysctls import TIMEWAIT_LEN


def renumber(machine: Machine, s: ConnectSetting, missed: int) -> None:
    """Each connection has taken the next port of the same parity, as they come (`__inet_hash_connect`)."""
    low, high = s.ports

    def named(address: str) -> str:
        host, _, port = address.rpartition(":")
        return f"{host}:{_moved(s, int(port), missed)}" if host in ours and low <= int(port) <= high else address

    if not missed:
        return
    ours = {s.client, f"[{address(s.client)}]"}
    machine.connections = [replace(each, here=named(each.here), peer=named(each.peer)) for each in machine.connections]
    machine.packets = [replace(each, source=named(each.source), to=named(each.to)) for each in machine.packets]
    entries = [_renumbered(each, s, missed) for each in machine.conntrack.entries]
    machine.conntrack = replace(machine.conntrack, entries=entries)


def earlier(entry: Tracked, s: ConnectSetting) -> Tracked:
    """The one of a connection that ended a minute before."""
    minute = replace(entry, timeout=entry.timeout - int(TIMEWAIT_LEN))
    return _renumbered(minute, s, -round(TIMEWAIT_LEN * s.offered))


def _moved(s: ConnectSetting, port: int, missed: int) -> int:
    low, high = s.ports
    half = (high - low + 1) // 2
    place, parity = divmod(port - low, 2)
    if TIMEWAIT_LEN * s.offered < half:
        return low + parity + 2 * ((place + missed) % half)
    # When all of one parity are taken, it is the other's turn.
    parity, place = divmod((parity * half + place + missed) % (2 * half), half)
    return low + parity + 2 * place


def _renumbered(entry: Tracked, s: ConnectSetting, missed: int) -> Tracked:
    def ends(way: Ends) -> Ends:
        source = _moved(s, way.sport, missed) if way.source == s.client and way.sport else way.sport
        to = _moved(s, way.dport, missed) if way.to == s.client and way.dport else way.dport
        return replace(way, sport=source, dport=to)

    return replace(entry, original=ends(entry.original), reply=ends(entry.reply))
