"""`tcpdump -n -i eth0 tcp` (print-tcp.c): the time, addresses, flags, numbers, options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from inflight.incidents.scene import CapturedPacket, Machine
from inflight.incidents.tools.clock import moment

SHOWN = 30
"""Packets from the beginning and from the end."""

_WRAP = 1 << 32


Stamp = Callable[[float, float, float], str]
"""What a line begins with: of the times of its packet, the one before it, and the first one."""


def since_first(t: float, before: float, first: float) -> str:
    """`-ttttt`."""
    return f" {_hours(t - first)} "


def since_before(t: float, before: float, first: float) -> str:
    """`-ttt`."""
    return f" {_hours(t - before)} "


def stamp(letters: int, machine: Machine) -> Stamp:
    """`-t` to `-ttttt`; without any, the time of day (util-print.c: `ts_print`)."""
    if letters == 1:
        return lambda t, before, first: ""
    if letters == 2:
        return lambda t, before, first: f"{moment(machine, machine.clock + t).timestamp():.6f} "
    if letters == 3:
        return since_before
    if letters == 4:
        return lambda t, before, first: f"{moment(machine, machine.clock + t):%Y-%m-%d %H:%M:%S.%f} "
    return since_first if letters else lambda t, before, first: f"{moment(machine, machine.clock + t):%H:%M:%S.%f} "


def packets(captured: Sequence[CapturedPacket], stamp: Stamp = since_first) -> str:
    """The first and the last packets; a line says what is left out."""
    times = [each.t for each in captured]
    stamps = (stamp(t, before, times[0]) for before, t in pairwise([*times[:1], *times]))
    lines = [begin + line for begin, line in zip(stamps, _lines(captured), strict=True)]
    if len(lines) <= 2 * SHOWN:
        return "\n".join(lines)
    left_out = f"# {len(lines) - 2 * SHOWN} packets left out"
    return "\n".join([*lines[:SHOWN], left_out, *lines[-SHOWN:]])


def _lines(packets: Iterable[CapturedPacket]) -> Iterable[str]:
    """Numbers are relative once a conversation is known, from its SYN-ACK or else from its first ACK on."""
    known: dict[frozenset[str], dict[str, int]] = {}
    for p in packets:
        if p.datagram:
            yield _begin(p) + p.datagram
            continue
        ends = frozenset((p.source, p.to))
        base = {p.source: 0, p.to: 0}
        if p.ack is not None and (ends not in known or "S" in p.flags):
            known[ends] = {p.source: p.seq, p.to: p.ack - 1}
        elif p.ack is not None:
            base = known[ends]
        yield _line(p, base[p.source], base[p.to])


def _line(p: CapturedPacket, own: int, others: int) -> str:
    words = [f"Flags [{p.flags}]"]
    if p.length or set("SFR") & set(p.flags):
        seq = (p.seq - own) % _WRAP
        words.append(f"seq {seq}:{(seq + p.length) % _WRAP}" if p.length else f"seq {seq}")
    if p.ack is not None:
        words.append(f"ack {(p.ack - others) % _WRAP}")
    words.append(f"win {p.window}")
    if options := _options(p, others):
        words.append(f"options [{options}]")
    words.append(f"length {p.length}")
    return _begin(p) + ", ".join(words)


def _begin(p: CapturedPacket) -> str:
    version = "IP6" if p.source.startswith("[") else "IP"
    return f"{version} {_end(p.source)} > {_end(p.to)}: "


def _hours(t: float) -> str:
    minutes, seconds = divmod(round(t, 6), 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours:02}:{minutes:02}:{seconds:09.6f}"


def _end(address: str) -> str:
    """Address and port with a dot between them.

    >>> _end("[2001:db8::1]:443"), _end("10.0.0.1:443")
    ('2001:db8::1.443', '10.0.0.1.443')
    """
    host, _, port = address.rpartition(":")
    return f"{host.strip('[]')}.{port}"


def _options(p: CapturedPacket, others: int) -> str:
    blocks = "".join(f"{{{(start - others) % _WRAP}:{(end - others) % _WRAP}}}" for start, end in p.sacks)
    return f"{p.options},nop,nop,sack {len(p.sacks)} {blocks}" if blocks else p.options
