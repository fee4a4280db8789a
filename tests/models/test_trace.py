"""The tables of single packets: they hold what happened, all of it, and nothing changes because somebody looks."""

import json
import math
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.compare.bulk import build
from inflight.experiments import congestion_window
from inflight.figure.result import Table
from inflight.kernel.clock import Clock
from inflight.kernel.congestion.states import LOSS
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.receiver import Receiver
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.tcpdump import ROWS
from inflight.scenes.trace import MOST, Trace

DELIVERED, DROPPED, LOST = "delivered", "dropped", "lost"

paths = {
    "rate": st.floats(0.5e6, 20e6),
    "rtt": st.floats(0.002, 0.2),
    "limit": st.integers(1, 100),
    "algorithm": st.sampled_from(["reno", "cubic"]),
    "loss": st.sampled_from([0.0, 0.0, 0.01, 0.1]),
    "seed": st.integers(0, 1000),
}


def dumbbell(
    rate: float = 5e6,
    rtt: float = 0.04,
    limit: int = 20,
    algorithm: str = "reno",
    loss: float = 0.0,
    seed: int = 1,
    lose: tuple[int, ...] = (),
    **flow: Any,
) -> Dumbbell:
    """One flow over one bottleneck."""
    spec = FlowSpec(algorithm=algorithm, rtt=rtt, **flow)
    return Dumbbell(rate=rate, limit=limit, loss=loss, lose=lose, rng=random.Random(seed), flows=[spec])


def advance(bell: Dumbbell, until: float) -> None:
    for _ in bell.clock.run(until):
        pass


def rows(table: Table) -> list[dict[str, Any]]:
    """A table row by row, words in place of their numbers."""
    columns = [[c.words[int(v)] if c.words else v for v in c.values] for c in table.columns]
    return [dict(zip((c.name for c in table.columns), row, strict=True)) for row in zip(*columns, strict=True)]


def heard(bell: Dumbbell, end: float, **limits: float) -> dict[str, list[dict[str, Any]]]:
    """All tables of a run that ends at `end` (s)."""
    trace = Trace(bell, **limits)
    advance(bell, end)
    return {name: rows(table) for name, table in trace.tables().items()}


@given(**paths)
@settings(max_examples=40)
def test_every_packet_is_there_once_with_its_fate(**path: Any) -> None:
    bell = dumbbell(**path)
    packets = heard(bell, 2)["packets"]
    flow, link = bell.flows[0], bell.link
    assert len(packets) == flow.sender.packets_sent < MOST
    fates = [packet["fate"] for packet in packets]
    assert (fates.count(DELIVERED), fates.count(DROPPED), fates.count(LOST)) == (link.sent, link.drops, link.lost)
    assert sum(packet["again"] for packet in packets) == flow.sender.retransmissions
    once = [packet for packet in packets if not packet["again"]]
    assert [packet["seq"] for packet in once[1:]] == [packet["seq"] + packet["length"] for packet in once[:-1]]
    assert once[0]["seq"] == 0
    assert once[-1]["seq"] + once[-1]["length"] == flow.sender.nxt
    passed = [packet for packet in packets if packet["fate"] == DELIVERED]
    for packet in passed:
        assert packet["sent"] <= packet["left"] < packet["arrived"] == pytest.approx(packet["left"] + path["rtt"] / 2)
    for packet in packets:
        assert (packet["fate"] == DELIVERED) == (not math.isnan(packet["left"])) == (not math.isnan(packet["arrived"]))


@given(**paths)
@settings(max_examples=40)
def test_the_queue_is_first_in_first_out(**path: Any) -> None:
    """A retransmission may overtake, by microseconds, new data that the CPU is busy with; in the queue none does."""
    passed = [packet for packet in heard(dumbbell(**path), 2)["packets"] if packet["fate"] == DELIVERED]
    for first, later in pairwise(passed):
        overtakes = max(first["sent"] - later["sent"], 0)
        assert overtakes < 1e-3
        assert later["left"] - first["left"] >= -overtakes - 1e-9


@given(**paths)
@settings(max_examples=40)
def test_the_line_carries_one_packet_at_a_time(**path: Any) -> None:
    """Between any two departures fit the bytes in between, less the burst of the bucket: three packets."""
    passed = [packet for packet in heard(dumbbell(**path), 2)["packets"] if packet["fate"] == DELIVERED]
    for first, later in zip(passed, passed[10:], strict=False):
        assert later["left"] - first["left"] >= (10 - 3) * 1514 * 8 / path["rate"] - 1e-9


