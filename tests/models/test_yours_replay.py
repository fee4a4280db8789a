"""Replays of captures that the model made itself: what it was told is the truth that estimates are held to.

And of captures of Linux, for which the laboratory's settings are the truth.
"""

from __future__ import annotations

import gzip
import io
import json
import random
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from inflight.bridge.captures import capture
from inflight.capture.crossing import Capture
from inflight.capture.reading import CaptureFile, NotACapture
from inflight.capture.write import write
from inflight.figure.catalogue import find
from inflight.figure.parameters import ParameterError
from inflight.figure.slices import finish
from inflight.kernel.constants import MSS, SKB_OVERHEAD
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.scenes.captured.wanted import capturing
from inflight.scenes.trace import Trace
from inflight.yours import shapes
from inflight.yours.connection.connection import Connection
from inflight.yours.connection.table import Connections
from inflight.yours.labels import load
from inflight.yours.limits.limit import Limit
from inflight.yours.replay.desk import forget, replay, replay_alone
from inflight.yours.replay.ends import _asked_for
from inflight.yours.replay.estimates import NothingToReplay, Seen, seen
from inflight.yours.replay.fit import fitted
from inflight.yours.replay.model import run
from inflight.yours.replay.residual import Residual, residual
from inflight.yours.told.connection import busier

PATH = {"rate": 10, "rtt": 40, "buffer": 100, "duration": 12}
RUNS: dict[str, tuple[str, dict[str, object]]] = {
    "sndbuf": ("send-buffer", {"gso": False, "sndbuf": 16384, "size": 1}),
    "sndbuf-64K": ("send-buffer", {"gso": False, "sndbuf": 65536, "size": 3}),
    "no limit": ("send-buffer", {"sndbuf": 0, "size": 5}),
    "rcvbuf": ("receive-buffer", {"pause": 0, "duration": 1}),
    "slow reader": ("receive-buffer", {"pause": 0, "read_rate": 100, "chunk": 4096, "duration": 5}),
    "pause": ("receive-buffer", {"pause": 5, "duration": 8}),
    "cubic": ("congestion-window", {"algorithm": "cubic", **PATH}),
    "reno": ("congestion-window", {"algorithm": "reno", **PATH}),
    "bbr": ("congestion-window", {"algorithm": "bbr", **PATH, "duration": 6}),
    "loss": ("congestion-window", {"algorithm": "cubic", "rate": 20, "rtt": 40, "buffer": 200, "loss": 1}),
    "loss, reno": ("congestion-window", {"algorithm": "reno", "rate": 20, "rtt": 30, "buffer": 200, "loss": 0.5}),
}


def connection_of(file: bytes) -> Connection:
    """The capture's only connection."""
    connections = Connections()
    for batch in CaptureFile(io.BytesIO(file), len(file)).segments():
        connections.take(batch)
    connections.finish()
    (connection,) = connections.all
    return connection


@cache
def captured(name: str, point: str = "sender") -> Connection:
    """A run as a capture."""
    experiment, parameters = RUNS[name]
    # whose kernel is the replay's, too
    return connection_of(finish(capture(experiment, {**parameters, "kernel": "6.1"}, 1, [point], payload=False)))


@cache
def estimated(name: str, point: str = "sender") -> Seen:
    connection = captured(name, point)
    found: Seen = finish(fitted(seen(connection, busier(connection))))
    return found


def held(found: Seen) -> Residual:
    """The model with everything as it was estimated, held to the capture."""
    return residual(found, finish(run(found.parameters, writes=found.writes, lost=found.lost, expected=found.took)))


@pytest.mark.parametrize("name", RUNS)
def test_the_model_explains_its_own_captures(name: str) -> None:
    found = held(estimated(name))
    assert found.explains
    assert found.parts is None


@pytest.mark.parametrize("point", ["sender", "receiver"])
@pytest.mark.parametrize("name", RUNS)
def test_the_round_trip_is_the_path_s(name: str, point: str) -> None:
    entry = find(RUNS[name][0])
    rtt = entry.fill(RUNS[name][1])["rtt"]
    assert estimated(name, point).parameters.rtt == pytest.approx(rtt, abs=1, rel=0.02)


@pytest.mark.parametrize(("name", "sndbuf"), [("sndbuf", 16384), ("sndbuf-64K", 65536)])
@pytest.mark.parametrize("point", ["sender", "receiver"])
def test_the_send_buffer_is_found_within_an_skb(name: str, sndbuf: int, point: str) -> None:
    found = estimated(name, point).parameters
    assert abs(found.sndbuf - sndbuf) <= (MSS + SKB_OVERHEAD) / 2
    assert not found.rcvbuf
    assert not found.as_written


