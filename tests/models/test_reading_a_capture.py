"""One transfer, two captures: what each of them shows, and what the model knows beside it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from test_capture import packets, taken

from inflight.figure.catalogue import find
from inflight.figure.result import Result, Table

FIGURE = find("reading-a-capture")
SENDER, RECEIVER = FIGURE.points


def run(preset: str, **values: object) -> Result:
    *_, result = FIGURE.run(FIGURE.fill({**FIGURE.preset(preset).values, **values}))
    return result


def rows(table: Table) -> list[dict[str, object]]:
    """Cells by the names of their columns, words where there are words."""
    return [
        {each.name: each.words[int(each.values[row])] if each.words else each.values[row] for each in table.columns}
        for row in range(len(table))
    ]


def about(result: Result) -> list[tuple[object, ...]]:
    """Wireshark's words, the truth, and what is to be thought of it; neighbours that are the same are one."""
    said = [(row["said"], row["truth"], row["judged"]) for row in rows(result.tables["verdicts"])]
    return [one for one, before in zip(said, [None, *said], strict=False) if one != before]


def value(result: Result, name: str) -> float:
    return result.summary[name].value


@pytest.mark.parametrize("point", FIGURE.points)
@pytest.mark.parametrize("preset", [preset.id for preset in FIGURE.model.presets])
def test_the_list_is_the_file(preset: str, point: str) -> None:
    # Packet by packet, what the list shows is what Wireshark gets to see.
    values = {**FIGURE.preset(preset).values, "point": point}
    *_, result = FIGURE.run(FIGURE.fill(values))
    listed = rows(result.tables["list"])
    found = list(packets(taken("reading-a-capture", values, points=(point,))))
    assert [row["number"] for row in listed] == list(range(1, len(found) + 1))
    start = found[0][0] - listed[0]["time"]
    assert [row["time"] for row in listed] == pytest.approx([time - start for time, *_ in found], abs=1e-6)


def test_at_the_sender_a_retransmission_looks_out_of_order() -> None:
    """Within a round trip of newer data; and with a window that grows, nothing counts as a duplicate ACK."""
    result = run("three-holes")
    again = "fast retransmit: the first copy was lost"
    assert ("TCP Out-Of-Order", again, "misleading") in about(result)
    assert value(result, "named") == 0
    assert value(result, "retransmissions") == value(result, "lost") == 3
    # with a window of a fixed size, it is called by its name, and so are the duplicate ACKs
    fixed = run("three-holes", rcvbuf=20000)
    assert ("TCP Fast Retransmission", again, "right") in about(fixed)


def test_only_the_sender_sees_the_round_trip_and_what_is_in_flight() -> None:
    """SO_RCVBUF of 16 KiB makes a window of 17,376 bytes on Linux 6.12 (C_rcvbuf_16K): twelve segments."""
    here, there = (run("the-window-is-full", point=point) for point in FIGURE.points)
    assert value(here, "rtt_seen") == pytest.approx(40, abs=2)
    assert value(there, "rtt_seen") < 1
    assert value(here, "most_seen") == pytest.approx(12 * 1.448)
    assert value(there, "most_seen") < 4 * 1.448


def test_a_lost_end_leaves_no_trace_at_the_receiver() -> None:
    assert [said for said, *_ in about(run("the-last-one-is-lost"))] == ["–", "TCP Retransmission"]
    assert about(run("the-last-one-is-lost", point=RECEIVER)) == [
        ("–", "tail-loss probe: the last segment was lost", "nothing to say")
    ]


def test_that_only_an_ack_was_lost_is_known_at_the_receiver() -> None:
    again = "tail-loss probe, needless: its ACK was lost"
    assert ("TCP Retransmission", again, "half the truth") in about(run("only-the-ack-was-lost"))
    assert ("TCP Spurious Retransmission", again, "right") in about(run("only-the-ack-was-lost", point=RECEIVER))
    # what is lost on its way back is in the receiver's file, and not in the sender's
    sides = [len(run("only-the-ack-was-lost", point=point).tables["list"]) for point in FIGURE.points]
    assert sides[1] - sides[0] == 2


def test_a_late_segment_leaves_its_host_in_order() -> None:
    """It is delayed on the path, so only the receiver's capture has it behind the others."""
    firsts = {point: [tcp.seq for _, _, tcp in sent_once("late-not-lost", point)] for point in FIGURE.points}
    assert firsts[SENDER] == sorted(firsts[SENDER])
    assert firsts[RECEIVER] != sorted(firsts[RECEIVER])
    late = ("TCP Fast Retransmission", "late: others have overtaken it", "misleading")
    assert late in about(run("late-not-lost", point=RECEIVER))


def sent_once(preset: str, point: str) -> list:
    """Data, the first time that it is seen."""
    seen: set[int] = set()
    found = []
    for time, ip, tcp in packets(taken("reading-a-capture", dict(FIGURE.preset(preset).values), points=(point,))):
        if tcp.dport == 5201 and ip.len - ip.hl * 4 > tcp.off * 4 and tcp.seq not in seen:
            seen.add(tcp.seq)
            found.append((time, ip, tcp))
    return found


def test_what_tcpdump_missed_is_missing_in_that_file_only() -> None:
    values = dict(FIGURE.preset("tcpdump-was-too-slow").values)
    here, there = (len(list(packets(taken("reading-a-capture", values, points=(point,))))) for point in FIGURE.points)
    assert there - here == 4
    result = run("tcpdump-was-too-slow")
    assert value(result, "lost") == value(result, "retransmissions") == 0
    assert [said for said, *_ in about(result)] == [
        "TCP Previous segment not captured",
        "TCP ACKed unseen segment",
        "–",
    ]


def test_probes_of_a_window_are_taken_for_keepalive() -> None:
    result = run("it-stops-reading")
    probe = ("TCP Keep-Alive", "window probe (persist timer)", "misleading")
    assert about(result).count(probe) == 2
    times = [row["time"] for row in rows(result.tables["verdicts"]) if row["packet"] == "probe"]
    shut = next(row["time"] for row in rows(result.tables["verdicts"]) if row["said"] == "TCP ZeroWindow")
    waits = [later - sooner for sooner, later in pairwise([shut, *times])]
    assert waits[1] > 1.8 * waits[0]  # RFC 9293 §3.8.6.1: exponentially
