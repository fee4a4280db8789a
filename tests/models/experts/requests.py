"""What does the call wait for? The packets of one call say it; where they say "for an ACK", the two ends say which."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

LINE = re.compile(
    r"^ \d\d:(\d\d):([\d.]+) IP (\S+) > \S+: Flags \[(\S+)\],"
    r"(?: seq (\d+)(?::(\d+))?,)?(?: ack (\d+),)?.* length (\d+)$"
)
FULL = 1448


@dataclass(frozen=True)
class Seen:
    """A line of tcpdump; gap: whether lines before it were left out."""

    t: float
    client: bool
    flags: str
    end: int
    ack: int
    length: int
    gap: bool


def read(text: str) -> list[Seen]:
    """The lines; who sends first is the client.

    The numbers of a conversation whose SYN-ACK was not seen are absolute on its first line.
    """
    rows: list[Seen] = []
    client, gap, begun = "", False, False
    for line in text.splitlines():
        found = LINE.match(line)
        if not found:
            gap = True
            continue
        minutes, seconds, source, flags, start, end, ack, length = found.groups()
        client = client or source
        if "S" in flags or not begun:
            end, ack = int(end or 0) - int(start or 0), 1
        begun = begun or flags != "S"
        t = 60 * int(minutes) + float(seconds)
        rows.append(Seen(t, source == client, flags, int(end or 0), int(ack or 0), int(length), gap))
        gap = False
    return rows


def connection(text: str) -> str:
    """What ss says of the connection that is neither somebody's ssh session nor the monitoring's."""
    blocks = re.split(r"\n(?=ESTAB)", text)
    return next((each for each in blocks[1:] if not re.match(r"ESTAB +\d+ +\d+ +\S+:(22|9100) ", each)), "")


def number(pattern: str, text: str) -> int:
    """The number that the pattern finds."""
    found = re.search(pattern, text)
    assert found, pattern
    return int(found[1])


def solve(ask: Callable[[str], str]) -> tuple[str, str]:
    """One look at the client's socket, one at a call, then at the server's settings."""
    near = connection(ask("ss-tin@0"))
    if not near:
        assert "TIME-WAIT" in ask("ss-tan@0")
        return "new-connections", "keep"
    if number(r"wscale:\d+,(\d+)", near) < 7:
        return "small-window", "rcvbuf-auto"
    packets = ask("tcpdump@0")
    if len(re.findall(r"\.53: \d+\+ A\?", packets)) > 1:
        return "dead-resolver", "resolver-first"
    if re.search(r"\[P\.\], (seq \d+:\d+), .*\n.*\[P\.\], \1, ", packets):
        assert number(r"timeout_established = (\d+)", ask("sysctl@2")) < 60
        return "forgotten", "remember"
    call = read(packets)
    found = by_request(call) or by_answer(call)
    if found:
        return found
    if told(ask("log@0")) > call[-1].t + 0.05:
        own = re.search(r"(\d\.\d{6}) write\(2,", ask("strace@0"))
        assert own
        assert float(own[1]) > 0.05
        return "slow-client", "digest-faster"
    if ends_late(call) and not small_send_buffer(ask):
        return "server-nagle", "server-nodelay"
    if arrives_evenly(call) and "qdisc tbf" in ask("tc@1"):
        return "old-shaper", "tc-del"
    if small_send_buffer(ask):
        return "small-send-buffer", "sndbuf-auto"
    assert re.search(r"tcp_slow_start_after_idle = 1", ask("sysctl@1"))
    return "idle-window", "after-idle-off"


def told(log: str) -> float:
    """What the program says that the last call took, s."""
    return int(re.findall(r"in (\d+) ms", log)[-1]) / 1000


def by_request(call: list[Seen]) -> tuple[str, str] | None:
    """How the client asked, and when the server began to answer."""
    first = next(index for index, each in enumerate(call) if not each.client and each.length)
    asked = [each for each in call[:first] if each.client and each.length]
    if any(each.ack > asked[-1].end for each in call if not each.client):
        return "pieces", "ask-for-all"
    if asked[-1].t - asked[0].t > 0.03:
        return "client-nagle", "client-nodelay"
    acknowledged = next(each.t for each in call if not each.client and each.ack >= asked[-1].end)
    if call[first].t - acknowledged > 0.05:
        return "slow-server", "prepare"
    return None


def by_answer(call: list[Seen]) -> tuple[str, str] | None:
    """How its bytes came."""
    data = [each for each in call if not each.client and each.length]
    if sum(each.length == 1024 for each in data) > len(data) / 2:
        return "many-writes", "write-buffer"
    return ("cork", "uncork") if tail(call, 0.15)[1] else None


def ends_late(call: list[Seen]) -> bool:
    """It took one round trip more for what fits into a segment or two, and no other."""
    rtt = next(each.t for each in call if not each.client)
    behind, _ = tail(call, 0.6 * rtt)
    last = next(each for each in reversed(call) if not each.client and each.length)
    return 0 < behind < 2 * FULL and last.t < 2.8 * rtt and last.length < FULL


def small_send_buffer(ask: Callable[[str], str]) -> bool:
    """The server's is smaller than any that is autotuned."""
    return number(r"tb(\d+)", connection(ask("ss-tin@1"))) < 87040


def tail(call: list[Seen], long: float) -> tuple[int, float]:
    """Bytes of the answer behind the last gap that is so long, and that gap, s; 0 if there is none in sight."""
    holes = [index for index, each in enumerate(call) if each.gap]
    data = [each for each in call[holes[-1] if holes else 0 :] if not each.client and each.length]
    behind = 0
    for before, each in zip(data[-2::-1], data[:0:-1], strict=True):
        behind += each.length
        if each.t - before.t > long:
            return behind, each.t - before.t
    return 0, 0.0


def arrives_evenly(call: list[Seen]) -> bool:
    """At the pace of the last segments all of the answer would take about as long as it did."""
    data = [each for each in call if not each.client and each.length]
    last = data[-16:]  # an skb leaves at once, and may come as one packet or as several
    pace = (last[-1].end - last[0].end) / (last[-1].t - last[0].t)
    return (data[-1].end - data[0].end) / pace > 0.6 * (data[-1].t - data[0].t)
