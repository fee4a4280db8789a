"""listen-queues: who gets a seat, who is told so, and what is counted. Numbers are those of recordings on Linux 6.1."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.listen_queues.crowd import PORT, Crowd, CrowdPlan
from inflight.figure.catalogue import find
from inflight.kernel.sockets.era import ERAS
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.sysctls import Sysctls

BURST = {"rate": 0, "clients": 200, "accept_rate": 0, "timeout": 0}


def run(**values: object) -> dict:
    return bridge.start("listen-queues", json.dumps(values)).result()


def preset(name: str, **values: object) -> dict:
    return run(**{**find("listen-queues").preset(name).values, **values})


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str) -> list[float]:
    return next(each["values"] for each in result["columns"] if each["name"] == name)


def rows(table: list[dict]) -> list[dict]:
    """A table as rows, words for numbers."""

    def cell(of: dict, value: Any) -> Any:
        return of["words"][int(value)] if of.get("words") else value

    names = [each["name"] for each in table]
    return [
        dict(zip(names, (cell(of, value) for of, value in zip(table, values, strict=True)), strict=True))
        for values in zip(*(each["values"] for each in table), strict=True)
    ]


def laboratory(*, duration: float, clients: int, gap: float, accept: float = 0, backlog: int, **sysctls: int) -> Crowd:
    """The lab's two hosts: the whole round trip of 20 ms, and 0.2 for the programs, on the way back."""
    plan = CrowdPlan(clients=clients, gap=gap, accept_rate=accept, backlog=backlog)
    crowd = Crowd(plan, out=0.0, back=0.0202, sysctls=Sysctls(tcp_max_syn_backlog=512, **sysctls))
    for _ in crowd.run(duration):
        pass
    return crowd


def connected(crowd: Crowd) -> int:
    return sum(1 for client in crowd.clients if client.connected_at is not None)


# recordings


@pytest.mark.parametrize(
    ("backlog", "somaxconn", "clients", "gap", "seats", "overflows", "duration"),
    [
        # F_backlog_spaced: each of seven is dropped at 0, 1, 3, 7 and 15 s
        (0, 4096, 8, 0.05, 1, 35, 20),
        (1, 4096, 9, 0.05, 2, 35, 20),
        (5, 4096, 13, 0.05, 6, 35, 20),
        (50, 4096, 58, 0.03, 51, 35, 20),
        (128, 4096, 136, 0.03, 129, 35, 20),
        # F_somaxconn
        (128, 5, 13, 0.03, 6, 28, 8),
        (5, 128, 13, 0.03, 6, 28, 8),
        (50, 16, 24, 0.03, 17, 28, 8),
        (4096, 16, 24, 0.03, 17, 28, 8),
    ],
)
def test_one_seat_more_than_the_smaller_of_the_two(
    backlog: int, somaxconn: int, clients: int, gap: float, seats: int, overflows: int, duration: float
) -> None:
    """H02: backlog 0, 1, 5 hold 1, 2, 6. H04: Recv-Q counts one more than Send-Q."""
    crowd = laboratory(duration=duration, clients=clients, gap=gap, backlog=backlog, somaxconn=somaxconn)
    assert len(crowd.listener.accept_queue) == connected(crowd) == seats
    assert crowd.listener.max_ack_backlog == seats - 1
    assert crowd.server.counters["ListenOverflows"] == crowd.server.counters["ListenDrops"] == overflows


@pytest.mark.parametrize(("backlog", "clients"), [(0, 8), (1, 9), (5, 13), (50, 58), (128, 136)])
@pytest.mark.parametrize("abort", [0, 1])
def test_a_burst_with_cookies_connects_all(backlog: int, clients: int, abort: int) -> None:
    """F_backlog_burst: backlog + 1 are half open, seven hold a cookie and send an ACK and data eight times each."""
    crowd = laboratory(duration=20, clients=clients, gap=0, backlog=backlog, tcp_abort_on_overflow=abort)
    counters = crowd.server.counters
    assert connected(crowd) == clients
    assert len(crowd.listener.accept_queue) == crowd.listener.most_half_open == backlog + 1
    assert counters["SyncookiesSent"] == counters["TCPReqQFullDoCookies"] == 7
    assert counters["SyncookiesRecv"] == counters["ListenOverflows"] == 63
    assert counters["TcpOutRsts"] == 0  # not even with tcp_abort_on_overflow


