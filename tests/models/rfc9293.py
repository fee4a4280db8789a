"""RFC 9293's state machine as a table: which states may follow which, and by what. For tests; written from the RFC.

§3.3.2 with figure 5 and its notes draws the usual ways. §3.10 tells what each call, segment and timeout does in each
state; where the figure leaves something out for clarity (note 3: resets), §3.10 is what counts. The states bear
Linux's names; what the RFC calls CLOSED is `CLOSE` there.

`TABLE` says where an event leads: only acceptable segments are events, so one that is old, outside of the window or
acknowledges nothing new is `NOTHING_NEW`. A state that is not named for an event stays as it is. `DEPARTURES` is what
Linux does otherwise, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

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

SYNCHRONIZED = frozenset(STATES) - {CLOSED, LISTEN, SYN_SENT, SYN_RECV}
"""Both sides know each other's sequence numbers (§3.5.3)."""


class Event(Enum):
    """What can happen to a connection: calls of its user, segments, timers."""

    PASSIVE_OPEN = "OPEN, passive"
    ACTIVE_OPEN = "OPEN, active"
    SEND = "SEND"
    RECEIVE = "RECEIVE"
    CLOSE = "CLOSE"
    ABORT = "ABORT"
    SYN = "SYN"
    SYN_ACK = "SYN that acknowledges our SYN"
    ACK_OF_SYN = "ACK of our SYN"
    ACK_OF_FIN = "ACK of our FIN"
    FIN = "FIN, ours not acknowledged"
    FIN_AND_ACK = "FIN, with the ACK of ours"
    DATA = "data"
    NOTHING_NEW = "a segment that is not acceptable, or says nothing new"
    RST = "RST"
    RETRANSMISSION = "retransmission timeout"
    GIVE_UP = "user timeout, or R2 retransmissions"
    TWO_MSL = "time-wait timeout"


SEGMENTS = frozenset(
    {
        Event.SYN,
        Event.SYN_ACK,
        Event.ACK_OF_SYN,
        Event.ACK_OF_FIN,
        Event.FIN,
        Event.FIN_AND_ACK,
        Event.DATA,
        Event.NOTHING_NEW,
        Event.RST,
    }
)

TIMEOUTS = frozenset({Event.RETRANSMISSION, Event.GIVE_UP, Event.TWO_MSL})

CALLS = frozenset(Event) - SEGMENTS - TIMEOUTS


@dataclass(frozen=True)
class Rule:
    """In `state`, `event` leads to one of `to`. `where`: the paragraph, or the kernel's function."""

    state: str
    event: Event
    to: frozenset[str]
    where: str
    why: str = ""


def _rules(event: Event, where: str, leads: dict[str, tuple[str, ...]]) -> Iterator[Rule]:
    for state, to in leads.items():
        yield Rule(state, event, frozenset(to), where)


_LIVE = tuple(state for state in STATES if state != CLOSED)

