"""Captures of runs with several flows, datagrams or pings: what stands in the frames against what the figure says."""

from __future__ import annotations

import math
from collections import Counter
from statistics import median_high

import dpkt
import pytest
from captured import ips, last, packets, taken

from inflight.figure.catalogue import find

EPOCH = 1_700_000_000
DROPPED = (b"dropped: the queue was full", b"dropped by the queueing discipline")


def port_of(ip: dpkt.ip.IP) -> int:
    """The receiver's port of what goes there: 5201 is the first flow's."""
    return int(ip.data.dport)


def is_data(ip: dpkt.ip.IP) -> bool:
    """Whether it goes to the receiver, with something in it."""
    return bool(ip.dst == bytes((10, 2, 0, 2)))


def acknowledged(file: bytes, until: float) -> dict[int, int]:
    """Bytes of data that each flow's sender knows to have arrived in order, s."""
    found: dict[int, int] = {}
    for time, ip, tcp in packets(file):
        if not is_data(ip) and time - EPOCH <= until and tcp.flags & dpkt.tcp.TH_ACK:
            found[tcp.sport] = max(found.get(tcp.sport, 0), tcp.ack - 1)
    return found


@pytest.mark.parametrize(
    ("experiment", "preset", "waiting"),
    [
        ("fairness", "nearer-wins", ()),  # of a FIFO it is known at once when a packet will leave
        ("fairness", "a-queue-for-each", ("queue",)),
        ("fairness", "grab-from-tcp", ()),
        ("priority-bands", "starved", ("band_0", "band_1", "band_2")),
        ("htb", "more-than-was-promised", ("queue",)),
    ],
)
def test_what_is_missing_at_the_receiver_was_dropped_or_waits(
    experiment: str, preset: str, waiting: tuple[str, ...]
) -> None:
    values = dict(find(experiment).preset(preset).values)
    points = find(experiment).points
    result = last(experiment, values)
    senders = [point for point in points if point != "receiver"]
    left = sum(is_data(ip) for point in senders for _, ip in ips(taken(experiment, values, points=[point])))
    whole = taken(experiment, values, points=points)
    came = sum(is_data(ip) for _, ip in ips(taken(experiment, values, points=["receiver"])))
    drops = sum(whole.count(text) for text in DROPPED)
    assert drops == result.summary["drops"].value > 0
    assert left - came - drops == sum(result[column][-1] for column in waiting)


def test_goodput_of_each_flow_is_that_of_the_table() -> None:
    # Shares count from some seconds after the start on: two moments of which the table knows the difference.
    for preset in ("nearer-wins", "a-queue-for-each"):
        values = dict(find("fairness").preset(preset).values)
        result = last("fairness", values)
        duration = find("fairness").fill(values)["duration"]
        assert isinstance(duration, (int, float))
        file = taken("fairness", values, points=find("fairness").points[1:])
        warm = min(5.0, duration / 4)
        first, second = acknowledged(file, warm), acknowledged(file, duration)
        rates = [(second[port] - first[port]) * 8e-6 / (duration - warm) for port in sorted(second)]
        assert rates == pytest.approx(list(result.tables["shares"]["goodput"]), rel=1e-3)


def test_a_datagram_carries_its_senders_priority_and_takes_as_long_as_the_figure_says() -> None:
    given = find("priority-bands").fill(find("priority-bands").preset("starved").values)
    seconds = float(str(given["duration"]))
    table = last("priority-bands", dict(given)).tables["senders"]
    left, came = (list(ips(taken("priority-bands", dict(given), points=[point]))) for point in ("sender", "receiver"))
    for place, port in enumerate((5201, 5202, 5203)):
        sent = {ip.id: time for time, ip in left if port_of(ip) == port}
        waits = [1000 * (time - sent[ip.id]) for time, ip in came if port_of(ip) == port]
        rates = [count * 1514 * 8e-6 / seconds for count in (len(sent), len(waits))]
        assert rates == pytest.approx([table["sent"][place], table["through"][place]])
        assert (median_high(waits) if waits else math.nan) == pytest.approx(
            table["delay"][place], abs=1e-3, nan_ok=True
        )
        tos = int(str(given[f"tos{place + 1}"]), 16)
        assert {(ip.tos, ip.data.ulen) for _, ip in left if port_of(ip) == port} == {(tos, 1480)}


@pytest.mark.parametrize(
    ("experiment", "table", "column"), [("fair-queueing", "calls", "delay"), ("bufferbloat", "", "ping")]
)
def test_a_ping_and_its_answer_are_a_round_trip_apart(experiment: str, table: str, column: str) -> None:
    result = last(experiment, {})
    source = result.tables[table][column] if table else result[column]
    expected = [trip for trip in source if trip == trip]
    asked, trips = {}, []
    for time, ip in ips(taken(experiment, points=["sender"], payload=True)):
        if isinstance(ip.data, dpkt.icmp.ICMP):
            echo = ip.data.data
            assert ip.data.type in (dpkt.icmp.ICMP_ECHO, dpkt.icmp.ICMP_ECHOREPLY)
            if ip.data.type == dpkt.icmp.ICMP_ECHO:
                asked[echo.id, echo.seq] = time
            else:
                trips.append(1000 * (time - asked[echo.id, echo.seq]))
    # the call's packets count from some seconds on, and a ping that is sent at the end is in no curve
    of_figure = trips[-len(expected) :] if table else trips[: len(expected)]
    assert of_figure == pytest.approx(expected, abs=1e-3)


