"""ecn-feedback: what each kind of feedback promises of the marks that its sender hears."""

import json
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.ecn_feedback import SEGMENTS


def run(**values: object) -> dict[str, float]:
    found = bridge.start("ecn-feedback", json.dumps(values)).result()
    return {name: figure["value"] for name, figure in found["summary"].items()}


where = {"first": st.integers(1, SEGMENTS), "marked": st.integers(0, SEGMENTS), "round": st.integers(2, SEGMENTS)}


@given(**where)
def test_without_losses_both_counts_are_right_and_one_bit_is_not(first: int, marked: int, round: int) -> None:
    """RFC 8257 §3.2, RFC 9768 §3.2.2; RFC 3168 §6.1.3: ECE is one signal until CWR, so one in a round trip."""
    got = run(first=first, marked=marked, round=round)
    there = min(marked, SEGMENTS + 1 - first)
    assert got["marked"] == got["accecn"] == got["dctcp"] == there
    assert min(there, 1) <= got["classic"] <= ceil(there / round) + 1


@given(**where, lost=st.integers(1, 3))
def test_a_lost_ack_costs_a_counter_nothing(first: int, marked: int, round: int, lost: int) -> None:
    """As long as another comes. What DCTCP knows then may be too little or too much."""
    got = run(first=first, marked=marked, round=round, lost=lost)
    assert got["accecn"] == got["marked"]


@pytest.mark.parametrize(("feedback", "known"), [("dctcp", 0), ("accecn", 1), ("classic", 1)])
def test_a_mark_whose_ack_is_lost(feedback: str, known: int) -> None:
    """DCTCP's next ACK says that nothing was marked; ECE stays until CWR; a count stays for good."""
    assert run(feedback=feedback, marked=1, first=3, lost=2)["known"] == known
