"""`tcpdump -n -i eth0 tcp` (print-tcp.c): the time, addresses, flags, numbers, options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inflight.incidents.scene import CapturedPacket

SHOWN = 30
"""Packets from the beginning and from the end."""

_WRAP = 1 << 32


def packets(captured: Sequence[CapturedPacket], start: float = 0.0, *, elapsed: bool = True) -> str:
    """The first and the last packets; a line says what is left out. start: added to each time, s; elapsed: `-ttttt`."""
    lines = [line if elapsed else line.lstrip() for line in _lines(captured, start)]
    if len(lines) <= 2 * SHOWN:
        return "\n".join(lines)
    left_out = f"# {len(lines) - 2 * SHOWN} packets left out"
    return "\n".join([*lines[:SHOWN], left_out, *lines[-SHOWN:]])


def _lines(packets: Iterable[CapturedPacket], start: float) -> Iterable[str]:
    """Numbers are relative once a conversation is known, from its SYN-ACK or else from its first ACK on."""
    known: dict[frozenset[str], dict[str, int]] = {}
    for p in packets:
        if p.datagram:
            yield _begin(p, start + p.t) + p.datagram
            continue
        ends = frozenset((p.source, p.to))
        base = {p.source: 0, p.to: 0}
        if p.ack is not None and (ends not in known or "S" in p.flags):
            known[ends] = {p.source: p.seq, p.to: p.ack - 1}
        elif p.ack is not None:
            base = known[ends]
        yield _line(p, start + p.t, base[p.source], base[p.to])


def _line(p: CapturedPacket, t: float, own: int, others: int) -> str:
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
    return _begin(p, t) + ", ".join(words)


def _begin(p: CapturedPacket, t: float) -> str:
    minutes, seconds = divmod(t, 60)
    hours, minutes = divmod(int(minutes), 60)
    version = "IP6" if p.source.startswith("[") else "IP"
    return f" {hours:02}:{minutes:02}:{seconds:09.6f} {version} {_end(p.source)} > {_end(p.to)}: "


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
