"""tiny-buffers: one window per round trip, on either side."""

import json
from pathlib import Path

import pytest

from inflight import bridge
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings"


def run(**values: object) -> dict:
    return bridge.start("tiny-buffers", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def recorded(name: str, kernel: str) -> float:
    text = (RECORDINGS / kernel / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)["summary"]["flows"][0]["throughput_kBps"]


@pytest.mark.parametrize(("kernel", "bound"), [("6.1", 0.05), (USUAL, 0.06)])
@pytest.mark.parametrize("rtt", [1, 10, 100])
def test_one_segment_per_round_trip(rtt: int, kernel: str, bound: float) -> None:
    """W30: tcp_rmem 4096 offers one segment: 14.4 kB/s at 100 ms."""
    speed = figure(run(rtt=rtt, kernel=kernel), "small_rmem")
    assert speed == pytest.approx(recorded(f"C_rmem4k_r{rtt}", kernel), rel=bound)


@pytest.mark.parametrize(("kernel", "bound"), [("6.1", 0.06), (USUAL, 0.07)])
@pytest.mark.parametrize("rtt", [1, 100])
def test_two_packets_per_round_trip(rtt: int, kernel: str, bound: float) -> None:
    """tcp_wmem 4096 with one packet per skb."""
    speed = figure(run(rtt=rtt, write=65536, gso=False, kernel=kernel), "small_wmem")
    assert speed == pytest.approx(recorded(f"C_wmem4k_nogso_r{rtt}", kernel), rel=bound)


def test_the_window_is_used_in_halves() -> None:
    """W34: 1448 bytes are sent as 724 + 724."""
    assert figure(run(), "mss") == 724


def test_a_write_slips_past_the_send_buffer() -> None:
    """W31: one write() per round trip, measured 159 kB/s with writes of 16 KiB at 100 ms."""
    assert figure(run(), "small_wmem") == pytest.approx(159, rel=0.05)


def test_both_are_inverse_to_the_round_trip() -> None:
    """W33: the sender's buffer waits for ACKs just as the receiver's: two parallel lines."""
    columns = {c["name"]: c["values"] for c in run()["columns"]}
    for name in ("small_rmem", "small_wmem"):
        per_rtt = [rtt * speed for rtt, speed in zip(columns["rtt"], columns[name], strict=True)]
        assert per_rtt[2:] == pytest.approx([per_rtt[-1]] * (len(per_rtt) - 2), rel=0.07)


@pytest.mark.parametrize("gso", [True, False])
def test_only_large_skbs_leave_something_to_chance(gso: bool) -> None:
    """With 16 KiB and GSO several writes slip past, or one; with one packet per skb the limit is strict."""
    result = run(rmem=16384, wmem=16384, gso=gso)
    columns = {c["name"]: c["values"] for c in result["columns"]}
    for low, drawn, high in zip(*(columns[f"small_wmem{end}"] for end in ("_low", "", "_high")), strict=True):
        assert low <= drawn <= high
        assert gso or low == high
    assert ("band" in result["summary"]["small_wmem"]) == gso
