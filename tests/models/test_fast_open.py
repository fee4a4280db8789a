"""fast-open: each packet of the recorded visits, and the rules of `tcp_fastopen.c` worked by hand."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.fast_open.visits import CLIENT, SERVER, Setup, Visits
from inflight.figure.catalogue import find
from inflight.kernel.clock import Clock
from inflight.kernel.sockets.fastopen import cookie_for
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.wire import Network

RECORDING = json.loads(
    (Path(__file__).parents[1] / "kernel" / "recordings" / "6.1" / "F_tfo.json").read_text(encoding="utf-8")
)
ENTRY = find("fast-open")


def run(**values: object) -> dict:
    return bridge.start("fast-open", json.dumps(values)).result()


def at(preset: str, **values: object) -> dict:
    return run(**{**ENTRY.preset(preset).values, **values})


def figures(result: dict) -> dict[str, float | None]:
    return {name: figure["value"] for name, figure in result["summary"].items()}


def column(table: list[dict], name: str) -> list:
    found = next(column for column in table if column["name"] == name)
    words = found.get("words")
    return [words[int(value)] for value in found["values"]] if words else found["values"]


def by_visit(result: dict, name: str) -> list:
    return column(result["tables"]["visits"], name)


def last(result: dict, name: str) -> float:
    return column(result["columns"], name)[-1]


def captured(fast: bool, visits: int = 4) -> list[tuple[float, list[tuple]]]:
    """For each visit of the lab's: first byte, and its packets as they were at the client, in ms."""
    bits = 3 if fast else 0
    lab = Visits(Setup(rtt=0.1, exchanges=((300, 1000),), asks=fast, listens=fast, client=bits, server=bits))
    seen = []
    for number in range(1, visits + 1):
        behind = len(lab.network.passages)
        for _ in lab.run(number):
            pass
        visit = lab.done[-1]
        packets = []
        for passage in lab.network.passages[behind:]:
            segment = passage.segment
            ours = segment.source.host == CLIENT
            time = 1000 * ((passage.sent if ours else passage.arrived) - visit.start)
            if time < 500:  # then the lab stopped its capture, and closed
                flags = "".join(flag for flag in "SFPA" if flag in segment.flags)
                packets.append((time, ">" if ours else "<", flags, segment.length))
        seen.append((1000 * (visit.first_byte - visit.start), packets))
    return seen


@pytest.mark.parametrize("fast", [False, True])
def test_each_packet_of_the_recorded_visits(fast: bool) -> None:
    """Which segment carries the data, which ACKs leave, and when the FIN is acknowledged; the hosts need 0.3 ms."""
    recorded = [result for result in RECORDING["results"] if result["tfo"] == fast]
    for (first_byte, packets), kernel in zip(captured(fast), recorded, strict=True):
        assert first_byte == pytest.approx(kernel["first_byte_ms"], abs=0.3)
        ours = list(packets)
        for time, *what in kernel["packets"]:
            match = next(packet for packet in ours if list(packet[1:]) == what)
            assert match[0] == pytest.approx(time, abs=0.3)
            ours.remove(match)
        assert not ours, "packets that Linux has not sent"


def test_a_cookie_saves_a_round_trip_from_the_second_visit_on() -> None:
    """H25; recorded: 200.2, then 100.12 ms; without 200.2 to 200.3."""
    result = at("the-server-s-bit")
    assert by_visit(result, "first_byte") == pytest.approx([200, 100, 100, 100], abs=0.3)
    assert by_visit(result, "carried") == [0, 300, 300, 300]
    assert figures(result)["without"] == pytest.approx(200.2, abs=0.3)
    assert [last(at("the-server-s-bit", shown=4), name) for name in ("active", "passive", "cookie_reqd")] == [3, 3, 1]


def test_by_default_nothing_happens() -> None:
    """H26: the client's bit is on, the server's is not; the option is asked for each time, and never answered."""
    result = run()
    assert by_visit(result, "first_byte") == pytest.approx([200] * 4)
    assert set(by_visit(result, "what")) == {"no cookie"}
    assert column(result["tables"]["segments"], "detail")[0].count("tfo cookiereq") == 1
    assert "tfo" not in column(result["tables"]["segments"], "detail")[1]


