"""Reads what the real tools printed (`tests/golden`) into the scene of the incident room, value by value."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

from inflight.incidents.kernels import RELEASES
from inflight.incidents.scene import (
    CapturedPacket,
    Cpu,
    Listening,
    Machine,
    Metrics,
    SkMem,
    SocketTotals,
    Softnet,
    SsSocket,
    TcpInfo,
    TcQdisc,
)

FOLDER = Path(__file__).parents[1] / "golden"


def text(tool: str, state: str) -> str:
    return (FOLDER / tool / f"{state}.txt").read_text().rstrip("\n")


def states(tool: str) -> list[str]:
    return sorted(each.stem for each in (FOLDER / tool).glob("*.txt"))


def kernel(state: str) -> str:
    """Of the machine on which it was recorded; the state says so if it wasn't Linux 6.1."""
    return RELEASES.get(state, RELEASES["6.1"]).name


def machine(state: str = "", **shown) -> Machine:
    return Machine(**{"name": "a", "role": "", "kernel": kernel(state), **shown})


def counted(printed: str) -> dict[str, int]:
    """`nstat`."""
    return {line.split()[0]: int(line.split()[1]) for line in printed.splitlines()[1:]}


# ---- ss --------------------------------------------------------------------------------------------------------------

_SOCKET = re.compile(
    r"(?P<state>\S+) +(?P<recv>\d+) +(?P<send>\d+) +(?P<here>\S+) +(?P<peer>\S+)"
    r"(?: +(?P<process>users:\S+))?(?: +timer:\((?P<timer>[^)]*)\))?(?:\n\t (?P<below>.*))?"
)
_TIMES = ("rto", "ato", "lastsnd", "lastrcv", "lastack", "busy", "rwnd_limited", "sndbuf_limited", "rcv_rtt")
_RATES = ("pacing_rate", "delivery_rate")


def sockets(printed: str) -> tuple[list[SsSocket], list[Listening]]:
    """`ss -tinmop`, `-tanop`, `-lntp`, `-unamp`."""
    living, listening = [], []
    for found in _SOCKET.finditer(printed.partition("\n")[2]):
        queues = {"recv_q": int(found["recv"]), "send_q": int(found["send"]), "process": found["process"] or ""}
        if found["state"] == "LISTEN":
            listening.append(Listening(here=found["here"], **queues))
            continue
        below = found["below"] or ""
        living.append(
            SsSocket(
                state=found["state"],
                here=found["here"],
                peer=found["peer"],
                timer=found["timer"] or "",
                info=info(re.sub(r"skmem:\S* ", "", below)) if "cubic " in below else None,
                memory=memory(below) if "skmem" in below else None,
                **queues,
            )
        )
    return living, listening


def memory(line: str) -> SkMem:
    found = re.search(r"skmem:\(([^)]*)\)", line)
    assert found
    return SkMem(**{m[1]: int(m[2]) for m in re.finditer(r"([a-z]+)(\d+)", found[1])})


def info(line: str) -> TcpInfo:
    """What is not printed is 0."""
    values = {m[1]: m[2] for m in re.finditer(r"(\w+)[: ]([\d./,]+)", line)}
    rtt, rttvar = values.pop("rtt", "0/0").split("/")
    fields = {
        "timestamps": " ts " in f" {line}",
        "sack": " sack " in f" {line}",
        "app_limited": "app_limited" in line,
        "rtt": float(rtt) / 1000,
        "rttvar": float(rttvar) / 1000,
        "min_rtt": float(values.pop("minrtt", 0)) / 1000,
        "wscale": tuple(map(int, values.pop("wscale").split(","))) if "wscale" in values else None,
        "ssthresh": None,
        "retrans": tuple(map(int, values.pop("retrans", "0/0").split("/"))),
    }
    fields |= dict.fromkeys((*_TIMES, "rcv_space", "rcv_ssthresh"), 0)
    for name, value in values.items():
        if name in _TIMES:
            fields[name] = float(value) / 1000
        elif name in _RATES:
            fields[name] = float(value)
        elif name not in ("send", "pmtu", "advmss"):  # these follow from others
            fields[name] = int(value)
    return TcpInfo(**fields)


def totals(printed: str) -> SocketTotals:
    """`ss -s`."""
    first, second, *rows = printed.splitlines()
    values = {name: int(count) for name, count in re.findall(r"(\w+) (\d+)", second)}
    named = (line.split() for line in rows[2:])
    transports = {name: (int(old), int(new)) for name, _, old, new in named if name != "INET"}
    tcp = int(second.split()[1])
    return SocketTotals(total=int(first.split()[1]), tcp=tcp, transports=transports, **values)


# ---- tc, ip, files in /proc ------------------------------------------------------------------------------------------