@given(**paths)
@settings(max_examples=40)
def test_the_queue_counted_from_the_table_is_the_queue(**path: Any) -> None:
    """Only a packet that the CPU is still busy with may be counted by one and not yet by the other."""
    bell = dumbbell(**path)
    trace = Trace(bell)
    queued = []
    for step in range(1, 201):
        advance(bell, step * 0.01)
        queued.append((step * 0.01, bell.link.queued()))
    packets = rows(trace.tables()["packets"])
    exact = 0
    for t, count in queued:
        waiting = sum(packet["sent"] <= t < packet["left"] for packet in packets)
        busy = sum(t < packet["sent"] < t + 1e-3 for packet in packets)
        assert waiting <= count <= waiting + busy
        exact += waiting == count
    assert exact > 180


@given(**paths)
@settings(max_examples=20)
def test_an_ack_is_half_a_round_trip_on_its_way(**path: Any) -> None:
    """It reaches the sender when the sender really gets it, whatever is drawn."""
    bell = dumbbell(**path)
    flow = bell.flows[0]
    got = []
    deliver = flow.back.receive
    assert deliver

    def listen(ack: Any) -> None:
        got.append((bell.clock.now, ack.ack, ack.window))
        deliver(ack)

    flow.back.receive = listen
    acks = heard(bell, 2)["acks"]
    assert 0 <= len(acks) - len(got) <= len([ack for ack in acks if ack["arrived"] > 2])
    for ack, (now, number, window) in zip(acks, got, strict=False):
        assert ack["arrived"] == pytest.approx(now)
        assert ack["arrived"] - ack["sent"] == pytest.approx(path["rtt"] / 2)
        assert (ack["ack"], ack["window"]) == (number, window)
        block = ack["sack_start"], ack["sack_end"]
        # Beyond the acknowledged, or wholly below it: then it names what came twice (D-SACK, RFC 2883 §4).
        assert math.isnan(block[0]) or number < block[0] < block[1] or block[0] < block[1] <= number


@given(size=st.integers(1, 100_000), **paths)
@settings(max_examples=30)
def test_the_transfer_is_complete_when_its_last_byte_arrives(size: int, **path: Any) -> None:
    """By the table as by the receiver, whose clock is drawn half a round trip late."""
    bell = dumbbell(**path, total=size)
    packets = heard(bell, 300)["packets"]
    finished = bell.flows[0].receiver.finished_at
    assert finished is not None
    arrived: dict[float, float] = {}
    for packet in packets:
        if packet["fate"] == DELIVERED and packet["seq"] < size:
            arrived[packet["seq"]] = min(arrived.get(packet["seq"], math.inf), packet["arrived"])
    assert max(arrived.values()) == pytest.approx(finished + path["rtt"] / 2)


