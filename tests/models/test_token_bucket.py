"""token-bucket: the limit that a latency becomes, bursts and rates as a kernel recorded them."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

from inflight import bridge
from inflight.experiments.token_bucket.arrivals import _exponential
from inflight.kernel.qdisc.tbf import Tbf

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1"


def run(**values: object) -> dict:
    return bridge.start("token-bucket", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str) -> list[float]:
    return next(c["values"] for c in result["columns"] if c["name"] == name)


def test_latency_50ms_is_a_limit_of_18485_bytes() -> None:
    """Q23, checked with tc: rate·latency + burst = 3125 + 15 360."""
    assert figure(run(), "limit") == 18_485
    assert run()["commands"][0]["lines"] == ["tc qdisc add dev eth0 root tbf rate 500kbit burst 15360 latency 50ms"]


def test_the_latency_is_not_the_longest_wait() -> None:
    """Q23: 15 packets of 1014 B pass, 18 find room.

    The last of them needs 33 · 1014 bytes of tokens, 15,360 were there; and it came 32 · 20 µs after the first.
    """
    result = run()
    assert figure(result, "at_once") == 15
    assert figure(result, "dropped") == 2 * (100 - 15 - 18)
    assert figure(result, "longest") == pytest.approx((33 * 1014 - 15_360) * 8 / 500 - 0.64, abs=0.01)


@pytest.mark.parametrize("burst", [1600, 5000, 15_000, 50_000, 150_000])
def test_a_train_waits_as_in_the_recording(burst: int) -> None:
    """100 datagrams of 1000 B at 0 and 2 s through 1 Mbit/s: the last one's wait, and how often there was no token."""
    recording = json.loads((RECORDINGS / f"H_tbf_burst{burst}.json").read_text(encoding="utf-8"))
    result = run(rate=1, burst=burst, bound="limit", limit=1_000_000)
    kernel = recording["summary"]
    assert figure(result, "sent") == kernel["received"] == 200
    assert figure(result, "dropped") == 0
    if burst < 100 * 1014:
        assert figure(result, "longest") == pytest.approx(kernel["delay_ms"]["max"], abs=0.2)
    else:
        assert figure(result, "longest") == 0
        assert kernel["delay_ms"]["max"] < 3  # what its one CPU takes
    assert figure(result, "overlimits") == pytest.approx(kernel["qdisc_final"][0]["overlimits"], abs=2)


def test_the_output_is_the_burst_and_then_the_rate() -> None:
    result = run(rate=1, burst=15_000, bound="limit", limit=150_000, bin=20)
    output = column(result, "output")
    assert output[1] == pytest.approx((15_000 + 125 * 20) * 8e-6 / 0.02, rel=0.06)  # the burst, and 20 ms of the rate
    assert sum(output[2:30]) / 28 == pytest.approx(1, rel=0.02)
    left = sum(output) * 0.02 / 8e-6
    assert left == pytest.approx(200 * 1014)
    tokens = column(result, "tokens")
    assert tokens[0] == 15_000
    assert max(tokens[1:30]) < 1014
    assert tokens[90] == 15_000  # after 1.8 s it has long been full again
    assert result["columns"][1]["unit"] == "B"


def test_a_bucket_for_the_whole_train_is_no_shaper() -> None:
    result = run(rate=1, burst=150_000, bin=1)
    assert figure(result, "at_once") == 200
    assert figure(result, "peak") > 300
    assert "None" in result["sentence"]


def test_with_a_peak_rate_the_burst_takes_its_time() -> None:
    """101,400 bytes at 10 Mbit/s: 81 ms; the last packet came after 1.98 ms, and 1540 bytes were free."""
    result = run(rate=1, burst=150_000, bound="limit", limit=150_000, peakrate=10, bin=5)
    assert figure(result, "longest") == pytest.approx((101_400 - 1540) * 8 / 10_000 - 1.98, abs=0.01)
    assert figure(result, "dropped") == 0
    # rate and latency alone would give 156,250; tc takes the smaller: 10 Mbit/s · 50 ms + 1540
    assert figure(run(rate=1, burst=150_000, peakrate=10), "limit") == 64_040


def test_what_tc_refuses_is_said() -> None:
    assert "refuse" in run(rate=1, peakrate=0.5)["sentence"]
    assert figure(run(rate=1, peakrate=0.5), "longest") == figure(run(rate=1), "longest")


def test_a_packet_that_is_larger_than_the_bucket_never_leaves() -> None:
    result = run(burst=1000)
    assert figure(result, "dropped") == figure(result, "sent") == 200
    assert "larger than a bucket" in result["sentence"]
    assert "no room" in run(burst=2000, bound="limit", limit=1000)["sentence"]


def test_at_less_than_the_rate_evenly_nobody_waits() -> None:
    assert figure(run(arrivals="constant", load=99, burst=1600), "longest") == 0


@pytest.mark.parametrize("load", [50, 80, 90])
def test_random_arrivals_wait_as_queueing_theory_says(load: float) -> None:
    """M/D/1: with a bucket of one packet, a packet waits ρ/(2(1 - ρ)) times its own time (Pollaczek and Khinchine).

    A packet leaves when its tokens are there, which is when the one before would have left the line.
    """
    means = []
    for seed in range(1, 6):
        values = {"rate": 1, "burst": 1014, "bound": "limit", "limit": 5_000_000, "arrivals": "poisson", "load": load}
        result = bridge.start("token-bucket", json.dumps({**values, "duration": 20}), seed).result()
        waits = result["tables"]["packets"][0]["values"]
        means.append(sum(waits) / len(waits))
    rho = load / 100
    assert sum(means) / 5 == pytest.approx(8.112 * rho / (2 * (1 - rho)), rel=0.15)


def test_the_random_gaps_are_exponential() -> None:
    """Mean 1, variance 1, and 1/e of them longer than 1."""
    rng = random.Random(7)
    gaps = [_exponential(rng) for _ in range(20_000)]
    mean = sum(gaps) / len(gaps)
    assert mean == pytest.approx(1, abs=0.03)
    assert sum((gap - mean) ** 2 for gap in gaps) / len(gaps) == pytest.approx(1, abs=0.06)
    assert sum(gap > 1 for gap in gaps) / len(gaps) == pytest.approx(math.exp(-1), abs=0.01)


def test_the_limit_of_the_experiment_is_that_of_the_discipline() -> None:
    assert Tbf(rate=2e6, burst=3000, latency=0.1).limit == figure(run(rate=2, burst=3000, latency=100), "limit")
