"""The states of the socket engine against RFC 9293's table, whatever applications, network and time do to them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rfc9293 import (
    CALLS,
    CLOSED,
    DEPARTURES,
    ESTABLISHED,
    FIGURE_5,
    FIN_WAIT1,
    FIN_WAIT2,
    LISTEN,
    NO_TIMER,
    SEGMENTS,
    STATES,
    SYNCHRONIZED,
    TABLE,
    TIME_WAIT,
    TIMEOUTS,
    Event,
    leads_to,
)
from state_walk import DELIVERED, LATE, LOST, TWICE, IllegalStep, Stuck, Walk

from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import STATES as ENGINE_STATES
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.transmit import Transmitter

LONGEST = 1500.0
"""s. Two orphans on a dead line are gone by then: 340 s for a closed window (T07), 119 s for a FIN, 60 s TIME_WAIT."""

sysctls = st.builds(
    Sysctls,
    tcp_fin_timeout=st.sampled_from([0.0, 5.0, 60.0, 90.0]),
    tcp_orphan_retries=st.sampled_from([0, 1, 3]),
    tcp_retries2=st.sampled_from([3, 8]),
    tcp_synack_retries=st.sampled_from([1, 5]),
    tcp_max_orphans=st.sampled_from([0, 16384, 16384]),
    tcp_max_tw_buckets=st.sampled_from([0, 131072, 131072]),
    tcp_keepalive_time=st.just(30.0),
)
fates = st.lists(st.sampled_from([DELIVERED, DELIVERED, LOST, TWICE, LATE]), max_size=40)
steps = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["client", "server"]),
            st.sampled_from(["send", "read", "shutdown", "close", "reset", "keepalive"]),
        ),
        st.tuples(st.just("wait"), st.sampled_from([0.005, 0.03, 0.3, 3.0, 70.0])),
        st.tuples(st.just("network"), st.sampled_from(["cut", "heal", "unlisten"])),
    ),
    max_size=14,
)
walks = st.builds(Walk, sysctls=sysctls, fates=fates, window=st.sampled_from([2000, 65160]), simultaneous=st.booleans())


def take(walk: Walk, what: list[tuple[str, object]]) -> None:
    for who, does in what:
        if who == "wait":
            assert isinstance(does, float)
            walk.run(does)
        elif who == "network":
            walk.stop_listening() if does == "unlisten" else walk.cut(does == "cut")
        else:
            walk.do(who, str(does))


# The table itself


def test_every_arrow_of_figure_5_is_in_the_table_and_no_other_but_resets_and_timeouts() -> None:
    drawn = {
        (rule.state, to)
        for rule in TABLE
        for to in rule.to
        if rule.event not in (Event.RST, Event.ABORT, Event.GIVE_UP) and to != rule.state
    }
    # Note 1 and the SYN that sends a half-open connection back belong to the figure, RFC 6191's reopening does not.
    beyond = {(TIME_WAIT, "SYN_RECV"), ("SYN_RECV", "CLOSE_WAIT")}
    assert drawn | {("SYN_RECV", LISTEN)} == set(FIGURE_5) | beyond


def test_the_table_speaks_of_all_states_and_events_and_the_engine_of_no_other_states() -> None:
    assert set(ENGINE_STATES) == set(STATES)
    assert set(NO_TIMER) | SYNCHRONIZED | {"SYN_SENT", "SYN_RECV"} == set(STATES)
    assert set(Event) == CALLS | SEGMENTS | TIMEOUTS
    assert {rule.event for rule in TABLE} >= set(Event) - {
        Event.RECEIVE,
        Event.DATA,
        Event.NOTHING_NEW,
        Event.RETRANSMISSION,
    }


def test_a_departure_departs_and_says_why() -> None:
    for rule in DEPARTURES:
        assert rule.why
        strict = leads_to(rule.state, rule.event, linux=False)
        # Some only narrow what the RFC leaves open; those that widen are the others.
        assert not rule.to <= strict or len(strict) > 1 or rule.event in (Event.ABORT, Event.GIVE_UP)


def test_reading_the_table() -> None:
    assert leads_to(FIN_WAIT1, Event.FIN_AND_ACK, linux=False) == {TIME_WAIT}
    assert leads_to(ESTABLISHED, Event.NOTHING_NEW) == {ESTABLISHED}
    assert leads_to(FIN_WAIT2, Event.TWO_MSL, linux=False) == {FIN_WAIT2}
    assert leads_to(FIN_WAIT2, Event.TWO_MSL) == {CLOSED}


# The engine


@given(walk=walks, what=steps)
@settings(max_examples=250)
def test_no_step_is_illegal_and_nobody_waits_in_vain(walk: Walk, what: list[tuple[str, object]]) -> None:
    """The walk itself raises: `IllegalStep` and `Stuck`."""
    take(walk, what)


@given(walk=walks, what=steps, dead=st.booleans())
@settings(max_examples=250)
def test_when_both_applications_are_gone_everything_ends(
    walk: Walk, what: list[tuple[str, object]], dead: bool
) -> None:
    """Whatever went before, and whether the line is dead or alive: no state, orphan or mini-socket is left."""
    take(walk, what)
    walk.run(1.0)
    walk.end()
    walk.cut(dead)
    walk.run(LONGEST)
    assert walk.left == {walk.client.address: [], walk.server.address: []}
    for host in (walk.client, walk.server):
        assert (host.orphans, host.time_waits) == (0, 0)


def test_walks_reach_every_arrow_of_the_figure_that_linux_has() -> None:
    """The property is worth little if it never gets anywhere. SEND in LISTEN is the RFC's alone."""
    reached: set[tuple[str, str]] = set()

    @given(walk=walks, what=steps)
    @settings(max_examples=300, database=None)
    def collect(walk: Walk, what: list[tuple[str, object]]) -> None:
        take(walk, what)
        walk.run(0.5)
        walk.end()
        walk.run(200.0)
        for host in (walk.client, walk.server):
            reached.update(host.log.steps)  # type: ignore[attr-defined]

    collect()
    # A listener notes nothing of itself, and a half-open connection beside it is no socket.
    not_noted = {(CLOSED, LISTEN), (LISTEN, CLOSED), (LISTEN, "SYN_SENT"), ("SYN_RECV", LISTEN)}
    # A FIN with the ACK of ours is two steps in one segment: `tcp_rcv_state_process` passes FIN_WAIT2 on the way.
    assert set(FIGURE_5) - not_noted - reached == {(FIN_WAIT1, TIME_WAIT)}
    assert {(FIN_WAIT1, FIN_WAIT2), (FIN_WAIT2, TIME_WAIT)} <= reached


