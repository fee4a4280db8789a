"""Shell lines that several experiments share: the same path between two Linux hosts, with a Linux router in between."""

from __future__ import annotations


def path(*, rate: float, rtt: float, buffer: int | None = None, loss: float = 0.0) -> list[str]:
    """A bottleneck of `rate` Mbit/s behind a round trip of `rtt` ms, a queue of `buffer` packets, `loss` in %.

    Interfaces of the router: `back` towards the sender, `in` where the data come from, `out` towards the receiver.
    """
    lines = [
        f"tc qdisc add dev back root netem delay {rtt:g}ms limit 100000   # router, towards the sender",
        f"tc qdisc add dev out root handle 1: tbf rate {rate:g}mbit burst 4542 limit 100000000   # the bottleneck",
    ]
    if buffer is not None:
        lines.append(f"tc qdisc add dev out parent 1:1 pfifo limit {buffer}")
    if loss:
        lines.append(f"tc qdisc add dev in root netem loss {loss:g}% limit 100000   # before the bottleneck")
    return lines