CASES = [
    (client, server, listens, asks)
    for client in (0x0, 0x1, 0x5)
    for server in (0x1, 0x3, 0x403, 0x203)
    for listens in (True, False)
    for asks in (True, False)
]


@pytest.mark.parametrize(("client", "server", "listens", "asks"), CASES)
def test_the_bits(client: int, server: int, listens: bool, asks: bool) -> None:
    """H26: documented bit by bit in ip-sysctl.rst; what follows for a second visit."""
    result = run(client=f"{client:x}", server=f"{server:x}", listens=listens, asks=asks)
    willing = bool(server & 0x2) and (listens or bool(server & 0x400))
    sends_without = bool(client & 0x4)
    gets_cookie = willing and not server & 0x200 and not sends_without
    carries = asks and bool(client & 0x1) and (sends_without or gets_cookie)
    taken = carries and willing and (gets_cookie or bool(server & 0x200))
    assert (by_visit(result, "carried")[1] > 0) == carries
    assert by_visit(result, "first_byte")[1] == pytest.approx(100 if taken else 200)
    assert by_visit(result, "executed") == [1] * 4


def test_a_cookie_is_good_for_any_port_of_the_server() -> None:
    """H27."""
    result = at("another-port")
    assert by_visit(result, "first_byte") == pytest.approx([200, 100, 100, 100])
    assert cookie_for("192.0.2.1", "198.51.100.7") != cookie_for("192.0.2.2", "198.51.100.7")
    assert cookie_for("192.0.2.1", "198.51.100.7") != cookie_for("192.0.2.1", "198.51.100.8")


def test_an_address_of_its_own_begins_anew_and_that_of_a_nat_is_noticed_by_the_server() -> None:
    """H27: `tcp_metrics` has an entry for each pair of addresses, and a NAT changes one that it does not see."""
    own, nat = (run(server="3", change=change, shown=3) for change in ("own", "nat"))
    assert by_visit(own, "what")[2:] == ["first cookie", "data taken"]
    assert by_visit(nat, "what")[2:] == ["data refused", "data taken"]
    assert by_visit(own, "first_byte") == by_visit(nat, "first_byte") == pytest.approx([200, 100, 200, 100])


def test_a_new_key_costs_one_round_trip_once_and_nothing_if_the_old_one_is_kept() -> None:
    new, kept = at("a-new-key"), at("a-new-key-the-old-one-kept")
    assert by_visit(new, "first_byte") == pytest.approx([200, 100, 200, 100])
    assert by_visit(kept, "first_byte") == pytest.approx([200, 100, 100, 100])
    assert [last(new, name) for name in ("active_fail", "passive_fail", "alt_key")] == [1, 1, 0]
    assert [last(kept, name) for name in ("active_fail", "passive_fail", "alt_key")] == [0, 0, 1]
    details = column(new["tables"]["segments"], "detail")
    assert sum("tfo cookie " in detail for detail in details[:2]) == 2, "the old one, and the new one"
    assert column(new["tables"]["segments"], "again").count(1) == 1, "the request is sent once more"


def test_a_dropped_syn_costs_a_second_each_time() -> None:
    """One second, RFC 6298 §2, and up to 36 ms for the wheel of the kernel's timers; then two round trips."""
    result = at("a-middlebox-drops-it")
    first, *later = by_visit(result, "first_byte")
    assert first == pytest.approx(200)
    assert all(1200 < each <= 1236.1 for each in later)
    labels = column(result["tables"]["segments"], "label")
    assert labels[:4] == ["SYN + 300 B, cookie", "SYN", "SYN-ACK", "1:301"]
    assert "tfo" not in column(result["tables"]["segments"], "detail")[1], "nor is the option sent again"


def test_a_box_that_drops_the_option_costs_a_second_in_the_first_visit_too_and_one_that_strips_it_nothing() -> None:
    drops, strips = (run(server="3", box=box) for box in ("option", "strips"))
    assert all(1200 < each <= 1236.1 for each in by_visit(drops, "first_byte"))
    assert by_visit(strips, "first_byte") == pytest.approx([200] * 4)
    assert by_visit(strips, "carried") == [0] * 4


