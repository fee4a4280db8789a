"""window-scaling: what 16 bits can say, what Linux made of it, and what a window means to whom."""

import json
import re
from pathlib import Path

import pytest

from inflight import bridge
from inflight.experiments.window_scaling import ceiling
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: object) -> dict:
    return bridge.start("window-scaling", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def texts(result: dict) -> list[str]:
    columns = {column["name"]: column for column in result["tables"]["segments"]}
    return [columns["detail"]["words"][int(value)] for value in columns["detail"]["values"]]


@pytest.mark.parametrize(("drops", "name"), [("receiver", "C_wscale_off"), ("nobody", "C_wscale_on")])
def test_it_takes_as_long_as_on_linux(drops: str, name: str) -> None:
    """20 MB on 100 Mbit/s and 35 ms: within 2%, and the same shift."""
    recording = json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))
    [flow] = recording["summary"]["flows"]
    result = run(drops=drops)
    assert figure(result, "transfer_time") == pytest.approx(flow["transfer_s"], rel=0.02)
    assert figure(result, "bytes_per_second") == pytest.approx(flow["throughput_kBps"] / 1000, rel=0.02)
    assert figure(result, "shift") == flow["wscale_snd"]
    assert figure(result, "retransmissions") == flow["total_retrans"]
    limited = 100 * flow["rwnd_limited_ms"] / flow["busy_ms"]
    assert figure(result, "rwnd_limited") == pytest.approx(limited, abs=1)


def test_64_kib_in_35_ms() -> None:
    """W06: 1.87 MB/s, 15.0 Mbit/s; the transfer stays just below it."""
    assert ceiling(65536, 35, 100) == pytest.approx(15.0, abs=0.05)
    result = run()
    assert figure(result, "one_per_rtt") == pytest.approx(1.872, abs=0.001)
    assert 0.97 < figure(result, "bytes_per_second") / figure(result, "one_per_rtt") < 1
    assert figure(result, "max_in_flight") == pytest.approx(65.535)


@pytest.mark.parametrize(("rmem", "shift"), [(6 << 20, 7), (32 << 20, 10), (1 << 30, 14), (65536, 2)])
def test_the_option_carries_the_shift(rmem: int, shift: int) -> None:
    """W02, W04, W10: 7 means 128 times, 14 is the most, 65,535 · 2^14 = 1,073,725,440 bytes."""
    result = run(drops="nobody", rmem=rmem, size=1)
    assert figure(result, "shift") == shift
    assert figure(result, "multiplier") == 2**shift
    assert figure(result, "largest_window") == 65535 * 2**shift <= 1_073_725_440
    assert all(f",wscale {shift}]" in text for text in texts(result)[:2])


@pytest.mark.parametrize("drops", ["sender", "receiver", "syn"])
def test_if_either_syn_lacks_it_no_window_is_scaled(drops: str) -> None:
    """W03, RFC 7323 §2.2: it does not matter who took it away, if the receiver knows."""
    ours, plain = run(drops=drops), run()
    assert ours["columns"] == plain["columns"]
    syn, syn_ack = texts(ours)[:2]
    assert ("wscale" in syn) == (drops != "sender")
    assert ("taken out" in syn) == (drops == "syn")
    assert "wscale" not in syn_ack


def test_without_it_the_speed_goes_with_one_over_the_rtt() -> None:
    speeds = {rtt: figure(run(rtt=rtt, size=2, rate=1000), "goodput") * rtt for rtt in (50, 100, 200)}
    assert max(speeds.values()) < 1.05 * min(speeds.values())


def test_missing_in_the_syn_ack_only_the_two_ends_disagree() -> None:
    """The receiver has seen the option and shifts its windows; the sender reads them as they stand.

    `tcp_minisocks.c:tcp_create_openreq_child` goes by the SYN, `tcp_rcv_synsent_state_process` by the SYN-ACK. Less
    than a segment fits, so each piece waits for the persist timer: 200 ms and a round trip at least.
    """
    result = run(kernel="6.1", drops="synack")
    window = figure(result, "read_window")
    assert window == pytest.approx(64128 / 128, abs=1)
    assert figure(result, "bytes_per_second") * 1e6 < window / (0.2 + 0.035) * 1.05
    assert figure(result, "transfer_time") > 3600
    syn, syn_ack = texts(result)[:2]
    assert "wscale 7]" in syn
    assert "wscale 7 (taken out on the way)" in syn_ack
    read, meant = map(int, re.search(r"win (\d+) \(meant: (\d+)\)", texts(result)[-1]).groups())
    assert read == meant >> 7


def test_a_short_path_never_notices() -> None:
    """A bandwidth-delay product below 65,535 bytes: the option makes no difference."""
    assert figure(run(rtt=1), "transfer_time") == pytest.approx(
        figure(run(rtt=1, drops="nobody"), "transfer_time"), rel=0.02
    )


@pytest.mark.parametrize("drops", ["nobody", "receiver", "synack"])
@pytest.mark.parametrize("rmem", [65536, 1 << 30])
def test_the_ends_of_the_sliders(drops: str, rmem: int) -> None:
    for rate, rtt, size in ((1, 500, 0.1), (1000, 1, 10)):
        result = run(drops=drops, rmem=rmem, rate=rate, rtt=rtt, size=size, show=50)
        assert 0 < figure(result, "utilisation") < 105