def qdisc(printed: str) -> TcQdisc:
    """`tc -s qdisc`, of one discipline."""
    first, sent, backlog, *extra = printed.splitlines()
    head = re.match(r"qdisc (\S+) (\S+) root refcnt (\d+) (.*)", first)
    assert head
    counts = list(map(int, re.findall(r"\d+", sent)))
    held = re.search(r"backlog (\d+)b (\d+)p", backlog)
    assert held
    return TcQdisc(
        kind=head[1],
        handle=head[2],
        refcnt=int(head[3]),
        options=head[4],
        bytes=counts[0],
        packets=counts[1],
        dropped=counts[2],
        overlimits=counts[3],
        requeues=counts[4],
        backlog_bytes=int(held[1]),
        backlog_packets=int(held[2]),
        extra=tuple(line.strip() for line in extra),
    )


def metric(line: str) -> Metrics:
    """A line of `ip tcp_metrics`."""
    values = dict(pairwise(line.split()[1:]))
    return Metrics(
        peer=line.split()[0],
        source=values["source"],
        age=float(values["age"][:-3]),
        rtt=int(values["rtt"][:-2]) / 1e6,
        rttvar=int(values["rttvar"][:-2]) / 1e6,
        **{name: int(values.get(name, 0)) for name in ("ssthresh", "cwnd", "reordering")},
    )


def cpu_rows(printed: str) -> list[Softnet]:
    """`/proc/net/softnet_stat`."""
    rows = ([int(each, 16) for each in line.split()] for line in printed.splitlines())
    return [
        Softnet(processed=r[0], dropped=r[1], time_squeeze=r[2], received_rps=r[9], flow_limit=r[10], backlog=r[11])
        for r in rows
    ]


def mac(link_local: str) -> str:
    """The card's address in its IPv6 address (RFC 4291, appendix A)."""
    digits = "".join(part.zfill(4) for part in link_local.removeprefix("fe80::").split(":"))
    octets = [int(digits[at : at + 2], 16) for at in range(0, 16, 2)]
    return ":".join(f"{each:02x}" for each in (octets[0] ^ 2, *octets[1:3], *octets[5:]))


# ---- mpstat ----------------------------------------------------------------------------------------------------------


def cpu(shares: list[str]) -> Cpu:
    """Ticks that have these shares, in per cent with two digits: of a second, as nearly as can be."""
    wanted = [float(each) for each in shares]
    for total in sorted(range(1, 201), key=lambda ticks: abs(ticks - 100)):
        ticks = [round(each * total / 100) for each in wanted]
        if sum(ticks) == total and [f"{100 * each / total:.2f}" for each in ticks] == shares:
            return Cpu(**{field.name: count for field, count in zip(fields(Cpu), ticks, strict=True)})
    raise AssertionError(shares)


# ---- tcpdump ---------------------------------------------------------------------------------------------------------

_PACKET = re.compile(
    r" (?P<h>\d+):(?P<m>\d+):(?P<s>[\d.]+) IP (?P<source>\S+) > (?P<to>\S+): Flags \[(?P<flags>\S+)\],"
    r"(?: seq (?P<seq>\d+)(?::\d+)?,)?(?: ack (?P<ack>\d+),)? win (?P<win>\d+),"
    r"(?: options \[(?P<options>[^\]]*)\],)? length (?P<length>\d+)"
)


def _colon(address: str) -> str:
    host, _, port = address.rpartition(".")
    return f"{host}:{port}"


def packets(printed: str) -> list[CapturedPacket]:
    """With the numbers that stood in the headers: those of the first packets of a conversation are absolute."""
    seen: list[CapturedPacket] = []
    bases: dict[frozenset[str], dict[str, int]] = {}
    for line in printed.splitlines():
        found = _PACKET.fullmatch(line)
        assert found, line
        source, to, flags = _colon(found["source"]), _colon(found["to"]), found["flags"]
        ends = frozenset((source, to))
        seq, ack = int(found["seq"] or 0), None if found["ack"] is None else int(found["ack"])
        base = {source: 0, to: 0}
        if ack is not None and (ends not in bases or "S" in flags):
            bases[ends] = {source: seq, to: ack - 1}
        elif ack is not None:
            base = bases[ends]
            ack += base[to]
        options, _, blocks = (found["options"] or "").partition(",nop,nop,sack ")
        sacks = tuple((int(a) + base[to], int(b) + base[to]) for a, b in re.findall(r"{(\d+):(\d+)}", blocks))
        seen.append(
            CapturedPacket(
                t=3600 * int(found["h"]) + 60 * int(found["m"]) + float(found["s"]),
                source=source,
                to=to,
                flags=flags,
                length=int(found["length"]),
                seq=seq + base[source],
                ack=ack,
                window=int(found["win"]),
                options=options,
                sacks=sacks,
            )
        )
    return seen