TABLE: tuple[Rule, ...] = (
    # Calls of the user. An OPEN or SEND with a foreign socket turns a listener into a caller (figure 5: "SEND").
    *_rules(Event.PASSIVE_OPEN, "§3.10.1", {CLOSED: (LISTEN,)}),
    *_rules(Event.ACTIVE_OPEN, "§3.10.1", {CLOSED: (SYN_SENT,), LISTEN: (SYN_SENT,)}),
    *_rules(Event.SEND, "§3.10.2", {LISTEN: (SYN_SENT,)}),
    *_rules(
        Event.CLOSE,
        "§3.10.4",
        {
            LISTEN: (CLOSED,),
            SYN_SENT: (CLOSED,),
            # With something still to be sent, the FIN waits until the connection is established.
            SYN_RECV: (FIN_WAIT1, SYN_RECV),
            ESTABLISHED: (FIN_WAIT1,),
            # Likewise: what has been written goes first.
            CLOSE_WAIT: (LAST_ACK, CLOSE_WAIT),
        },
    ),
    *_rules(Event.ABORT, "§3.10.5", dict.fromkeys(_LIVE, (CLOSED,))),
    # Segments, in the order in which §3.10.7.4 looks at their bits.
    *_rules(
        Event.RST,
        "§3.10.7.3, §3.10.7.4 second; figure 5, notes 1 and 3",
        # In SYN_RECV it depends on who had opened: note 1. A listener does not care.
        {SYN_SENT: (CLOSED,), SYN_RECV: (LISTEN, CLOSED), **dict.fromkeys(sorted(SYNCHRONIZED), (CLOSED,))},
    ),
    *_rules(
        Event.SYN,
        "§3.10.7.2, §3.10.7.3, §3.10.7.4 fourth",
        # Simultaneous open; a half-open passive one goes back; TIME_WAIT lets a new connection in (RFC 6191).
        {LISTEN: (SYN_RECV,), SYN_SENT: (SYN_RECV,), SYN_RECV: (SYN_RECV, LISTEN), TIME_WAIT: (TIME_WAIT, SYN_RECV)},
    ),
    *_rules(Event.SYN_ACK, "§3.10.7.3", {SYN_SENT: (ESTABLISHED,)}),
    *_rules(Event.ACK_OF_SYN, "§3.10.7.4 fifth", {SYN_RECV: (ESTABLISHED,)}),
    *_rules(
        Event.ACK_OF_FIN,
        "§3.10.7.4 fifth",
        {FIN_WAIT1: (FIN_WAIT2,), CLOSING: (TIME_WAIT,), LAST_ACK: (CLOSED,)},
    ),
    *_rules(
        Event.FIN,
        "§3.10.7.4 eighth",
        {SYN_RECV: (CLOSE_WAIT,), ESTABLISHED: (CLOSE_WAIT,), FIN_WAIT1: (CLOSING,), FIN_WAIT2: (TIME_WAIT,)},
    ),
    *_rules(
        Event.FIN_AND_ACK,
        "§3.10.7.4 fifth and eighth; figure 5, note 2",
        {FIN_WAIT1: (TIME_WAIT,), CLOSING: (TIME_WAIT,), LAST_ACK: (CLOSED,)},
    ),
    # Timeouts. Sending again changes nothing; giving up ends everything.
    *_rules(Event.GIVE_UP, "§3.10.8, §3.8.3", {state: (CLOSED,) for state in _LIVE if state != LISTEN}),
    *_rules(Event.TWO_MSL, "§3.10.8", {TIME_WAIT: (CLOSED,)}),
)

FIGURE_5 = frozenset(
    {
        (CLOSED, LISTEN),
        (CLOSED, SYN_SENT),
        (LISTEN, CLOSED),
        (LISTEN, SYN_RECV),
        (LISTEN, SYN_SENT),
        (SYN_SENT, CLOSED),
        (SYN_SENT, SYN_RECV),
        (SYN_SENT, ESTABLISHED),
        (SYN_RECV, LISTEN),
        (SYN_RECV, ESTABLISHED),
        (SYN_RECV, FIN_WAIT1),
        (ESTABLISHED, FIN_WAIT1),
        (ESTABLISHED, CLOSE_WAIT),
        (FIN_WAIT1, FIN_WAIT2),
        (FIN_WAIT1, CLOSING),
        (FIN_WAIT1, TIME_WAIT),
        (FIN_WAIT2, TIME_WAIT),
        (CLOSING, TIME_WAIT),
        (TIME_WAIT, CLOSED),
        (CLOSE_WAIT, LAST_ACK),
        (LAST_ACK, CLOSED),
    }
)
"""The arrows of the figure, without those that its note 3 leaves out."""

NO_TIMER = {
    CLOSED: "there is nothing to wait for",
    LISTEN: "waits for others, for ever",
    ESTABLISHED: "without keepalive and with nothing in flight, silence may last for ever (§3.8.4)",
    FIN_WAIT2: "the peer may go on sending for as long as it likes (§3.6); Linux limits it for orphans only",
    CLOSE_WAIT: "waits for its own application (§3.6)",
}
"""States that may last for ever, with nothing unacknowledged, by TCP's own design. All others need a timer."""


def _departure(states: tuple[str, ...], event: Event, to: str, where: str, why: str) -> Iterator[Rule]:
    for state in states:
        yield Rule(state, event, frozenset({to}), where, why)


