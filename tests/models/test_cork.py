"""cork: the forgotten one against the recordings, its timer against the kernel's arithmetic, and autocorking."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.cork.parameters import WAYS
from inflight.figure.catalogue import find
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL
ENTRY = find("cork")


def run(preset: str = "", **values: object) -> dict:
    given = {**(ENTRY.preset(preset).values if preset else {}), **values}
    return bridge.start("cork", json.dumps(given)).result()


def value(name: str, preset: str = "", **values: object) -> float:
    return run(preset, **values)["summary"][name]["value"]


def timers(result: dict) -> dict[str, list[float]]:
    return {column["name"]: column["values"] for column in result["tables"]["timers"]}


@pytest.mark.parametrize(
    ("recording", "variant", "way"),
    [
        ("E_whole_1", "default", "plain"),
        ("E_whole_1", "client_nodelay", "nodelay"),
        ("E_whole_2", "client_cork", "cork"),
        ("E_whole_3", "client_msg_more", "more"),
        ("E_whole_3", "client_one_write", "writev"),
        ("E_whole_3", "client_cork_never_released", "forgotten"),
    ],
)
def test_two_writes_take_as_long_as_on_linux(recording: str, variant: str, way: str) -> None:
    """Header and body of 132 B each: the recording's N = 2, first and second round."""
    results = json.loads((RECORDINGS / f"{recording}.json").read_text(encoding="utf-8"))["results"]
    kernel = next(r for r in results if (r["variant"], r["N"]) == (variant, 2))
    result = run(way=way, header=132, body=132)
    figures = {name: figure["value"] for name, figure in result["summary"].items()}
    assert figures["first"] == pytest.approx(kernel["latency_ms"][0], rel=0.05, abs=0.1)
    assert figures["latency"] == pytest.approx(kernel["latency_ms"][1], rel=0.05, abs=0.1)
    assert figures["segments"] == kernel["client_data_segs"] / 5


@pytest.mark.parametrize("rtt", [0.1, 1, 10, 30])
def test_on_a_short_path_the_cork_lasts_200_ms_and_a_few_ticks(rtt: float) -> None:
    """N12: max(RTO, 200 ms), where RTO = RTT + 200 ms; one tick, 4 ms, for rounding and one for the wheel."""
    result = run(rtt=rtt)
    lasted = 1000 * (timers(result)["end"][0] - timers(result)["start"][0])
    assert 200 + rtt <= lasted <= 200 + rtt + 8
    assert result["summary"]["latency"]["value"] == pytest.approx(lasted + rtt, abs=0.2)


def test_far_away_the_wheel_rounds_up_to_32_ms() -> None:
    """N12 measured 416 ms at 100 ms: 300 ms of RTO are 76 ticks, which the wheel keeps in steps of 8 (timer.c)."""
    result = run(rtt=100)
    lasted = 1000 * (timers(result)["end"][0] - timers(result)["start"][0])
    assert result["summary"]["rto"]["value"] == pytest.approx(300, abs=1)
    assert 300 <= lasted <= 304 + 32
    assert 300 <= 416 - 100 <= 304 + 32  # so does the measured one


def test_only_the_first_needs_no_ack() -> None:
    """On a fresh connection nothing is delayed; later the body waits for the header's ACK, 40 to 44 ms."""
    assert value("first", "two-plain-writes") < 2.5
    assert 42 < value("latency", "two-plain-writes") < 47
    assert value("nagle", "two-plain-writes") > 40


def test_full_segments_pass_a_cork() -> None:
    """tcp(7): partial frames are held. 200 + 20,000 B are 13 segments of 1448 B and 1376 B."""
    result = run("a-long-body")
    assert result["summary"]["segments"]["value"] == 14
    labels = next(c for c in result["tables"]["segments"] if c["name"] == "detail")["words"]
    assert sum("length 1448" in label for label in labels) == 13
    assert sum("length 1376" in label for label in labels) == 1


@pytest.mark.parametrize("late", [0, 20, 100])
def test_a_cork_lasts_as_long_as_it_is_in(late: int) -> None:
    assert value("latency", way="late", late=late) == pytest.approx(late + value("latency", way="cork"), abs=0.01)


def test_the_timer_does_not_wait_for_a_late_uncorking() -> None:
    """It has sent all that there was before; and so the answer is there when the client gets round to reading it."""
    result = run(way="late", late=400)
    assert result["summary"]["corked"]["value"] == pytest.approx(207, abs=1)
    assert result["summary"]["latency"]["value"] == pytest.approx(400, abs=0.1)


def test_autocorking_merges_what_is_written_while_the_card_sends() -> None:
    """N13. 200 + 66 B take 213 µs on 10 Mbit/s: four writes, 50 µs apart, come meanwhile; then 466 B take 373 µs."""
    details = next(c for c in run("autocorking")["tables"]["segments"] if c["name"] == "detail")["words"]
    sent = [int(text.rsplit(" ", 1)[1]) for text in details if "Flags [P.]" in text][:3]
    assert sent == [200, 400, 500]
    assert value("segments", "the-same-on-a-fast-card") == 10
    for card in (1, 10, 100, 1000):
        assert 2 <= value("segments", "autocorking", card=card) <= 10


def test_small_segments_fill_the_window_too() -> None:
    """N13, RFC 6928: ten segments leave at once, whatever their size; the rest is merged while it waits."""
    sent = next(c["values"] for c in run("more-writes-than-the-window")["tables"]["segments"] if c["name"] == "sent")
    assert sum(t < 0.0009 for t in sent) >= 10
    assert value("segments", "more-writes-than-the-window") < 21


@given(
    way=st.sampled_from(list(WAYS)),
    header=st.integers(1, 3000),
    body=st.integers(1, 20_000),
    pieces=st.integers(1, 50),
    every=st.floats(1, 1000),
    late=st.floats(0, 500),
    rtt=st.floats(0.1, 300),
    card=st.just(0) | st.floats(1, 1000),
)
@settings(max_examples=30, deadline=None)
def test_any_setting_ends_with_all_bytes_on_the_wire(**values: object) -> None:
    result = run(**values)
    assert result["summary"]["latency"]["value"] >= values["rtt"]
    assert result["summary"]["segments"]["value"] >= (values["header"] + values["body"]) / 1448
    assert result["summary"]["largest"]["value"] <= 1448
