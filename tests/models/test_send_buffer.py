"""send-buffer: the 22 MB, with one packet per skb and with GSO, against the recordings."""

import json
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest

from inflight import bridge
from inflight.kernel.tcp.send_buffer import SendBuffer
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: object) -> dict:
    return bridge.start("send-buffer", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def recorded(name: str) -> dict:
    return json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))["summary"]["flows"][0]


def column(result: dict, name: str) -> list[float]:
    return next(c["values"] for c in result["columns"] if c["name"] == name)


@pytest.mark.parametrize(("sndbuf", "speed"), [(16384, 850), (65536, 3017), (262144, 10452)])
def test_one_buffer_per_round_trip(sndbuf: int, speed: float) -> None:
    """Recorded with one packet per skb, kB/s: C_sndbuf_16K_nogso, _64K_nogso and _256K_nogso."""
    ours = run(gso=False, sndbuf=sndbuf, wmem_max=sndbuf)
    assert figure(ours, "goodput") * 1e3 / 8 == pytest.approx(speed, rel=0.05)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("C_sndbuf_16K_nogso_22M", {"gso": False}),
        ("C_sndbuf_128K_nogso", {"gso": False, "sndbuf": 262144, "wmem_max": 131072}),
        ("C_sndbuf_auto", {"sndbuf": 0}),
    ],
)
def test_the_22_mb_take_as_long_as_on_linux(name: str, values: dict) -> None:
    """W26, W28: 25 s as found, 4 s with what wmem_max leaves of 256 KB; and untuned."""
    assert figure(run(**values), "transfer_time") == pytest.approx(recorded(name)["transfer_s"], rel=0.05)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("C_sndbuf_16K", {}),
        ("C_sndbuf_16K_write_16K", {"write": 16384}),
        ("C_sndbuf_16K_write_4K", {"write": 4096}),
        ("C_sndbuf_64K", {"sndbuf": 65536}),
        ("C_sndbuf_128K", {"sndbuf": 131072}),
        ("C_sndbuf_256K", {"sndbuf": 262144, "wmem_max": 262144}),
    ],
)
def test_with_large_skbs_linux_lies_within_the_band(name: str, values: dict) -> None:
    """W29: what slips past the limit is chance. Of all that there is some runs find the most, but for some per cent."""
    low, high, took = inf, 0.0, recorded(name)["transfer_s"]
    for seed in range(1, 6):
        ours = bridge.start("send-buffer", json.dumps(values), seed).result()["summary"]["transfer_time"]
        band = ours.get("band", (ours["value"], ours["value"]))
        low, high = min(low, band[0]), max(high, band[1])
        if 0.93 * low <= took <= 1.07 * high:
            break
    assert 0.93 * low <= took <= 1.07 * high


def test_one_packet_per_skb_leaves_nothing_to_chance() -> None:
    """The limit is strict: another seed, the same run."""
    first, second = (
        bridge.start("send-buffer", json.dumps({"gso": False, "size": 2}), seed).result() for seed in (1, 2)
    )
    assert first["summary"] == second["summary"]
    assert "band" not in first["summary"]["transfer_time"]


def test_the_run_that_is_drawn_lies_in_its_band() -> None:
    ours = run(rtt=100, sndbuf=131072)
    low, high = ours["summary"]["transfer_time"]["band"]
    assert 1.1 * low < high
    assert low <= figure(ours, "transfer_time") <= high
    edges = zip(*(column(ours, name) for name in ("acked_low", "acked", "acked_high")), strict=True)
    assert all(least <= drawn <= most for least, drawn, most in edges)


def test_what_is_asked_for_is_cut_and_doubled() -> None:
    """W18: of 256 KB, with wmem_max at 131,071, getsockopt returns 262,142."""
    assert figure(run(sndbuf=262144, wmem_max=131071), "limit") == 262142


def test_a_connection_starts_with_room_for_twice_its_window() -> None:
    """W19: 87,040 bytes on usual kernels, not the 16 KB of tcp_wmem; and it stops at tcp_wmem[2] (W45)."""
    buffer = SendBuffer()
    assert buffer.limit == 16384
    buffer.expand(10, 3, 2)
    assert buffer.limit == 87040
    buffer.expand(10_000, 3, 2)
    assert buffer.limit == 4 << 20


def test_the_plateaus_are_one_round_trip_long() -> None:
    """W22, W25: nothing is sent between a burst and its ACKs; per round trip about one buffer."""
    result = run(gso=False)
    t, sent = column(result, "t"), column(result, "sent")
    steps = [at for at, before, after in zip(t[1:], sent, sent[1:], strict=False) if after - before > 1.5]
    bursts = [at for at, last in zip(steps[1:], steps, strict=False) if at - last > 0.01]
    gaps = [after - before for before, after in pairwise(bursts)]
    assert sum(gaps) / len(gaps) == pytest.approx(0.020, rel=0.1)
    assert figure(result, "per_rtt") == pytest.approx(16.4, rel=0.06)
