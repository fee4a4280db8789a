"""Numbers that can be read from a capture, each from its packets alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from inflight.classroom.captured.packets import Packets

if TYPE_CHECKING:
    from inflight.classroom import shapes


@dataclass(frozen=True)
class Reading:
    """A number. label: what it is; how: to the last detail, so that there is one right value.

    only_sender: it can be read only where the data is sent from. only: the limits whose captures have it; none: all.
    """

    label: str
    how: str
    unit: str
    read: Callable[[Packets], float]
    only_sender: bool = False
    only: frozenset[str] = frozenset()


def round_trip(packets: Packets) -> float:
    """From the SYN to the SYN-ACK or, at the end that answers, from the SYN-ACK to the ACK, ms."""
    first = next(packet for packet in packets.all if "S" in packet.flags)
    opened = packets.at_sender == first.out
    times = iter(packets.all)
    sent = next(packet.time for packet in times if "S" in packet.flags and (opened or "A" in packet.flags))
    came = next(packet.time for packet in times if "A" in packet.flags and ("S" in packet.flags) == opened)
    return (came - sent) * 1e3


def largest_window(packets: Packets) -> float:
    """The most that the receiver of the data offers, bytes."""
    return max(packet.window for packet in packets.answers())


def most_in_flight(packets: Packets) -> float:
    """Bytes sent and not yet acknowledged, at most."""
    most = sent = acknowledged = 0
    for packet in packets.all:
        if packet.out and packet.length:
            acknowledged = acknowledged or packet.seq
            sent = max(sent, packet.end)
            most = max(most, sent - acknowledged)
        elif not packet.out and acknowledged:
            acknowledged = max(acknowledged, packet.ack)
    return most


def rate(packets: Packets) -> float:
    """Payload, each byte counted once, over the time from the first segment with data to the last, Mbit/s."""
    data = list(packets.data())
    count = known = 0
    for packet in sorted(data, key=attrgetter("seq", "end")):
        count += max(0, packet.end - max(packet.seq, known))
        known = max(known, packet.end)
    return count * 8e-6 / (data[-1].time - data[0].time)


def sent_again(packets: Packets) -> float:
    """Segments whose data had all been sent before."""
    count = sent = 0
    for packet in packets.data():
        count += packet.end <= sent
        sent = max(sent, packet.end)
    return count


READINGS: Mapping[shapes.CaptureReading, Reading] = {
    "rtt": Reading(
        "Round-trip time without queueing",
        "Take it from the handshake.",
        "ms",
        round_trip,
    ),
    "window": Reading(
        "Largest receive window",
        "The most that the receiver of the data ever offers. Remember the window scale.",
        "B",
        largest_window,
    ),
    "in-flight": Reading(
        "Most bytes in flight",
        "Bytes of payload sent and not yet covered by an acknowledgement number.",
        "B",
        most_in_flight,
        only_sender=True,
        # with losses, programs differ in whether bytes that SACK blocks report are still in flight
        only=frozenset({"send-buffer", "receive-window", "slow-start", "application-pace", "nagle"}),
    ),
    "rate": Reading(
        "Rate of the payload",
        "Count each byte once, and divide by the time from the first segment with data to the last one.",
        "Mbit/s",
        rate,
        only=frozenset({"send-buffer", "receive-window", "path", "after-a-loss", "slow-start", "application-pace"}),
    ),
    "retransmissions": Reading(
        "Retransmitted segments",
        "Count the segments whose data was sent before. Wireshark calls some of them out of order.",
        "segments",
        sent_again,
        only_sender=True,
        only=frozenset({"path", "after-a-loss"}),
    ),
}
"""By the name that an assignment gives it."""
