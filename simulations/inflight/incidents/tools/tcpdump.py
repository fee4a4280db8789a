"""`tcpdump -n -ttttt -i eth0 tcp` (print-tcp.c): time since the first packet, addresses, flags, numbers, options."""

from __future__ import annotations

from inflight.incidents.scene import CapturedPacket, Machine

SHOWN = 30
"""Packets from the beginning and from the end."""


def packets(machine: Machine) -> str:
    """The first and the last packets; a line says what is left out."""
    all_of_them = machine.packets
    if len(all_of_them) <= 2 * SHOWN:
        return "\n".join(map(_line, all_of_them))
    left_out = f"# {len(all_of_them) - 2 * SHOWN} packets left out"
    return "\n".join([*map(_line, all_of_them[:SHOWN]), left_out, *map(_line, all_of_them[-SHOWN:])])


def _line(p: CapturedPacket) -> str:
    minutes, seconds = divmod(p.t, 60)
    hours, minutes = divmod(int(minutes), 60)
    words = [f"Flags [{p.flags}]"]
    if p.seq is not None:
        words.append(f"seq {p.seq}:{p.seq + p.length}" if p.length else f"seq {p.seq}")
    if p.ack is not None:
        words.append(f"ack {p.ack}")
    words.append(f"win {p.window}")
    if p.options:
        words.append(f"options [{p.options}]")
    words.append(f"length {p.length}")
    source, to = (address.replace(":", ".") for address in (p.source, p.to))
    return f" {hours:02}:{minutes:02}:{seconds:09.6f} IP {source} > {to}: {', '.join(words)}"
