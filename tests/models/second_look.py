"""What becomes of a program's output when the same line is typed a minute later, on Linux.

Counters never fall, and those of traffic that goes on move. Clocks and ages go on by as much as the call's clock did,
unless what they tell the age of is new. Gauges may change. What was set stays byte for byte. Each check yields what
is wrong with two outputs that were printed `passed` s apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from math import inf

import golden
import golden_network

from inflight.incidents.scene import Metrics, SsSocket, TcpInfo
from inflight.incidents.shell.session import MOST_LINES

Check = Callable[[str, str, float], Iterator[str]]

SLACK = 0.0025
"""s: what is printed in ms is rounded twice."""


def stays(first: str, second: str, passed: float) -> Iterator[str]:
    if first != second:
        old, new = next((a, b) for a, b in zip(first.split("\n"), [*second.split("\n"), ""], strict=False) if a != b)
        yield f"{old!r} → {new!r}"


def differs(first: str, second: str, passed: float) -> Iterator[str]:
    if first == second:
        yield f"stands still: {first.splitlines()[-1]!r}"


def varies(first: str, second: str, passed: float) -> Iterator[str]:
    """A gauge: it may also stay."""
    yield from ()


def falls(old: Mapping, new: Mapping) -> Iterator[str]:
    """Counters that do, or have gone."""
    yield from (
        f"{name} fell from {count} to {new.get(name)}" for name, count in old.items() if new.get(name, -1) < count
    )


# ---- counters --------------------------------------------------------------------------------------------------------


def netstat(text: str) -> dict[str, int]:
    lines = [line.split() for line in text.splitlines()]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return {
        head[0][:-1] + name: int(count) for head, row in pairs for name, count in zip(head[1:], row[1:], strict=True)
    }


def card(text: str) -> dict[str, int]:
    """`ethtool -S`."""
    return {name: int(count) for name, count in re.findall(r"^ +(\w+): (\d+)$", text, re.MULTILINE)}


def link(text: str) -> dict[str, int]:
    """`ip -s link`."""
    shown, counters, *_ = golden_network.link(text)
    return counters | {"rx_dropped": shown.rx_dropped, "tx_dropped": shown.tx_dropped}


def softnet(text: str) -> dict[tuple[int, str], int]:
    rows = enumerate(golden.cpu_rows(text))
    return {
        (cpu, name): getattr(row, name)
        for cpu, row in rows
        for name in ("processed", "dropped", "time_squeeze", "received_rps", "flow_limit")
    }


def tracked(text: str) -> dict[tuple[int, str], int]:
    """`conntrack -S`."""
    return {
        (cpu, name): count
        for cpu, row in enumerate(golden_network.counted_per_cpu(text).cpus)
        for name, count in vars(row).items()
    }


def qdiscs(text: str) -> dict[tuple[str, str], int]:
    """`tc -s qdisc`: a discipline is what its first line says."""
    found = {}
    for each in re.split(r"^(?=qdisc )", text, flags=re.MULTILINE)[1:]:
        line, *rest = each.splitlines()
        counts = re.search(r"Sent (\d+) bytes (\d+) pkt \(dropped (\d+), overlimits (\d+) requeues (\d+)", each)
        assert counts
        names = ("bytes", "packets", "dropped", "overlimits", "requeues")
        found |= {(line, name): int(count) for name, count in zip(names, counts.groups(), strict=True)}
        own = re.findall(r"(maxpacket|drop_overlimit|new_flow_count|ecn_mark) (\d+)", " ".join(rest))
        found |= {(line, name): int(count) for name, count in own}
    return found


def counted(read: Callable[[str], Mapping]) -> Check:
    def check(first: str, second: str, passed: float) -> Iterator[str]:
        yield from falls(read(first), read(second))

    return check


def link_counted(first: str, second: str, passed: float) -> Iterator[str]:
    yield from stays("\n".join(first.splitlines()[:2]), "\n".join(second.splitlines()[:2]), passed)
    yield from falls(link(first), link(second))


def qdiscs_counted(first: str, second: str, passed: float) -> Iterator[str]:
    """And the parameters stay."""
    old, new = ([line for line in each.splitlines() if line.startswith("qdisc ")] for each in (first, second))
    yield from stays("\n".join(old), "\n".join(new), passed)
    yield from falls(qdiscs(first), qdiscs(second))


def policed(first: str, second: str, passed: float) -> Iterator[str]:
    """`tc -s filter`: what it was told stays, and it counts; how long it has been there goes on."""
    counts, ages = (
        re.compile(r"(?<=rule hit )\d+|(?<=Sent )\d+|\d+(?= pkt)|(?<=dropped )\d+|(?<=overlimits )\d+"),
        re.compile(r"(?<=installed )\d+|(?<=firstused )\d+"),
    )
    for name, pattern, least, most in (("counter", counts, 0, inf), ("age", ages, passed - 1, passed + 1)):
        was, now = (list(map(int, pattern.findall(text))) for text in (first, second))
        if any(not least <= new - old <= most for old, new in zip(was, now, strict=True)):
            yield f"{name}: {was} → {now}"
    yield from stays(*(ages.sub("", counts.sub("", text)) for text in (first, second)), passed)


# ---- sockets ---------------------------------------------------------------------------------------------------------

_GROW = (
    *("bytes_sent", "bytes_retrans", "bytes_acked", "bytes_received", "segs_out", "segs_in", "data_segs_out"),
    *("data_segs_in", "delivered", "busy", "rwnd_limited", "sndbuf_limited", "dsack_dups", "reord_seen", "rcv_ooopack"),
)
_AGES = ("lastsnd", "lastrcv", "lastack")
CALL = 4.0
"""s: worlds go on by whole calls, so what has just happened may have happened that much earlier or later."""


def left(timer: str) -> tuple[float, float]:
    """Between how many s and how many a timer had left, by the words of `print_ms_timer`, which cuts what is small."""
    words = timer.split(",")[1]
    minutes = re.match(r"(\d+)min", words)
    seconds = re.search(r"(?:^|min)(\d+)(?:sec|\.)", words)
    ms = re.search(r"(?:^|min|\.)(\d{3})ms$", words)
    least = 60 * int(minutes[1]) if minutes else 0.0
    least += int(seconds[1]) if seconds else 0
    least += int(ms[1]) / 1000 if ms else 0
    cut = 60.0 if minutes and int(minutes[1]) > 9 else 1.0 if minutes or (seconds and not ms and least > 9) else 0.0
    return least - SLACK, least + cut + SLACK


def table(text: str) -> dict[tuple[str, str, str], SsSocket]:
    """Of `ss`, by state and ends."""
    return {(each.state, each.here, each.peer): each for each in golden.sockets(text)[0]}


def sockets(first: str, second: str, passed: float) -> Iterator[str]:
    """`ss -tinmopa` and its like."""
    old, new = table(first), table(second)
    listening = [
        {(each.here, each.send_q, each.process) for each in golden.sockets(text)[1]} for text in (first, second)
    ]
    whole = all(text.count("\n") < MOST_LINES - 1 for text in (first, second))
    if whole and listening[0] != listening[1]:
        yield f"listens: {listening[0] ^ listening[1]}"
    for key, was in old.items():
        name = " ".join(key)
        if key not in new:
            # Nothing but time ends what TIME-WAIT has left.
            if key[0] == "TIME-WAIT" and was.timer and left(was.timer)[0] > passed + 0.1:
                yield f"{name} has gone, with {was.timer}"
            continue
        yield from (f"{name}: {wrong}" for wrong in socket(was, new[key], passed))


def socket(was: SsSocket, now: SsSocket, passed: float) -> Iterator[str]:
    """A connection that is there both times."""
    quiet = False  # where -i wasn't asked for, nobody can say
    if was.info and now.info:
        quiet = (was.info.segs_in, was.info.segs_out) == (now.info.segs_in, now.info.segs_out)
        yield from _info(was.info, now.info, passed, quiet=quiet)
        if was.memory and now.memory and now.memory.d < was.memory.d:
            yield f"d fell from {was.memory.d} to {now.memory.d}"
    if quiet and (was.recv_q, was.send_q, was.process) != (now.recv_q, now.send_q, now.process):
        yield f"queues of a quiet connection: {was.recv_q, was.send_q} → {now.recv_q, now.send_q}"
    if was.timer and now.timer:
        yield from _timer(was.timer, now.timer, passed)
    elif was.timer.startswith(("keepalive", "timewait")) or now.timer.startswith(("keepalive", "timewait")):
        yield f"timer {was.timer!r} → {now.timer!r}"


def _info(was: TcpInfo, now: TcpInfo, passed: float, *, quiet: bool) -> Iterator[str]:
    yield from falls({name: getattr(was, name) for name in _GROW}, vars(now))
    if now.retrans[1] < was.retrans[1]:
        yield f"retrans fell from {was.retrans[1]} to {now.retrans[1]}"
    if quiet:
        others = set(vars(was)) - set(_AGES)
        yield from (
            f"{name} of a quiet connection: {getattr(was, name)} → {getattr(now, name)}"
            for name in sorted(others)
            if getattr(was, name) != getattr(now, name)
        )
    # `tcp_event_data_sent`, `tcp_event_data_recv`, `tcp_ack`
    renewed = {
        "lastsnd": now.data_segs_out > was.data_segs_out,
        "lastrcv": now.bytes_received > was.bytes_received,
        "lastack": now.bytes_acked > was.bytes_acked,
    }
    may = {"lastsnd": False, "lastrcv": False, "lastack": now.segs_in > was.segs_in}
    for name, new in renewed.items():
        before, after = getattr(was, name), getattr(now, name)
        older = abs(after - before - passed) <= (CALL if before < CALL else SLACK)
        if (new and after > passed + SLACK) or (not new and not older and not (may[name] and after <= passed + SLACK)):
            yield f"{name} {before} → {after}, {'renewed' if new else 'nothing came or went'}"


def _timer(was: str, now: str, passed: float) -> Iterator[str]:
    kind = was.partition(",")[0]
    if kind != now.partition(",")[0] or kind not in ("keepalive", "timewait"):
        return
    (least, most), (then_least, then_most) = left(was), left(now)
    # Data don't touch a keepalive timer; it looks when it fires how long nothing has come (`tcp_keepalive_timer`).
    if least > passed and not (least - passed <= then_most and then_least <= most - passed):
        yield f"timer {was} → {now}"


def datagrams(first: str, second: str, passed: float) -> Iterator[str]:
    """`ss -unamp`."""
    old, new = table(first), table(second)
    if old.keys() != new.keys():
        yield f"{old.keys() ^ new.keys()}"
    for key, was in old.items():
        if was.memory.d > new[key].memory.d or (was.memory.rb, was.memory.tb) != (
            new[key].memory.rb,
            new[key].memory.tb,
        ):
            yield f"{was.memory} → {new[key].memory}"


def metrics(first: str, second: str, passed: float) -> Iterator[str]:
    """`ip tcp_metrics`: an entry is as it was and older, or has been renewed since."""

    def entries(text: str) -> dict[tuple[str, str], Metrics]:
        return {(each.peer, each.source): each for each in map(golden.metric, text.splitlines())}

    new = entries(second)
    for key, was in entries(first).items():
        now = new.get(key)
        if now is None or not (abs(now.age - was.age - passed) <= SLACK or 0 <= now.age <= passed):
            yield f"{key}: age {was.age} → {now and now.age}"
        elif now.age > passed and vars(now) | {"age": 0} != vars(was) | {"age": 0}:
            yield f"{key}: {was} → {now}"


# ---- the way, and the firewall on it -------------------------------------------------------------------------------


def answers(first: str, second: str, passed: float) -> Iterator[str]:
    """`ping`: no two round trips are the same to the µs; who never answers still doesn't."""
    found = [re.findall(r"time=(\S+)|= (\S+) ms", text) for text in (first, second)]
    if found[0] and found[0] == found[1]:
        yield f"round trips to the last digit: {found[0][:6]}"


