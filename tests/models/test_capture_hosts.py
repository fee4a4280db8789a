"""Captures of hosts, devices and attacks: what stands in the frames against what the figure says."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import dpkt
import pytest
from captured import SHORT, ips, last, packets, taken

from inflight.capture.crossing import Capture
from inflight.figure.catalogue import catalogue, find
from inflight.figure.result import Result
from inflight.figure.slices import finish
from inflight.scenes.captured.wanted import capturing

EPOCH = 1_700_000_000
CELLS = [entry.id for entry in catalogue().values() if entry.points and entry.in_cells]
WHOLE = [entry.id for entry in catalogue().values() if entry.points and not entry.in_cells]


def said(result: Result) -> tuple[object, ...]:
    """All numbers and words of a result, but for its tables; NaN is equal to itself."""
    columns = {column.name: repr(list(result[column.name])) for column in result.columns}
    return columns, {name: repr(figure.value) for name, figure in result.summary.items()}, result.sentence


@pytest.mark.parametrize("experiment", WHOLE)
def test_listening_changes_nothing(experiment: str) -> None:
    known = {parameter.name for parameter in find(experiment).parameters}
    values = {name: value for name, value in SHORT.get(experiment, {}).items() if name in known}
    alone = said(last(experiment, values))
    offers: list[Capture] = []
    with capturing(offers):
        heard = said(last(experiment, values))
    assert offers
    assert heard == alone


@pytest.mark.parametrize("experiment", CELLS)
def test_listening_changes_no_cell(experiment: str) -> None:
    entry = find(experiment)
    values = entry.fill({})
    index = entry.drawn_cell(values)
    alone = finish(entry.cell_afresh(values, 1, index))
    offers: list[Capture] = []
    with capturing(offers):
        heard = finish(entry.cell_afresh(values, 1, index))
    assert offers
    assert repr(heard) == repr(alone)


def waits(experiment: str, values: dict[str, object]) -> list[float]:
    """From the sender to the receiver, ms, in the order in which packets arrive."""
    left = {ip.id: time for time, ip in ips(taken(experiment, values, points=["sender"]))}
    came = ips(taken(experiment, values, points=["receiver"]))
    return [1000 * (time - left[ip.id]) for time, ip in came if ip.id in left]


@pytest.mark.parametrize(
    ("experiment", "preset", "column"),
    [
        ("netem", "the-limit-trap", "delay"),
        ("netem", "jitter-reorders", "delay"),
        ("netem", "losses-in-bursts", "delay"),
        ("token-bucket", "latency-50ms", "wait"),
        ("token-bucket", "with-a-peak-rate", "wait"),
    ],
)
def test_two_captures_tell_how_long_a_packet_took(experiment: str, preset: str, column: str) -> None:
    values = dict(find(experiment).preset(preset).values)
    expected = list(last(experiment, values).tables["packets"][column])
    assert waits(experiment, values) == pytest.approx(expected, abs=1e-3)


def test_a_duplicate_arrives_and_was_never_sent() -> None:
    values = {"faults": "some", "duplicate": 10.0, "size": 200, "offered": 0.8}
    summary = last("netem", values).summary
    left, came = (taken("netem", values, points=[point]) for point in ("sender", "receiver"))
    assert came.count(b"a duplicate") == summary["twice"].value > 0
    counts = [len(list(ips(file))) for file in (left, came)]
    assert counts == [summary["sent"].value, summary["whole"].value + summary["twice"].value]


def test_what_is_damaged_is_said() -> None:
    values = {"faults": "some", "corrupt": 5.0, "size": 200, "offered": 0.8}
    summary = last("netem", values).summary
    assert taken("netem", values).count(b"damaged on the way") == summary["damaged"].value > 0


def test_each_of_the_tiny_buffers_has_its_connection() -> None:
    result = last("tiny-buffers", {})
    begin, span = 13.5 * 0.1, 20 * 0.1  # of the speed that is a bar, s; the round trip is 100 ms
    acked: dict[int, list[int]] = {}
    for time, ip, tcp in packets(taken("tiny-buffers", {}, points=["sender"])):
        if ip.src == bytes((10, 2, 0, 2)):
            first, second = acked.setdefault(tcp.sport, [0, 0])
            sent = time - EPOCH
            acked[tcp.sport] = [tcp.ack if sent <= begin else first, tcp.ack if sent <= begin + span else second]
    speeds = [(second - first) / 1000 / span for first, second in (acked[port] for port in (5201, 5202, 5203))]
    assert speeds == pytest.approx(list(result.tables["cases"]["speed"]))


def test_tcpdump_does_not_see_the_wait_above_its_own_device() -> None:
    # The figure's pings wait for over 100 ms in the qdisc. The sender's capture begins below it.
    values: dict[str, object] = {}
    result = last("small-queues", values)
    assert result.summary["wait_p50"].value > 100
    asked, trips, largest = {}, [], 0
    for time, ip in ips(taken("small-queues", values, points=["sender"], payload=True)):
        largest = max(largest, ip.len)
        if ip.p == dpkt.ip.IP_PROTO_ICMP:
            echo = ip.data.data
            if ip.data.type == dpkt.icmp.ICMP_ECHO:
                asked[echo.seq] = time
            else:
                trips.append(1000 * (time - asked[echo.seq]))
    rtt, rate = (find("small-queues").fill(values)[name] for name in ("rtt", "rate"))
    assert isinstance(rtt, (int, float))
    assert isinstance(rate, (int, float))
    assert trips == pytest.approx([rtt + 106 * 8e-3 / rate] * len(trips), abs=1e-3)
    assert largest == 45 * 1448 + 52  # skbs of 45 segments, above TSO


def test_a_flood_is_captured_syn_by_syn() -> None:
    values = dict(find("syn-flood").preset("five-seconds-of-attack").values)
    result = last("syn-flood", values)
    flags: Counter[tuple[bool, str]] = Counter()
    for _, ip, tcp in packets(taken("syn-flood", values, points=["server"])):
        made_up = bytes((10, 66)) in (ip.src[:2], ip.dst[:2])
        flags[made_up, f"{tcp.flags & (dpkt.tcp.TH_SYN | dpkt.tcp.TH_ACK):#x}"] += 1
    assert flags[True, "0x2"] == result.summary["sent"].value
    # of those that were kept, each is answered, and again as tcp_synack_retries says
    retries = find("syn-flood").fill(values)["synack_retries"]
    refused = result.summary["drops"].value
    honest_refused = flags[False, "0x2"] - flags[False, "0x12"]
    assert isinstance(retries, int)
    assert flags[True, "0x12"] == (flags[True, "0x2"] - (refused - honest_refused)) * (1 + retries)


@pytest.mark.full
def test_what_is_only_counted_is_said() -> None:
    values = dict(find("syn-flood").preset("a-hundred-thousand-a-second").values)
    file = taken("syn-flood", values, points=["server"])
    there = sum(ip.src[:2] == bytes((10, 66)) for _, ip, tcp in packets(file) if tcp.flags == dpkt.tcp.TH_SYN)
    remark = b" more like this one followed"
    counted = 0
    for before, _ in pairwise(file.split(remark)):
        digits = before[-12:].split(b"\0")[-1]
        counted += int(bytes(byte for byte in digits if byte in b"0123456789"))
    assert there >= 20_000
    assert there + counted == 2_000_000


def test_a_filtered_syn_is_seen_and_not_answered() -> None:
    for preset in ("as-it-was-found", "eth1-2", "a-firewall-on-the-way-back"):
        values = dict(find("reverse-path").preset(preset).values)
        result = last("reverse-path", values)
        found = [tcp.flags for _, _, tcp in packets(taken("reverse-path", values, points=["server"]))]
        assert found.count(dpkt.tcp.TH_SYN) == result.summary["syns"].value
        assert found.count(dpkt.tcp.TH_SYN | dpkt.tcp.TH_ACK) == result.summary["answers"].value


def test_a_capture_shows_what_the_offloads_make_of_a_write() -> None:
    for preset in ("64-kb", "no-offloads", "7300-bytes"):
        values = dict(find("offload").preset(preset).values)
        summary = last("offload", values).summary
        left, came = ([ip for _, ip in ips(taken("offload", values, points=[at]))] for at in ("sender", "receiver"))
        counts = [len(left), len(came), max(ip.len for ip in left)]
        assert counts == [summary[name].value for name in ("skbs", "delivered", "largest")]
        for each in (left, came):
            ends = [ip.data.seq + ip.len - 20 - 4 * ip.data.off for ip in each]
            assert [ip.data.seq for ip in each] == [1, *ends[:-1]]
            assert ends[-1] - 1 == find("offload").fill(values)["size"]


def test_a_map_shows_one_of_the_readers_own_transfers() -> None:
    entry = find("loss-and-rtt")
    values = entry.fill({})
    index = entry.drawn_cell(values)
    [goodput] = finish(entry.cell_afresh(values, 1, index))
    cell = entry.cells(values)[index]
    assert (cell.loss, cell.rtt) == (values["loss"], values["rtt"])  # type: ignore[attr-defined]
    start, duration = 4 * cell.rtt / 1000, cell.duration  # type: ignore[attr-defined]
    acked = [(0.0, 1)]
    for time, ip, tcp in packets(taken("loss-and-rtt", {})):
        if ip.src == bytes((10, 2, 0, 2)) and tcp.flags == dpkt.tcp.TH_ACK:
            acked.append((time - EPOCH, tcp.ack))
    before, after = (max(ack for time, ack in acked if time <= until) for until in (start, start + duration))
    assert (after - before) * 8e-6 / duration == pytest.approx(goodput)
