"""Slow transfers: the sender's socket says who is waiting for whom, and the next question follows from that."""

from __future__ import annotations

import re
from collections.abc import Callable

STEP = 2 * 4352
"""bytes: autotuning makes room for two windows, 4352 for each segment."""


def transfer(text: str) -> str:
    """The lines of the connection that is not somebody's ssh session."""
    found = re.search(r"^ESTAB +(\d+) +(\d+) +\S+:(?!22 |9100 )\d+ +\S+.*\n\t(.*)$", text, re.MULTILINE)
    assert found
    return f"recv_q:{found[1]} send_q:{found[2]} {found[3]}"


def number(text: str, name: str) -> int:
    found = re.search(rf"\b{name}:?(\d+)", text)
    return int(found[1]) if found else 0


def last_number(sysctls: str, name: str) -> int:
    found = re.search(rf"^{re.escape(name)} = .*?(\d+)$", sysctls, re.MULTILINE)
    assert found
    return int(found[1])


def solve(ask: Callable[[str], str]) -> tuple[str, str]:
    text = ask("ss-tin@1")
    sender = transfer(text)
    if re.search(r"timer:\(on,[^,]+,[1-9]", text) and number(sender, "cwnd") == 1:
        assert re.search(r"\b(seq \d+:\d+), .*\n.*\b\1, ", ask("tcpdump@1"))
        return "black-hole", "clamp"
    if " sack " not in sender:
        return "sack", "sack-on"
    if re.search(r"pacing_rate \d+bps/\d+bps", sender):
        return "pacing", "pacing-off"
    if "wscale:" not in sender:
        return no_scaling(ask)
    limited = re.search(r"rwnd_limited:\d+ms\(([\d.]+)%\)", sender)
    if limited and float(limited[1]) > 50:
        return receiver(ask)
    if small_buffer(sender):
        return send_buffer(ask, sender)
    lost = re.search(r"retrans:\d+/(\d+)", sender)
    if lost and int(lost[1]) > 0.002 * number(sender, "data_segs_out"):
        return losses(ask)
    return nothing_lost(ask, sender)


def no_scaling(ask: Callable[[str], str]) -> tuple[str, str]:
    packets = ask("tcpdump@1")
    syn, answer = re.search(r"\[S\].*", packets), re.search(r"\[S\.\].*", packets)
    assert syn
    assert answer
    if "wscale" not in syn[0] and "nop,nop,nop,nop" in syn[0]:
        return "stripped", "firewall"
    return "scaling", "scaling-on"


def receiver(ask: Callable[[str], str]) -> tuple[str, str]:
    """It offers little: because nobody reads, because of its limits, or because somebody has set it."""
    socket = transfer(ask("ss-tin@0"))
    buffer = number(socket, "rb")
    if number(socket, "recv_q") > buffer / 4:
        return "reader", "read-faster"
    if last_number(ask("sysctl@0"), "net.ipv4.tcp_rmem") == buffer:
        return "rmem", "rmem-up"
    return "rcvbuf", "rcvbuf-auto"


def losses(ask: Callable[[str], str]) -> tuple[str, str]:
    if number(ask("ethtool-S@0"), "rx_crc_errors: "):
        return "cable", "new-cable"
    if "qdisc netem" in ask("tc@1"):
        return "netem", "tc-del"
    queue = ask("tc@2")
    if re.search(r"qdisc clsact.*\n.*dropped [1-9]", queue):
        return "policer", "policer-off"
    if "qdisc bfifo" in queue:
        return "tiny-queue", "router-pfifo"
    syn = re.search(r"> (\S+): Flags \[S\]", ask("tcpdump@1"))
    assert syn
    if set(re.findall(r"IP (\S+) > .* length 1448$", ask("tcpdump@2"), re.MULTILINE)) - {syn[1]}:
        return "neighbour", "neighbour-away"
    return "loss", "repair-line"


def small_buffer(sender: str) -> bool:
    """Full, too small for the window, and of a size that autotuning doesn’t come to."""
    buffer, used = number(sender, "tb"), number(sender, r",w")
    return bool(buffer % STEP) and used > buffer / 2 and buffer < STEP * number(sender, "cwnd")


def send_buffer(ask: Callable[[str], str], sender: str) -> tuple[str, str]:
    if last_number(ask("sysctl@1"), "net.ipv4.tcp_wmem") == number(sender, "tb"):
        return "wmem", "wmem-up"
    return "sndbuf", "sndbuf-auto"


def nothing_lost(ask: Callable[[str], str], sender: str) -> tuple[str, str]:
    cwnd, unacked, unsent = (number(sender, name) for name in ("cwnd", "unacked", "notsent"))
    if unacked >= 0.9 * cwnd:
        if "cwnd lock" in ask("ip-route@1"):
            return "lock", "unlock"
        assert "ssthresh" in ask("tcp-metrics@1")
        return "metrics", "metrics-flush"
    if unsent < 16384:
        return "disk", "read-ahead"
    assert "qdisc tbf" in ask("tc@1")
    return "shaper", "tc-del"
