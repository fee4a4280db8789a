"""The three segments: recordings of refused calls, the windows of real SYNs, and each loss worked by hand."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.three_way_handshake import handshake
from inflight.experiments.three_way_handshake.handshake import (
    AFTER,
    ANSWER,
    CLOSED_PORT,
    LISTENING,
    NOBODY_FIRST,
    PROHIBITED,
    REJECTED,
    SERVER_FIRST,
    SILENT,
    TOGETHER,
    UNREACHABLE,
    WAITING,
    ConnectionOpening,
    End,
    OpeningPlan,
)
from inflight.figure.catalogue import find
from inflight.kernel.sockets.states import ESTABLISHED, SYN_RECV, SYN_SENT

SHAKE = find("three-way-handshake")
PLAIN = End()


def run(preset: str = "nothing-is-lost", **values: object) -> dict:
    """The complete result, with the summary's values by name."""
    result = bridge.start("three-way-handshake", json.dumps({**SHAKE.preset(preset).values, **values})).result()
    result["value"] = {name: figure["value"] for name, figure in result["summary"].items()}
    return result


def rows(result: dict, table: str) -> list[dict]:
    """The rows of a table, words as words."""
    columns = result["tables"][table]
    count = len(columns[0]["values"])
    return [
        {
            column["name"]: column["words"][int(column["values"][row])]
            if column.get("words")
            else column["values"][row]
            for column in columns
        }
        for row in range(count)
    ]


def agreed(result: dict) -> dict[str, dict]:
    """The table of options, by option."""
    return {row["option"]: row for row in rows(result, "agreed")}


def shake(**values: object) -> ConnectionOpening:
    """One handshake with plain hosts, RTT 20 ms, run to its end."""
    made = ConnectionOpening(OpeningPlan(**{"client": PLAIN, "server": PLAIN, "rtt": 0.02, **values}))
    made.run()
    return made


def line(result: dict) -> list[str]:
    """What is on the wire, as the recordings write it."""
    return [("<" if row["side"] == "server" else ">") + row["label"] for row in rows(result, "segments")]


# F_refused, RTT 20 ms: the error, after how many ms, and the packets in ms; tcp_syn_retries 3.
@pytest.mark.parametrize(
    ("target", "error", "after", "packets"),
    [
        (CLOSED_PORT, "ECONNREFUSED", 20.045, [(0.013, ">SYN"), (20.034, "<RST")]),
        (UNREACHABLE, "EHOSTUNREACH", 20.041, [(0.012, ">SYN")]),
        (PROHIBITED, "EHOSTUNREACH", 20.036, [(0.012, ">SYN")]),
        (
            SILENT,
            "ETIMEDOUT",
            15367.955,
            [(0.012, ">SYN"), (1031.953, ">SYN"), (3047.953, ">SYN"), (7175.953, ">SYN")],
        ),
    ],
)
def test_refused_as_linux_recorded_it(target: str, error: str, after: float, packets: list[tuple[float, str]]) -> None:
    """The laboratory's CPU took 0.05 ms; the black hole's timers are a tenth of a millisecond early, in the tick."""
    result = run(target=target, syn_retries=3, kernel="6.1")
    assert result["value"]["returned"] == pytest.approx(after, abs=0.1)
    assert result["events"][-1]["text"] == f"Error: {error}"
    seen = [row for row in rows(result, "segments") if not row["label"].startswith("ICMP")]
    assert [("<" if row["side"] == "server" else ">") + row["label"] for row in seen] == [what for _, what in packets]
    for row, (at, _) in zip(seen, packets, strict=True):
        arrived_at_client = row["arrived"] if row["side"] == "server" else row["sent"]
        assert 1000 * arrived_at_client == pytest.approx(at, abs=0.1)


def test_silence_as_linux_6_12_recorded_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """F_refused again, where the clock of jiffies stood 16 ms earlier: four more SYNs, a second apart."""
    seen = [0.016, 1015.957, 2039.957, 3063.957, 4087.957, 5111.957, 7127.957, 11287.957]
    monkeypatch.setattr(handshake, "START", 0.232)
    made = shake(target=SILENT, syn_retries=3, linear=4)
    assert [1000 * (each.sent - 0.232) for each in made.network.passages] == pytest.approx(seen, abs=0.1)
    assert made.failed == pytest.approx(19.479967, abs=1e-4)
    assert made.error == "ETIMEDOUT"


def test_only_a_newer_client_sends_syns_a_second_apart() -> None:
    """Two SYNs are lost: the third leaves after 2 s since 6.5, before that after 3."""
    waits = {kernel: run(lose_syn=2, kernel=kernel)["value"]["connected"] for kernel in ("6.1", "6.12")}
    assert 3000 < waits["6.1"] < 3100
    assert 2000 < waits["6.12"] < 2100