@pytest.mark.parametrize(("backlog", "clients"), [(0, 8), (1, 9), (5, 13), (50, 58), (128, 136)])
def test_a_burst_without_cookies_is_dropped(backlog: int, clients: int) -> None:
    """H29, F_backlog_burst with syncookies 0: seven SYNs find the half-open queue full, then the accept queue."""
    crowd = laboratory(duration=20, clients=clients, gap=0, backlog=backlog, tcp_syncookies=0)
    counters = crowd.server.counters
    assert connected(crowd) == backlog + 1
    assert (counters["TCPReqQFullDrop"], counters["ListenOverflows"], counters["ListenDrops"]) == (7, 28, 35)


@pytest.mark.parametrize(
    ("gap", "backlog", "clients", "cookies", "abort", "believe", "resets", "overflows"),
    [
        # F_backlog_staggered; its clients came 4 to 4.2 ms apart
        (0.0042, 1, 9, 1, 0, 6, 0, 55),
        (0.004, 1, 9, 0, 0, 3, 0, 39),
        (0.004, 1, 9, 1, 1, 7, 1, 47),
        (0.004, 1, 9, 0, 1, 3, 1, 27),
        (0.0042, 5, 13, 1, 0, 10, 0, 67),
        (0.0042, 5, 13, 0, 0, 10, 0, 67),
        (0.0042, 5, 13, 1, 1, 10, 4, 19),
        (0.0042, 5, 13, 0, 1, 10, 4, 19),
    ],
)
def test_the_race_at_the_last_ack(
    gap: float, backlog: int, clients: int, cookies: int, abort: int, believe: int, resets: int, overflows: int
) -> None:
    """H12, H14, H15: more are told that they are connected than have a seat; with the sysctl they get a RST."""
    crowd = laboratory(
        duration=20, clients=clients, gap=gap, backlog=backlog, tcp_syncookies=cookies, tcp_abort_on_overflow=abort
    )
    assert connected(crowd) == believe > backlog + 1 == len(crowd.listener.accept_queue)
    assert [client.error for client in crowd.clients if client.error] == ["ECONNRESET"] * resets
    assert crowd.server.counters["ListenOverflows"] == overflows


@pytest.mark.parametrize(
    ("gap", "accept", "overflows", "slowest"), [(0.05, 10, 25, 3.0705), (0.02, 10, 56, 7.3208), (0.1, 9, 0, 0.0206)]
)
def test_a_slow_application(gap: float, accept: float, overflows: int, slowest: float) -> None:
    """F_acceptor_rate: all are served in the end. Who meets a full queue depends on moments, so counts are near."""
    crowd = laboratory(duration=30, clients=40, gap=gap, accept=accept, backlog=5)
    took = [client.connected_at - client.started_at for client in crowd.clients if client.connected_at is not None]
    assert len(took) == 40
    assert all(client.replied_at is not None for client in crowd.clients)
    assert crowd.listener.most_waiting == (6 if overflows else 5)
    assert crowd.server.counters["ListenOverflows"] == pytest.approx(overflows, rel=0.21)
    assert max(took) == pytest.approx(slowest, abs=0.06)


# rules


@pytest.mark.parametrize(
    ("era", "backlog", "limit"),
    [("4.3", 128, 256), ("4.3", 511, 512), ("4.3", 100, 128), ("4.9", 100, 100), ("5.4", 100, 100), ("7.3", 100, 101)],
)
def test_the_half_open_limit_of_each_era(era: str, backlog: int, limit: int) -> None:
    """H08, H09: the next power of two up to 4.3, then the backlog, since 6.14 one more."""
    result = run(**BURST, kernel=era, backlog=backlog, somaxconn=4096, max_syn_backlog=4096, duration=1)
    assert set(column(result, "half_limit")) == {limit}
    assert figure(result, "most_half_open") == min(limit, 200)


@pytest.mark.parametrize(("era", "third"), [("6.1", 3), ("6.5", 2), ("7.3", 2)])
def test_when_a_client_calls_for_the_third_time(era: str, third: int) -> None:
    """H21: after 3 s, since Linux 6.5 after 2 s. That is what the pause of 1.5 s costs those it hits hardest."""
    assert figure(run(kernel=era), "slowest") == pytest.approx(third, abs=0.15)


@pytest.mark.parametrize(
    ("cookies", "max_syn_backlog", "half_open"), [("0", 64, 49), ("0", 128, 97), ("1", 64, 101), ("1", 128, 101)]
)
def test_tcp_max_syn_backlog_counts_without_cookies_only(cookies: str, max_syn_backlog: int, half_open: int) -> None:
    """H10, H11, measured: backlog 100, three quarters of tcp_max_syn_backlog and one."""
    result = run(**BURST, backlog=100, somaxconn=4096, syncookies=cookies, max_syn_backlog=max_syn_backlog, duration=1)
    assert figure(result, "most_half_open") == half_open
    assert set(column(result, "half_limit")) == {half_open}