def test_ecn_is_agreed_on_before_it_is_used() -> None:
    values = dict(find("codel").preset("with-ecn").values)
    result = last("codel", values)
    found = list(packets(taken("codel", values, points=["receiver"])))
    syn, syn_ack, *_ = (tcp.flags for _, _, tcp in found)
    assert syn == dpkt.tcp.TH_SYN | dpkt.tcp.TH_ECE | dpkt.tcp.TH_CWR  # RFC 3168 §6.1.1
    assert syn_ack == dpkt.tcp.TH_SYN | dpkt.tcp.TH_ACK | dpkt.tcp.TH_ECE
    assert sum(ip.tos & 3 == 3 for _, ip, _ in found) == pytest.approx(result.summary["caught"].value, abs=1)


def test_each_class_has_its_port() -> None:
    values = dict(find("htb").preset("borrowing").values)
    result = last("htb", values)
    counts = Counter(port_of(ip) for _, ip in ips(taken("htb", values, points=["receiver"])) if ip.len > 1000)
    leaves = list(result.tables["classes"]["sent"])[-len(counts) :]
    assert [counts[port] for port in sorted(counts)] == pytest.approx(leaves, rel=0.01)  # which count FINs, too


@pytest.mark.parametrize(
    ("experiment", "preset", "reason"),
    [
        ("mtu-black-hole", "icmp-gets-through", dpkt.icmp.ICMP_UNREACH_NEEDFRAG),
        ("three-way-handshake", "a-router-says-no", dpkt.icmp.ICMP_UNREACH_HOST),
    ],
)
def test_a_router_quotes_what_it_could_not_pass_on(experiment: str, preset: str, reason: int) -> None:
    # RFC 792: the header and at least eight bytes; RFC 1191 §4: the MTU of the next hop.
    values = dict(find(experiment).preset(preset).values)
    points = find(experiment).points
    reports = [(ip, ip.data) for _, ip in ips(taken(experiment, values, points=points)) if ip.p == 1]
    assert reports
    for payload in (False, True):
        ours = {ip.id: bytes(ip) for _, ip, _ in packets(taken(experiment, values, points=points, payload=payload))}
        for ip, message in reports:
            assert (message.type, message.code) == (dpkt.icmp.ICMP_UNREACH, reason)
            quoted = bytes(message)[8:]
            assert len(quoted) >= 28
            ident = int.from_bytes(quoted[4:6], "big")
            assert ours[ident].startswith(quoted)
            assert dpkt.ip.IP(ours[ident]).src == ip.dst
    if reason == dpkt.icmp.ICMP_UNREACH_NEEDFRAG:
        assert {int.from_bytes(bytes(message)[6:8], "big") for _, message in reports} == {1400}


@pytest.mark.parametrize(
    ("experiment", "preset", "table"),
    [
        ("idle-restart", "every-ten-seconds", "answers"),
        ("idle-restart", "a-new-connection-each-time", "answers"),
        ("tcp-metrics", "the-day-after", "connections"),
    ],
)
def test_a_client_waits_for_an_answer_as_long_as_the_figure_says(experiment: str, preset: str, table: str) -> None:
    values = dict(find(experiment).preset(preset).values)
    result = last(experiment, values)
    times: list[tuple[float, float]] = []  # of each answer: when the client began, when its last byte came, ms
    waits_for: dict[int, int] = {}
    opened = set()
    for time, _, tcp in packets(taken(experiment, values, points=["client"], payload=True)):
        if tcp.flags == dpkt.tcp.TH_SYN:
            opened.add(tcp.sport)
            times.append((1000 * time, math.nan))
        elif tcp.dport == 8000 and tcp.data:
            if times[-1][1] == times[-1][1]:  # over the connection that is there
                times.append((1000 * time, math.nan))
            waits_for[tcp.sport] = tcp.seq + len(tcp.data)
        elif tcp.data:
            assert tcp.ack == waits_for[tcp.dport]  # the request has reached the server
            times[-1] = times[-1][0], 1000 * time
    assert [end - begin for begin, end in times] == pytest.approx(list(result.tables[table]["time"]), abs=1)
    fresh = len(opened) == len(times) > 1
    assert fresh or len(opened) == 1
    sent = [
        tcp for _, _, tcp in packets(taken(experiment, values, points=["server"], payload=True)) if tcp.sport == 8000
    ]
    data = [tcp for tcp in sent if not tcp.flags & dpkt.tcp.TH_SYN and (tcp.data or tcp.flags & dpkt.tcp.TH_FIN)]
    assert len(data) == result.summary["packets_sent"].value
    fins = sum(bool(tcp.flags & dpkt.tcp.TH_FIN) for tcp in data)
    assert fins in ((len(times) - 1, len(times)) if fresh else (0,))  # a run may end with the last answer
