"""What a server with two uplinks sees and counts while a client tries to connect."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.experiments.reverse_path.uplinks import (
    CLIENT,
    CONNECTED,
    FILTERED,
    FORGOTTEN,
    HALF_OPEN,
    NO_ROUTE,
    STOPPED,
    Call,
    HandshakePacket,
)
from inflight.figure.result import Result

COUNTER = "TcpExtIPReversePathFilter"


def record(
    result: Result, call: Call, packets: Sequence[HandshakePacket], waited: float, end: float, *, logged: bool
) -> None:
    """Steps: a row at each moment at which the server sees or sends something."""
    moments = {
        packet.arrived if packet.side == CLIENT else packet.sent for packet in packets if packet.label != "ack 1"
    }
    for t in sorted({0.0, waited, end} | moments):
        syns = sum(packet.label == "SYN" and packet.arrived <= t for packet in packets)
        answers = sum(packet.label == "SYN-ACK" and packet.sent <= t for packet in packets)
        dropped = syns if call.outcome == FILTERED else 0
        unrouted = syns if call.outcome == NO_ROUTE else 0
        opened = call.outcome in (CONNECTED, HALF_OPEN) and t >= waited
        result.append(t, syns, answers, dropped, unrouted, dropped if logged else 0, t < waited, opened, 0, 0, 0)


def tell(result: Result, call: Call, packets: Sequence[HandshakePacket], waited: float) -> None:
    """The events, in words."""
    if call.outcome in (FILTERED, NO_ROUTE, STOPPED):
        ends = {
            FILTERED: f"rp_filter drops the SYN on {call.device}",
            NO_ROUTE: "no route for an answer",
            STOPPED: "a gateway drops the SYN-ACK",
        }
        result.event(packets[0].arrived, "loss", ends[call.outcome])
        result.event(waited, "timeout", "connect(): Connection timed out")
        return
    result.event(waited, "finished", "connect() returns")
    if call.outcome == HALF_OPEN:
        result.event(waited, "loss", "a gateway drops the ACK")
        result.event(FORGOTTEN + waited / 2, "timeout", "the server forgets it")
