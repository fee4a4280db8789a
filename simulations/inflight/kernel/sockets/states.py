"""The states of a connection, by their Linux names (`tcp_states.h`; RFC 9293 §3.3.2)."""

from __future__ import annotations

CLOSED = "CLOSE"
LISTEN = "LISTEN"
SYN_SENT = "SYN_SENT"
SYN_RECV = "SYN_RECV"
ESTABLISHED = "ESTABLISHED"
FIN_WAIT1 = "FIN_WAIT1"
FIN_WAIT2 = "FIN_WAIT2"
CLOSING = "CLOSING"
TIME_WAIT = "TIME_WAIT"
CLOSE_WAIT = "CLOSE_WAIT"
LAST_ACK = "LAST_ACK"

STATES = (
    CLOSED,
    LISTEN,
    SYN_SENT,
    SYN_RECV,
    ESTABLISHED,
    FIN_WAIT1,
    FIN_WAIT2,
    CLOSING,
    TIME_WAIT,
    CLOSE_WAIT,
    LAST_ACK,
)

CAN_SEND = frozenset({ESTABLISHED, CLOSE_WAIT})
"""Where the application may still write."""
