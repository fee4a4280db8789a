"""packet-path: every packet is somewhere, the right queue fills, and the right counter counts."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.packet_path.places import PLACES
from inflight.experiments.packet_path.stations import Journey, PathSettings, QueueStation
from inflight.figure.catalogue import find
from inflight.kernel.clock import Clock

FAST = PathSettings(
    tcp=False,
    write=1000,
    card=10_000,
    line=10_000,
    softirq=10_000,
    backlog_cpu=10_000,
    read=10_000,
    sndbuf=100,
    tsq=4,
    window=50,
    qdisc=100,
    bql=20,
    ring=64,
    router=100,
    rx_ring=64,
    backlog=100,
    rcvbuf=100,
    rtt=0.01,
    rps=False,
)
"""Nothing is slow."""


def travel(way: PathSettings, until: float) -> Journey:
    clock = Clock()
    journey = Journey(clock, way)
    for _ in clock.run(until):
        pass
    return journey


def run(**values: object) -> dict:
    return bridge.start("packet-path", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def preset(name: str) -> dict:
    return run(**dict(find("packet-path").preset(name).values))


RATES = st.floats(500, 50_000)
LIMITS = st.integers(1, 60)


@given(
    way=st.builds(
        PathSettings,
        tcp=st.booleans(),
        write=RATES,
        card=RATES,
        line=RATES,
        softirq=RATES,
        backlog_cpu=RATES,
        read=RATES,
        sndbuf=LIMITS,
        tsq=LIMITS,
        window=LIMITS,
        qdisc=LIMITS,
        bql=LIMITS,
        ring=LIMITS,
        router=LIMITS,
        rx_ring=LIMITS,
        backlog=LIMITS,
        rcvbuf=LIMITS,
        rtt=st.floats(0.0005, 0.02),
        rps=st.booleans(),
    )
)
@settings(max_examples=150, deadline=None)
def test_every_packet_is_somewhere(way: PathSettings) -> None:
    """What was written is read, lost, on the wire or in one queue; no queue holds more than its limit."""
    clock = Clock()
    journey = Journey(clock, way)
    for step in range(1, 11):
        for _ in clock.run(step * 0.01):
            pass
        stations = journey.stations
        lost = journey.missing if way.tcp else sum(station.drops for station in stations)
        here = sum(len(station) for station in stations) + journey.on_wire
        assert journey.written == journey.read + lost + here
        assert journey.charged <= way.sndbuf
        assert len(journey.sndbuf) <= journey.charged
        assert len(journey.ring) <= min(way.ring, way.bql)
        for station in stations[1:]:
            assert station.most <= station.limit
        if way.tcp:
            assert journey.rcvbuf.drops == 0, "the window keeps the receive buffer from being overrun"
            assert len(journey.qdisc) + len(journey.ring) <= way.tsq
            assert 0 <= journey.inflight <= way.window
        assert journey.ring.drops == journey.sndbuf.drops == 0
        if not way.rps:
            assert journey.backlog.passed == 0


def test_with_nothing_slow_nothing_waits() -> None:
    journey = travel(FAST, 1.0)
    assert max(station.most for station in journey.stations) == 1
    assert journey.written == pytest.approx(1000, abs=1)
    assert journey.delays[0] == pytest.approx(4 / 10_000 + 0.005)  # card, line, CPU, reader; half a round trip


SLOW = 500.0
"""Packets per second, of 1000 that are written."""


@pytest.mark.parametrize(
    ("slow", "place", "limit"),
    [("line", "router", 100), ("softirq", "rx_ring", 64), ("backlog_cpu", "backlog", 100), ("read", "rcvbuf", 100)],
)
def test_udp_is_lost_in_front_of_the_slowest_place(slow: str, place: str, limit: int) -> None:
    """Half of what comes is too much; the queue takes `limit` of it, and the rest is counted there and nowhere else."""
    journey = travel(replace(FAST, rps=True, **{slow: SLOW}), 2.0)
    for each, station in zip(PLACES, journey.stations, strict=True):
        if each.id == place:
            assert station.most == limit
            assert station.drops == pytest.approx(2.0 * (1000 - SLOW) - limit, abs=10)
        else:
            assert station.drops == 0
            assert station.most <= 2
    assert journey.writer_stops == 0


def test_a_slow_card_makes_the_writer_sleep() -> None:
    """The socket may have 100 packets below itself, the qdisc and the ring have room for more: nothing is lost."""
    journey = travel(replace(FAST, card=SLOW, qdisc=1000), 2.0)
    assert sum(station.drops for station in journey.stations) == 0
    assert journey.writer_stops > 1
    # it wakes below a half: then 51 packets take 51 ms to write while 26 leave; so it writes half of the time or so
    assert journey.written == pytest.approx(2.0 * SLOW + 100, abs=60)


def test_and_with_a_short_qdisc_it_loses_them() -> None:
    journey = travel(replace(FAST, card=SLOW, qdisc=30), 2.0)
    assert journey.qdisc.drops == pytest.approx(2.0 * (1000 - SLOW) - 30 - 20, abs=10)
    assert journey.writer_stops == 0


def test_bql_keeps_the_ring_short_and_the_packets_where_a_discipline_can_choose() -> None:
    for bql, in_ring in ((20, 20), (5, 5), (1000, 64)):
        journey = travel(replace(FAST, card=SLOW, bql=bql), 2.0)
        assert journey.ring.most == in_ring
        assert journey.qdisc.most == 100 - in_ring


def test_tsq_keeps_a_tcp_socket_from_filling_the_queues_below() -> None:
    journey = travel(replace(FAST, tcp=True, card=SLOW), 2.0)
    assert journey.ring.most == 4
    assert journey.qdisc.most == 1  # each passes through
    assert journey.sndbuf.most > 80
    assert sum(station.drops for station in journey.stations) == 0


def test_a_slow_reader_of_tcp_stops_the_writer_and_nothing_is_lost() -> None:
    """Backpressure through the whole way: receive buffer, window, send buffer, send()."""
    journey = travel(replace(FAST, tcp=True, read=SLOW, window=5000), 3.0)
    assert sum(station.drops for station in journey.stations) == 0
    assert journey.rcvbuf.most == 100 - 0.01 * SLOW  # but for what is read during a round trip, which it does not know
    assert journey.window_stops > 0
    assert journey.writer_stops > 0
    assert journey.read == pytest.approx(3.0 * SLOW, rel=0.02)
    assert journey.asleep_until_now() == pytest.approx(3.0 * (1 - SLOW / 1000), abs=0.3)


def test_the_window_bounds_what_is_on_its_way() -> None:
    """One window per round trip: 10 packets in 10 ms and a little."""
    journey = travel(replace(FAST, tcp=True, window=10, write=5000), 1.0)
    assert journey.read == pytest.approx(10 / 0.0103, rel=0.03)


def test_what_tcp_loses_is_read_in_the_end() -> None:
    clock = Clock()
    journey = Journey(clock, replace(FAST, tcp=True, line=SLOW, router=5, window=40))
    for _ in clock.run(2.0):
        pass
    assert journey.router.drops > 100
    journey.way.__dict__["sndbuf"] = 0  # the program stops writing
    for _ in clock.run(4.0):
        pass
    assert journey.read == journey.written
    assert len(journey.delays) == journey.read
    assert journey.missing == journey.inflight == journey.charged == 0


def test_littles_law() -> None:
    """The mean level is what passes per second times what each waits."""
    clock = Clock()
    journey = Journey(clock, replace(FAST, line=SLOW))
    levels = []
    for step in range(1, 4001):
        for _ in clock.run(step / 1000):
            pass
        levels.append(len(journey.router))
    router = journey.router
    assert sum(levels) / 4000 == pytest.approx(router.passed / 4 * router.waited / router.passed, rel=0.05)


def test_a_station_serves_one_after_the_other() -> None:
    clock = Clock()
    left: list[tuple[float, float]] = []
    station = QueueStation(clock, 2, 0.5)
    station.then = lambda packet: left.append((packet, clock.now))
    assert [station.put(packet) for packet in (1.0, 2.0, 3.0)] == [True, True, False]
    for _ in clock.run(5):
        pass
    assert left == [(1.0, 0.5), (2.0, 1.0)]
    assert (station.drops, station.passed, station.waited) == (1, 2, 1.5)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("a-slow-line", "router"),
        ("a-slow-reader-udp", "rcvbuf"),
        ("a-slow-card-a-short-queue", "qdisc"),
        ("a-busy-cpu", "rx_ring"),
        ("rps-to-a-busy-cpu", "backlog"),
    ],
)
def test_each_preset_loses_packets_in_one_place(name: str, place: str) -> None:
    result = preset(name)
    assert figure(result, "lost") == figure(result, f"lost_{place}") > 100
    counts = {c["name"]: c["values"][-1] for c in result["columns"]}
    assert counts[f"{place}_count"] == figure(result, "lost")
    others = [each.id for each in PLACES if each.id not in (place, "ring", "sndbuf")]
    assert all(counts[f"{other}_count"] == 0 for other in others)
    assert result["events"][0]["kind"] == "loss"


@pytest.mark.parametrize("name", ["a-slow-reader-tcp", "a-slow-card", "a-slow-card-tcp"])
def test_others_lose_nothing_and_stop_the_writer(name: str) -> None:
    result = preset(name)
    assert figure(result, "lost") == 0
    assert 40 < figure(result, "blocked") < 60
    assert "Nothing is lost" in result["sentence"]


def test_a_full_router_adds_its_queue_to_the_time_of_each_packet() -> None:
    """100 packets of 1514 bytes at 100 Mbit/s: 12.1 ms, and 2 ms of wire."""
    assert figure(run(duration=2), "delay") == pytest.approx(12.1 + 2, abs=1)


def test_the_picture_knows_each_queue() -> None:
    result = run()
    names = {c["name"] for c in result["columns"]}
    table = {c["name"]: c for c in result["tables"]["places"]}
    assert set(table["level"]["words"]) <= names
    assert set(table["count"]["words"]) <= names
    assert len(table["place"]["values"]) == 7
    limits = table["limit"]["values"]
    assert limits[:5] == [93, 1000, 20, 100, 256]
    assert limits[5] is None  # without RPS packets pass the backlog by
    assert limits[6] == 93


def test_a_row_has_the_most_since_the_row_before() -> None:
    """Samples of a queue that holds now one packet and now none would be a pattern of chance."""
    head = {column["name"]: column["values"] for column in run()["columns"]}
    assert set(head["receive_ring"][10:]) == set(head["receive_buffer"][10:]) == {1}
    assert set(head["qdisc"]) == set(head["backlog"]) == {0}, "what passes at once does not stand"
    assert max(head["router"]) == 100