def hops(first: str, second: str, passed: float) -> Iterator[str]:
    """`tracepath`: of the hops."""
    old, new = (re.findall(r"^ *\d+: +(?:\S+) +(\d+\.\d+)ms", text, re.MULTILINE) for text in (first, second))
    if old and old == new:
        yield f"took {old} ms both times"


STEP = 3.0
"""s: where connections come in bursts, which of them is how old isn't known more precisely."""


def entries(first: str, second: str, passed: float) -> Iterator[str]:
    """`conntrack -L`: an entry's time runs out unless a packet has come."""

    def read(text: str) -> dict[tuple[object, ...], tuple[str, int]]:
        rows = map(golden_network.tracked, (line for line in text.splitlines() if "src=" in line))
        return {(each.protocol, each.original): (each.state, each.timeout) for each in rows}

    new = read(second)
    for key, (state, timeout) in read(first).items():
        if key not in new:
            if state == "TIME_WAIT" and timeout > passed + STEP and second.count("\n") < MOST_LINES - 1:
                yield f"{key} has gone, with {timeout} s in {state}"
            continue
        now, then = new[key]
        if state == now and then < timeout - passed - STEP:
            yield f"{key}: {timeout} s → {then} s in {state}"


def route(first: str, second: str, passed: float) -> Iterator[str]:
    """`ip route get`: what was learnt of the path's MTU expires."""
    found = [re.search(r"expires (\d+)sec", text) for text in (first, second)]
    if found[0] and found[1]:
        was, now = (int(each[1]) for each in found if each)
        if abs(was - now - passed) > 1 and not 600 - passed - 1 <= now <= 600:
            yield f"expires {was} → {now}"
    yield from stays(*(re.sub(r"expires \d+sec", "", text) for text in (first, second)), passed)