def test_cookies_do_not_help_against_a_full_accept_queue() -> None:
    """H18, measured with tcp_syncookies 2: three SYNs, three overflows, no cookie."""
    crowd = laboratory(duration=5, clients=7, gap=0.05, backlog=5, tcp_syncookies=2)
    assert connected(crowd) == 6
    assert crowd.server.counters["ListenOverflows"] == 3
    assert crowd.server.counters["SyncookiesSent"] == 6


def test_listen_may_be_called_again() -> None:
    """H06, measured: 5, 9, 4096. A raised somaxconn counts from the next listen() on."""
    crowd = laboratory(duration=0.1, clients=1, gap=0, backlog=5)
    listener = crowd.listener
    seats = [listener.max_ack_backlog]
    for backlog in (9, 10_000):
        listener.listen(backlog)
        seats.append(listener.max_ack_backlog)
    assert seats == [5, 9, 4096]
    crowd.server.sysctls.somaxconn = 8192
    assert listener.max_ack_backlog == 4096
    listener.listen(10_000)
    assert listener.max_ack_backlog == 8192


def test_the_default_of_somaxconn() -> None:
    """H03: 128 up to 5.3, then 4096."""
    assert {name: era.somaxconn for name, era in ERAS.items() if name in ("4.3", "5.3", "5.4", "7.3")} == {
        "4.3": 128,
        "5.3": 128,
        "5.4": 4096,
        "7.3": 4096,
    }


def test_first_come_first_served() -> None:
    """H01: the accept queue is a FIFO."""
    result = run(clients=50, rate=100, pause=2, backlog=511, somaxconn=511)
    assert figure(result, "overflows") == 0
    crowd = laboratory(duration=5, clients=20, gap=0.01, accept=10, backlog=511)
    replies = [client.replied_at for client in crowd.clients]
    assert None not in replies
    assert replies == sorted(replies)  # type: ignore[type-var]


def test_the_last_ack_is_dropped_and_the_syn_ack_comes_again() -> None:
    """H12, measured: again at 1.0, 3.0, 7.3, 15.5, 31.6 s; gone after 63 s; data that come later get a RST."""
    result = preset("it-never-accepts")
    segments = rows(result["tables"]["segments"])
    start = segments[0]["sent"]
    again = [each["sent"] - start for each in segments if each["label"] == "SYN-ACK"][1:]
    assert again == pytest.approx([1.0, 3.0, 7.3, 15.5, 31.6], abs=0.3)
    ends = rows(result["tables"]["ends"])
    client = next(each for each in ends if each["state"] == "ESTABLISHED")
    server = next(each for each in ends if each["side"] == "server")
    assert (client["side"], server["state"]) == ("client", "SYN_RECV")
    assert 63 < server["end"] - server["start"] < 67
    reset = segments[-1]
    assert (reset["label"], reset["side"]) == ("RST", "server")
    assert reset["sent"] > server["end"]
    assert client["end"] > server["end"] + 30  # so long it believes in a connection that nobody has


def test_the_client_believes_what_the_server_does_not_know() -> None:
    """H15: ESTABLISHED here and SYN_RECV there, until there is a seat; then all the data arrive."""
    result = run()
    ends = rows(result["tables"]["ends"])
    believed = next(each for each in ends if (each["side"], each["state"]) == ("client", "ESTABLISHED"))
    known = next(each for each in ends if (each["side"], each["state"]) == ("server", "ESTABLISHED"))
    assert known["start"] - believed["start"] > 1  # s
    assert figure(result, "unknown") == 7
    assert figure(result, "answered") == 400
    assert max(column(result, "believed")) > max(column(result, "established")[: 1 + int(1.8 / 6 * 500)])


def test_a_syn_bounces_off_a_full_queue() -> None:
    """H13, measured: a seat is free after 0.3 s, and connect() takes 1.03 s, as the SYN is sent again after 1 s."""
    crowd = Crowd(
        CrowdPlan(clients=7, gap=0.03, accept_rate=1000, backlog=5, pause=0.48),  # the seventh comes at 0.18 s
        out=0.0,
        back=0.0202,
        sysctls=Sysctls(),
    )
    for _ in crowd.run(5):
        pass
    last = crowd.clients[-1]
    assert last.connected_at is not None
    assert last.connected_at - last.started_at == pytest.approx(1.03, abs=0.02)
    assert crowd.server.counters["ListenOverflows"] == 1