def test_a_lost_syn_is_as_slow_as_a_dropped_one_but_only_once() -> None:
    result = run(server="3", lose="2")
    assert [each > 1000 for each in by_visit(result, "first_byte")] == [False, True, False, False]
    assert by_visit(result, "executed") == [1] * 4


def test_a_copy_of_the_syn_is_a_second_request_unless_somebody_remembers() -> None:
    """RFC 7413 §6.1: the server sees the request twice, if the connection is forgotten; TIME_WAIT lasts a minute."""
    assert figures(at("executed-twice"))["executed"] == 5
    assert figures(at("executed-twice", replay=0.06))["executed"] == 4, "the connection is still there"
    assert figures(at("time-wait-remembers"))["executed"] == 4
    assert figures(at("time-wait-remembers", replay=100))["executed"] == 5
    assert figures(at("executed-twice", server="1"))["executed"] == 4, "a plain SYN carries no request"
    assert figures(at("executed-twice", tls="1.3"))["executed"] == 4, "what is copied is a ClientHello"


@pytest.mark.parametrize(("tls", "round_trips"), [("none", 2), ("1.3", 3), ("1.2", 4)])
def test_one_round_trip_is_saved_whatever_is_above(tls: str, round_trips: int) -> None:
    result = run(server="3", tls=tls)
    assert by_visit(result, "first_byte")[:2] == pytest.approx([100 * round_trips, 100 * (round_trips - 1)])


def test_a_long_request_fills_the_syn_and_waits_for_its_answer() -> None:
    """1500 - 40 bytes of headers - 40 for options (`tcp_send_syn_data`); the rest comes a round trip later."""
    assert figures(run(server="3", request=1420))["first_byte"] == pytest.approx(100)
    result = run(server="3", request=1421)
    assert figures(result)["in_syn"] == 1420
    assert figures(result)["first_byte"] == pytest.approx(200)


@given(rtt=st.floats(0.1, 1000), request_=st.integers(1, 1420), response=st.integers(1, 14_000))
@settings(max_examples=40, deadline=None)
def test_two_round_trips_and_then_one(rtt: float, request_: int, response: int) -> None:
    result = run(server="3", rtt=rtt, request=request_, response=response)
    assert by_visit(result, "first_byte") == pytest.approx([2 * rtt, rtt, rtt, rtt], rel=1e-3)
    assert figures(result)["saved"] == pytest.approx(rtt, rel=1e-3)
    assert last(result, "received") == response


def fast_server(qlen: int = 2) -> tuple[Clock, Host]:
    clock = Clock()
    server = Host(Network(clock), SERVER)
    server.sysctls.tcp_fastopen = 3
    listener = server.listen(80, 16)
    listener.fastopen_qlen = qlen
    return clock, server


def syn(host: str, cookie: bytes | None, length: int) -> Segment:
    return Segment(Address(host, 1234), Address(SERVER, 80), "S", 0, length=length, options=SynOptions(cookie=cookie))


def test_no_more_may_be_incomplete_than_the_listener_has_said() -> None:
    """`tcp_fastopen_queue_check`: beyond it neither data are taken nor cookies given."""
    _, server = fast_server(qlen=2)
    for number in range(4):
        host = f"10.66.0.{number}"
        server.receive(syn(host, cookie_for(SERVER, host), 100))
    server.receive(syn("10.66.0.9", b"", 0))
    assert server.counters["TCPFastOpenPassive"] == 2
    assert server.counters["TCPFastOpenListenOverflow"] == 3
    answers = [passage.segment.ack for passage in server.network.passages]
    assert answers == [101, 101, 1, 1, 1]
    assert all(passage.segment.options.cookie is None for passage in server.network.passages)  # type: ignore[union-attr]


def test_a_syn_ack_of_fast_open_is_sent_once_more_often_than_others() -> None:
    """`tcp_fastopen_synack_timer`: tcp_synack_retries + 1."""
    clock, server = fast_server()
    server.receive(syn("10.66.0.1", cookie_for(SERVER, "10.66.0.1"), 100))
    for _ in clock.run(600):
        pass
    assert len(server.network.passages) == 1 + server.sysctls.tcp_synack_retries + 1
    assert not server.connections
