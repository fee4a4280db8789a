"""Reads packets as tcpdump prints them, with any of -n, -t to -ttttt, -S, -v, -e and `-i any`."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Item, Line
from inflight.yours.pasted.number import number
from inflight.yours.pasted.reader import Reader

# util-print.c:ts_print; print.c:pretty_print_packet
_TIME = r"(?P<time>(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\.\d{6,9}|\d{1,12}\.\d{6,9})"
_DEVICE = r"(?:\S{1,16} +(?:In|Out|P|M|B) +)?"
_ETHERNET = r"(?:(?:[0-9a-f]{2}:){5}[0-9a-f]{2} > \S{17,20}, .{0,80}?length \d{1,6}: (?:vlan .{0,60}?, )?)?"
_ENDS = r"(?P<from>\S{3,80}) > (?P<to>\S{3,80}):"
# print-ip.c:ip_print, print-ip6.c:ip6_print
_PACKET = re.compile(
    rf" ?(?:{_TIME} )?{_DEVICE}{_ETHERNET}(?:(?P<ip>IP6?) )?"
    rf"(?:\((?P<header>(?:tos|class|flowlabel|hlim).{{0,300}})\) ?)?"
    rf"(?:{_ENDS} (?P<rest>.*))?"
)
_OTHER = re.compile(rf" ?{_TIME} {_DEVICE}{_ETHERNET}(?P<what>[A-Za-z0-9][\w .-]{{0,30}})(?P<rest>[,: (].*)?")
_BELOW = re.compile(rf" {{4}}{_ENDS} (?P<rest>Flags .*)")
# print-tcp.c:tcp_print
_FLAGS = re.compile(r"Flags \[([SFRPWEUe.N]{1,9}|none)\]")
_PART = re.compile(
    r"(?P<cksum>cksum 0x[0-9a-f]{1,4} \([^)]{0,40}\))|(?P<seq>seq \d{1,10}(?::\d{1,10})?)|(?P<ack>ack \d{1,10})"
    r"|(?P<win>win \d{1,6})|(?P<urg>urg \d{1,6})|(?P<options>options \[[^\]]{0,400}\])|(?P<length>length \d{1,8})"
)
_OPTION = re.compile(
    r"(?P<mss>mss \d{1,5})|(?P<wscale>wscale \d{1,3})|(?P<sackOK>sackOK)|(?P<TS>TS val \d{1,10} ecr \d{1,10})"
    r"|(?P<sack>sack \d (?:\{\d{1,10}:\d{1,10}\}){1,4})|(?P<tfo>tfo +\S{1,40})"
)
_ABOUT_THE_CAPTURE = re.compile(
    r"tcpdump: .{0,200}|listening on .{0,200}|"
    r"\d{1,12} packets? (?:captured|received by filter|dropped by (?:kernel|interface))"
    r"|reading from file .{0,200}|dropped privs to \w{1,32}"
)
_DROPPED = re.compile(r"(\d{1,12}) packets? dropped by (kernel|interface)")

_FLAGS_ABOUT = {
    "S": "f-syn",
    "S.": "f-synack",
    ".": "f-ack",
    "P.": "f-push",
    "F.": "f-fin",
    "R.": "f-rst",
    "R": "f-rst",
}
_ABOUT = {
    "cksum": "",
    "seq": "tcpdump:seq",
    "ack": "tcpdump:ack",
    "win": "tcpdump:win",
    "urg": "",
    "length": "tcpdump:length",
}
_OPTION_ABOUT = {
    "mss": "tcpdump:mss",
    "wscale": "tcpdump:wscale",
    "sackOK": "tcpdump:sackok",
    "TS": "tcpdump:ts",
    "sack": "tcpdump:sack",
    "tfo": "knob:net.ipv4.tcp_fastopen",
}
_UNITS = {"seq": "", "ack": "", "win": "", "length": "bytes", "mss": "bytes", "wscale": "bits"}


class Packets(Reader):
    tool = "tcpdump"
    kind = "tcpdump"

    @classmethod
    def opens(cls, text: str) -> bool:
        if _ABOUT_THE_CAPTURE.fullmatch(text):
            return True
        found = _PACKET.fullmatch(text)
        return bool(found and ((found["rest"] and (found["time"] or found["ip"])) or (found["ip"] and found["header"])))

    def take(self, line: Line) -> bool:
        text = line.text
        if _ABOUT_THE_CAPTURE.fullmatch(text):
            dropped = _DROPPED.fullmatch(text)
            if dropped:
                item = self.item("capture", "the capture", line)
                name = f"dropped by {dropped[2]}"
                item.add(Field(name, dropped[1], number(dropped[1]), "packets", line.number, 1, len(text)))
            return True
        below = _BELOW.fullmatch(text)
        if below and self.items:
            self._segment(self.items[-1], line, below)
            return True
        found = _PACKET.fullmatch(text)
        if found and (found["ip"] or found["time"]) and (found["rest"] is not None or found["header"]):
            item = self._begin(line, found)
            if found["rest"] is not None:
                self._segment(item, line, found)
            return True
        found = _OTHER.fullmatch(text)
        if found:
            item = self._begin(line, found)
            start = found.start("what")
            item.add(
                Field("not IP", text[start:].rstrip(), None, "", line.number, start + 1, len(text.rstrip()) - start)
            )
            return True
        # -A, -X and -v print what is in a packet below it, set in
        return bool(self.items) and bool(re.match(r"\t0x[0-9a-f]{4}: ", text))

    def _begin(self, line: Line, found: re.Match[str]) -> Item:
        item = self.item("packet", f"line {line.number}", line)
        if found["time"]:
            _add(item, line, "time", found, "time", "tcpdump:time")
        if found.groupdict().get("header"):
            _add(item, line, "IP header", found, "header", "")
        return item

    def _segment(self, item: Item, line: Line, found: re.Match[str]) -> None:
        item.name = f"{found['from']} > {found['to']}"
        start, end = found.start("from"), found.end("to")
        item.add(Field("from and to", item.name, None, "", line.number, start + 1, end - start, "tcpdump:addresses"))
        flags = _FLAGS.match(found["rest"])
        at = found.start("rest")
        if flags is None:
            rest = found["rest"].rstrip()
            item.add(Field("not TCP", rest, None, "", line.number, at + 1, len(rest)))
            return
        about = _FLAGS_ABOUT.get(flags[1], "")
        about = about and f"tcpdump:{about}"
        item.add(Field("Flags", flags[1], None, "", line.number, at + 1, len(flags[0]), about))
        is_syn = "S" in flags[1]
        for part in _PART.finditer(line.text, at + flags.end()):
            name = part.lastgroup or ""
            if name == "options":
                _options(item, line, part)
                continue
            value = part[0][len(name) + 1 :]
            about = _ABOUT[name]
            if is_syn and name in ("seq", "win"):
                about = "tcpdump:seq-first" if name == "seq" else "tcpdump:win-syn"
            amount = number(value.split(":")[0])
            column = part.start() + 1
            item.add(Field(name, value, amount, _UNITS.get(name, ""), line.number, column, len(part[0]), about))
            if name == "length":
                break


def _options(item: Item, line: Line, part: re.Match[str]) -> None:
    for option in _OPTION.finditer(line.text, *part.span()):
        name = option.lastgroup or ""
        value = option[0][len(name) + 1 :] if name != "sackOK" else ""
        amount = number(value.split(" ")[0])
        unit, column = _UNITS.get(name, ""), option.start() + 1
        item.add(Field(name, value, amount, unit, line.number, column, len(option[0]), _OPTION_ABOUT[name]))


def _add(item: Item, line: Line, name: str, found: re.Match[str], group: str, about: str) -> None:
    start, end = found.span(group)
    item.add(Field(name, found[group], None, "", line.number, start + 1, end - start, about))
