"""The timer: RFC 6298's arithmetic, Linux's minimum, and what a probe spares."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.retransmission_timeout.rfc6298 import Rfc6298
from inflight.figure.catalogue import find

TIMER = find("retransmission-timeout")


def run(preset: str = "with-a-probe", **values: object) -> tuple[dict, dict]:
    """The summary's values, and the columns by name."""
    result = bridge.start("retransmission-timeout", json.dumps({**TIMER.preset(preset).values, **values})).result()
    value = {name: figure["value"] for name, figure in result["summary"].items()}
    return value, {column["name"]: column["values"] for column in result["columns"]}


def test_rfc_6298_with_a_pencil() -> None:
    """§2.2 and §2.3: SRTT 1000, 1025, 1009.375 ms; RTTVAR 500, 425, 350 ms; Linux has the same mean."""
    pencil = Rfc6298()
    steps = []
    for sample in (1000, 1200, 900):
        pencil.sample(sample)
        steps.append((pencil.srtt, pencil.rttvar, pencil.rto))
    assert steps == [(1000, 500, 3000), (1025, 425, 2725), (1009.375, 350, 2409.375)]
    value, columns = run("rfc-6298-with-a-pencil")
    assert columns["srtt"] == [1000, 1025, 1009.375]
    assert columns["rfc"] == [3000, 2725, 2409.375]
    assert (value["srtt"], value["rfc_rttvar"]) == (1009.375, 350)


@pytest.mark.parametrize(("rtt", "rto"), [(40, 240), (29, 229), (1, 201), (300, 500)])
def test_a_steady_path_waits_200_ms_more_than_its_rtt(rtt: float, rto: float) -> None:
    """C38: SRTT + max(4 · RTTVAR, 200 ms); the RFC's minimum is a second."""
    value, _ = run(rtt=rtt, count=100)
    assert value["rto"] == pytest.approx(rto, abs=0.01)
    assert value["rfc"] == 1000


def test_rto_min_moves_it() -> None:
    assert run("in-a-data-centre", rto_min=5)[0]["waited"] < 20 < 200 < run("in-a-data-centre")[0]["waited"]


def test_a_probe_leaves_after_two_round_trips() -> None:
    """C37, RFC 8985 §7.2: 2 · SRTT + 2 ms after the last ACK, which came after one round trip; ticks of 4 ms."""
    value, _ = run()
    assert value["with_probe"] == pytest.approx(40 + 82, abs=8)
    assert value["without_probe"] >= 40 + 240
    assert value["timeouts"] == 0


def test_a_lone_segment_gains_nothing() -> None:
    """With one segment in flight the kernel adds rto_min to the probe's wait, and the timeout comes first."""
    value, _ = run("a-lone-segment")
    assert value["with_probe"] == pytest.approx(value["without_probe"])


def test_in_the_middle_no_timer_is_needed() -> None:
    value, _ = run("in-the-middle")
    assert value["waited"] == pytest.approx(40, abs=2)


def test_each_timeout_doubles_the_next() -> None:
    """RFC 6298 §5.5: 240 · (1 + 2 + 4 + 8 + 16 + 32) ms = 15.1 s; the timer wheel rounds up by an eighth at most."""
    value, _ = run("lost-again-and-again")
    assert value["timeouts"] == 6
    assert 15_120 <= value["finished"] <= 15_120 * 1.125


@given(rtt=st.floats(1, 500), jitter=st.floats(0, 1000), rto_min=st.floats(1, 1000))
def test_the_timeout_is_never_nearer_than_rto_min(rtt: float, jitter: float, rto_min: float) -> None:
    _, columns = run(rtt=rtt, jitter=jitter, rto_min=rto_min, count=20, flight=1)
    for srtt, rto in zip(columns["srtt"], columns["rto"], strict=True):
        assert rto >= srtt + rto_min - 0.002
