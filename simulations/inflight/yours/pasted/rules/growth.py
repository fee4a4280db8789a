"""What is remarkable about a connection between two snapshots of `ss`: not since it began, but now."""

from __future__ import annotations

from collections.abc import Iterator

from inflight.figure.words import amount, seconds
from inflight.yours.pasted.differences import Difference
from inflight.yours.pasted.number import milliseconds, rate, share, things
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK


def connection(change: Difference) -> Iterator[tuple[str, int, str, str, str]]:
    """Field, weight, text, where to read on, source."""
    yield from _amount(change)
    busy = change.grown("busy")
    for name, see, because in (
        ("rwnd_limited", "windows/zero-window#slow", "the receiver’s window held it back"),
        ("sndbuf_limited", "windows/so-sndbuf#myths", "the program waited for room in the send buffer"),
    ):
        limited = change.grown(name)
        if busy and limited >= 0.02 * busy:
            weight = LIMITS if limited >= 0.2 * busy else LOOK
            text = f"Of {milliseconds(busy)} busy, {because} for {milliseconds(limited)} ({share(limited, busy)})."
            yield name, weight, text, see, "tcp_output.c:tcp_chrono_start"
    again, sent = change.grown("bytes_retrans"), change.grown("bytes_sent")
    times = change.grown("retrans")
    if times:
        of = f", {share(again, sent)} of what was sent" if again and sent else ""
        weight = LIMITS if sent and again >= 0.01 * sent else LOOK
        text = f"{things(times, 'retransmission')} between the two{of}."
        yield "retrans", weight, text, "congestion/lossy-networks#map", "tcp.c:tcp_get_info"
    if change.seconds and busy < 700 * change.seconds and sent:
        text = (
            f"It was busy for {milliseconds(busy)} of {seconds(change.seconds)}: "
            "for the rest, the program had nothing to send."
        )
        yield "busy", LOOK, text, "windows/why-slow#idle", "tcp.c:tcp_get_info_chrono_stats"
    # without -i there is nothing that could have moved, and a listener’s Send-Q is its backlog
    if not change.changes and change.second.number("Send-Q") and "cwnd" in change.second:
        waiting = things(change.second.number("Send-Q"), "byte waits", "bytes wait")
        text = f"Nothing moved between the two, although {waiting} in the Send-Q."
        yield "Send-Q", LIMITS, text, "windows/why-slow#keeps", "tcp.c:tcp_get_info"


def _amount(change: Difference) -> Iterator[tuple[str, int, str, str, str]]:
    for name, what in (("bytes_acked", "acknowledged"), ("bytes_received", "received")):
        bytes_ = change.grown(name)
        if bytes_ < 1000:
            continue
        speed = f" in {seconds(change.seconds)}, {rate(8 * bytes_ / change.seconds)}" if change.seconds else ""
        text = f"{amount(bytes_)} were {what} between the two{speed}."
        yield name, KNOW, text, "windows/why-slow#arithmetic", "tcp.c:tcp_get_info"
