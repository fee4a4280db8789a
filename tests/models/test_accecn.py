"""Accurate ECN: RFC 9768."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.tcp.accecn import (
    ACCURATE,
    CE,
    CLASSIC,
    ECT_0,
    ECT_1,
    NOT_ECT,
    OFF,
    Counters,
    Handshake,
    Host,
    Marks,
    handshake,
)
from inflight.scenes.ecn_feedback import ACCECN, DCTCP, told
from inflight.scenes.ecn_feedback import CLASSIC as LATCHED

MSS = 1436


@pytest.mark.parametrize(
    ("client", "server", "wanted"),
    [
        (3, 3, (0b111, 0b010, 0b010, ACCURATE)),
        (3, 1, (0b111, 0b001, 0b000, CLASSIC)),
        (3, 0, (0b111, 0b000, 0b000, OFF)),
        (1, 3, (0b011, 0b001, 0b000, CLASSIC)),
        (4, 5, (0b011, 0b001, 0b000, CLASSIC)),
        (2, 3, (0b000, 0b000, 0b000, OFF)),
    ],
)
def test_the_handshake_finds_what_both_know(client: int, server: int, wanted: tuple[int, int, int, int]) -> None:
    """RFC 9768 table 2, without ECN on the packets of the handshake itself."""
    assert handshake(Host(client), Host(server)) == Handshake(*wanted)


def test_each_end_says_with_what_field_the_others_first_packet_came() -> None:
    """RFC 9768 tables 2 and 3: ECT(0) is 100. A classic server doesn't believe a SYN with ECT (RFC 3168 §6.1.1)."""
    dctcp, other = Host(3, needs_ecn=True), Host(3)
    assert handshake(dctcp, other) == Handshake(0b111, 0b100, 0b010, ACCURATE)
    assert handshake(other, dctcp) == Handshake(0b111, 0b010, 0b100, ACCURATE)
    assert handshake(Host(2, needs_ecn=True), Host(2)).feedback == OFF
    assert handshake(Host(2, needs_ecn=True), Host(2, needs_ecn=True)).feedback == CLASSIC


def test_the_counters_start_where_they_do_and_wrap() -> None:
    """RFC 9768 §3.2.1: r.cep = 5, r.ceb = 0, r.e0b = r.e1b = 1. Pure ACKs count as packets, headers never as bytes."""
    counters = Counters()
    assert (counters.ace, counters.option) == (5, (1, 0, 1))
    for field, length in ((ECT_0, 1000), (CE, 500), (CE, 0), (NOT_ECT, 700), (ECT_1, 30)):
        counters.arrive(field, length)
    assert (counters.ace, counters.option) == (7, (31, 500, 1001))
    counters.arrive(CE, 2**24)
    assert (counters.ace, counters.option) == (0, (31, 500, 1001))


def test_without_the_option_a_long_ack_is_taken_for_the_worst() -> None:
    """RFC 9768 appendix A.1: newlyAckedPkt - ((newlyAckedPkt - delta) mod 8), here 9 of 10 and 8 of 8."""
    marks = Marks(MSS)
    assert marks.heard(5, 2, 2 * MSS) == 0
    assert marks.heard(6, 10, 10 * MSS) == 9
    assert marks.heard(6, 8, 8 * MSS) == 8
    assert marks.heard(7, 7, 7 * MSS) == 1


def test_if_acks_are_thinned_out_all_the_time_the_least_is_taken() -> None:
    """A network card or a modem that drops ACKs would otherwise look like one mark after another (ACK_COMP_THRESH)."""
    marks = Marks(MSS)
    assert [marks.heard(5, 12, 12 * MSS) for _ in range(5)] == [0] * 5


def test_the_option_tells_that_the_counter_has_not_wrapped() -> None:
    """RFC 9768 appendix A.2.1: no more than one segment of bytes with CE."""
    marks, counters = Marks(MSS), Counters()
    counters.arrive(ECT_0, MSS)
    marks.heard(counters.ace, 1, MSS, counters.option)
    for number in range(10):
        counters.arrive(CE if number == 4 else ECT_0, MSS)
    assert marks.heard(counters.ace, 10, 10 * MSS, counters.option) == 1


deliveries = st.lists(st.lists(st.booleans(), min_size=1, max_size=7), min_size=1, max_size=60)


@given(deliveries, st.booleans(), st.booleans())
def test_acks_of_up_to_seven_packets_tell_every_mark(acks: list[list[bool]], option: bool, l4s: bool) -> None:
    """RFC 9768 §3.2.2.5: a counter of three bits is enough for as many, and it says which ACK brings how many."""
    marks, counters = Marks(MSS), Counters()
    for packets in acks:
        for marked in packets:
            counters.arrive(CE if marked else ECT_1 if l4s else ECT_0, MSS)
        said = counters.option if option else None
        assert marks.heard(counters.ace, len(packets), len(packets) * MSS, said) == sum(packets)


long_deliveries = st.lists(st.lists(st.booleans(), min_size=1, max_size=40), min_size=1, max_size=30)


@given(long_deliveries)
def test_no_ack_hides_more_than_a_turn_of_the_counter(acks: list[list[bool]]) -> None:
    """The count that wraps is right modulo 8, never below none of an ACK's packets and never above all of them."""
    marks, counters = Marks(MSS), Counters()
    for packets in acks:
        for marked in packets:
            counters.arrive(CE if marked else ECT_0, MSS)
        assert 0 <= marks.heard(counters.ace, len(packets), len(packets) * MSS, counters.option) <= len(packets)
        assert marks.packets % 8 == counters.packets % 8


sequences = st.lists(st.booleans(), min_size=1, max_size=80)


@given(sequences)
def test_dctcp_and_accecn_tell_every_mark_and_classic_ecn_one_of_a_round_trip(marks: list[bool]) -> None:
    """RFC 8257 §3.2, RFC 9768 §3.2.2.5.1, RFC 3168 §6.1.3."""
    for feedback in (DCTCP, ACCECN):
        assert told(feedback, marks)[-1].known == sum(marks)
    known = told(LATCHED, marks, apart=0.001, rtt=0.02)[-1].known
    rounds = len(marks) // 20 + 1
    assert (sum(marks) > 0) <= known <= min(sum(marks), rounds)


def test_a_lost_ack_costs_dctcp_a_mark_and_accecn_none() -> None:
    """The next ACK carries the same count; an ECE that isn't heard is gone (RFC 8257 §5.1)."""
    marks = [number == 20 for number in range(40)]
    [at] = [number for number, ack in enumerate(told(DCTCP, marks)) if ack.ace]
    assert told(DCTCP, marks, lost=[at])[-1].known == 0
    for number in range(len(told(ACCECN, marks)) - 1):
        assert told(ACCECN, marks, lost=[number])[-1].known == 1