DEPARTURES: tuple[Rule, ...] = (
    *_departure(
        (FIN_WAIT2,),
        Event.TWO_MSL,
        CLOSED,
        "tcp.c:__tcp_close, inet_timewait_sock.c:tw_timer_handler",
        "An orphan is not waited for longer than tcp_fin_timeout: nobody would read what the peer still sends.",
    ),
    *_departure(
        (FIN_WAIT1, CLOSING, LAST_ACK),
        Event.GIVE_UP,
        CLOSED,
        "tcp_timer.c:tcp_write_timeout, tcp_probe_timer",
        "An orphan has tcp_orphan_retries, fewer than R2: it holds memory, and nobody waits for its end.",
    ),
    *_departure(
        (ESTABLISHED, FIN_WAIT1, FIN_WAIT2, CLOSING, CLOSE_WAIT, LAST_ACK),
        Event.CLOSE,
        CLOSED,
        "tcp_timer.c:tcp_out_of_resources, tcp.c:tcp_check_oom",
        "More than tcp_max_orphans: a RST at once, instead of one more orphan.",
    ),
    *_departure(
        (SYN_RECV, ESTABLISHED, FIN_WAIT1, FIN_WAIT2, CLOSE_WAIT),
        Event.CLOSE,
        CLOSED,
        "tcp.c:__tcp_close; RFC 2525 §2.17",
        "Closed with unread data, or with SO_LINGER 0: an ABORT, so that the peer knows that something was lost.",
    ),
    *_departure(
        (FIN_WAIT1, FIN_WAIT2),
        Event.DATA,
        CLOSED,
        "tcp_input.c:tcp_rcv_state_process; tcp_minisocks.c:tcp_timewait_state_process",
        "Data for an orphan are answered by a RST: there is nobody to read them (RFC 9293 §3.6.1).",
    ),
    *_departure(
        (FIN_WAIT2,),
        Event.SYN,
        CLOSED,
        "tcp_minisocks.c:tcp_timewait_state_process",
        "What waits for the FIN of an orphan is reset by a SYN in its window.",
    ),
    *(
        rule
        for event, states in (
            (Event.FIN, (FIN_WAIT2,)),
            (Event.FIN_AND_ACK, (FIN_WAIT1, CLOSING)),
            (Event.ACK_OF_FIN, (CLOSING, FIN_WAIT2)),
        )
        for rule in _departure(
            states,
            event,
            CLOSED,
            "tcp_minisocks.c:tcp_time_wait",
            "No TIME_WAIT (or mini-socket in FIN_WAIT2) where tcp_max_tw_buckets are already in use, and none of an "
            "orphan if tcp_fin_timeout is 0 or TCP_LINGER2 negative.",
        )
    ),
    *_departure(
        (SYN_RECV,),
        Event.RST,
        CLOSED,
        "tcp_minisocks.c:tcp_check_req",
        "A half-open connection is a note beside the listener, which listens on; the note is thrown away.",
    ),
    *_departure(
        (TIME_WAIT,),
        Event.SYN,
        CLOSED,
        "tcp_ipv4.c:tcp_v4_rcv (TCP_TW_SYN)",
        "A new connection does not take TIME_WAIT's place: that is thrown away, and a listener takes the SYN.",
    ),
    *_departure(
        (LISTEN,),
        Event.ACK_OF_SYN,
        ESTABLISHED,
        "syncookies.c:cookie_v4_check",
        "With SYN cookies there is no half-open connection: the ACK that comes back is all there is.",
    ),
    *_departure(
        (LISTEN,),
        Event.SEND,
        LISTEN,
        "tcp.c:tcp_sendmsg_locked (EPIPE)",
        "A socket that listens cannot write.",
    ),
    *_departure(
        (LISTEN,),
        Event.ACTIVE_OPEN,
        LISTEN,
        "af_inet.c:__inet_stream_connect (EISCONN)",
        "A socket that listens cannot connect.",
    ),
    *_departure(
        (SYN_RECV, ESTABLISHED, CLOSE_WAIT),
        Event.ABORT,
        CLOSED,
        "inet_connection_sock.c:inet_csk_listen_stop",
        "When a listener is closed, what nobody has accepted is reset.",
    ),
    *_departure(
        (SYN_RECV,),
        Event.CLOSE,
        FIN_WAIT1,
        "tcp.c:tcp_close_state",
        "With Fast Open a socket exists, and can be closed, in SYN_RECV; the FIN does not wait for the handshake.",
    ),
    *_departure(
        (CLOSE_WAIT,),
        Event.CLOSE,
        LAST_ACK,
        "tcp.c:tcp_close_state",
        "The state changes with the call, though the FIN stands in line behind what has been written.",
    ),
)


def leads_to(state: str, event: Event, *, linux: bool = True) -> frozenset[str]:
    """Where `event` may lead from `state`: by the RFC, and (unless `linux` is False) as Linux departs from it."""
    found = [rule.to for rule in TABLE if (rule.state, rule.event) == (state, event)]
    if linux:
        found += [rule.to for rule in DEPARTURES if (rule.state, rule.event) == (state, event)]
    return frozenset().union(*found) if found else frozenset({state})


def allowed(state: str, after: str, events: frozenset[Event]) -> bool:
    """Whether one of these events may lead from `state` to `after`."""
    return any(after in leads_to(state, event) for event in events)
