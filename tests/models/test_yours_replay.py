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
import yaml
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
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.release import newest_of
from inflight.kernel.tcp.era import TCP_ERAS, tcp_era
from inflight.scenes.buffers import LARGEST_RMEM
from inflight.scenes.captured.wanted import capturing
from inflight.scenes.kernel import USUAL
from inflight.scenes.trace import Trace
from inflight.yours import shapes
from inflight.yours.connection.connection import Connection
from inflight.yours.connection.table import Connections
from inflight.yours.labels import load
from inflight.yours.limits.limit import Limit
from inflight.yours.replay.course import Course
from inflight.yours.replay.desk import forget, replay, replay_alone
from inflight.yours.replay.ends import _asked_for
from inflight.yours.replay.estimates import NothingToReplay, Seen, seen
from inflight.yours.replay.fit import fitted
from inflight.yours.replay.kernel import running
from inflight.yours.replay.model import run
from inflight.yours.replay.residual import Residual, residual
from inflight.yours.told.connection import busier

ROOT = Path(__file__).parents[2]
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
def captured(name: str, point: str = "sender", kernel: str = USUAL) -> Connection:
    """A run as a capture."""
    experiment, parameters = RUNS[name]
    return connection_of(finish(capture(experiment, {**parameters, "kernel": kernel}, 1, [point], payload=False)))


@cache
def estimated(name: str, point: str = "sender", kernel: str = USUAL) -> Seen:
    """By somebody who knows the kernel."""
    connection = captured(name, point, kernel)
    found: Seen = finish(fitted(seen(connection, busier(connection), kernel)))
    return found


def held(found: Seen) -> Residual:
    """The model with everything as it was estimated, held to the capture."""
    return residual(found, finish(run(found.parameters, writes=found.writes, lost=found.lost, expected=found.took)))


@pytest.mark.parametrize("name", RUNS)
def test_the_model_explains_its_own_captures(name: str) -> None:
    found = held(estimated(name))
    assert found.explains
    assert found.parts is None


def charge(kernel: str) -> int:
    """What an skb of one segment costs a buffer, bytes."""
    return MSS + tcp_era(kernel).skb_overhead


@pytest.mark.parametrize("kernel", TCP_ERAS)
@pytest.mark.parametrize("name", ["sndbuf", "rcvbuf", "slow reader", "cubic"])
def test_whoever_knows_the_kernel_finds_what_was_set(name: str, kernel: str) -> None:
    found = estimated(name, kernel=kernel)
    assert held(found).explains
    p, told = found.parameters, find(RUNS[name][0]).fill(RUNS[name][1])
    assert p.kernel == kernel
    if name == "cubic":
        assert (p.buffer, p.loss, p.algorithm) == (pytest.approx(100, abs=1), 0, "cubic")
    elif name == "sndbuf":
        assert abs(p.sndbuf - told["sndbuf"]) <= charge(kernel) / 2
    else:
        assert p.rcvbuf == pytest.approx(told["rcvbuf"], rel=0.05)


def test_for_another_kernel_another_buffer_explains_the_same_capture() -> None:
    connection = captured("sndbuf")
    answers: list[shapes.CaptureReplay] = [
        finish(replay("kernels", connection, 0, {"kernel": kernel})) for kernel in (USUAL, "6.1", USUAL)
    ]
    new, old, again = answers
    assert again == new
    assert all(each["fit"]["explains"] and each["values"] == each["captured"] for each in answers)
    # As many skbs of one segment fit in, which cost more in 6.1.
    buffers = [each["captured"]["sndbuf"] for each in (old, new)]
    assert buffers[0] / buffers[1] == pytest.approx(charge("6.1") / charge(USUAL), abs=1 / 14)
    with pytest.raises(ParameterError, match=r"kernel.*one of 6\.1"):
        finish(replay("kernels", connection, 0, {"kernel": "2.4"}))
    forget()


@pytest.mark.parametrize("kernel", TCP_ERAS)
def test_linear_timeouts_tell_that_a_client_is_not_old(kernel: str) -> None:
    file = finish(capture("syn-retries", {"kernel": kernel, "back": 40}, 1, ["client"], payload=False))
    course = Course(connection_of(file), 0)
    assert len(course.connection.opening.syns) > 3
    assert ("6.5 or newer" in running(course, "6.1").evidence) == (kernel != "6.1")


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
    # Elsewhere than at the sender, what was in flight is known to two segments.
    assert abs(found.sndbuf - sndbuf) <= charge(USUAL) / 2 * (1 if point == "sender" else 2)
    assert not found.rcvbuf
    assert not found.as_written


@given(st.integers(4096, 4 << 20), st.sampled_from(list(TCP_ERAS)))
def test_what_was_asked_for_is_told_from_the_flight(sndbuf: int, kernel: str) -> None:
    # tcp.c: a new skb is started as long as less than twice SO_SNDBUF is used, here by skbs of one segment.
    skbs = -(-2 * sndbuf // charge(kernel))
    assert abs(_asked_for(skbs * MSS, tcp_era(kernel)) - sndbuf) <= charge(kernel) / 2


def test_autotuning_goes_as_far_as_the_kernel_s_default() -> None:
    (knob,) = [
        each
        for each in yaml.safe_load((ROOT / "docs/knobs/sysctl.yaml").read_text(encoding="utf-8"))
        if each["name"] == "net.ipv4.tcp_rmem"
    ]
    defaults = {each["since"]: int(each["value"].split()[2]) for each in knob["defaults"]}
    assert {each: newest_of(LARGEST_RMEM, each) for each in TCP_ERAS} == {
        each: newest_of(defaults, each) for each in TCP_ERAS
    }
    assert [estimated("cubic", kernel=each).parameters.rmem for each in TCP_ERAS] == [6 << 20, 6 << 20, 32 << 20]


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
    found = held(seen(connection, 0, USUAL))
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
    as_captured: shapes.CaptureReplay = finish(replay("what if", captured("sndbuf"), 0, {}))
    assert told["as_captured"] == as_captured["run"]
    assert as_captured["as_captured"] is None


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


RECORDED = ROOT / "tests/kernel/captures"
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
    """A recording of Linux 6.1, at its sender."""
    (found,) = [each for each in load(RECORDED) if each.name == name]
    file = gzip.decompress(found.captures["sender"].read_bytes())
    connections = Connections()
    for batch in CaptureFile(io.BytesIO(file), len(file)).segments():
        connections.take(batch)
    connections.finish()
    connection = max(connections.all, key=lambda each: sum(each.bytes))
    guessed: Seen = finish(fitted(seen(connection, busier(connection), "6.1")))
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
