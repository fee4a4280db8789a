"""A paste as lines: what a terminal adds is taken away, and prompts with their commands are found."""

from __future__ import annotations

import re
from typing import NamedTuple

from inflight.yours.pasted.field import Line

LONGEST = 16_384
"""Characters of a line that is looked into; `/proc/net/netstat` has about 3,000. A longer one is only quoted."""

_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}[mK]")
# Control characters keep their place, and are seen: U+2400 and on are their pictures. DEL and C1 have one for all.
_CONTROLS = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {0x7F: 0x2421}
_CONTROLS |= dict.fromkeys([*range(0x80, 0xA0), 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)

TOOLS = (
    "ss",
    "nstat",
    "netstat",
    "tc",
    "ethtool",
    "ip",
    "sysctl",
    "tcpdump",
    "cat",
    "grep",
    "egrep",
    "head",
    "tail",
    "watch",
    "date",
)
# `$ ss -tin`, `root@host:~# nstat -az`, `[me@host ~]$ sudo tc -s qdisc`, `host# cat …`, `❯ ip route`
_PROMPT = re.compile(
    r"(?:[^#$%>❯\n]{0,200}[#$%>❯] {0,4})"
    r"(?P<command>(?:(?:sudo|LC_ALL=C|LANG=C|time|watch) +|-\w+ +|ip netns exec \S{1,64} +){0,6}"
    rf"(?:/\S{{0,64}}/)?(?P<tool>{'|'.join(TOOLS)})(?: .*)?)"
)
_BARE = re.compile(rf"(?:sudo +)?(?P<tool>{'|'.join(TOOLS[:9])})(?: +[-\w./:*%@=<>|'\"]{{1,80}}){{1,12}} *")
_BARE_TOO = re.compile(r"-|show|route|link|qdisc|class|tcp_metrics|/proc|net\.")


_IDLE = re.compile(r"[\w.@:~/\[\]() -]{0,100}[#$%❯] ?")


class Prompt(NamedTuple):
    command: str
    tool: str


def split(text: str) -> list[Line]:
    """The lines without colours; control characters become visible, so that no terminal obeys them."""
    clean = _COLOUR.sub("", text).replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return [Line(at, line) for at, line in enumerate(clean.split("\n"), start=1)]


def prompt(text: str) -> Prompt | None:
    """The command that a line shows somebody typing, with a prompt before it or alone on the line."""
    if len(text) > 1000:
        return None
    found = _PROMPT.fullmatch(text)
    if found:
        return Prompt(found["command"].strip(), found["tool"])
    found = _BARE.fullmatch(text)
    # `ip route` is a command; `tc is slow today` is a sentence
    if found and _BARE_TOO.match(text.split(found["tool"], 1)[1].strip()):
        return Prompt(text.strip(), found["tool"])
    return None


def is_idle_prompt(text: str) -> bool:
    """Whether the line shows a shell that waits."""
    return _IDLE.fullmatch(text) is not None