def test_before_4_10_a_lone_syn_was_let_in() -> None:
    """H13: the older rule drops a SYN only if more than one request is young."""
    old, new = preset("linux-4.3", duration=18), preset("linux-4.3", kernel="5.3", duration=18)
    assert (figure(old, "connected"), figure(old, "unknown")) == (14, 8)
    assert (figure(new, "connected"), figure(new, "unknown")) == (6, 0)


def test_abort_on_overflow_helps_those_with_an_ack_only() -> None:
    """H14: seven get a RST; the SYNs of the others are dropped in silence as before."""
    without, result = run(), preset("reset-on-overflow")
    assert figure(result, "errors") == figure(without, "unknown") == 7
    assert column(result, "resets")[-1] >= 7
    assert figure(result, "slow") == figure(without, "slow") == 250
    assert any(event["text"].endswith("ECONNRESET") for event in result["events"])


def test_a_burst_connects_all_though_51_exist() -> None:
    result = preset("a-burst")
    assert (figure(result, "connected"), figure(result, "unknown"), figure(result, "most_waiting")) == (200, 149, 51)
    quiet = preset("a-burst-and-the-server-speaks-first")
    assert (figure(quiet, "answered"), figure(quiet, "errors")) == (51, 149)


@pytest.mark.parametrize(
    ("name", "seats", "slow", "overflows"),
    [
        ("a-pause-of-1.5-s", 51, 250, 338),
        ("only-somaxconn-raised", 51, 250, 338),
        ("only-the-backlog-raised", 129, 172, 200),
        ("both-raised", 1025, 0, 0),
    ],
)
def test_the_cure_takes_both(name: str, seats: int, slow: int, overflows: int) -> None:
    """What the chapter says; H28: the counter is ListenOverflows."""
    result = preset(name)
    assert set(column(result, "seats")) == {seats}
    assert (figure(result, "slow"), figure(result, "overflows")) == (slow, overflows)
    assert column(result, "overflows")[-1] == overflows <= column(result, "drops")[-1]


def test_numbers_of_the_chapter() -> None:
    result = run()
    took = [each["took"] for each in rows(result["tables"]["connects"])]
    assert [sum(1 for time in took if low < time < high) for low, high in ((0, 0.9), (0.9, 2), (2, 4))] == [
        150,
        204,
        46,
    ]
    assert max(column(result, "connecting")) == 258
    still = max(row for row, seats in enumerate(column(result, "accept_queue")) if seats == 51)
    at_rest = {name: column(result, name)[still] for name in ("t", "connecting", "unknown", "overflows", "half_open")}
    assert at_rest == {"t": pytest.approx(1.788), "connecting": 252, "unknown": 7, "overflows": 336, "half_open": 7}
    at = next(row for row, t in enumerate(column(result, "t")) if t >= 0.9)
    assert (column(result, "established")[at], column(result, "believed")[at]) == (99, 106)
    assert (column(result, "accept_queue")[at], column(result, "send_q")[at]) == (51, 50)
    enough = {name: run(backlog=1024, somaxconn=size) for name, size in (("nearly", 299), ("all", 512))}
    assert (figure(enough["nearly"], "slow"), figure(enough["all"], "overflows")) == (2, 0)
    impatient = run(pause=5, backlog=4096, somaxconn=4096, timeout=3, duration=12)
    assert (figure(impatient, "overflows"), figure(impatient, "errors")) == (0, 352)
    assert figure(preset("a-burst"), "errors") == 47
    slow = preset("a-slow-application", backlog=511, somaxconn=4096)
    assert figure(slow, "overflows") == 0


def test_every_client_is_counted_once() -> None:
    """What the picture shows of the crowd: each client believes one thing at a time."""
    for name in ("a-pause-of-1.5-s", "a-burst", "a-burst-without-cookies", "reset-on-overflow", "it-never-accepts"):
        result = preset(name)
        beliefs = [column(result, each) for each in ("served", "queued", "unknown", "connecting", "gone", "to_come")]
        assert {sum(each) for each in zip(*beliefs, strict=True)} == {result["parameters"]["clients"]}
        assert min(min(each) for each in beliefs) >= 0


