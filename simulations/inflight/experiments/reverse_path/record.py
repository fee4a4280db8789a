"""What a server with two uplinks sees and counts while a client tries to connect."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.experiments.reverse_path.tables import word
from inflight.experiments.reverse_path.uplinks import (
    CLIENT,
    CONNECTED,
    FILTERED,
    FORGOTTEN,
    HALF_OPEN,
    NO_ROUTE,
    STOPPED,
    Call,
    Packet,
)
from inflight.figure.result import Column, Result

COUNTER = "TcpExtIPReversePathFilter"


def record(call: Call, packets: Sequence[Packet], waited: float, end: float, *, logged: bool) -> Result:
    """Steps: a row at each moment at which the server sees or sends something."""
    result = Result(
        [
            Column("t", "s", "time since connect()", "time"),
            Column("syns", "packets", "SYNs that came in", "flow1"),
            Column("answers", "packets", "SYN-ACKs that left", "flow2"),
            Column("reverse_path", "packets", f"{COUNTER}: dropped by rp_filter", "loss"),
            Column("no_route", "packets", "IpOutNoRoutes: no way back", "rto"),
            Column("logged", "lines", "lines in the kernel’s log", "loss"),
            Column("trying", "", "1: connect() waits", "time"),
            Column("open", "", "1: the client’s socket is connected", "time"),
            word("to", "the address that is called", "flow1", (call.to,)),
            word("from", "the client’s address", "flow1", (call.client,)),
            word("dev", "the interface by which it comes", "flow1", (call.device,)),
        ]
    )
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
    return result


def tell(result: Result, call: Call, packets: Sequence[Packet], waited: float) -> None:
    """The events, in words."""
    if call.outcome in (FILTERED, NO_ROUTE, STOPPED):
        ends = {
            FILTERED: f"the SYN is dropped on {call.device}: rp_filter",
            NO_ROUTE: "no route for an answer",
            STOPPED: "the SYN-ACK is dropped on its way",
        }
        result.event(packets[0].arrived, "loss", ends[call.outcome])
        result.event(waited, "timeout", "connect(): Connection timed out")
        return
    result.event(waited, "finished", "connect() returns")
    if call.outcome == HALF_OPEN:
        result.event(waited, "loss", "the ACK is dropped on its way")
        result.event(FORGOTTEN + waited / 2, "timeout", "the server forgets it")