def test_a_listening_port_as_linux_recorded_it() -> None:
    """F_refused: SYN at 0, SYN-ACK at 20 ms, the ACK right behind it; connect() returned after 20.07 ms."""
    result = run(speaks=NOBODY_FIRST)
    assert line(result) == [">SYN", "<SYN-ACK", ">ack 1"]
    assert result["value"]["returned"] == pytest.approx(20.07, abs=0.1)
    assert result["value"]["accepted"] == pytest.approx(30)  # half a round trip later


def test_a_firewall_that_rejects_is_a_refusal() -> None:
    """`icmp_err_convert`: port unreachable is ECONNREFUSED."""
    result = run(target=REJECTED)
    assert result["events"][-1]["text"] == "Error: ECONNREFUSED"
    assert [row["label"] for row in rows(result, "segments")] == ["SYN", "ICMP, from a router"]


def test_w08_the_first_windows_follow_from_tcp_rmem() -> None:
    """Half of 131,072: 44 · 1460 in a SYN, 45 · 1448 in a SYN-ACK that knows of timestamps (A_packets_cubic_200K)."""
    value = run()["value"]
    assert (value["window_syn"], value["window_syn_ack"]) == (44 * 1460, 45 * 1448) == (64240, 65160)
    assert run(client_timestamps=False)["value"]["window_syn_ack"] == 64240
    assert run(server_timestamps=False)["value"]["window_syn_ack"] == 64240
    assert run(client_rmem=65536)["value"]["window_syn"] == 32768 // 1460 * 1460 == 32120
    assert run(client_mtu=9000)["value"]["window_syn"] == 7 * 8960
    # a buffer of 1 MB at the start would be 65,535 and no more: the field has 16 bits
    assert End(mtu=576).window(timestamps=False) == 61 * 536 * 2 == 65392


def test_w03_window_scaling_takes_two() -> None:
    """Toggle either side: 65,535 bytes. The first window is never scaled, and the shift is at most 14."""
    assert run()["value"]["largest_window"] == 65535 * 128
    for side in ("client", "server"):
        result = run(**{f"{side}_scaling": False})
        assert result["value"]["largest_window"] == 65535
        assert result["value"]["multiplier"] == 1
        assert agreed(result)["window scale"]["holds"] == "no, neither way"
        assert agreed(result)["first window"]["offered"] == "64240 B"
    assert agreed(run(client_scaling=False))["window scale"]["answered"] == "–"
    assert End(rmem=1 << 30).shift == 14 == End(rmem=1 << 31).shift


@pytest.mark.parametrize(("megabytes", "shift", "factor"), [(6, 7, 128), (16, 9, 512), (8, 8, 256), (32, 10, 1024)])
def test_w04_a_shift_is_not_a_factor(megabytes: int, shift: int, factor: int) -> None:
    value = run(server_rmem=megabytes << 20)["value"]
    assert (value["shift"], value["multiplier"]) == (shift, factor)


def test_each_says_what_it_takes_and_sends_what_the_other_takes() -> None:
    result = run("jumbo-frames-here-a-tunnel-there")
    table = agreed(result)
    assert (table["MSS"]["offered"], table["MSS"]["answered"]) == ("8960 B", "1380 B")
    assert result["value"]["payload"] == 1380 - 12
    small = shake(server=End(mtu=576), speaks=AFTER)
    sizes = [each.segment.length for each in small.network.passages if each.segment.length > 300]
    assert sizes == [524, ANSWER - 524]  # the server's answer is cut at its own MTU: 576 - 40 - 12


def test_options_hold_if_both_have_them() -> None:
    result = run("one-of-them-is-old")
    table = agreed(result)
    assert [table[name]["answered"] for name in ("window scale", "SACK", "timestamps")] == ["–"] * 3
    assert (result["value"]["payload"], result["value"]["largest_window"]) == (1460, 65535)
    syn_ack = rows(result, "segments")[1]
    assert syn_ack["detail"] == "Flags [S.], seq 0, ack 1, win 64240, options [mss 1460], length 0"


def test_nothing_is_lost() -> None:
    """The client after a round trip, the server after one and a half, the first byte of an answer after two."""
    made = shake(speaks=AFTER)
    assert (made.connected, made.accepted, made.asked, made.first_byte) == pytest.approx((0.02, 0.03, 0.03, 0.04))
    greeted = shake(speaks=SERVER_FIRST)
    assert greeted.first_byte == pytest.approx(0.04)


