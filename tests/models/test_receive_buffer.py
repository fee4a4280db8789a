"""receive-buffer: windows that shut and open, probes, and a buffer that grows with what is read."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from inflight import bridge
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: object) -> dict:
    return bridge.start("receive-buffer", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str) -> list[float]:
    return next(c["values"] for c in result["columns"] if c["name"] == name)


def times_of(result: dict, kind: str) -> list[float]:
    return [event["t"] for event in result["events"] if event["kind"] == kind]


def test_probes_come_at_ever_longer_intervals() -> None:
    """W37: the wait doubles with each probe, from max(RTO, 200 ms) on; RFC 9293 §3.8.6.1."""
    result = run(pause=60, duration=65)
    shut, probes = times_of(result, "zero-window")[0], times_of(result, "probe")
    assert len(probes) == 7
    waits = [after - before for before, after in zip([shut, *probes], probes, strict=False)]
    assert waits[0] == pytest.approx(0.25, abs=0.05)
    for before, after in pairwise(waits[1:]):
        assert after == pytest.approx(2 * before, rel=0.1)


def test_the_reader_opens_the_window_by_itself() -> None:
    """A window update, not the answer to a probe: it comes with the first read() after the pause."""
    result = run()
    assert times_of(result, "window") == [pytest.approx(19, abs=0.05)]


def test_a_slow_reader_shuts_the_window_as_often_as_on_linux() -> None:
    kernel = json.loads((RECORDINGS / "C_slow_reader_100kBps.json").read_text(encoding="utf-8"))["summary"]
    result = run(pause=0, read_rate=100, chunk=4096, duration=30)
    assert figure(result, "zero_windows") == pytest.approx(kernel["counters_rcv"]["TCPToZeroWindowAdv"], rel=0.2)
    assert figure(result, "goodput") == pytest.approx(0.8, rel=0.02)
    assert figure(result, "retransmissions") == 0


@pytest.mark.parametrize("name", ["16K", "64K", "128K"])
def test_the_window_is_what_was_asked_for(name: str) -> None:
    """SO_RCVBUF is doubled and halved again: so many bytes per round trip, as recorded."""
    kernel = json.loads((RECORDINGS / f"C_rcvbuf_{name}.json").read_text(encoding="utf-8"))["summary"]["flows"][0]
    result = run(pause=0, rcvbuf=int(name[:-1]) * 1024, duration=5)
    assert figure(result, "goodput") == pytest.approx(kernel["throughput_kBps"] * 8e-3, rel=0.05)
    assert figure(result, "wscale") == kernel["wscale_snd"]


def test_autotuning_grows_only_while_the_application_reads() -> None:
    """W14: dynamic right-sizing follows what is read in a round trip."""
    result = run(pause=3, rcvbuf=0, duration=3)
    limit, t = column(result, "limit"), column(result, "t")
    paused = [value for at, value in zip(t, limit, strict=True) if at > 1.1]
    assert max(limit) > 10 * limit[0]
    assert set(paused) == {paused[0]}


def test_autotuning_stops_at_its_maximum() -> None:
    result = run(pause=0, rcvbuf=0, rmem=524288, rtt=100, duration=4)
    assert figure(result, "buffer") == 524288
    assert max(column(result, "window")) <= 524288 * (1448 * 256 // 2408) / 256_000 + 0.1


def test_nothing_is_taken_back() -> None:
    """RFC 9293 §3.8.6: the right edge of the window never moves left, whatever the reader does."""
    for values in ({}, {"pause": 0, "read_rate": 100, "chunk": 4096, "duration": 3}, {"rcvbuf": 0, "duration": 4}):
        acks = {c["name"]: c["values"] for c in run(**values)["tables"]["acks"]}
        edges = [ack + window for ack, window in zip(acks["ack"], acks["window"], strict=True)]
        assert edges == sorted(edges)


def test_what_is_unread_is_within_the_buffer() -> None:
    result = run()
    for memory, limit in zip(column(result, "memory"), column(result, "limit"), strict=True):
        assert memory <= limit + 2.73  # the last segment may go over