# It can fail


def simple() -> Walk:
    walk = Walk(Sysctls(), [])
    walk.run(0.1)
    return walk


def test_a_socket_that_skips_a_state_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """FIN_WAIT1 to TIME_WAIT by the mere ACK: the peer could still be sending."""

    def hasty(self: Socket, segment: object) -> bool:
        if self.transmitter.all_acked and self.state == FIN_WAIT1:
            self.time_wait(TIME_WAIT, 60.0)
            return True
        return False

    monkeypatch.setattr(Socket, "_closing_ack", hasty)
    walk = simple()
    walk.do("client", "shutdown")
    with pytest.raises(IllegalStep, match="FIN_WAIT1 → TIME_WAIT by ACK_OF_FIN, ACK_OF_SYN, NOTHING_NEW"):
        walk.run(1.0)


def test_a_fin_nobody_watches_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its timer a lost FIN would never be sent again."""
    walk = simple()
    monkeypatch.setattr(Transmitter, "_set", lambda self, kind, ticks: None)
    with pytest.raises(Stuck, match="FIN_WAIT1"):
        walk.do("client", "shutdown")


def test_an_orphan_that_is_never_given_up_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tcp_orphan_retries` not looked at: the FIN is repeated for ever, with a timer, so only the end shows it."""
    monkeypatch.setattr(Transmitter, "_given_up", lambda self: False)
    walk = simple()
    walk.cut(True)
    walk.end()
    walk.run(LONGEST)
    assert walk.left[walk.client.address] == [FIN_WAIT1]


def test_a_fin_wait2_without_an_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Socket, "_wait_for_fin", lambda self, *, delayed: None)
    walk = simple()
    walk.do("client", "close")
    with pytest.raises(Stuck, match="FIN_WAIT2"):
        walk.run(1.0)