def test_syns_and_acks_fall_at_different_places() -> None:
    """Together they are ListenOverflows; in a burst with cookies no SYN falls, without them no ACK does."""
    for name, syns, acks in (
        ("a-pause-of-1.5-s", 296, 42),
        ("a-burst", 0, 1039),
        ("a-burst-without-cookies", 2 * 149, 0),  # they come again after 1 and 2 s; the pause takes 3
        ("reset-on-overflow", 296, 7),
        ("both-raised", 0, 0),
    ):
        result = preset(name)
        dropped = column(result, "syns_dropped"), column(result, "acks_dropped")
        assert (dropped[0][-1], dropped[1][-1]) == (syns, acks), name
        assert [sum(both) for both in zip(*dropped, strict=True)] == column(result, "overflows")


def test_the_door_is_shut_while_syns_are_dropped() -> None:
    """A SYN falls only then; before 4.10 a lone one was let in though there was no seat."""
    result = run()
    shut, dropped = column(result, "shut"), column(result, "syns_dropped")
    fell = [row for row in range(1, len(shut)) if dropped[row] > dropped[row - 1]]
    assert fell
    assert all(shut[row] or shut[row - 1] for row in fell)
    old = preset("linux-4.3", duration=18)
    full = [queue >= seats for queue, seats in zip(column(old, "accept_queue"), column(old, "seats"), strict=True)]
    assert any(full)
    assert any(seats and not closed for seats, closed in zip(full, column(old, "shut"), strict=True))
    assert column(old, "syns_dropped")[-1] == 0


def test_events_say_which_queue_was_full() -> None:
    """The accept queue in a pause; the half-open one in a burst, where there is no time for anything else."""
    told = {name: [each["text"] for each in preset(name)["events"]] for name in ("a-pause-of-1.5-s", "a-burst")}
    assert told["a-pause-of-1.5-s"][1].startswith("the accept queue is full: the SYN of client 107 is dropped")
    assert told["a-burst"][1].startswith("the half-open queue is full: Possible SYN flooding on port 0.0.0.0:8080")
    assert len(told["a-pause-of-1.5-s"]) == len(told["a-burst"]) == 3


def test_the_kernel_warns_once() -> None:
    """tcp_input.c:tcp_syn_flood_action."""
    with_cookies, without = preset("a-burst"), preset("a-burst-without-cookies")
    assert any("Sending cookies" in event["text"] for event in with_cookies["events"])
    assert any("Dropping request" in event["text"] for event in without["events"])


@settings(max_examples=40, deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "backlog": st.integers(0, 40),
            "somaxconn": st.integers(1, 40),
            "rate": st.sampled_from([0, 5, 50, 500]),
            "clients": st.integers(1, 80),
            "accept_rate": st.sampled_from([0, 10, 1000]),
            "pause": st.sampled_from([0, 0.5, 5]),
            "syncookies": st.sampled_from("012"),
            "abort": st.booleans(),
            "kernel": st.sampled_from(list(ERAS)),
            "first": st.sampled_from(["client", "server"]),
            "timeout": st.sampled_from([0, 2]),
        }
    )
)
def test_what_always_holds(values: dict) -> None:
    """No queue is longer than its limit, counters never fall, and nobody is lost from the books."""
    result = run(**values)
    seats = min(values["backlog"], values["somaxconn"]) + 1
    assert figure(result, "most_waiting") <= seats
    assert all(
        half <= limit for half, limit in zip(column(result, "half_open"), column(result, "half_limit"), strict=True)
    )
    for name in ("overflows", "drops", "full_drops", "cookies", "cookies_back", "resets"):
        assert column(result, name) == sorted(column(result, name))
    assert figure(result, "overflows") <= column(result, "drops")[-1]
    assert figure(result, "answered") <= figure(result, "connected") <= values["clients"]
    assert figure(result, "answered") + figure(result, "errors") <= values["clients"]
    unknown, waiting = column(result, "unknown"), column(result, "waiting")
    assert all(few <= many for few, many in zip(unknown, waiting, strict=True))


def test_the_server_finds_its_sockets_where_the_clients_look() -> None:
    """`unknown` and the server's table of connections are two accounts of the same thing."""
    crowd = laboratory(duration=1, clients=13, gap=0, backlog=5)
    waiting, unknown = crowd.waiting()
    assert (waiting, unknown) == (13, 7)
    assert crowd.server_sockets() == 6 == waiting - unknown
    assert crowd.by_port[crowd.clients[0].port] is crowd.clients[0]
    assert (PORT, Address(crowd.client.address, crowd.clients[0].port)) in crowd.server.connections
