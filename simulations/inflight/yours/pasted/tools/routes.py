"""Reads `ip route`, `ip route get` and `ip tcp_metrics`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Item, Line
from inflight.yours.pasted.number import number, with_unit
from inflight.yours.pasted.reader import Reader

_TOKEN = re.compile(r"\S+")
_TYPES = "unicast|local|broadcast|anycast|multicast|throw|unreachable|prohibit|blackhole|nat"
_ADDRESS = r"(?:default|[0-9a-fA-F:.]{2,45}(?:/\d{1,3})?)"
# iproute.c:print_route
_ROUTE = re.compile(
    rf"(?:(?:{_TYPES}) )?(?P<to>{_ADDRESS}) (?P<rest>(?:via|dev|proto|scope|src|nhid|metric|from|tos|table)\b.*|)"
)
_NEXT = re.compile(r"\t(?:nexthop|cache|nh_info) ?.{0,500}| {4}cache ?.{0,500}")
# tcp_metrics.c:process_msg
_METRICS = re.compile(r"(?P<to>[0-9a-fA-F:.]{2,45}) (?P<rest>(?:age \d|tw_ts|ssthresh|cwnd|rtt|fo_).*)")

# iproute.c:print_rta_metrics; what is "lock"ed is not changed by path MTU discovery or by what connections learn
_METRIC_WORDS = {
    *("mtu", "window", "rtt", "rttvar", "ssthresh", "cwnd", "advmss", "reordering", "hoplimit", "initcwnd"),
    *("features", "rto_min", "initrwnd", "quickack", "congestion", "fastopen_no_cookie"),
}
_ROUTE_WORDS = {
    *("via", "dev", "proto", "scope", "src", "metric", "table", "nhid", "from", "tos", "pref", "error", "expires"),
    *("weight", "uid", "mark", "iif", "users", "used", "encap", "realm", "realms", "inet", "inet6", "ttl-propogate"),
}
_ROUTE_FLAGS = {
    "linkdown",
    "dead",
    "onlink",
    "pervasive",
    "offload",
    "trap",
    "cache",
    "redirected",
    "nexthop",
    "rt_offload",
}
_ROUTE_ABOUT = {
    "initcwnd": "knob:ip route … initcwnd",
    "initrwnd": "knob:ip route … initrwnd",
    "quickack": "knob:ip route … quickack",
    "rto_min": "knob:ip route … rto_min",
    "mtu": "knob:ip route … mtu",
    "cwnd": "knob:ip route … cwnd",
    "ssthresh": "knob:ip route … ssthresh",
    "window": "knob:ip route … window",
    "advmss": "knob:ip route … advmss",
    "congestion": "knob:ip route … congctl",
}
_METRICS_ABOUT = {
    "age": "sockets:m-age",
    "ssthresh": "sockets:m-ssthresh",
    "cwnd": "sockets:m-cwnd",
    "rtt": "sockets:m-rtt",
    "rttvar": "sockets:m-rttvar",
    "source": "sockets:m-source",
}
_METRICS_WORDS = {*_METRICS_ABOUT, "reordering", "tw_ts", "fo_mss", "fo_syn_drops", "fo_cookie"}


class Routes(Reader):
    tool = "ip route"
    kind = "route"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _ROUTE.fullmatch(text.rstrip()) is not None and " " in text.strip()

    def take(self, line: Line) -> bool:
        if self.items and _NEXT.fullmatch(line.text):
            _words(self.items[-1], line, list(_TOKEN.finditer(line.text)))
            return True
        found = _ROUTE.fullmatch(line.text.rstrip())
        if not found:
            return False
        item = self.item("route", found["to"], line)
        _words(item, line, list(_TOKEN.finditer(line.text, found.start("rest"))))
        return True


def _words(item: Item, line: Line, tokens: list[re.Match[str]]) -> None:
    at = 0
    while at < len(tokens):
        name = tokens[at][0]
        last = at
        if name in _ROUTE_WORDS or name in _METRIC_WORDS:
            last = min(at + 1, len(tokens) - 1)
            if tokens[last][0] == "lock":
                last = min(last + 1, len(tokens) - 1)
        values = [each[0] for each in tokens[at + 1 : last + 1]]
        start, end = tokens[at].start(), tokens[last].end()
        value, unit = with_unit(values[-1]) if values else (None, "")
        known = bool(values) or name in _ROUTE_FLAGS
        about = _ROUTE_ABOUT.get(name, "")
        item.add(Field(name, " ".join(values), value, unit, line.number, start + 1, end - start, about, known))
        at = last + 1


class Metrics(Reader):
    tool = "ip tcp_metrics"
    kind = "tcp-metrics"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _METRICS.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        found = _METRICS.fullmatch(line.text)
        if not found:
            return False
        item = self.item("metrics", found["to"], line)
        tokens = list(_TOKEN.finditer(line.text, found.start("rest")))
        for name, value in zip(tokens[::2], tokens[1::2], strict=False):
            amount, unit = with_unit(value[0])
            start, end = name.start(), value.end()
            known = name[0] in _METRICS_WORDS
            about = _METRICS_ABOUT.get(name[0], "")
            unit = unit or ("segments" if number(value[0]) is not None else "")
            item.add(Field(name[0], value[0], amount, unit, line.number, start + 1, end - start, about, known))
        return True
