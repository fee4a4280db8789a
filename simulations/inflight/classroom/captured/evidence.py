"""What shows a limit in a capture, in numbers of its packets."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

from inflight.classroom.captured.packets import Packets
from inflight.classroom.captured.readings import largest_window, most_in_flight, round_trip, sent_again
from inflight.figure.words import significant


def in_each_round_trip(packets: Packets) -> str:
    """How much, where it cannot be more than a window or a buffer allows."""
    if packets.at_sender:
        return f"At most {_bytes(most_in_flight(packets))} are in flight"
    return f"At most {_bytes(in_a_round_trip(packets))} arrive in a round trip of {_ms(round_trip(packets))}"


def send_buffer(packets: Packets) -> str:
    """A constant amount, below the receive window."""
    most = _bytes(largest_window(packets))
    return f"{in_each_round_trip(packets)}, although the receiver offers up to {most} and nothing is lost."


def receive_window(packets: Packets) -> str:
    """A constant amount: the receive window, in whole segments."""
    most = _bytes(largest_window(packets))
    return f"{in_each_round_trip(packets)}: one segment more would exceed the {most} that the receiver offers."


def path(packets: Packets) -> str:
    """Round trips that take longer than they must; at the receiver, a line without gaps."""
    if packets.at_sender:
        return (
            f"Half of the round trips take longer than {_ms(typical_round_trip(packets))}, the handshake took "
            f"{_ms(round_trip(packets))}: the rest is a queue."
        )
    gap = 1e3 * median(after.time - before.time for before, after in pairwise(packets.data()))
    return f"Data arrives in an unbroken line, one segment every {_ms(gap)}, whatever is lost."


def after_a_loss(packets: Packets) -> str:
    """Losses without a queue."""
    if packets.at_sender:
        return (
            f"{sent_again(packets):.0f} segments are sent again, and yet half of the round trips take at most "
            f"{_ms(typical_round_trip(packets))}, the handshake {_ms(round_trip(packets))}: losses without a queue."
        )
    holes = sum(now.sacks and not before.sacks for before, now in pairwise(packets.answers()))
    arrive = _bytes(in_a_round_trip(packets))
    return (
        f"Segments are missing {holes} times, as SACK blocks say, and at most {arrive} arrive in a round trip of "
        f"{_ms(round_trip(packets))}, with a pause behind them: losses without a queue."
    )


def slow_start(packets: Packets) -> str:
    """Rounds that double."""
    rounds = ", ".join(f"{each:,}" for each in per_round(packets)[:-1])
    where = "leave" if packets.at_sender else "arrive"
    return f"Round trip by round trip, {rounds} B {where}: twice as much each time, until all is sent."


def application_pace(packets: Packets) -> str:
    """Writes that follow a clock of their own."""
    writes = [packet.time for packet in packets.data() if "P" in packet.flags]
    every = median(after - before for before, after in pairwise(writes))
    return (
        f"A write ends every {_ms(every * 1e3)}, whether or not ACKs have come back, and the next one begins a little "
        f"later. The windows never fill."
    )


def nagle(packets: Packets) -> str:
    """Small segments, and ACKs that come late."""
    waits = [later - sent for sent, later in _acknowledged(packets)]
    return (
        f"Small segments wait for the ACK of the one before, and that takes up to {_ms(max(waits) * 1e3)}. A round "
        f"trip takes {_ms(round_trip(packets))}; the rest is a delayed ACK."
    )


def typical_round_trip(packets: Packets) -> float:
    """The median time to the ACK of segments that were sent once, ms; where the data is sent from."""
    return 1e3 * median(came - sent for sent, came in _acknowledged(packets))


def _acknowledged(packets: Packets) -> list[tuple[float, float]]:
    """When a segment was seen, and when an ACK that ends with it; none for what was sent again (Karn and Partridge)."""
    sent: dict[int, float] = {}
    again: set[int] = set()
    found, highest = [], 0
    for packet in packets.all:
        if packet.out and packet.length:
            if packet.end <= highest:
                again.add(packet.end)
            highest = max(highest, packet.end)
            sent.setdefault(packet.end, packet.time)
        elif not packet.out and packet.ack in sent and packet.ack not in again:
            found.append((sent.pop(packet.ack), packet.time))
    return found


def in_a_round_trip(packets: Packets) -> int:
    """The most payload within the time of a round trip."""
    data, time = list(packets.data()), round_trip(packets) / 1e3 * 0.99
    most = count = first = 0
    for packet in data:
        count += packet.length
        while packet.time - data[first].time >= time:
            count -= data[first].length
            first += 1
        most = max(most, count)
    return most


def per_round(packets: Packets) -> list[int]:
    """Payload in each round trip from the first segment with data on, until a round trip has none."""
    data, time = list(packets.data()), round_trip(packets) / 1e3
    rounds: list[int] = []
    for packet in data:
        place = int((packet.time - data[0].time) / time + 0.01)
        rounds += [0] * (place + 1 - len(rounds))
        rounds[place] += packet.length
    return rounds


def _ms(value: float) -> str:
    return f"{significant(value)} ms"


def _bytes(count: float) -> str:
    return f"{count:,.0f} B" if count > 9999 else f"{count:.0f} B"
