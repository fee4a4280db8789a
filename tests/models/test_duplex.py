"""Connections that talk both ways: Nagle, delayed ACKs, corks, and programs at both ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.tcp.duplex import DuplexSocket, SocketSpec, pair
from inflight.kernel.tcp.nagle import Nagle
from inflight.kernel.tcp.process import Program, Recv, Send, Until
from inflight.scenes.message_rounds import EACH, WHOLE, Exchange, Habits, Rounds, client, server

LIMIT = 1 << 30


def connection(rtt: float, **spec: object) -> tuple[Clock, DuplexSocket, DuplexSocket]:
    clock = Clock()
    out, back = Link(clock, rate=None, limit=LIMIT), Link(clock, rate=None, limit=LIMIT, delay=rtt)
    here, there = pair(clock, out, back, SocketSpec(**spec), SocketSpec(**spec))  # type: ignore[arg-type]
    return clock, here, there


def latencies(exchange: Exchange, *, rtt: float = 0.001, habits: Habits | None = None, **spec: object) -> list[float]:
    """Of each round, ms."""
    clock, here, there = connection(rtt, **spec)
    noted = Rounds()
    here.run(client(clock, here, exchange, habits or Habits(), noted))
    there.run(server(clock, there, exchange, Habits()))
    here.connect()
    for _ in clock.run(exchange.start + exchange.rounds * exchange.gap + 5):
        pass
    assert len(noted.rounds) == exchange.rounds
    return [1000 * latency for latency in noted.latencies()]


def test_the_handshake_takes_one_round_trip() -> None:
    clock, here, there = connection(0.05)
    here.connect()
    for _ in clock.run(1):
        pass
    assert here.established == pytest.approx(0.05)
    assert there.established == pytest.approx(0.05)
    assert here.sender.rtt.srtt_us / 8e6 == pytest.approx(0.05, rel=0.01)


@pytest.mark.parametrize("mode", [EACH, WHOLE])
def test_one_message_is_one_round_trip(mode: str) -> None:
    exchange = Exchange(messages=1, size=132, mode=mode, rounds=3, start=0.5)
    for latency in latencies(exchange, rtt=0.1):
        assert latency == pytest.approx(100, abs=0.5)


def test_nagle_and_a_delayed_ack_wait_for_each_other() -> None:
    """N06: from three messages on, but not in the first round, where ACKs are quick."""
    first, *later = latencies(Exchange(messages=3, size=132, rounds=4, start=0.5))
    assert first < 4
    assert all(40 < latency < 48 for latency in later)


def test_without_nagle_nothing_waits() -> None:
    assert max(latencies(Exchange(messages=5, size=132, rounds=4, start=0.5), nodelay=True)) < 2


@pytest.mark.parametrize("habits", [Habits(cork=True), Habits(more=True), Habits(join=True)])
def test_messages_that_leave_together_wait_for_nothing(habits: Habits) -> None:
    exchange = Exchange(messages=5, size=132, mode=WHOLE, rounds=4, start=0.5)
    assert max(latencies(exchange, habits=habits)) < 2


def test_a_forgotten_cork_is_pulled_by_the_persist_timer() -> None:
    """N12: after max(RTO, 200 ms), rounded up to ticks."""
    exchange = Exchange(messages=1, size=132, rounds=3, start=0.5)
    for latency in latencies(exchange, habits=Habits(cork=True, forget=True)):
        assert 200 < latency < 213


@given(
    messages=st.integers(1, 12),
    size=st.integers(1, 4000),
    mode=st.sampled_from([EACH, WHOLE]),
    nodelay=st.booleans(),
    rtt=st.sampled_from([0.0005, 0.02, 0.2]),
)
def test_every_exchange_ends_and_no_byte_is_lost(
    messages: int, size: int, mode: str, nodelay: bool, rtt: float
) -> None:
    clock, here, there = connection(rtt, nodelay=nodelay)
    exchange = Exchange(messages=messages, size=size, mode=mode, rounds=2, start=0.5, gap=2)
    noted = Rounds()
    here.run(client(clock, here, exchange, Habits(), noted))
    there.run(server(clock, there, exchange, Habits()))
    here.connect()
    for _ in clock.run(20):
        pass
    assert all(each.ended is not None for each in noted.rounds)
    assert there.receiver.expected == there.receiver.copied == 2 * messages * size
    assert here.receiver.copied == (2 * messages * size if mode == EACH else 2 * size)
    assert there.receiver.queue.memory == here.receiver.queue.memory == 0
    # RFC 9293 §3.8.6.3: never more than half a second until an ACK
    assert here.sender.una == here.sender.nxt
    assert there.sender.una == there.sender.nxt


def test_minshall_lets_full_segments_alone() -> None:
    """N02: an unacknowledged short segment holds a short one back, full ones do not."""
    nagle = Nagle()
    assert not nagle.holds(packets_out=5, una=0)  # all of them full
    nagle.small_end = 3000
    assert nagle.holds(packets_out=1, una=2900)
    assert not nagle.holds(packets_out=1, una=3000)
    nagle.nodelay = True
    assert not nagle.holds(packets_out=1, una=2900)
    nagle.corked = True
    assert nagle.holds(packets_out=0, una=3000)


def test_a_program_that_only_writes_is_held_by_its_buffer() -> None:
    """A peer that never reads: send() blocks, the window is shut and probed, and the program goes on when it may."""
    clock, here, there = connection(0.01, sndbuf=16384)
    wrote = []

    def writer() -> Program:
        for _ in range(400):
            yield Send(4096)
            wrote.append(clock.now)

    def late_reader() -> Program:
        yield Until(5.0)
        got = 0
        while got < 400 * 4096:
            got += yield Recv(65536)

    here.run(writer())
    there.run(late_reader())
    here.connect()
    for _ in clock.run(4.9):
        pass
    assert 0 < len(wrote) < 60
    assert len(here.sender.persist.probes) >= 3
    for _ in clock.run(30):
        pass
    assert len(wrote) == 400
    assert there.receiver.copied == 400 * 4096