@pytest.mark.parametrize("values", [{}, {"loss": 2, "lose": "5,50"}, {"rate": 10, "algorithm": "cubic"}])
def test_listening_changes_no_number_of_a_run(values: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(Trace):
        """Hears nothing."""

        def __init__(self, bell: Dumbbell) -> None:
            super().__init__(dumbbell())

    def run() -> dict[str, Any]:
        return bridge.start("congestion-window", json.dumps(values)).result()

    listening = run()
    monkeypatch.setattr(congestion_window, "Trace", Deaf)
    deaf = run()
    assert listening.pop("tables")["packets"][0]["values"]
    assert not deaf.pop("tables")["packets"][0]["values"]
    assert json.dumps(listening) == json.dumps(deaf)


@pytest.mark.parametrize("number", [1, 2, 14, 100, 500])
@pytest.mark.parametrize("loss", [0.0, 0.02])
def test_lose_n_loses_the_nth_packet_and_leaves_all_before_it(number: int, loss: float) -> None:
    before = heard(dumbbell(loss=loss), 4)["packets"]
    after = heard(dumbbell(loss=loss, lose=(number,)), 4)["packets"]
    same = number - 1
    assert repr(after[:same]) == repr(before[:same])
    chosen, was = after[same], before[same]
    assert chosen["fate"] == LOST
    assert {name: chosen[name] for name in ("sent", "seq", "length", "again")} == {
        name: was[name] for name in ("sent", "seq", "length", "again")
    }
    if not loss:
        assert [packet["fate"] for packet in after].count(LOST) == 1
    assert any(packet["seq"] == chosen["seq"] and packet["again"] for packet in after[number:])


def test_rows_stop_at_most_together_and_the_run_goes_on() -> None:
    bell = dumbbell(rate=1e9, rtt=0.01, limit=1000)
    trace = Trace(bell)
    advance(bell, 1)
    sent = bell.flows[0].sender.packets_sent
    assert sent > MOST
    full = trace.tables()
    assert len(full["packets"]) == MOST
    assert full["packets"]["sent"][-1] == pytest.approx(max(full["acks"]["arrived"]) - 0.01, abs=1e-3)
    advance(bell, 1.2)
    assert bell.flows[0].sender.packets_sent > sent
    later = trace.tables()
    for name in ("packets", "acks", "segments"):
        assert repr(rows(later[name])) == repr(rows(full[name]))
    assert later["states"]["end"][-1] == pytest.approx(1.2)


def test_start_and_until_choose_the_time_that_is_drawn() -> None:
    whole = heard(dumbbell(connect=1.0), 5)
    part = heard(dumbbell(connect=1.0), 5, start=1.04, until=0.5)
    assert 10 < len(part["packets"]) < len(whole["packets"])
    for name in ("packets", "acks"):
        for short, long in zip(part[name], whole[name], strict=False):
            assert short["sent"] == pytest.approx(long["sent"] - 1.04)
            assert short["arrived"] == pytest.approx(long["arrived"] - 1.04, nan_ok=True)
    assert part["packets"][-1]["sent"] <= 0.5 < whole["packets"][len(part["packets"])]["sent"] - 1.04
    assert [row["label"] for row in part["segments"][:3]] == ["SYN", "SYN-ACK", "ack 1"]
    assert [row["sent"] for row in part["segments"][:3]] == pytest.approx([-0.04, -0.02, 0.0])


class TestStates:
    @given(**paths)
    @settings(max_examples=30)
    def test_the_table_is_the_state_at_any_time(self, **path: Any) -> None:
        bell = dumbbell(**path)
        trace = Trace(bell)
        recovery = bell.flows[0].sender.recovery
        names = ("Open", "Disorder", "CWR", "Recovery", "Loss")  # enum tcp_ca_state, in the kernel's order
        sampled = []
        for step in range(1, 401):
            advance(bell, step * 0.005)
            sampled.append((step * 0.005, names[recovery.state]))
        states = rows(trace.tables()["states"])
        assert states[0]["start"] == 0
        assert states[-1]["end"] == pytest.approx(2)
        for one, other in pairwise(states):
            assert one["start"] < one["end"] == other["start"]
        for t, name in sampled:
            assert name in [row["state"] for row in states if row["start"] <= t <= row["end"]]

    @given(**paths)
    @settings(max_examples=30)
    def test_every_reduction_begins_a_state(self, **path: Any) -> None:
        """Even one that the next ACK, at the same instant, ends; a second timeout in a row changes no state."""
        bell = dumbbell(**path)
        states = heard(bell, 3)["states"]
        starts = {row["start"] for row in states}
        losses = [(row["start"], row["end"]) for row in states if row["state"] == "Loss"]
        for t, state, *_ in bell.flows[0].sender.recovery.entered:
            assert t in starts or (state == LOSS and any(start < t < end for start, end in losses))


class TestTimers:
    @given(**paths)
    @settings(max_examples=30)
    def test_those_that_fired(self, **path: Any) -> None:
        """On ticks of 4 ms (HZ=250); an RTO not before the 200 ms of TCP_RTO_MIN, and it sends again."""
        bell = dumbbell(**path)
        tables = heard(bell, 4)
        timers = tables["timers"]
        timeouts = [row["end"] for row in timers if row["name"] == "RTO"]
        assert len(timeouts) == bell.flows[0].sender.recovery.timeouts
        for row in timers:
            assert row["start"] < row["end"]
            fired = row["end"] - (path["rtt"] / 2 if row["side"] == "receiver" else 0)
            assert fired * 250 == pytest.approx(round(fired * 250))
        for t in timeouts:
            again = next(p for p in tables["packets"] if p["again"] and t < p["sent"] < t + 1e-3)
            before = [p["sent"] for p in tables["packets"] if p["seq"] == again["seq"] and p["sent"] < t]
            assert t - max(before) >= 0.2 - 1e-3

    def test_a_lone_segment_waits_for_the_delayed_ack(self) -> None:
        clock = Clock()
        fired = []
        receiver = Receiver(clock, lambda ack: None, buffer=ReceiveBuffer(), rtt_us=40_000)
        receiver.on_timer = lambda armed: fired.append((armed, clock.now))
        for number in range(61):
            segment = DataSegment(number * MSS, (number + 1) * MSS, 0.001 * number, 0.0, False)
            clock.at(0.001 * number, lambda s=segment: receiver.receive(s))  # type: ignore[misc]
        for _ in clock.run(5):
            pass
        [(armed, now)] = fired
        assert armed == pytest.approx(0.060)
        assert 0.040 <= now - armed <= 0.048


class TestLadder:
    @given(**paths)
    @settings(max_examples=20)
    def test_the_first_segments_of_both_in_order_of_time(self, **path: Any) -> None:
        tables = heard(dumbbell(**path), 2)
        segments = tables["segments"]
        assert len(segments) <= ROWS
        assert [row["sent"] for row in segments] == sorted(row["sent"] for row in segments)
        labels = [row["label"] for row in segments[3:]]
        data = [f"{p['seq'] + 1:.0f}:{p['seq'] + p['length'] + 1:.0f}" for p in tables["packets"]]
        acks = [f"ack {ack['ack'] + 1:.0f}" for ack in tables["acks"]]
        sent = [label for label in labels if ":" in label]
        assert sorted(sent) == sorted(data[: len(sent)])
        assert [label for label in labels if ":" not in label] == acks[: len(labels) - len(sent)]
        for row in segments[3:]:
            assert row["side"] == ("sender" if ":" in row["label"] else "receiver")
            assert math.isnan(row["arrived"]) == (row["fate"] != DELIVERED)

    def test_a_handshake_takes_a_round_trip(self) -> None:
        syn, syn_ack, ack = heard(dumbbell(rtt=0.1), 1)["segments"][:3]
        assert [(row["sent"], row["arrived"]) for row in (syn, syn_ack, ack)] == [
            pytest.approx(times) for times in ((0, 0.05), (0.05, 0.1), (0.1, 0.15))
        ]

    def test_sack_blocks_are_those_of_rfc_2018(self) -> None:
        """Packets 2 and 4 are lost: the latest block comes first."""
        segments = heard(dumbbell(lose=(2, 4)), 1)["segments"]
        options = [row["detail"] for row in segments if "sack " in row["detail"]]
        block = [f"{{{1 + MSS * first}:{1 + MSS * behind}}}" for first, behind in ((2, 3), (4, 5))]
        assert f"options [sack 1 {block[0]}]" in options[0]
        assert f"options [sack 2 {block[1]}{block[0]}]" in options[1]


RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1"


class Recorded:
    """A recording of every packet at the sender, and the model's tables of the same scenario."""

    def __init__(self, name: str) -> None:
        recording = json.loads((RECORDINGS / f"A_packets_{name}.json").read_text(encoding="utf-8"))
        self.summary = recording["summary"]["flows"][0]
        packets = [dict(zip(recording["packets_columns"], row, strict=True)) for row in recording["packets"]]
        self.sent = [packet for packet in packets if packet["dir"] == ">"]
        self.received = [packet for packet in packets if packet["dir"] == "<"]
        self.data = [packet for packet in self.sent if packet["len"] or "F" in packet["flags"]]
        self.acks = [packet for packet in self.received if "S" not in packet["flags"]]
        self.tables = heard(
            build(recording["scenario"], 1, tcp_era(recording["kernel"])), recording["scenario"]["duration"]
        )
        self.late = self.data[0]["t"] - self.tables["packets"][0]["sent"]  # when the lab's source began to write

    def flags(self, packet: dict[str, Any]) -> str:
        """As tcpdump prints them."""
        return packet["flags"].replace("A", "") + ("." if "A" in packet["flags"] else "")

    def pairs(self, count: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """The first data packets of the kernel and of the model."""
        return zip(self.data[:count], self.tables["packets"][:count], strict=True)


@pytest.fixture(scope="module", params=["reno_200K", "cubic_200K", "reno_overflow", "cubic_overflow", "tail_loss"])
def recorded(request: pytest.FixtureRequest) -> Recorded:
    return Recorded(request.param)


# How far model and kernel send the very same packets: to the end, or until the queue drops one neighbour for another.
SAME = {"reno_200K": 139, "cubic_200K": 139, "reno_overflow": 118, "cubic_overflow": 118, "tail_loss": 14}


class TestKernel:
    """What Linux sent and got, packet by packet, is what the tables say."""

    def test_it_sends_the_same_packets_in_the_same_order(self, recorded: Recorded, request: Any) -> None:
        count = SAME[request.node.callspec.params["recorded"]]
        highest = -1
        for kernel, model in recorded.pairs(count):
            again, highest = kernel["seq"] <= highest, max(highest, kernel["seq"])
            fin = not kernel["len"]  # one that rides on data takes no number of its own in the model
            assert (kernel["seq"] - 1, kernel["len"] + fin, again) == (model["seq"], model["length"], model["again"])

    def test_at_the_same_time(self, recorded: Recorded, request: Any) -> None:
        """Within two packets of the line; where a timer decides, within what the timer wheel rounds (32 ms)."""
        name = request.node.callspec.params["recorded"]
        bound = 0.032 if name == "tail_loss" else 2 * 1514 * 8 / 5e6
        for kernel, model in recorded.pairs(SAME[name]):
            assert model["sent"] + recorded.late == pytest.approx(kernel["t"], abs=bound)

    def test_it_gets_the_same_acks(self, recorded: Recorded, request: Any) -> None:
        """At the same time to 0.2 ms while no timer is in play; windows within 5%."""
        name = request.node.callspec.params["recorded"]
        count = min(len(recorded.acks), 50)
        for kernel, model in zip(recorded.acks[:count], recorded.tables["acks"], strict=False):
            assert kernel["ack"] - 1 == model["ack"]
            assert model["window"] == pytest.approx(kernel["win"] << recorded.summary["wscale_snd"], rel=0.05)
            if name != "tail_loss":
                assert model["arrived"] + recorded.late == pytest.approx(kernel["t"], abs=2e-4)

    def test_the_ladder_reads_as_tcpdump(self, recorded: Recorded) -> None:
        segments = recorded.tables["segments"]
        for side, packets in (("sender", recorded.sent), ("receiver", recorded.received)):
            drawn = [row for row in segments if row["side"] == side]
            assert len(drawn) >= 10
            for kernel, row in zip(packets, drawn, strict=False):
                assert f"Flags [{recorded.flags(kernel)}]" in row["detail"]
                assert row["detail"].endswith(f", length {kernel['len']}")
                if kernel["len"]:
                    assert row["label"] == f"{kernel['seq']}:{kernel['seq'] + kernel['len']}"
                    assert f"seq {row['label']}, ack {kernel['ack']}," in row["detail"]
                elif side == "receiver":
                    assert f"ack {kernel['ack']}, win " in row["detail"]
        syn, syn_ack = segments[:2]
        assert f"wscale {recorded.summary['wscale_rcv']}" in syn_ack["detail"]
        assert f"win {recorded.received[0]['win']}," in syn_ack["detail"]
        assert f"wscale {recorded.summary['wscale_snd']}" in syn["detail"]

    def test_states_begin_when_the_sampler_saw_them(self, recorded: Recorded) -> None:
        """It looked every 10 ms; in the tail loss the timer decides when."""
        names = {"recovery": "Recovery", "loss": "Loss"}
        seen = [(t, names[kind]) for t, kind, *_ in recorded.summary["events"]]
        states = [row for row in recorded.tables["states"] if row["state"] in names.values()]
        assert [row["state"] for row in states] == [name for _, name in seen]
        for row, (t, name) in zip(states, seen, strict=True):
            assert row["start"] + recorded.late == pytest.approx(t, abs=0.032 if name == "Loss" else 0.012)


def test_timers_fire_when_the_kernel_sent_again() -> None:
    """The tail of ten packets is lost: a probe after two round trips, then the RTO (recorded)."""
    recorded = Recorded("tail_loss")
    timers = recorded.tables["timers"]
    assert [row["name"] for row in timers] == ["tail-loss probe", "RTO"]
    kernel = [packet["t"] for packet in recorded.data if recorded.data.index(packet) >= 11]
    for row, t in zip(timers, kernel, strict=False):
        assert row["end"] + recorded.late == pytest.approx(t, abs=0.032)
    dropped = [packet["seq"] for packet in recorded.tables["packets"] if packet["fate"] == DROPPED]
    unanswered = [packet["seq"] - 1 for packet in recorded.data[11 - len(dropped) : 11]]
    assert dropped == unanswered