def test_a_lost_third_segment() -> None:
    """Data carry the ACK; a greeting has to wait for the server's timer, 1 s, and half a round trip on either side."""
    assert shake(speaks=AFTER, lose_third=1).first_byte == pytest.approx(0.04)
    value = run("connected-and-silent")["value"]
    assert value["connected"] == pytest.approx(20)
    # the SYN-ACK is sent again 1.000 to 1.032 s after 10 ms, and three half round trips follow
    assert 1000 + 10 + 30 < value["first_byte"] <= 1036 + 10 + 30
    again = [row for row in rows(run("connected-and-silent"), "segments") if row["again"]]
    assert [row["label"] for row in again] == ["SYN-ACK"]


def test_a_lost_syn_costs_a_second_and_a_lost_syn_ack_too() -> None:
    for preset in ("the-syn-is-lost", "the-syn-ack-is-lost"):
        assert 1020 < run(preset)["value"]["connected"] < 1060
    labels = [row["label"] for row in rows(run("the-syn-ack-is-lost"), "segments")]
    assert labels.count("SYN") == 2  # both sides had a timer
    assert labels.count("SYN-ACK") == 3


def test_data_with_the_ack() -> None:
    """`sk_write_pending`: data that wait are the third segment. If it is lost, it is data, and has an RTO: 200 ms."""
    result = run("data-with-the-ack")
    assert line(result)[:3] == [">SYN", "<SYN-ACK", ">1:301"]
    assert result["value"]["first_byte"] == pytest.approx(40)
    assert 200 < run("data-with-the-ack", lose_third=1)["value"]["first_byte"] < 300


def test_established_with_nobody() -> None:
    """The server's request is gone after 63 to 66 s, silently: the client is ESTABLISHED to the end."""
    result = run("established-with-nobody")
    states = rows(result, "states")
    (half,) = [row for row in states if row["state"] == SYN_RECV]
    assert 63 < half["end"] < 66
    (client,) = [row for row in states if row["state"] == ESTABLISHED]
    assert client["side"] == "client"
    assert client["end"] == result["columns"][0]["values"][-1]
    assert result["value"]["accepted"] is None


def test_what_comes_too_late_is_reset() -> None:
    """If all is lost until the server has forgotten, the client's next words meet nobody."""
    made = shake(speaks=AFTER, lose_third=16)
    assert made.accepted is None
    assert made.error == "ECONNRESET"
    assert made.failed is not None
    assert made.failed > 63


def test_two_syns_that_cross_are_one_connection() -> None:
    """RFC 9293 §3.5, figure 7; since Linux 6.12 and its stable kernels, a crossed SYN-ACK is an acknowledgement."""
    result = run("both-call-at-once")
    assert sorted(line(result)[:2]) == ["<SYN", ">SYN"]
    assert sorted(line(result)[2:4]) == ["<SYN-ACK", ">SYN-ACK"]
    for side in ("client", "server"):
        passed = [row["state"] for row in rows(result, "states") if row["side"] == side]
        assert passed == [SYN_SENT, SYN_RECV, ESTABLISHED]  # neither has ever listened
    assert (result["value"]["connected"], result["value"]["accepted"]) == pytest.approx((20, 20))


def test_the_default_is_the_failure_and_its_bets_have_answers() -> None:
    assert run("connected-and-silent")["value"]["first_byte"] == pytest.approx(1062)
    assert run("the-client-speaks-first")["value"]["first_byte"] == pytest.approx(40)
    assert run("one-of-them-is-old")["value"]["largest_window"] == 65535


@given(
    rtt=st.floats(0.001, 0.5),
    speaks=st.sampled_from([AFTER, WAITING, SERVER_FIRST, NOBODY_FIRST]),
    target=st.sampled_from([LISTENING, TOGETHER]),
    lose_syn=st.integers(0, 3),
    lose_syn_ack=st.integers(0, 2),
    lose_third=st.integers(0, 1),
    old=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_with_few_losses_both_sides_meet_in_the_end(
    rtt: float, speaks: str, target: str, lose_syn: int, lose_syn_ack: int, lose_third: int, old: bool
) -> None:
    """And what both were told is the same, whichever segments had to be sent again."""
    server = End(scaling=not old, timestamps=not old, sack=not old)
    made = shake(
        server=server,
        rtt=rtt,
        speaks=speaks,
        target=target,
        lose_syn=lose_syn,
        lose_syn_ack=lose_syn_ack,
        lose_third=lose_third,
    )
    assert made.connected is not None
    assert made.accepted is not None
    assert made.connected >= rtt - 1e-9
    assert not made.error
    assert (made.first_byte is None) == (speaks == NOBODY_FIRST)
    assert made.socket.options.timestamps is not old
    assert (made.socket.options.wscale is None) is old
