"""Reads sockets as `ss` prints them: `ss -tan`, `ss -lnt`, `ss -tinmoe`, with or without `-O`, `-H` and `-p`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Item, Line
from inflight.yours.pasted.number import number, with_unit
from inflight.yours.pasted.reader import Reader
from inflight.yours.pasted.tools.ss_fields import FLAGS, PAIRS, STATES, WORDS, Word

# ss.c:columns; a filter for one state leaves out the column of states
_HEADER = re.compile(r"(?:Netid +)?(?:State +)?Recv-Q +Send-Q +Local Address:Port +Peer Address:Port *(?:Process)? *")
# ss.c:sock_state_print, inet_addr_print
_SOCKET = re.compile(
    r"(?:(?P<netid>tcp|udp|mptcp|dccp|sctp|raw|icmp6?) +)?"
    rf"(?:(?P<state>{'|'.join(STATES)}) +)?"
    r"(?P<recv>\d{1,12}) +(?P<send>\d{1,12}) +(?P<here>\S{1,80}:\S{1,20}) +(?P<peer>\S{1,80}:\S{1,20})"
    r"(?P<rest>(?: .*)?)"
)
_TOKEN = re.compile(
    r"users:\(\(.{0,4000}?\)\)|[\w-]{1,40}:\([^)]{0,400}\)"
    r"|(?:send|pacing_rate|delivery_rate) +\S+|(?:version|cipher|rxconf|txconf): +\S+|\S+"
)
_PAIR = re.compile(r"(\S+?):? +(\S+)")
_NAMED = re.compile(r"([\w-]{1,40}):(.+)")
_SKMEM = re.compile(r"(rb|r|tb|t|f|w|o|bl|d)(\d{1,12})")
_INNER = re.compile(r"(\w{1,20}):([^,()]{1,40})")
_LEADING = re.compile(r"[-+]?\d{1,20}(?:\.\d{1,20})?")


class Sockets(Reader):
    tool = "ss"
    kind = "ss"

    def __init__(self) -> None:
        super().__init__()
        self._socket: Item | None = None

    @classmethod
    def opens(cls, text: str) -> bool:
        found = _SOCKET.fullmatch(text)
        return bool(_HEADER.fullmatch(text)) or bool(found and found["state"])

    def take(self, line: Line) -> bool:
        text = line.text
        if _HEADER.fullmatch(text):
            return True
        found = _SOCKET.fullmatch(text)
        if found:
            self._begin(line, found)
            return True
        if self._socket is None or not text[:1].isspace():
            return False
        tokens = list(_TOKEN.finditer(text))
        # a line about a socket says something that ss says
        if not any(_is_known(each[0]) for each in tokens):
            return False
        self._details(self._socket, line, tokens)
        return True

    def _begin(self, line: Line, found: re.Match[str]) -> None:
        state = found["state"] or ""
        is_listener = state == "LISTEN" or (state == "UNCONN" and found["netid"] == "udp")
        socket = self.item("listener" if is_listener else "socket", f"{found['here']} → {found['peer']}", line)
        self._socket = socket

        def column(group: str, name: str, about: str, unit: str = "", value: float | None = None) -> None:
            start, end = found.span(group)
            socket.add(Field(name, found[group], value, unit, line.number, start + 1, end - start, about))

        if found["netid"]:
            column("netid", "Netid", "")
        if state:
            column("state", "State", STATES[state])
        queue = "listen-" if state == "LISTEN" else ""
        unit = "connections" if queue else "bytes"
        column("recv", "Recv-Q", f"ss:{queue}recvq", unit, number(found["recv"]))
        column("send", "Send-Q", f"ss:{queue}sendq", unit, number(found["send"]))
        column("here", "Local Address:Port", "")
        column("peer", "Peer Address:Port", "")
        start = found.start("rest")
        self._details(socket, line, list(_TOKEN.finditer(line.text, start)))

    def _details(self, socket: Item, line: Line, tokens: list[re.Match[str]]) -> None:
        for token in tokens:
            for each in _fields(token[0], line.number, token.start() + 1):
                socket.add(each)


def _is_known(token: str) -> bool:
    if token in FLAGS:
        return True
    named, pair = _NAMED.fullmatch(token), _PAIR.fullmatch(token)
    return bool((named and named[1] in WORDS) or (pair and pair[1] in PAIRS))


def _fields(token: str, line: int, column: int) -> list[Field]:
    """ss.c:tcp_stats_print, tcp_timer_print, print_skmeminfo, sock_details_print, proc_ctx_print."""
    width = len(token)
    if token in FLAGS:
        return [Field(token, "", None, "", line, column, width, FLAGS[token])]
    pair = _PAIR.fullmatch(token)
    if pair and pair[1] in PAIRS:
        word = PAIRS[pair[1]]
        amount, unit = with_unit(pair[2].split("/")[0])
        return [Field(pair[1], pair[2], amount, unit or word.unit, line, column, width, word.about)]
    named = _NAMED.fullmatch(token)
    if not named:
        # the name of the congestion control stands alone: ss.c:tcp_stats_print
        is_algorithm = re.fullmatch(r"[a-z][a-z0-9_]{1,15}", token) is not None
        if is_algorithm:
            return [Field("congestion control", token, None, "", line, column, width, "ss:cc")]
        return [Field(token, "", None, "", line, column, width, known=False)]
    return _named(named[1], named[2], line, column, width)


def _named(name: str, value: str, line: int, column: int, width: int) -> list[Field]:
    """`cwnd:10`, and what has several parts."""
    if name == "skmem":
        return _skmem(value, line, column + len("skmem:"))
    if name == "timer":
        return [_timer(value, line, column, width)]
    entry = WORDS.get(name)
    if entry is None:
        leading = _LEADING.match(value)
        return [Field(name, value, leading and number(leading[0]), "", line, column, width, known=False)]
    fields = [Field(name, value, _value(value, entry), entry.unit, line, column, width, entry.about)]
    if name in ("bbr", "dctcp"):
        for inner in _INNER.finditer(value):
            amount, unit = with_unit(inner[2])
            start = column + len(name) + 1 + inner.start()
            field = Field(f"{name}.{inner[1]}", inner[2], amount, unit, line, start, len(inner[0]), entry.about)
            fields.append(field)
    return fields


def _value(text: str, entry: Word) -> float | None:
    """The first number: of `rtt:29.412/0.215` the mean, of `rwnd_limited:292ms(1.8%)` the time."""
    leading = _LEADING.match(text)
    return number(leading[0]) if leading and entry.is_number else None


def _skmem(value: str, line: int, column: int) -> list[Field]:
    """ss.c:print_skmeminfo."""
    fields = []
    for found in _SKMEM.finditer(value):
        unit = "packets" if found[1] == "d" else "bytes of memory"
        start = column + found.start()
        fields.append(
            Field(
                f"skmem {found[1]}",
                found[2],
                number(found[2]),
                unit,
                line,
                start,
                len(found[0]),
                f"ss:skmem-{found[1]}",
            )
        )
    return fields or [Field("skmem", value, None, "", line, column, len(value), "ss:skmem")]


def _timer(value: str, line: int, column: int, width: int) -> Field:
    """ss.c:tcp_timer_print: which one, how long until it fires, and how often it has fired in a row."""
    name, *rest = value.strip("()").split(",")
    fired = number(rest[-1]) if len(rest) > 1 else None
    known = {"on", "persist", "keepalive", "timewait"}
    about = f"ss:timer-{name}" if name in known else ""
    return Field("timer", value, fired, "times", line, column, width, about)