@given(st.integers(4096, 4 << 20))
def test_what_was_asked_for_is_told_from_the_flight(sndbuf: int) -> None:
    # tcp.c: a new skb is started as long as less than twice SO_SNDBUF is used, here by skbs of one segment.
    skbs = -(-2 * sndbuf // (MSS + SKB_OVERHEAD))
    assert abs(_asked_for(skbs * MSS) - sndbuf) <= (MSS + SKB_OVERHEAD) / 2


def test_without_a_limit_there_is_none() -> None:
    found = estimated("no limit").parameters
    assert (found.sndbuf, found.rcvbuf, found.read_rate, found.pause, found.loss) == (0, 0, 0, 0, 0)
    assert found.rate == pytest.approx(100, rel=0.05)
    assert found.initcwnd == 10
    assert found.size == 5


def test_the_receiver_s_buffer_is_found_within_a_segment() -> None:
    found = estimated("rcvbuf").parameters
    assert abs(found.rcvbuf - 65536) <= MSS
    assert not found.sndbuf
    assert not found.read_rate


def test_a_slow_reader_is_told_from_a_small_buffer() -> None:
    found = estimated("slow reader").parameters
    assert found.read_rate == pytest.approx(100, rel=0.07)
    assert abs(found.rcvbuf - 65536) <= MSS


def test_a_reader_s_pause_is_found() -> None:
    found = estimated("pause").parameters
    assert found.pause_at == pytest.approx(1, abs=0.1)
    assert found.pause == pytest.approx(5, abs=0.1)


@pytest.mark.parametrize("name", ["cubic", "reno"])
@pytest.mark.parametrize("point", ["sender", "receiver"])
def test_rate_queue_and_algorithm_are_found(name: str, point: str) -> None:
    found = estimated(name, point).parameters
    assert found.rate == pytest.approx(10, rel=0.05)
    assert found.buffer == pytest.approx(100, rel=0.05)
    assert found.algorithm == name
    assert not found.loss
    assert not found.sndbuf


def test_bbr_is_known_by_the_queue_that_it_drains() -> None:
    found = estimated("bbr").parameters
    assert found.algorithm == "bbr"
    assert found.rate == pytest.approx(10, rel=0.05)


@pytest.mark.parametrize(("name", "algorithm"), [("loss", "cubic"), ("loss, reno", "reno")])
def test_random_losses_are_counted(name: str, algorithm: str) -> None:
    entry = find(RUNS[name][0])
    *_, result = entry.run(entry.fill(RUNS[name][1]), 1)
    value = {key: figure.value for key, figure in result.summary.items()}
    found = estimated(name)
    # What is lost at the very end isn't repaired before the capture is over.
    assert found.parameters.loss == pytest.approx(100 * value["lost"] / value["packets_sent"], rel=0.05, abs=0.05)
    assert found.parameters.algorithm == algorithm


def rate_changes() -> Connection:
    """20 Mbit/s, and from the third second on 3."""
    offers: list[Capture] = []
    with capturing(offers):
        bell = Dumbbell(
            rate=20e6,
            limit=200,
            rng=random.Random(1),
            flows=[FlowSpec(algorithm="cubic", rtt=0.04, total=10_000_000)],
        )
        trace = Trace(bell)
        for until, rate in ((3.0, 20e6), (60.0, 3e6)):
            bell.link._seconds_per_byte = 8 / rate
            for _ in bell.clock.run(until):
                pass
        trace.tables()
    return connection_of(b"".join(write(offers[-1], ["sender"], payload=False, application="", comment="")))


def test_what_changes_on_the_way_is_not_explained() -> None:
    connection = rate_changes()
    found = held(seen(connection, 0))
    assert not found.explains
    assert found.parts is not None
    assert found.interval is not None
    assert found.interval.limit in (Limit.PATH, Limit.LOSS, Limit.AFTER_A_LOSS)
    told: shapes.CaptureReplay = finish(replay("changes", connection, 0, {}))
    assert not told["fit"]["explains"]
    assert told["fit"]["sentence"].startswith("The model does not explain this capture")


def test_with_eight_times_the_buffer_the_path_is_the_limit() -> None:
    told: shapes.CaptureReplay = finish(replay("what if", captured("sndbuf"), 0, {"sndbuf": 8 * 16384, "rate": 10}))
    # 10 Mbit/s and 20 ms hold 25 kB, and 16 KiB no more than 19: it is the path that takes its time now.
    wire = 1_000_000 * 1514 / 1448 * 8 / 10e6
    took = told["run"]["took"]
    assert took is not None
    assert wire < took < wire + 5 * 0.02
    assert "send buffer of 128 KiB" in told["sentence"]
    assert "instead of" in told["sentence"]


def test_a_link_runs_the_same_without_the_capture() -> None:
    changes = {"sndbuf": 40000}
    beside: shapes.CaptureReplay = finish(replay("link", captured("sndbuf"), 0, changes))
    alone: shapes.Replay = finish(replay_alone(beside["values"]))
    assert alone["run"] == beside["run"]


def test_a_replay_changes_only_what_it_is_told() -> None:
    told: shapes.CaptureReplay = finish(replay("only", captured("sndbuf"), 0, {"rtt": 50}))
    assert told["values"] == {**told["captured"], "rtt": 50}
    assert [each["parameter"] for each in told["estimates"]] == [each["name"] for each in told["controls"]]
    with pytest.raises(ParameterError, match="rtt"):
        finish(replay("only", captured("sndbuf"), 0, {"rtt": -1}))
    with pytest.raises(ParameterError, match="no such parameter"):
        finish(replay_alone({"address": 1}))
    forget()


def test_both_answers_have_their_shapes() -> None:
    told = finish(replay("shape", captured("sndbuf"), 0, {}))
    TypeAdapter(shapes.CaptureReplay).validate_json(json.dumps(told), strict=True)
    TypeAdapter(shapes.Replay).validate_json(json.dumps(finish(replay_alone({}))), strict=True)


RECORDED = Path(__file__).parents[1] / "kernel/captures"
PURE = {
    # what the laboratory was told and the estimate is held to
    "after_random": ("loss", "algorithm"),
    "after_random_cubic": ("loss", "algorithm"),
    "idle_requests": (),
    "loss_overshoot": ("rate", "buffer", "algorithm"),
    "pace_1mbit": (),
    "path_bbr": ("rate", "algorithm"),
    "path_cubic": ("rate", "algorithm"),
    "path_reno": ("rate", "buffer", "algorithm"),
    "rwnd_64k": ("rcvbuf",),
    "rwnd_zero": ("rcvbuf",),
    "sndbuf_32k_nogso": ("sndbuf",),
    "sndbuf_64k_nogso": ("sndbuf",),
}


def told_to_the_laboratory(network: dict[str, Any]) -> dict[str, Any]:
    """By the names of the replay's parameters."""
    return {
        "rate": network["rate_mbit"],
        "buffer": int(network["queue"].split()[-1]),
        "algorithm": network["cc"],
        "loss": 100 * network.get("loss", 0),
        "sndbuf": network.get("connect_options", {}).get("sndbuf"),
        "rcvbuf": network.get("accept_options", {}).get("rcvbuf"),
    }


def recorded(name: str) -> tuple[Seen, Residual, dict[str, Any]]:
    """A recording of Linux, at its sender."""
    (found,) = [each for each in load(RECORDED) if each.name == name]
    file = gzip.decompress(found.captures["sender"].read_bytes())
    connections = Connections()
    for batch in CaptureFile(io.BytesIO(file), len(file)).segments():
        connections.take(batch)
    connections.finish()
    connection = max(connections.all, key=lambda each: sum(each.bytes))
    guessed: Seen = finish(fitted(seen(connection, busier(connection))))
    network = json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))["network"]
    return guessed, held(guessed), network


