"""The pool of ports: recordings of Linux 6.1 (G_tw_reuse, G_max_tw_buckets, G_time_wait) and the kernel's rules."""

import random
from collections import deque
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.sockets.ports import (
    FREE,
    IN_USE,
    REUSABLE,
    TIME_WAIT,
    AddressNotAvailable,
    PortPool,
    Ports,
    time_wait_until,
)

SERVER = ("192.0.2.2", "192.0.2.1", 80)
OTHER = ("192.0.2.2", "192.0.2.1", 443)


class Steady(random.Random):
    """A source that always says the same."""

    def __init__(self, value: float = 0.0) -> None:
        super().__init__(1)
        self.value = value

    def random(self) -> float:
        return self.value


def pool(low: int = 40000, high: int = 40009, chance: random.Random | None = None, **more: object) -> PortPool:
    return PortPool(chance or random.Random(7), low=low, high=high, **more)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Recorded:
    """A line of G_tw_reuse: ten ports, a try every `every` s for 70 s, RTT 20 ms, the client closes first at once."""

    tw_reuse: int
    every: float
    attempts: int
    succeeded: int
    recycled: int
    first_error: float | None
    per_5s: tuple[int, ...]


ONCE_A_MINUTE = (10, *([0] * 11), 10, 0)
REUSE = (
    Recorded(0, 0.05, 1401, 20, 0, 0.5, ONCE_A_MINUTE),
    Recorded(0, 0.3, 235, 20, 0, 3.0, ONCE_A_MINUTE),
    Recorded(1, 0.05, 1401, 704, 694, 0.7, (54, *([50] * 13))),
    Recorded(1, 0.3, 235, 235, 230, None, (17, 17, 16, 17, 17, 16, 17, 17, 16, 17, 17, 16, 17, 17)),
    Recorded(2, 0.05, 1401, 20, 0, 0.5, ONCE_A_MINUTE),
    Recorded(2, 0.3, 235, 20, 0, 3.0, ONCE_A_MINUTE),
)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("line", REUSE, ids=lambda line: f"{line.tw_reuse} every {line.every} s")
def test_counts_as_the_kernel_did(line: Recorded, seed: int) -> None:
    """Attempts, successes, refusals, reuses, and in which five seconds; the ports themselves are chance.

    Where the kernel's whole second began is not recorded. That the fifteenth attempt was the first to fail says that
    it was between the TIME_WAIT of the fourth connection, 0.19 s after the start, and that of the fifth, 0.24 s.
    """
    start = 100.79
    ports = pool(tw_reuse=line.tw_reuse, chance=random.Random(seed))
    closing: deque[tuple[float, int]] = deque()
    succeeded, failed = [], []
    for number in range(line.attempts):
        now = start + number * line.every
        while closing and closing[0][0] <= now:
            entered, port = closing.popleft()
            ports.time_wait(port, SERVER, entered)
        try:
            closing.append((now + 0.04, ports.take(SERVER, now)))
            succeeded.append(number * line.every)
        except AddressNotAvailable:
            failed.append(number * line.every)
    assert len(succeeded) == line.succeeded
    assert len(failed) == line.attempts - line.succeeded
    assert ports.counters["TWRecycled"] == line.recycled
    assert (pytest.approx(failed[0]) if failed else None) == line.first_error
    # There a success was noted when connect() came back, a round trip later.
    assert tuple(sum(int((t + 0.02) // 5) == i for t in succeeded) for i in range(14)) == line.per_5s


@pytest.mark.parametrize(
    ("limit", "held", "most", "overflow"), [(5, 1, 4, 16), (10, 0, 10, 10), (100, 0, 20, 0), (0, 0, 0, 20)]
)
def test_more_than_tcp_max_tw_buckets_are_closed_at_once(limit: int, held: int, most: int, overflow: int) -> None:
    """G_max_tw_buckets: 20 connections; `held`: the laboratory had made one before, which had one of the five."""
    host = PortPool(random.Random(1), max_tw_buckets=limit)
    for number in range(held):
        host.time_wait(host.take(OTHER, 0.0), OTHER, number * 0.1)
    seen = 0
    for number in range(20):
        now = 1 + 0.13 * number
        host.time_wait(host.take(SERVER, now), SERVER, now + 0.04)
        seen = max(seen, host.towards(SERVER).number(TIME_WAIT))
    assert (seen, host.counters["TCPTimeWaitOverflow"]) == (most, overflow)
    assert host.counters["TW"] == held + most


def test_time_wait_is_a_minute_and_what_the_wheel_adds() -> None:
    """Ticks of 4 ms; 15,000 of them are on the wheel's level of 512, whose slots are 2.048 s apart."""
    lasted = [time_wait_until(start) - start for start in (tick * 0.004 for tick in range(512))]
    assert min(lasted) == pytest.approx(60.004)
    assert max(lasted) == pytest.approx(60 + 2.048)
    # G_time_wait, from TIME_WAIT to nothing, seen every 0.1 s: client first, server first, both at once.
    for recorded in (60.11 - 0.1, 61.3 - 0.1, 61.41 - 0.02):
        assert min(lasted) - 0.1 <= recorded <= max(lasted) + 0.1


def drain(ports: Ports, now: float = 0.0) -> list[int]:
    """Take all there are."""
    found = []
    while (port := ports.take(now)) is not None:
        found.append(port)
    return found


def test_the_default_range_is_28232_ports() -> None:
    """T13, T15; each once, and 60 s make 470 a second of it."""
    found = drain(PortPool(random.Random(1)).towards(SERVER))
    assert sorted(found) == list(range(32768, 61000))
    assert len(found) / 60 == pytest.approx(470.5, abs=0.1)
    # "In first pass we try ports of @low parity."
    assert {port % 2 for port in found[:14116]} == {0}
    assert {port % 2 for port in found[14116:]} == {1}


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(40000, 40000, [40000]), (40000, 40001, [40000, 40001]), (40001, 40004, [40001, 40003, 40002, 40004])],
)
def test_the_lowest_ports_parity_comes_first(low: int, high: int, expected: list[int]) -> None:
    assert drain(pool(low, high, Steady()).towards(SERVER)) == expected


def test_an_odd_range_loses_its_last_port() -> None:
    """`remaining &= ~1`: the kernel's log asks for different parity of start and end."""
    assert sorted(drain(pool(40000, 40010).towards(SERVER))) == list(range(40000, 40010))


def test_a_search_goes_on_where_the_last_one_ended_and_jumps() -> None:
    """The offset grows by i + 2, and i is at least a random even number below 16."""
    calm = pool(40000, 40099, Steady(0.0)).towards(SERVER)
    assert [calm.take(0) for _ in range(4)] == [40000, 40002, 40004, 40006]
    chance = Steady(0.0)
    wild = pool(40000, 40099, chance).towards(SERVER)
    chance.value = 0.99
    assert [wild.take(0) for _ in range(4)] == [40000, 40016, 40032, 40048]


def test_what_a_search_costs() -> None:
    """The first looks at one port; when half are taken, all of that half come before; a refusal is all of them."""
    ports = pool(40000, 40099, Steady()).towards(SERVER)
    assert ports.take(0) is not None
    assert ports.tried == 1
    for _ in range(49):
        ports.take(0)
    ports.take(0)
    assert ports.tried == 50 + 1
    drain(ports)
    assert ports.take(0) is None
    assert ports.tried == 100


def test_a_port_serves_every_destination_once() -> None:
    host = pool()
    assert sorted(drain(host.towards(SERVER))) == sorted(drain(host.towards(OTHER)))
    with pytest.raises(AddressNotAvailable):
        host.take(OTHER, 1.0)
    host.release(40003, OTHER)
    assert host.take(OTHER, 1.0) == 40003
    with pytest.raises(AddressNotAvailable):
        host.take(SERVER, 1.0)


def one_waits(now: float, **more: object) -> tuple[PortPool, Ports]:
    """A pool of one port, whose connection goes into TIME_WAIT at `now`."""
    settings = {"timestamps": True, "loopback": False}
    entry = {name: more.pop(name, value) for name, value in settings.items()}
    host = pool(40000, 40000, **more)
    host.take(SERVER, now)
    host.time_wait(40000, SERVER, now, **entry)  # type: ignore[arg-type]
    return host, host.towards(SERVER)


@pytest.mark.parametrize(
    ("tw_reuse", "loopback", "timestamps", "reused"),
    [
        (0, True, True, False),
        (1, False, True, True),
        (1, False, False, False),
        (2, False, True, False),
        (2, True, True, True),
        (2, True, False, False),
    ],
)
def test_who_may_take_over_a_time_wait(tw_reuse: int, loopback: bool, timestamps: bool, reused: bool) -> None:
    """T10; `tcp_twsk_unique`: the sysctl, the address, and the peer's timestamps, without which PAWS cannot work."""
    host, ports = one_waits(10.0, tw_reuse=tw_reuse, loopback=loopback, timestamps=timestamps)
    assert (ports.take(12.0) == 40000) == reused
    assert host.counters["TWRecycled"] == reused
    assert host.buckets == (not reused)


@pytest.mark.parametrize(
    ("entered", "delay", "not_yet", "already"),
    [
        (10.1, None, 10.99, 11.0),
        (10.99, None, 10.999, 11.0),
        (10.1, 1000, 11.1, 11.102),
        (10.99, 1000, 11.99, 11.992),
        (10.1, 0, 10.1, 10.102),
        (10.1, 60_000, 71.0, 71.68),  # then the wheel has ended it, at the 35th slot
    ],
)
def test_when_it_may_be_taken_over(entered: float, delay: int | None, not_yet: float, already: float) -> None:
    """Before Linux 6.14 the clock of whole seconds must have moved on, since then more than so many milliseconds."""
    _, ports = one_waits(entered, tw_reuse=1, reuse_delay_ms=delay)
    if delay != 60_000:
        assert ports.take(not_yet) is None
        assert ports.number(REUSABLE) == 0
    assert ports.take(already) == 40000


def test_a_timer_of_an_earlier_connection_means_nothing() -> None:
    """Reused after a second, the port goes into TIME_WAIT once more: it lasts a minute from then."""
    host, ports = one_waits(0.5, tw_reuse=1)
    assert ports.take(30.0) == 40000
    host.time_wait(40000, SERVER, 30.5)
    host.tw_reuse = 0
    host.expire(time_wait_until(0.5))
    assert ports.number(REUSABLE) == host.buckets == 1
    host.expire(time_wait_until(30.5) - 0.001)
    assert host.buckets == 1
    host.expire(time_wait_until(30.5))
    assert (ports.number(FREE), host.buckets) == (1, 0)


def test_a_late_segment_begins_it_anew() -> None:
    """`inet_twsk_reschedule`: the same bucket, another minute."""
    host, ports = one_waits(0.0, max_tw_buckets=1)
    assert host.time_wait(40000, SERVER, 30.0)
    assert (host.buckets, host.counters["TW"]) == (1, 1)
    assert ports.take(time_wait_until(0.0)) is None
    assert ports.take(time_wait_until(30.0)) == 40000


def test_reserved_ports_are_left_alone() -> None:
    assert sorted(drain(pool(reserved=(40002, 40007, 50000)).towards(SERVER))) == [
        port for port in range(40000, 40010) if port not in (40002, 40007)
    ]


steps = st.lists(
    st.tuples(st.sampled_from(["take", "wait", "release"]), st.sampled_from([SERVER, OTHER]), st.floats(0, 20)),
    max_size=80,
)


@given(steps, st.integers(0, 2), st.integers(0, 6), st.integers(1, 8), st.integers(0, 1000))
def test_nobody_gets_a_port_that_is_taken(
    steps: list[tuple[str, tuple, float]], tw_reuse: int, limit: int, count: int, seed: int
) -> None:
    """Whatever happens: one owner a port, a refusal only if none is free, and as many buckets as ports in TIME_WAIT."""
    host = pool(40000, 39999 + count, random.Random(seed), tw_reuse=tw_reuse, max_tw_buckets=limit)
    owned: list[tuple[tuple, int]] = []
    now = 0.0
    for what, where, pause in steps:
        now += pause
        ports = host.towards(where)
        if what == "take":
            port = ports.take(now)
            assert (where, port) not in owned
            if port is not None:
                owned.append((where, port))
            else:
                assert ports.number(FREE) == ports.number(REUSABLE) == 0
        elif owned:
            place, port = owned.pop(0)
            if what == "wait":
                host.time_wait(port, place, now)
            else:
                host.release(port, place)
        both = [host.towards(each) for each in (SERVER, OTHER)]
        assert host.buckets == sum(each.number(TIME_WAIT) + each.number(REUSABLE) for each in both) <= limit
        assert sum(each.number(IN_USE) for each in both) == len(owned)
