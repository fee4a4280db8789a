"""The limits that a capture can be drawn for: within ranges in which nothing else holds the sender back.

Their names are those of labelled captures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inflight.classroom.captured import evidence
from inflight.classroom.captured.packets import Packets
from inflight.figure.parameters import Value

if TYPE_CHECKING:
    from inflight.classroom import shapes

Drawn = Mapping[str, Value]


@dataclass(frozen=True)
class Limit:
    """What can hold a sender back.

    title, text: in plain words, for who has to choose. sign: what would show it, told to those who name it wrongly;
    it is missing in the captures of all other limits. host: where to look on the host. experiment: whose run shows
    it, at values that `draw` gives. sender, receiver: the experiment's points, by the direction of the data.
    """

    title: str
    text: str
    sign: str
    host: str
    experiment: str
    draw: Callable[[random.Random], Drawn]
    evidence: Callable[[Packets], str]
    sender: str = "sender"
    receiver: str = "receiver"


def _send_buffer(rng: random.Random) -> Drawn:
    """Far less than the receiver offers from the first moment on (64 KB), and than the path holds."""
    rtt = rng.randrange(20, 121)
    return {
        "sndbuf": rng.choice(range(20480, 40961, 2048)),
        "rcvbuf": 0,
        "gso": False,
        "rtt": rtt,
        "rate": rng.choice((100, 200, 300)),
        "duration": rtt * 25 / 1000,
    }


def _receive_window(rng: random.Random) -> Drawn:
    """At most a quarter of what the path holds."""
    rtt = rng.randrange(20, 121)
    return {
        "rcvbuf": rng.choice(range(32768, 131073, 4096)),
        "rtt": rtt,
        "rate": rng.choice((200, 300, 500)),
        "duration": rtt * 25 / 1000,
    }


def _path(rng: random.Random) -> Drawn:
    """A buffer of two to three bandwidth-delay products: behind Reno's halving, part of the queue still stands."""
    rate, rtt = rng.choice((2, 3, 4)), rng.randrange(30, 71)
    held = rate * rtt * 1000 / 8 / 1514
    return {
        "algorithm": rng.choice(("reno", "cubic")),
        "rate": rate,
        "rtt": rtt,
        "buffer": round(held * rng.choice((2, 2.5, 3))),
        "duration": rng.choice((6, 7, 8)),
    }


def _after_a_loss(rng: random.Random) -> Drawn:
    """Every 100 to 300 packets one is lost, on a path that would hold hundreds at once."""
    rtt = rng.randrange(40, 121)
    lost = [rng.randrange(60, 120)]
    while lost[-1] < 5000:
        lost.append(lost[-1] + rng.randrange(100, 300))
    return {
        "algorithm": rng.choice(("reno", "cubic")),
        "lose": ",".join(map(str, lost)),
        "rate": rng.choice((200, 300, 500)),
        "rtt": rtt,
        "buffer": 1000,
        "duration": rtt * 60 / 1000,
    }


def _slow_start(rng: random.Random) -> Drawn:
    """Over before a window fills the path or arrives as a queue."""
    return {
        "initcwnd": 10,
        "size": rng.choice(range(200, 801, 20)),
        "rtt": rng.randrange(80, 201),
        "rate": rng.choice((500, 700, 1000)),
        "buffer": 5000,
    }


def _application_pace(rng: random.Random) -> Drawn:
    """A fraction of what ten segments in each round trip would carry: no window fills, not even the first."""
    return {
        "chunk": rng.choice(range(1600, 2801, 200)),
        "call": rng.choice(range(700, 1001, 25)),
        "size": rng.choice(range(400, 801, 50)),
        "rtt": rng.randrange(10, 26) / 10,
        "rate": 1000,
        "nodelay": True,
    }


def _nagle(rng: random.Random) -> Drawn:
    """Requests in several small writes, answered once they are complete."""
    return {
        "mode": "whole",
        "messages": rng.choice((3, 4, 5)),
        "size": rng.choice(range(60, 201, 10)),
        "rtt": rng.randrange(2, 21),
    }