@pytest.mark.parametrize("name", PURE)
def test_the_model_explains_what_linux_did(name: str) -> None:
    guessed, found, network = recorded(name)
    assert found.explains, found
    p = guessed.parameters
    assert p.rtt == pytest.approx(network["rtt_ms"], abs=1, rel=0.02)
    truth = told_to_the_laboratory(network)
    for parameter in PURE[name]:
        value = getattr(p, parameter)
        if parameter == "algorithm":
            assert value == truth["algorithm"]
        elif parameter == "loss":  # a few losses: what chance made of the laboratory's share
            assert truth["loss"] / 2 < value < 2 * truth["loss"]
        elif parameter in ("sndbuf", "rcvbuf"):
            assert abs(value - truth[parameter]) <= MSS
        else:
            assert value == pytest.approx(truth[parameter], rel=0.05)
    if name.startswith(("idle", "pace")):
        assert p.as_written


@pytest.mark.parametrize("name", ["rto_blackout", "after_ecn", "path_slower"])
def test_what_the_model_knows_nothing_of_is_not_explained(name: str) -> None:
    # An interrupted line, marks instead of losses, and a line that becomes slower.
    _, found, _ = recorded(name)
    assert not found.explains


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_capture_is_replayed_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    file = bytearray(finish(capture(*RUNS["sndbuf"], 1, ["sender"], payload=False)))
    for _ in range(rng.choice([5, 50, 500])):
        file[rng.randrange(len(file))] ^= 1 << rng.randrange(8)
    try:
        damaged = CaptureFile(io.BytesIO(bytes(file)), len(file))
    except NotACapture:
        return
    connections = Connections()
    for batch in damaged.segments():
        connections.take(batch)
    connections.finish()
    for connection in connections.all[:3]:
        for side in (0, 1):
            with suppress(NothingToReplay):
                finish(replay((seed, id(connection), side), connection, side, {}))
    forget()