# ---- the machine itself --------------------------------------------------------------------------------------------


def clock(first: str, second: str, passed: float) -> Iterator[str]:
    """`date`."""
    was, now = (datetime.strptime(each, "%a %b %d %H:%M:%S %Z %Y") for each in (first, second))
    if (now - was).total_seconds() != passed:
        yield f"{was} → {now}"


def uptime(first: str, second: str, passed: float) -> Iterator[str]:
    """Of `uptime` or `top`: the time of day and that since boot; the averages are gauges."""
    since = []
    for text in (first, second):
        found = re.search(r"(\d+):(\d+):(\d+) up (?:(\d+) days?, +)?(?:(\d+):(\d+)|(\d+) min),", text)
        assert found, text
        hours, minutes, seconds, days, up_hours, up_minutes, only = (int(each or 0) for each in found.groups())
        since.append((3600 * hours + 60 * minutes + seconds, 86400 * days + 3600 * up_hours + 60 * (up_minutes + only)))
    (was, up), (now, up_then) = since
    if (now - was) % 86400 != passed or abs(up_then - up - passed) >= 60 or up_then == up:
        yield f"{first.splitlines()[0]} → {second.splitlines()[0]}"


def log(first: str, second: str, passed: float) -> Iterator[str]:
    """Lines are added behind the old ones, of which the first may have gone."""
    old, new = first.splitlines(), second.splitlines()
    if not any(old[start:] == new[: len(old) - start] for start in range(len(old) + 1)):
        missing = [line for line in old if line not in new]
        yield f"what had been written has changed: {missing[-1:]}"
    added = [line for line in new if line not in old]
    if added != sorted(added, key=lambda line: line.split()[0]):
        yield f"not in order: {added[:3]}"


_STAMPED = re.compile(r"^(\S+) IP6? (\S+)\.\d+ > (\S+)\.\d+: .*TS val (\d+)", re.MULTILINE)


def capture(first: str, second: str, passed: float) -> Iterator[str]:
    """`tcpdump`: other packets than before; the hosts' timestamps have gone on by as much as the clock has, in ms."""
    old, new = ({(a, b): int(stamp) for _, a, b, stamp in reversed(_STAMPED.findall(text))} for text in (first, second))
    if first and first == second:
        yield "the same packets"
    for way in old.keys() & new.keys():
        gone = (new[way] - old[way]) % (1 << 32) / 1000
        if not passed - WINDOW <= gone <= passed + WINDOW:
            yield f"timestamps of {way[0]} went on by {gone} s"


WINDOW = 45.0
"""s that a capture of a quiet host may be away from when it was asked for."""