LIMITS: Mapping[shapes.CaptureLimit, Limit] = {
    "send-buffer": Limit(
        title="The send buffer",
        text="It is full, so the program waits for room. The windows would let more go.",
        sign="If the send buffer were the limit, about the same amount would be in flight in every round trip, and the "
        "receiver would offer more.",
        host="`ss -tin` on the sender counts `sndbuf_limited` (if skbs are small), and `skmem` shows a full buffer. "
        "Don’t set SO_SNDBUF, or set it to twice the bandwidth-delay product.",
        experiment="three-windows",
        draw=_send_buffer,
        evidence=evidence.send_buffer,
    ),
    "receive-window": Limit(
        title="The receive window",
        text="Everything that the receiver offers is in flight.",
        sign="If the receive window were the limit, all that the receiver offers would be in flight in every round "
        "trip.",
        host="`ss -tin` on the sender counts `rwnd_limited`. Don’t set SO_RCVBUF on the receiver, and check its "
        "tcp_rmem.",
        experiment="three-windows",
        draw=_receive_window,
        evidence=evidence.receive_window,
    ),
    "path": Limit(
        title="The path",
        text="It is full: a queue stands in front of its bottleneck, whatever is lost there.",
        sign="If the path were full, segments would arrive one after the other without a break, and round trips would "
        "take much longer than the handshake did.",
        host="`ss -tin` on the sender shows an `rtt` well above `minrtt`. More of any buffer won’t help; a faster line "
        "or a shorter queue will.",
        experiment="congestion-window",
        draw=_path,
        evidence=evidence.path,
    ),
    "after-a-loss": Limit(
        title="The congestion window after losses",
        text="Losses keep it small, and the path would carry more.",
        sign="If losses kept the congestion window small, segments would be missing while round trips were as short as "
        "in the handshake.",
        host="`ss -tin` on the sender shows `retrans` that grow, a small `cwnd`, and an `rtt` close to `minrtt`. Find "
        "out where packets are lost: `ethtool -S` and `ip -s link` along the path.",
        experiment="congestion-window",
        draw=_after_a_loss,
        evidence=evidence.after_a_loss,
    ),
    "slow-start": Limit(
        title="Slow start",
        text="The congestion window is still doubling when the transfer ends.",
        sign="In slow start, each round trip would carry twice as much as the one before, to the end.",
        host="`ss -tin` on the sender shows a `cwnd` that grows and no `ssthresh`. Keep connections open, or move the "
        "ends closer together.",
        experiment="slow-start",
        draw=_slow_start,
        evidence=evidence.slow_start,
    ),
    "application-pace": Limit(
        title="The program",
        text="It writes less than the connection would carry, and each write leaves at once.",
        sign="If the program set the pace, each write would leave at once, whether or not ACKs had come back.",
        host="`ss -tin` on the sender counts `app_limited`, and `strace` shows the time between its calls of write().",
        experiment="request-response",
        draw=_application_pace,
        evidence=evidence.application_pace,
        sender="server",
        receiver="client",
    ),
    "nagle": Limit(
        title="Nagle’s algorithm",
        text="A small segment waits for an ACK, and the other end delays that ACK.",
        sign="With Nagle’s algorithm and delayed ACKs, there would be waits of about 40 ms for the ACK of a small "
        "segment.",
        host="`strace` shows several small writes before each read. Write everything in one go, or set TCP_NODELAY.",
        experiment="nagle-delayed-ack",
        draw=_nagle,
        evidence=evidence.nagle,
        sender="client",
        receiver="server",
    ),
}
"""By the name that an assignment gives it, in the order in which students may choose."""


def draw(limits: Sequence[shapes.CaptureLimit], rng: random.Random) -> tuple[shapes.CaptureLimit, Drawn]:
    """One of these limits, and values at which it shows."""
    chosen = rng.choice(limits)
    return chosen, LIMITS[chosen].draw(rng)
