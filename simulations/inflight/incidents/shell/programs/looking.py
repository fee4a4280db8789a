"""`ping` and `tcpdump`: what takes its time because it waits and watches."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from inflight.incidents.scene import CapturedPacket
from inflight.incidents.shell.filters import options
from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools import tcpdump
from inflight.incidents.tools.ping import ping, sized

PATIENCE = 10.0
"""How long somebody watches what doesn’t end by itself before they press Ctrl-C, s."""


def whole(program: str, text: str, least: int, most: int) -> int:
    """A number of something.

    Raises:
        ShellError: it is none, or too small or large.
    """
    if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= most:
        raise ShellError(f"{program}: {text}: must be a whole number from {least} to {most}")
    return int(text)


def _ping(call: Call) -> Output:
    found, rest = options("ping", call.arguments, "nc:i:W:q46M:s:")
    count = whole("ping", found.get("-c", "10"), 1, 1000)
    if len(rest) != 1:
        raise ShellError(f"ping: usage error: Destination address required (here: {call.machine.peer})")
    others = {call.machine.peer} | {each.name for each in call.machines if each.peer in call.machine.addresses}
    if rest[0] not in others:
        raise ShellError(f"ping: {rest[0]}: Name or service not known (here: {call.machine.peer})")
    if not call.machine.ping:
        raise ShellError(f"ping: {rest[0]}: nothing answers in this world")
    shown = min(count, len(call.machine.ping))
    if "-s" in found or "-M" in found:
        size = whole("ping", found.get("-s", "56"), 0, 65_507)
        if found.get("-M", "do") != "do":
            raise ShellError(f"ping: -M {found['-M']}: here only do, which forbids to cut a packet")
        text = sized(call.machine, size, shown)
        lines = text.splitlines()
        errors = [line for line in lines if line.startswith("ping: ")]
        piped = "\n".join(line for line in lines if line not in errors)
        return Output(piped, brief=text, errors="\n".join(errors), took=float(shown - 1), shows=("ping-M",))
    text = ping(call.machine, shown, stopped="-c" not in found or count > shown)
    return Output(text, took=float(shown - 1), shows=("ping",))


PING = Program(
    "ping",
    "Round trips to the other machine.",
    "ping -n -c 10 HOST\nping -n -M do -s 1472 -c 3 HOST    full packets that no router may cut",
    _ping,
)


def _tcpdump(call: Call) -> Output:
    """A capture until Ctrl-C, or of `-c` packets; `-t` to `-ttttt` say how times are written."""
    letters = sum(word.count("t") for word in call.arguments if re.fullmatch(r"-[nvqSt]+", word))
    found, rest = options("tcpdump", call.arguments, "nvqSti:c:s:")
    if found.get("-i", "eth0") not in ("eth0", "any"):
        raise ShellError(f"tcpdump: {found['-i']}: No such device exists")
    if not call.machine.packets:
        raise ShellError("tcpdump: nothing was captured on eth0 that this world could show")
    keep = expression([word for text in rest for word in text.replace("(", " ( ").replace(")", " ) ").split()])
    packets = [each for each in call.machine.packets if keep(each)]
    if "-c" in found:
        packets = packets[: whole("tcpdump", found["-c"], 1, 100_000)]
    took = packets[-1].t - packets[0].t if packets else PATIENCE
    stamp = tcpdump.stamp(letters, call.machine)
    return Output(tcpdump.packets(packets, stamp), took=min(took, PATIENCE), shows=("tcpdump",))


TCPDUMP = Program(
    "tcpdump",
    "The packets themselves.",
    "tcpdump -n -ttttt -i eth0             times since the first packet; -ttt: since the one before\n"
    "tcpdump -n -i eth0 -c 20 port 443     20 packets of that port",
    _tcpdump,
)

Keep = Callable[[CapturedPacket], bool]


def expression(words: Sequence[str]) -> Keep:
    """A filter of pcap-filter(7), as far as people type one: host, port, src, dst, tcp, udp, and, or, not, ( ).

    Raises:
        ShellError: another word, or one is missing.
    """
    left = list(words)

    def alternatives() -> Keep:
        parts = [conjunction()]
        while left[:1] in (["or"], ["||"]):
            left.pop(0)
            parts.append(conjunction())
        return lambda packet: any(part(packet) for part in parts)

    def conjunction() -> Keep:
        parts = [primitive()]
        while left[:1] in (["and"], ["&&"]):
            left.pop(0)
            parts.append(primitive())
        return lambda packet: all(part(packet) for part in parts)

    def primitive() -> Keep:
        word = left.pop(0) if left else ""
        if word in ("not", "!"):
            inner = primitive()
            return lambda packet: not inner(packet)
        if word == "(":
            inner = alternatives()
            if left[:1] != [")"]:
                raise ShellError("tcpdump: can't parse filter expression: syntax error")
            left.pop(0)
            return inner
        if word == "ip":
            return lambda packet: True
        if word in ("tcp", "udp"):
            # `udp port 53`: one primitive with a protocol in front
            narrowed = primitive() if left[:1] and left[0] in ("host", "port", "src", "dst") else lambda packet: True
            return lambda packet: bool(packet.datagram) == (word == "udp") and narrowed(packet)
        sides = {"src": (True, False), "dst": (False, True)}.get(word, (True, True))
        kind = (left.pop(0) if left else "") if word in ("src", "dst") else word
        value = left.pop(0) if left else ""
        if kind not in ("host", "port") or not value:
            raise ShellError(
                "tcpdump: can't parse filter expression: syntax error "
                "(here: host, port, src, dst, tcp, udp, and, or, not)"
            )
        return lambda packet: any(
            _part(address, kind) == value
            for wanted, address in zip(sides, (packet.source, packet.to), strict=True)
            if wanted
        )

    if not left:
        return lambda packet: True
    keep = alternatives()
    if left:
        raise ShellError("tcpdump: can't parse filter expression: syntax error")
    return keep


def _part(address: str, kind: str) -> str:
    host, _, port = address.rpartition(":")
    return host if kind == "host" else port
