"""Which sockets `ss` lists: `state NAME`, and expressions of `dst`, `src`, `dport` and `sport` (misc/ssfilter.y)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from inflight.figure.bad_input import BadInput
from inflight.incidents.tools.ss_table import Row

SERVICES = {
    "ssh": 22,
    "domain": 53,
    "http": 80,
    "https": 443,
    "rsync": 873,
    "mysql": 3306,
    "postgresql": 5432,
    "http-alt": 8080,
}
"""A few of /etc/services: names that may be written instead of a port's number."""

_LONG = frozenset(
    ("SYN-SENT", "SYN-RECV", "FIN-WAIT-1", "FIN-WAIT-2", "TIME-WAIT", "CLOSE-WAIT", "LAST-ACK", "CLOSING")
)
ALL = _LONG | {"ESTAB", "LISTEN", "UNCONN"}
"""States as ss prints them."""

WITHOUT_OPTIONS = ALL - {"LISTEN", "UNCONN", "TIME-WAIT", "SYN-RECV"}
"""`SS_CONN`: what is listed without -a and -l."""

_SETS = {
    "all": ALL,
    "connected": ALL - {"UNCONN", "LISTEN"},
    "synchronized": ALL - {"UNCONN", "LISTEN", "SYN-SENT"},
    "bucket": frozenset({"SYN-RECV", "TIME-WAIT"}),
    "big": ALL - {"SYN-RECV", "TIME-WAIT"},
    "established": frozenset({"ESTAB"}),
    "listening": frozenset({"LISTEN"}),
    "syn-rcv": frozenset({"SYN-RECV"}),
    "unconnected": frozenset({"UNCONN"}),
    "close": frozenset({"UNCONN"}),
    "closed": frozenset({"UNCONN"}),
    **{each.lower(): frozenset({each}) for each in _LONG},
}
_WORDS = {"not": "!", "&&": "&", "and": "&", "||": "|", "or": "|"}
_COMPARISONS = {
    "=": "=",
    "==": "=",
    "eq": "=",
    "!=": "!=",
    "ne": "!=",
    "neq": "!=",
    ">": ">",
    "gt": ">",
    "<": "<",
    "lt": "<",
    ">=": ">=",
    "ge": ">=",
    "geq": ">=",
    "<=": "<=",
    "le": "<=",
    "leq": "<=",
}
_UNPARSED = "Cannot parse dst/src address."
_ENDS = ("dst", "src", "dport", "sport")

Test = Callable[[Row], bool]


class BadFilter(BadInput):
    """ss doesn't understand that; the message is its own."""


def states(words: Sequence[str], otherwise: frozenset[str]) -> tuple[frozenset[str], list[str]]:
    """The states that `state NAME` and `exclude NAME` at the beginning choose, and the words behind them.

    Raises:
        BadFilter: there is no such state.
    """
    chosen: frozenset[str] | None = None
    rest = list(words)
    while len(rest) > 1 and rest[0] in ("state", "exclude", "excl"):
        named = _SETS.get(rest[1].lower())
        if named is None:
            raise BadFilter(f"ss: wrong state name: {rest[1]}")
        if chosen is None:
            chosen = frozenset() if rest[0] == "state" else ALL
        chosen = chosen | named if rest[0] == "state" else chosen - named
        rest = rest[2:]
    return otherwise if chosen is None else chosen, rest


def expression(words: Sequence[str]) -> Test:
    """A test of a socket, from the words of an expression; a shell has taken the quotation marks away.

    Conditions without a word between them must all hold. `and` doesn't bind more closely than `or`: what comes first is
    put together first.

    Raises:
        BadFilter: it isn't one.
    """
    parser = _Parser([part for word in words for part in word.split()])
    return parser.all() if parser.left else lambda _row: True


@dataclass
class _Parser:
    left: list[str]

    def all(self) -> Test:
        test = self._list()
        if self.left:
            raise _wrong()
        return test

    def _list(self) -> Test:
        test = self._one()
        while self.left and self.left[0] != ")":
            word = _WORDS.get(self.left[0], self.left[0])
            if word in ("|", "&"):
                self.left.pop(0)
            test = _either(test, self._one()) if word == "|" else _both(test, self._one())
        return test

    def _one(self) -> Test:
        word = self._next()
        word = _WORDS.get(word, word)
        if word == "(":
            test = self._list()
            if self._next() != ")":
                raise _wrong()
            return test
        if word == "!":
            return _not(self._one())
        if word not in _ENDS:
            raise _wrong()
        return self._condition(word)

    def _condition(self, end: str) -> Test:
        compared = "="
        if self.left and self.left[0] in _COMPARISONS:
            compared = _COMPARISONS[self.left.pop(0)]
        value = self._next()
        if end in ("dst", "src"):
            if compared != "=":
                raise _wrong()
            return _of_address(end, value)
        return _of_port(end, compared, _port(value))

    def _next(self) -> str:
        if not self.left:
            raise _wrong()
        return self.left.pop(0)


def _wrong() -> BadFilter:
    return BadFilter('ss: bison bellows (while parsing filter): "syntax error!" Sorry.')


def _either(a: Test, b: Test) -> Test:
    return lambda row: a(row) or b(row)


def _both(a: Test, b: Test) -> Test:
    return lambda row: a(row) and b(row)


def _not(a: Test) -> Test:
    return lambda row: not a(row)


def _of_address(end: str, value: str) -> Test:
    """`10.20.1.15`, `10.20.1.0/24`, `10.20.1.15:443`, `:443` or `[::1]:443`."""
    if value.startswith("["):
        host, _, port = value[1:].partition("]")
    elif ":" in value and value.count(":") == 1:
        host, _, port = value.partition(":")
    else:
        host, port = value, ""
    number = _port(port) if port.strip(":*") else None
    try:
        net = None if host in ("", "*") else ip_network(host, strict=False)
    except ValueError:
        raise BadFilter(f'Error: an inet prefix is expected rather than "{host}".\n{_UNPARSED}') from None

    def test(row: Row) -> bool:
        address, own = _split(row.peer if end == "dst" else row.here)
        return (number is None or own == number) and (net is None or ip_address(address) in net)

    return test


def _of_port(end: str, compared: str, number: int | None) -> Test:
    def test(row: Row) -> bool:
        own = _split(row.peer if end == "dport" else row.here)[1]
        if number is None:
            return compared != "!="
        return {
            "=": own == number,
            "!=": own != number,
            ">": own > number,
            "<": own < number,
            ">=": own >= number,
            "<=": own <= number,
        }[compared]

    return test


def _port(value: str) -> int | None:
    """Without its colon; None: any."""
    name = value.removeprefix(":")
    if name in ("", "*"):
        return None
    if name.isdecimal():
        return int(name)
    if name in SERVICES:
        return SERVICES[name]
    raise BadFilter(f'Error: "{name}" does not look like a port.\n{_UNPARSED}')


def _split(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), 0 if port == "*" else int(port)
