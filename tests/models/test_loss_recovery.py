"""How holes are found and filled: RFC 5681, 6582, 6675, 6937, 8985, seen from outside."""

import json
from itertools import pairwise

import pytest

from inflight import bridge
from inflight.figure.catalogue import find
from inflight.kernel.tcp.era import TCP_ERAS
from inflight.kernel.tcp.segment import REASONS

LOSS_RECOVERY = find("loss-recovery")


def run(preset: str, **values: object) -> dict:
    """A run, with the summary's values, and the scoreboard's rows by segment."""
    chosen = {**LOSS_RECOVERY.preset(preset).values, **values}
    result = bridge.start("loss-recovery", json.dumps(chosen)).result()
    value = {name: figure["value"] for name, figure in result["summary"].items()}
    board = {column["name"]: column for column in result["tables"]["scoreboard"]}
    why = board["reason"]["words"]
    rows = {
        int(number): {"sent": sent, "resent": again, "why": why[int(reason)]}
        for number, sent, again, reason in zip(
            *(board[name]["values"] for name in ("segment", "sent", "resent", "reason")), strict=True
        )
    }
    return {"value": value, "rows": rows, "events": result["events"], "sentence": result["sentence"]}


@pytest.mark.parametrize("kernel", TCP_ERAS)
def test_without_sack_each_hole_costs_a_round_trip(kernel: str) -> None:
    """RFC 6582 §1: one retransmission per round trip; with SACK they leave as fast as the window lets them.

    The receiver's window doesn't change meanwhile, or duplicates would not count as such (`tcp_data_queue_ofo`).
    """
    old, new = run("as-in-1990", kernel=kernel), run("with-sack", kernel=kernel)
    assert 40 < old["value"]["waited"] < 45  # the third duplicate comes with the first flight
    gaps = [later - sooner for sooner, later in pairwise(old["rows"][n]["resent"] for n in (2, 4, 6, 8))]
    assert gaps == pytest.approx([0.040] * 3, abs=0.002)
    assert [old["rows"][n]["why"] for n in (2, 4, 6, 8)] == [REASONS[2], *[REASONS[3]] * 3]
    assert new["value"]["filled"] < old["value"]["filled"] - 60


def test_only_rack_sees_that_a_retransmission_is_lost() -> None:
    """C16, RFC 8985 §3: by duplicate ACKs alone the timer has to fire."""
    counted, timed = run("a-lost-retransmission")["value"], run("rack-sees-it")["value"]
    assert (counted["timeouts"], timed["timeouts"]) == (1, 0)
    assert counted["finished"] > timed["finished"] + 150
    assert counted["retransmissions"] == timed["retransmissions"] == 2


def test_a_probe_spares_the_timeout_when_the_last_segments_are_lost() -> None:
    """C37: two round trips after the last ACK, instead of RTT + 200 ms, and no collapse of the window."""
    alone, probed = run("the-last-one"), run("a-probe-for-the-last-one")
    assert (alone["value"]["timeouts"], probed["value"]["timeouts"]) == (1, 0)
    assert probed["rows"][30]["why"] == "tail-loss probe"
    assert probed["value"]["finished"] < alone["value"]["finished"] - 100
    assert any("→ 1," in event["text"] for event in alone["events"])  # C13


def test_what_was_only_late_is_taken_back_and_remembered() -> None:
    """RFC 3522: the timestamp tells. RFC 8985 §6.2: afterwards RACK waits for a quarter of the round trip."""
    once, again = run("late-not-lost")["value"], run("late-again")["value"]
    assert (once["retransmissions"], once["needless"], once["undone"]) == (1, 1, 1)
    assert (again["retransmissions"], again["needless"], again["undone"]) == (1, 1, 1)
    counted = run("late-again", detection="dupacks", late_by=30)["value"]
    assert counted["retransmissions"] >= 1


def test_prr_sends_seven_for_ten_and_rfc_5681_nothing_at_first() -> None:
    """C17, RFC 6937 §3 with β = 0.7 (CUBIC); the old way is silent until the surplus has drained."""
    smooth, abrupt = run("seven-for-ten")["value"], run("a-silence")["value"]
    assert smooth["sent_per_ten"] == pytest.approx(7, abs=0.2)
    assert abrupt["sent_per_ten"] == 0
    assert abrupt["silence"] > 10 > 2 > smooth["silence"]


def test_reno_sends_five_for_ten() -> None:
    assert run("seven-for-ten", algorithm="reno")["value"]["sent_per_ten"] == pytest.approx(5, abs=0.2)


def test_a_share_that_is_late_by_chance_loses_nothing() -> None:
    result = run("late-not-lost", late="", reorder=20, size=200)
    assert result["value"]["finished"] is not None
    assert result["value"]["timeouts"] == 0


def test_the_sentence_says_why() -> None:
    assert "three duplicate ACKs" in run("as-in-1990")["sentence"]
    assert "RACK: one sent later has arrived" in run("late-not-lost")["sentence"]
    assert run("late-not-lost", late="")["sentence"].startswith("Nothing is sent again.")
