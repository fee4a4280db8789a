"""nagle-delayed-ack: each of its rounds against the recordings of Linux 6.1, and what holds for any setting."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.figure.catalogue import find

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1"
NAMES = ("E_each_1", "E_each_2", "E_each_3", "E_whole_1", "E_whole_2", "E_whole_3", "E_rtt100")
OPTIONS = {
    "c_nodelay": ("client_nodelay", True),
    "s_nodelay": ("server_nodelay", True),
    "c_quickack": ("client_quickack", True),
    "s_quickack": ("server_quickack", True),
    "c_cork": ("write", "cork"),
    "c_more": ("write", "more"),
    "c_join": ("write", "join"),
}
ENTRY = find("nagle-delayed-ack")


def run(**values: object) -> dict:
    return bridge.start("nagle-delayed-ack", json.dumps(values)).result()


def figures(result: dict) -> dict[str, float | None]:
    return {name: figure["value"] for name, figure in result["summary"].items()}


def column(table: list[dict], name: str) -> list[float]:
    return next(column["values"] for column in table if column["name"] == name)


def recorded() -> list:
    """(values, what Linux did) for each recorded setting that the figure has: all but the forgotten cork."""
    cases = []
    for name in NAMES:
        recording = json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))
        variants = {variant["id"]: variant for variant in recording["scenario"]["variants"]}
        for kernel in recording["results"]:
            variant = {key: value for key, value in variants[kernel["variant"]].items() if key != "id"}
            if "c_cork_forget" in variant:
                continue
            rtt = recording["scenario"]["net"]["senders"][0]["rtt_ms"]
            values = {"rtt": rtt, "mode": kernel["mode"], "messages": kernel["N"]}
            values |= dict(OPTIONS[key] for key in variant)
            cases.append(pytest.param(values, kernel, id=f"{kernel['variant']}-{kernel['mode']}-{kernel['N']}-{rtt}ms"))
    return cases


@pytest.mark.parametrize(("values", "kernel"), recorded())
def test_each_round_takes_as_long_as_on_linux(values: dict, kernel: dict) -> None:
    """N06: within 0.25 ms of the recording, 5% where that is more; and as many segments leave at either end."""
    result = run(**values)
    latencies = column(result["tables"]["rounds"], "latency")
    assert latencies == pytest.approx(kernel["latency_ms"], rel=0.05, abs=0.25)
    value = figures(result)
    assert value["client_segments"] == kernel["client_data_segs"]
    assert value["server_segments"] == kernel["server_data_segs"]
    # the lab closes after the last round, the figure waits for an ACK that comes later
    assert 0 <= value["delayed_acks"] - sum(kernel["delayed_acks"]) <= 1


def test_the_segments_of_the_second_round_leave_when_tcpdump_saw_them() -> None:
    """E_each_1, N = 3: direction, payload and time of each packet at the client, after the first round."""
    recording = json.loads((RECORDINGS / "E_each_1.json").read_text(encoding="utf-8"))
    kernel = next(r for r in recording["results"] if (r["variant"], r["N"]) == ("default", 3))
    packets = [packet for packet in kernel["packets_rounds_1_2"] if packet[0] > 1000]
    table = run()["tables"]["segments"]
    sides, details = (next(c for c in table if c["name"] == name) for name in ("side", "detail"))
    begin = packets[0][0]
    seen = []
    for row, side in enumerate(column(table, "side")):
        client = sides["words"][int(side)] == "client"
        at = column(table, "sent" if client else "arrived")[row]
        length = int(details["words"][int(details["values"][row])].rsplit(" ", 1)[1])
        seen.append((at * 1000, ">" if client else "<", length))
    seen.sort()
    assert [(way, length) for _, way, length in seen] == [(way, length) for _, way, _, length in packets]
    assert [at for at, _, _ in seen] == pytest.approx([at - begin for at, *_ in packets], abs=0.2)


def test_one_timer_of_40_ms_is_waited_for_and_it_is_the_clients() -> None:
    """N04: TCP_DELACK_MIN is HZ/25 = 40 ms; ticks add at most 4."""
    timers = run()["tables"]["timers"]
    assert len(timers[0]["values"]) == 1
    assert 40 <= 1000 * (column(timers, "end")[0] - column(timers, "start")[0]) <= 44
    assert column(timers, "side") == [0]
    assert column(run(mode="whole")["tables"]["timers"], "side") == [1]


def test_two_round_trips_or_three_and_the_timer() -> None:
    """The trap costs the same on any path: latency = 2 or 3 RTT + 40 to 44 ms."""
    for rtt in (1, 10, 30, 100, 300):
        assert 40 <= figures(run(rtt=rtt))["latency"] - 3 * rtt <= 44.5
        assert 40 <= figures(run(rtt=rtt, mode="whole"))["latency"] - 2 * rtt <= 44.5


def test_the_jump_is_at_three_messages() -> None:
    """N06."""
    latencies = column(run()["tables"]["by_messages"], "latency")
    assert len(latencies) == 8
    assert max(latencies[:2]) < 2.5
    assert min(latencies[2:]) > 43


def test_full_segments_are_not_held() -> None:
    """N02: Minshall's variant looks at short segments only, so messages of whole segments never wait."""
    value = figures(run(size=1448, mode="whole"))
    assert value["held_client"] == 0
    assert value["latency"] < 3


def test_what_the_sentence_says_of_timers_is_what_the_table_says() -> None:
    for preset in ENTRY.model.presets:
        result = run(**preset.values)
        late = figures(result)["late"]
        assert ("No timer" in result["sentence"]) == (late is None), preset.name


def test_a_window_of_one_stalls_with_nodelay_and_one_of_three_does_not() -> None:
    """N03. Linux 6.18 on the loopback, initcwnd 1, NODELAY at both ends: 0.2 ms at first, then 43.7 to 44.0 ms."""
    both = {"mode": "whole", "client_nodelay": True, "server_nodelay": True}
    for messages in (2, 3, 4, 5, 8):
        value = figures(run(**both, initcwnd=1, messages=messages))
        assert value["first"] < 3
        assert 40 <= value["latency"] - 2 <= 44
        assert value["held_client"] == 0
    assert figures(run(**both, initcwnd=1, messages=1))["latency"] < 1.5
    for messages in (2, 3, 4, 5, 8):
        assert figures(run(**both, initcwnd=3, messages=messages))["latency"] < 3


@given(
    messages=st.integers(1, 20),
    size=st.integers(1, 3000),
    rtt=st.floats(0.1, 300),
    mode=st.sampled_from(["each", "whole"]),
    write=st.sampled_from(["separate", "cork", "more", "join"]),
    client_nodelay=st.booleans(),
    server_nodelay=st.booleans(),
    client_quickack=st.booleans(),
    server_quickack=st.booleans(),
    shown=st.integers(1, 5),
    initcwnd=st.integers(1, 10),
)
@settings(max_examples=30, deadline=None)
def test_any_setting_ends_and_takes_a_round_trip_at_least(**values: object) -> None:
    result = run(**values)
    value = figures(result)
    assert value["latency"] >= values["rtt"]
    segments = result["tables"]["segments"]
    ways = [b - a for a, b in zip(column(segments, "sent"), column(segments, "arrived"), strict=True)]
    # an ACK may follow data that the CPU is about to send, not overtake them
    assert all(-1e-9 <= way - values["rtt"] / 2000 < 100e-6 for way in ways)
    for name in ("states", "timers"):
        table = result["tables"][name]
        assert all(a <= b for a, b in zip(column(table, "start"), column(table, "end"), strict=True))
    if values["client_nodelay"]:
        assert value["held_client"] == 0
