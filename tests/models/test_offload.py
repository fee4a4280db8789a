"""offload: segments, skbs and merged packets, counted by hand (Q06, Q07, Q09)."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.offload.stages import GSO, OFF, TSO, Wire, WireFrame, frames, merge, receive, skbs
from inflight.figure.catalogue import find

FAST = {"cut": TSO, "gso_max_size": 65536, "rate": 10e9, "rtt": 0.02, "autosize": True, "pacing": False}


def run(preset: str = "", **values: object) -> dict:
    if preset:
        model = find("offload").model
        values = {**next(p.values for p in model.presets if p.id == preset), **values}
    return bridge.start("offload", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def train(count: int, payload: int = 1448, stamp: int = 0) -> list[WireFrame]:
    return [WireFrame(payload, i * 1e-6, (i + 1) * 1e-6, False, stamp) for i in range(count)]


def test_q09_7300_bytes() -> None:
    """5 × 1460 = 7300; with timestamps 5 × 1448 = 7240 and 60 more."""
    assert figure(run(size=7300, timestamps=False), "frames") == 5
    assert figure(run(size=7300), "frames") == 6


def test_q06_an_skb_holds_45_segments() -> None:
    """65,536 − 321 = 65,215 = 45 · 1448 + 55; as an IP packet 65,160 + 52 = 65,212 ≤ 65,535. 44 of 1460."""
    result = run()
    assert figure(result, "segments") == 45
    assert figure(result, "largest") == 65212
    assert figure(result, "frames") == 46, "45 in the first, and 376 bytes"
    assert figure(run(timestamps=False), "largest") == 44 * 1460 + 40
    assert figure(run(mtu=9000), "segments") == 7  # 65,215 / 8948


@given(
    size=st.integers(1, 1_000_000),
    mtu=st.integers(576, 9000),
    timestamps=st.booleans(),
    ipv6=st.booleans(),
    most=st.integers(2048, 524280),
    cut=st.sampled_from([TSO, GSO, OFF]),
    rate=st.sampled_from([1e6, 1e8, 1e10]),
    autosize=st.booleans(),
    pacing=st.booleans(),
    gro=st.booleans(),
)
def test_no_byte_is_lost_and_no_packet_too_long(
    size: int,
    mtu: int,
    timestamps: bool,
    ipv6: bool,
    most: int,
    cut: str,
    rate: float,
    autosize: bool,
    pacing: bool,
    gro: bool,
) -> None:
    wire = Wire(mtu=mtu, timestamps=timestamps, ipv6=ipv6)
    sent = skbs(size, wire, cut=cut, gso_max_size=most, rate=rate, rtt=0.02, autosize=autosize, pacing=pacing)
    cutted = frames(sent, wire)
    got = receive(cutted, wire, gro=gro, gro_max_size=most, coalesce=50e-6, trip=1e-6)
    assert sum(s.payload for s in sent) == sum(f.payload for f in cutted) == sum(m.payload for m in got.packets) == size
    assert all(f.payload + wire.headers <= mtu for f in cutted)
    assert all(one.ends <= two.starts + 1e-12 for one, two in pairwise(cutted))
    if not ipv6:
        assert all(s.payload + wire.headers <= 65535 for s in sent), "IPv4's length has 16 bits"
        assert all(m.payload + wire.headers <= 65535 for m in got.packets)
    assert sum(m.count for m in got.packets) == len(cutted)
    assert got.interrupts <= got.polls <= len(cutted)
    if not gro:
        assert len(got.packets) == len(cutted)


def test_who_cuts_decides_what_tcpdump_sees() -> None:
    """GSO cuts in `validate_xmit_skb`, before `dev_queue_xmit_nit` copies to tcpdump; TSO cuts after it."""
    layers = {
        cut: next(c["values"] for c in run(cut=cut)["tables"]["layers"] if c["name"] == "count")
        for cut in (TSO, GSO, OFF)
    }
    assert [layers[cut][0] for cut in (TSO, GSO, OFF)] == [2, 2, 46]
    assert [layers[cut][1] for cut in (TSO, GSO, OFF)] == [2, 46, 46]
    assert [layers[cut][2] for cut in (TSO, GSO, OFF)] == [46, 46, 46]


def test_q07_a_slow_flow_has_small_bursts() -> None:
    """10 Mbit/s: 1,250,000 >> 10 = 1220 bytes, so tcp_min_tso_segs = 2; 100 Mbit/s: 12,207 / 1448 = 8."""
    assert figure(run(pace=10), "segments") == 2
    assert figure(run(pace=100), "segments") == 8
    assert figure(run(pace=10, rtt=0.1), "segments") == 45, "a near peer gets the most"
    assert figure(run(pace=10, autosize=False), "segments") == 45


def test_micro_bursts() -> None:
    """Paced at 10 Mbit/s on a line of 1 Gbit/s: two frames of 1538 bytes, 24.6 µs, against 45 of them, 554 µs."""
    small, large = run("10-mbit-s"), run("10-mbit-s-in-2012")
    assert figure(small, "burst") == 2
    assert figure(small, "burst_time") == pytest.approx(2 * 1538 * 8e-3, rel=1e-6)
    assert figure(large, "burst") == 45
    assert figure(large, "burst_time") == pytest.approx(45 * 1538 * 8e-3, rel=1e-6)


def test_gro_ends_at_64_kib_at_a_push_at_a_short_one_and_at_another_timestamp() -> None:
    """`skb_gro_receive` refuses p->len + len >= 65,536: 52 + 45 · 1448 = 65,212, and 66,660 is too much."""
    wire = Wire()
    assert [len(batch) for batch in merge(train(50), wire)] == [45, 5]
    short = [*train(3), *train(1, 100), *train(3)]
    assert [len(batch) for batch in merge(short, wire)] == [4, 3]
    longer = [*train(1, 100), *train(2)]
    assert [len(batch) for batch in merge(longer, wire)] == [1, 2]
    later = [*train(3), *train(3, stamp=1)]
    assert [len(batch) for batch in merge(later, wire)] == [3, 3]
    assert [len(batch) for batch in merge(later, Wire(timestamps=False))] == [6]
    push = [*train(2), WireFrame(1448, 0, 0, True, 0), *train(2)]
    assert [len(batch) for batch in merge(push, wire)] == [3, 2]


def test_an_interrupt_for_each_frame_leaves_nothing_to_merge() -> None:
    """1 Gbit/s: a frame takes 12.3 µs, the CPU 1 µs. At 10 Gbit/s with a trip of 2 µs frames wait for the CPU."""
    result = run("an-interrupt-for-each-frame")
    assert figure(result, "delivered") == figure(result, "interrupts") == 46
    assert figure(run(line=1000, coalesce=50), "delivered") < 12
    per_trip = 2 / 1.2304  # frames that come while the CPU handles one packet
    assert figure(run(line=10_000, coalesce=0, trip=2), "delivered") == pytest.approx(46 / per_trip, rel=0.1)


def test_a_poll_takes_64() -> None:
    wire = Wire(timestamps=False)
    got = receive(train(200, 100), wire, gro=False, gro_max_size=65536, coalesce=1e-3, trip=1e-6)
    assert (got.polls, got.interrupts) == (4, 1)


def test_big_tcp_is_for_ipv6() -> None:
    """500,000 bytes with MSS 1428: 351 frames in one skb (524,280 − 321 = 523,959); IPv4 stays below 65,536."""
    result = run("big-tcp")
    assert (figure(result, "frames"), figure(result, "skbs")) == (351, 1)
    assert figure(run("big-tcp", ip="4"), "skbs") == 8  # 500,000 / 65,160


@pytest.mark.parametrize("preset", [each.id for each in find("offload").model.presets])
def test_each_step_of_a_curve_is_a_packet(preset: str) -> None:
    """The drawing cuts the bytes where these columns step; the layers are counted apart from them."""
    result = run(preset)
    values = {column["name"]: column["values"] for column in result["columns"]}
    layers = {column["name"]: column["values"] for column in result["tables"]["layers"]}["count"]
    steps = [sum(a < b for a, b in pairwise([0, *values[name]])) for name in ("handed_down", "on_the_wire", "received")]
    assert steps == [layers[0], layers[2], layers[4]]
